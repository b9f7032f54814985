// SPDX-License-Identifier: Apache-2.0

import CReference
import RepeatBanks
import RepeatTiming

/// Many repeats in plain arrays, advanced by the best kernel that we can write by hand, or by one of
/// the bank's own loops.
final class ReferenceKernel {
  /// How the curve is evaluated.
  enum Loop {
    case byHand(reference_method)
    case bank(BareKernel, streams: Bool)

    /// What it is called where it won.
    var name: String {
      switch self {
      case .byHand(let method): "by hand: \(ReferenceKernel.name(of: method))"
      case .bank(let kernel, let streams):
        "plain arrays by \(kernel.name)" + (streams ? ", stores past the caches" : "")
      }
    }
  }

  private(set) var loop: Loop
  let values: AlignedFloats
  private let set: InstructionSet
  private let phases: AlignedFloats
  private let rates: AlignedFloats
  /// The same phases as the bank has them: 2^-32 cycle, in memory of the same kind.
  private let wholePhases: UnsafeMutablePointer<Int32>
  private let wholeMemory: AlignedFloats
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

  /// All loops that there are for a set, those of the bank among them.
  ///
  /// Stores past the caches are for more than the last one holds: below that they look faster by
  /// themselves, as what reads the values afterwards pays for them, and is no part of the row. With
  /// one look at each value 100,000 take 0.23 ns instead of 0.13 (``BankFrame/passesCaches(_:)``):
  /// nobody who writes a loop for a game would use them there.
  static func loops(on set: InstructionSet, count: Int) -> [Loop] {
    let passesCaches = BankFrame.passesCaches(count)
    let byHand = methods(on: set).filter { passesCaches || !$0.passesCaches }.map {
      Loop.byHand($0)
    }
    guard let kernels = set.kernels else { return byHand }
    let own = KernelMethod.allCases.compactMap { method in
      (try? BankCurve(.easeInEaseOut, method: method))?.bareKernel(of: method, with: kernels)
    }
    let kinds = passesCaches ? [false, true] : [false]
    return byHand + own.flatMap { loop in kinds.map { .bank(loop, streams: $0) } }
  }

  fileprivate static func name(of method: reference_method) -> String {
    switch method {
    case reference_polynomial: "odd polynomial"
    case reference_polynomial_streaming: "odd polynomial, stores past the caches"
    case reference_segments: "32 cubic pieces in registers"
    default: "32 cubic pieces in registers, stores past the caches"
    }
  }

  init(_ repeats: ManyRepeats, on set: InstructionSet, loop: Loop) {
    self.set = set
    self.loop = loop
    (phases, rates) = (repeats.phases, repeats.rates)
    values = AlignedFloats(count: repeats.count)
    wholeMemory = AlignedFloats(count: repeats.count)
    wholePhases = UnsafeMutableRawPointer(wholeMemory.base).assumingMemoryBound(to: Int32.self)
    for index in 0..<repeats.count {
      wholePhases[index] = Int32(truncatingIfNeeded: Int64(Double(phases[index]) * 0x1p32))
    }
  }

  /// The kernel that is the fastest here for so many repeats: which one that is depends on the
  /// processor and on which cache they fit in.
  ///
  /// All are tried on the same memory: with ten million its pages' places make more of a difference
  /// than the loops, and the fastest of ten would be the one with the best places.
  static func fastest(_ repeats: ManyRepeats, on set: InstructionSet) -> ReferenceKernel {
    let effort = Effort(runLength: 200_000, rounds: 5)
    let all = loops(on: set, count: repeats.count)
    let kernel = ReferenceKernel(repeats, on: set, loop: all[0])
    let times = all.map { loop in
      kernel.loop = loop
      let meter = Meter(.timed(kernel.showFrames), units: 1, effort: effort)
      return Summary((0..<effort.rounds).compactMap { _ in meter.figure() }).median
    }
    guard let best = times.indices.min(by: { times[$0] < times[$1] }) else {
      preconditionFailure("there is no kernel for \(set.name)")
    }
    kernel.loop = all[best]
    return kernel
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
    switch loop {
    case .byHand(let method):
      reference_kernel(
        set.reference, method, &curve, phases.base, rates.base, seconds, values.base, values.count)
    case .bank(let kernel, let streams):
      kernel.run(
        phases: wholePhases, rates: rates.base, into: values.base, count: values.count,
        seconds: Double(seconds), streams: streams)
    }
  }
}

extension reference_method {
  /// Whether its stores pass by the caches.
  fileprivate var passesCaches: Bool {
    self == reference_polynomial_streaming || self == reference_segments_streaming
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
