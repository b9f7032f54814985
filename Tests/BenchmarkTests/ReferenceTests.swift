// SPDX-License-Identifier: Apache-2.0

import CReference
import RepeatTiming
import Testing

@testable import benchmark

/// What the bank is compared with must do the bank's work.
@Suite struct ReferenceTests {
  /// What the kernels have in `Float` on [0, 1], as the bank must.
  static let singlePrecision = 2e-7
  /// Newton's method ends within 1e-6 of the time; no curve here is steeper than 2.
  static let newtonInSinglePrecision = 4e-6
  /// A minute of phases added up in Float, on a slope of up to 2 x 2 per cycle.
  static let addedUp = 4e-4

  private let repeats = ManyRepeats(count: 5000)
  /// Repeats that no processor's caches hold.
  private static let beyondCaches = 1 << 30

  /// What a repeat shows, exactly.
  private func value(_ index: Int, at seconds: Double) -> Double {
    let position = Double(repeats.phases[index]) + Double(repeats.rates[index]) * seconds
    return TimingFunction.easeInEaseOut(2 * (position - position.rounded()).magnitude)
  }

  @Test(arguments: InstructionSet.available)
  func `every kernel by hand shows what the exact curve says`(set: InstructionSet) {
    let methods = ReferenceKernel.methods(on: set)
    #expect(methods.count >= 2)
    // By hand, and the bank's own: at least its odd polynomial and pieces in memory.
    let loops = ReferenceKernel.loops(on: set, count: Self.beyondCaches)
    #expect(loops.count >= methods.count + 4)
    #expect(Set(loops.map(\.name)).count == loops.count)
    for loop in loops {
      let method = loop.name
      let kernel = ReferenceKernel(repeats, on: set, loop: loop)
      // Positions near 0, where a Float says most: other times only add what rounding loses.
      for seconds in [0, 0.0625, 0.25] {
        kernel.show(at: Float(seconds))
        let worst = (0..<repeats.count).reduce(0) {
          max($0, (Double(kernel.values[$1]) - value($1, at: seconds)).magnitude)
        }
        #expect(worst <= Self.singlePrecision, "\(set) \(method) at \(seconds) s")
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func `what the caches hold is compared with loops that leave it there`(set: InstructionSet) {
    let past = "past the caches"
    #expect(ReferenceKernel.loops(on: set, count: 100_000).allSatisfy { !$0.name.contains(past) })
    let beyond = ReferenceKernel.loops(on: set, count: Self.beyondCaches)
    #expect(beyond.contains { $0.name.contains(past) })
  }

  @Test(arguments: InstructionSet.available)
  func `a kernel takes both ends of the curve, and any sign`(set: InstructionSet) {
    for method in ReferenceKernel.methods(on: set) {
      let phases = AlignedFloats(count: 6) { [0, 0.5, -0.5, 1, 0.25, -0.25][$0] }
      let rates = AlignedFloats(count: 6)
      let values = AlignedFloats(count: 6)
      var curve = reference_curve(fitting: .easeInEaseOut)
      reference_kernel(
        set.reference, method, &curve, phases.base, rates.base, 0, values.base, 6)
      for (index, expected) in [0, 1, 1, 0, 0.5, 0.5].enumerated() {
        #expect((Double(values[index]) - expected).magnitude <= Self.singlePrecision, "\(index)")
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func `the triad adds and multiplies each element`(set: InstructionSet) {
    let count = 1000
    let b = AlignedFloats(count: count) { Float($0) }
    let c = AlignedFloats(count: count) { Float(2 * $0) }
    let a = AlignedFloats(count: count)
    reference_triad(set.reference, a.base, b.base, c.base, 3, count)
    #expect((0..<count).allSatisfy { a[$0] == Float(7 * $0) })
  }

  @Test(
    arguments: InstructionSet.available, [reference_structures, reference_virtual_objects])
  func `objects in C++ show what the exact curve says`(
    set: InstructionSet, layout: reference_layout
  ) {
    let objects = CompiledObjects(repeats, on: set, layout: layout)
    _ = objects.showFrames(1)
    for index in 0..<repeats.count {
      let miss = Double(objects[index]) - value(index, at: 1.0 / 60)
      #expect(miss.magnitude <= Self.newtonInSinglePrecision, "\(index)")
    }
    _ = objects.showFrames(3599)
    for index in stride(from: 0, to: repeats.count, by: 97) {
      let miss = Double(objects[index]) - value(index, at: 60)
      #expect(miss.magnitude <= Self.addedUp, "\(index)")
    }
  }

  @Test func `a tween steps its progress by whole milliseconds, eases once, and begins anew`() {
    let tweens = CompiledTweens(repeats)
    var progress = (0..<repeats.count).map { _ in 0.0 }
    for frame in 1...200 {
      _ = tweens.showFrames(1)
      for index in progress.indices {
        progress[index] +=
          Double(CompiledTweens.step) / Double(CompiledTweens.duration(of: index, repeats))
        // At its end, which a sum of roundings may reach a step late, it shows its beginning.
        if progress[index] >= 1 - 1e-4 {
          let value = Double(tweens[index])
          if value == 0 || progress[index] >= 1 + 1e-4 {
            #expect(value == 0, "\(index), frame \(frame)")
            progress[index] = 0
            continue
          }
        }
        let eased = TimingFunction.easing(.cubic, .inOut)(progress[index])
        #expect((Double(tweens[index]) - eased).magnitude <= 1e-4, "\(index), frame \(frame)")
      }
    }
  }

  @Test func `structures and objects in Swift show what the exact curve says`() {
    var structures = StructureArray(repeats)
    let objects = ObjectArray(repeats)
    _ = structures.showFrames(1)
    _ = objects.showFrames(1)
    for index in 0..<repeats.count {
      let exact = value(index, at: 1.0 / 60)
      for value in [structures.pulses[index].value, objects.pulses[index].value] {
        #expect((Double(value) - exact).magnitude <= Self.newtonInSinglePrecision, "\(index)")
      }
    }
  }

  @Test func `repeats are the same every time, spread over their whole range`() {
    let again = ManyRepeats(count: repeats.count)
    let (phases, rates) = (0..<repeats.count).reduce(into: ([Float](), [Float]())) {
      $0.0.append(repeats.phases[$1])
      $0.1.append(repeats.rates[$1])
    }
    #expect(phases.indices.allSatisfy { phases[$0] == again.phases[$0] })
    #expect(rates.indices.allSatisfy { rates[$0] == again.rates[$0] })
    #expect(phases.allSatisfy { $0 >= 0 && $0 < 1 })
    #expect(rates.allSatisfy { $0 >= 0.25 && $0 <= 1 })
    #expect(rates.min() ?? 1 < 0.26 && rates.max() ?? 0 > 0.95)
  }
}
