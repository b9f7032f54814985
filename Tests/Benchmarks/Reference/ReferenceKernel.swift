// SPDX-License-Identifier: Apache-2.0

import CReference
import RepeatTiming

/// Many repeats in plain arrays, advanced by the best kernel that we can write by hand.
final class ReferenceKernel {
  let method: reference_method
  let values: AlignedFloats
  private let set: InstructionSet
  private let phases: AlignedFloats
  private let rates: AlignedFloats
  private var curve = reference_curve(fitting: .easeInEaseOut)
  private var frame = 0

  static let methods = [
    reference_polynomial, reference_polynomial_streaming, reference_segments,
    reference_segments_streaming,
  ]

  /// Those of the methods that there are for a set.
  static func methods(on set: InstructionSet) -> [reference_method] {
    methods.filter { reference_offers(set.reference, $0) }
  }

  init(_ repeats: ManyRepeats, on set: InstructionSet, method: reference_method) {
    self.set = set
    self.method = method
    (phases, rates) = (repeats.phases, repeats.rates)
    values = AlignedFloats(count: repeats.count)
  }

  /// The kernel that is the fastest here for so many repeats: which one that is depends on the
  /// processor and on which cache they fit in.
  static func fastest(_ repeats: ManyRepeats, on set: InstructionSet) -> ReferenceKernel {
    let effort = Effort(runLength: 200_000, rounds: 5)
    let timed = methods(on: set).map { method in
      let kernel = ReferenceKernel(repeats, on: set, method: method)
      let meter = Meter(.timed(kernel.showFrames), units: 1, effort: effort)
      let times = (0..<effort.rounds).compactMap { _ in meter.figure() }
      return (kernel: kernel, time: Summary(times).median)
    }
    guard let best = timed.min(by: { $0.time < $1.time }) else {
      preconditionFailure("there is no kernel for \(set.name)")
    }
    return best.kernel
  }

  /// Shows so many frames, a sixtieth of a second apart.
  ///
  /// Sixteen make a round: the bank's own times since its phases were taken are as short.
  func showFrames(_ count: Int) -> Double {
    for _ in 0..<count {
      frame = (frame + 1) & 15
      show(at: Float(frame) / 60)
    }
    return Double(values[0])
  }

  /// Shows the values at a time since the phases were taken, in seconds.
  func show(at seconds: Float) {
    reference_kernel(
      set.reference, method, &curve, phases.base, rates.base, seconds, values.base, values.count)
  }
}

/// STREAM's triad over as many elements as there are repeats: 12 bytes each, as the bank's kernel.
final class Triad {
  private let set: InstructionSet
  private let a: AlignedFloats
  private let b: AlignedFloats
  private let c: AlignedFloats

  init(count: Int, on set: InstructionSet) {
    self.set = set
    a = AlignedFloats(count: count)
    b = AlignedFloats(count: count) { _ in 1 }
    c = AlignedFloats(count: count) { _ in 2 }
  }

  func run(_ times: Int) -> Double {
    for number in 0..<times {
      reference_triad(set.reference, a.base, b.base, c.base, Float(number & 7), a.count)
    }
    return Double(a[0])
  }
}
