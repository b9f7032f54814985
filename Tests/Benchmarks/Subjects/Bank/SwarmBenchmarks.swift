// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SwarmScenario

/// The demo's swarm without its picture: the danger wanders, rates follow, all values are read once.
private final class MeasuredSwarm {
  private let field: SwarmField
  private var danger = SwarmDanger()
  private var frame = 0
  private let changesRates: Bool

  /// - Parameter changesRates: Without, the danger is not looked at.
  init(_ grid: SwarmGrid, changesRates: Bool) {
    field = SwarmField(grid, topHertz: 3, now: 0)
    self.changesRates = changesRates
  }

  /// Shows so many frames, a sixtieth of a second apart.
  func showFrames(_ count: Int) -> Double {
    var sum: UInt32 = 0
    for _ in 0..<count {
      frame += 1
      let now = Double(frame) / 60
      if changesRates {
        _ = danger.move(1.0 / 60, Point(x: 0, y: 0), pointer: nil, width: field.grid.width)
        field.look(at: danger, after: 1.0 / 60)
      }
      field.evaluate(at: now) { _, values in sum ^= checksum(of: values) }
    }
    return Double(sum)
  }
}

private func swarm(_ grid: SwarmGrid) -> Benchmark {
  Benchmark(
    name: "bank/swarm/\(label(grid.count))",
    description: "a square and frame of the demo's swarm, without its picture: who is alarmed,"
      + " rates that follow, and the values, each read once; beside it the same with rates that stay",
    unitsPerRepetition: grid.count * roundOfFrames
  ) {
    let alarmed = MeasuredSwarm(grid, changesRates: true)
    let calm = MeasuredSwarm(grid, changesRates: false)
    return Contenders(
      ours: { alarmed.showFrames($0 * roundOfFrames) },
      byHand: { calm.showFrames($0 * roundOfFrames) })
  }
}

// Those that one thread evaluates: of two, the processor time says nothing.
let swarmBenchmarks = SwarmGrid.all.filter { $0.count <= 100_000 }.map(swarm)
