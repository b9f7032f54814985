// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport

extension SimulatedDisplay {
  /// A display of any kind with any drawing time; equal seeds give equal displays.
  package static func random(seed: UInt64) -> SimulatedDisplay {
    var random = SeededRandom(seed: seed)
    let rates = [24, 30, 50, 51.7, 59.94, 60, 72, 75, 90, 100, 119.88, 144, 165, 240]
    let period = 1e9 / (rates.randomElement(using: &random) ?? 60)
    let body = period * random.double(in: random.chance(0.7) ? 0.02...0.9 : 0.5...2.6)
    let spread = body * ([0, 0.02, 0.2, 0.8].randomElement(using: &random) ?? 0)
    let range: ClosedRange<Double> = (body - spread)...(body + spread)
    var display = SimulatedDisplay(
      "seed \(seed)", hertz: 1e9 / period, queue: random.below(3), body: range)
    display.seed = seed
    if random.chance(0.4) {
      let wrong = [nil, 30, 60, 120, 144, 240].randomElement(using: &random) ?? nil
      display.reported = wrong.map { FrameRate(hertz: $0) }
    }
    if random.chance(0.5) { display.screen.gpu = random.double(in: 0...2.6) * period }
    if random.chance(0.3) { display.screen.gpuSpread = random.double(in: 0...0.3) }
    if random.chance(0.5) { display.screen.deadline = random.double(in: 0...0.8) * period }
    if random.chance(0.2) { display.screen.jitter = random.double(in: 0...0.1) * period }
    if random.chance(0.3) { display.screen.lateness = random.double(in: 0...0.1) * period }
    if random.chance(0.2) {
      display.screen.spikes = (random.double(in: 0...0.05), random.double(in: 0...2) * period)
    }
    if random.chance(0.1) {
      display.screen.holds = [[2], [3], [2, 3], [1, 2]].randomElement(using: &random) ?? [1]
    }
    if random.chance(0.1) { display.screen.refresh = .variable(shortest: period) }
    if random.chance(0.15) {
      display.screen.returns =
        [.random, .early, .pairs].randomElement(using: &random) ?? .late
    }
    (display.isReporting, display.isSuspended) = (random.chance(0.5), random.chance(0.1))
    return display
  }
}
