// SPDX-License-Identifier: Apache-2.0

import LoopSimulation

/// The worst of a figure over all shapes of noise and all seeds.
private func worst(
  _ rig: LoopRig, _ figure: (SimulatedDisplay.Noise, UInt64) -> Double
) -> Double {
  let seeds: [UInt64] = rig.isQuick ? [1] : [1, 2, 3]
  let noises: [SimulatedDisplay.Noise] = [.bursts, .broad]
  return noises.flatMap { noise in seeds.map { figure(noise, $0) } }.max() ?? .nan
}

/// The frames of a display whose rate stays, in simulated time.
private func frames(
  hertz: Double, seconds: Double, _ noise: SimulatedDisplay.Noise, seed: UInt64,
  build: ClosedRange<Double> = 1...2
) -> [SimulatedDisplay.Frame] {
  SimulatedDisplay(hertz: hertz, seconds: seconds, build: build, noise: noise).run(seed: seed)
}

private func step<Rule: TimingRule>(
  _ rule: Rule.Type, _ frames: [SimulatedDisplay.Frame]
) -> Double {
  StepErrors(rule, reportedHertz: 60, frames).step(0.99)
}

let simulationSubject = LoopSubject(
  name: "loop/simulated",
  description: "displays in simulated time that say 60 Hz, two shapes of noise, three seeds, the"
    + " worst of all: 59.94 Hz; 59.94 to 50 to 143.9 to 60 Hz, untold; builds of 5 to 19 ms at 60"
    + " Hz, against GTK 4's rule. The control steps by measured intervals.",
  needsServer: false
) { rig in
  func steady(_ noise: SimulatedDisplay.Noise, _ seed: UInt64) -> [SimulatedDisplay.Frame] {
    frames(hertz: 59.94, seconds: 60, noise, seed: seed)
  }
  func long(_ noise: SimulatedDisplay.Noise, _ seed: UInt64) -> [SimulatedDisplay.Frame] {
    frames(hertz: 59.94, seconds: 1200, noise, seed: seed)
  }
  func swinging(_ noise: SimulatedDisplay.Noise, _ seed: UInt64) -> [SimulatedDisplay.Frame] {
    frames(hertz: 60, seconds: 60, noise, seed: seed, build: 5...19)
  }
  return [
    LoopFigure(
      "59.94 Hz: step p99, ms", ours: worst(rig) { step(LockedClock.self, steady($0, $1)) },
      control: worst(rig) { step(RawInterval.self, steady($0, $1)) }, must: .atMost(0.3), digits: 3),
    LoopFigure(
      "drift in 20 min, ms",
      ours: worst(rig) { StepErrors(LockedClock.self, reportedHertz: 60, long($0, $1)).drift },
      control: worst(rig) { StepErrors(RawInterval.self, reportedHertz: 60, long($0, $1)).drift },
      must: .atMost(0.1), digits: 3),
    LoopFigure(
      "rate changed: frames to lock",
      ours: worst(rig) { Double(RelockTrial($0, seed: $1).delays.max() ?? .max) }, control: nil,
      must: .atMost(20), digits: 0),
    LoopFigure(
      "build swings: step p99, ms",
      ours: worst(rig) { step(LockedClock.self, swinging($0, $1)) },
      control: worst(rig) { step(RawInterval.self, swinging($0, $1)) },
      must: .atMost(worst(rig) { step(GridWithPull.self, swinging($0, $1)) })),
  ]
}
