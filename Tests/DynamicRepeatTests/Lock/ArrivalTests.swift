// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import DynamicRepeat
import Testing

@Suite struct ArrivalTests {
  /// At 1e9 s, `Double` times are 1.2e-7 s apart.
  ///
  /// With width 0, the bounds allow only one rate, and therefore only isolated times.
  @Test(arguments: [0, 1e6, -1e9, 1e9], [0, 0.8])
  func `if an arrival is out of reach, the nearest time in the error is within reach`(
    now: Double, width: Double
  ) throws {
    var random = SplitMix64(seed: 5)
    var (refused, possible) = (0, 0)
    for index in 0..<500 {
      let lowest = random.number(from: 0.2, to: 100)
      let bounds = try RateBounds(
        minimumRate: lowest, maximumRate: lowest + width, slope: random.number(from: 0.5, to: 50))
      let rate = RepeatRate.hertz(random.number(from: -100, to: 100))
      var controller = try RepeatController(RepeatSettings(rate: rate), now: now)
      controller.start()
      let target = CyclePosition(cycle: 1_000, phase: random.unit())
      let point: ArrivalPoint = index % 5 == 0 ? .position(target) : .phase(target.phase)
      func arrive(by time: Double) throws(RepeatError) {
        var copy = controller
        try copy.arrive(at: point, by: time, then: .hertz(lowest), within: bounds)
      }
      do throws(RepeatError) { try arrive(by: now + random.number(from: 0.1, to: 6)) } catch {
        guard case .outOfReach(let nearest, _) = error else {
          Issue.record(error)
          return
        }
        refused += 1
        guard nearest < .infinity else { continue }
        possible += 1
        try arrive(by: nearest)
      }
    }
    #expect(refused > 100 && (possible > refused * 9 / 10 || (width == 0 && now != 0)))
  }
}
