// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import DynamicRepeat
import Testing

@Suite struct ArrivalTests {
  /// At 1e9 s, `Double` times are 1.2e-7 s apart.
  @Test(arguments: [0, 1e6, -1e9, 1e9])
  func `if an arrival is out of reach, the nearest time in the error is within reach`(
    now: Double
  ) throws {
    var random = SplitMix64(seed: 5)
    let bounds = try RateBounds(minimumRate: 0.6, maximumRate: 1.4, slope: 0.9)
    var refused = 0
    for _ in 0..<500 {
      var controller = try RepeatController(RepeatSettings(), now: now)
      controller.start()
      let target = CyclePosition(cycle: 2, phase: random.unit())
      let time = now + random.number(from: 0.5, to: 6)
      do { try controller.arrive(at: .position(target), by: time, within: bounds) } catch {
        guard case .outOfReach(let nearest) = error, nearest < .infinity else {
          Issue.record(error)
          return
        }
        refused += 1
        try controller.arrive(at: .position(target), by: nearest, within: bounds)
      }
    }
    #expect(refused > 100)
  }
}
