// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@Suite struct StepCurveTests {
  /// Expected outputs at 0, just before 1/4, at 1/4, 1/2 and 3/4, just before 1, and at 1; the unit
  /// is one rise, the height of one jump.
  @Test(arguments: [
    (StepJump.end, 4, 4.0, [0, 0, 1, 2, 3, 3, 4.0]),
    (.start, 4, 4, [1, 1, 2, 3, 4, 4, 4]),
    (.none, 4, 3, [0, 0, 1, 2, 3, 3, 3]),
    (.both, 4, 5, [1, 1, 2, 3, 4, 4, 5]),
    (.end, 1, 1, [0, 0, 0, 0, 0, 0, 1]),
    (.start, 1, 1, [1, 1, 1, 1, 1, 1, 1]),
    (.both, 1, 2, [1, 1, 1, 1, 1, 1, 2]),
    (.none, 2, 1, [0, 0, 0, 1, 1, 1, 1]),
  ])
  func `each kind of jump has the treads that CSS defines`(
    jump: StepJump, count: Int, rises: Double, expected: [Double]
  ) {
    let function = TimingFunction.steps(count, jump)
    let inputs = [0, (0.25).nextDown, 0.25, 0.5, 0.75, (1.0).nextDown, 1]
    for (input, rise) in zip(inputs, expected) {
      #expect(function(input) == rise / rises, "\(jump) \(count) at \(input)")
    }
  }

  @Test func `tread k begins exactly at the number nearest to k divided by the count`() {
    for count in 1...1_000 {
      let function = TimingFunction.steps(count)
      for passed in 1...count {
        let edge = Double(passed) / Double(count)
        #expect(function(edge) == edge)
        #expect(function(edge.nextDown) == Double(passed - 1) / Double(count))
      }
    }
  }

  @Test func `beyond 0...1 the first and the last tread continue`() {
    for jump in StepJump.allCases {
      let function = TimingFunction.steps(3, jump)
      for low in [-1, -Double.infinity, .nan] { #expect(function(low) == function(0)) }
      for high in [2, Double.infinity] { #expect(function(high) == 1) }
    }
    #expect(TimingFunction.steps(Int.max)(1) == 1)
  }

  @Test(arguments: [(0, StepJump.end, 1), (-1, .start, 1), (0, .both, 1), (1, .none, 2)])
  func `the error for too few steps contains the least valid number`(
    count: Int, jump: StepJump, least: Int
  ) {
    let error = #expect(throws: TimingFunctionError.stepCountTooSmall(count: count, least: least)) {
      try TimingFunction(steps: count, jump: jump)
    }
    #expect(error?.description == "step count \(count) must be at least \(least)")
  }
}
