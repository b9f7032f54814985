// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import StrategyComparison

/// The naive way and the restart at a frame against whole numbers.
///
/// Frames and rate changes are at whole numbers of 1/64 s, and cycles take such: exact in binary.
@Suite struct ComparedModelTests {
  static let unit = 64

  /// What a frame must show: exactly this cycle, this numerator of this denominator, these
  /// boundaries.
  struct Expected {
    var cycle: Int
    var numerator: Int
    var denominator: Int
    var reported: Int
  }

  /// Random durations at random times, for frames that are irregular.
  func plan(_ random: inout SeededRandom) -> (changes: [(at: Int, ticks: Int)], frames: [Int]) {
    var changes: [(at: Int, ticks: Int)] = []
    var time = 0
    for _ in 0..<40 {
      time += Int.random(in: 1...90, using: &random)
      changes.append((time, Int.random(in: 3...200, using: &random)))
    }
    var frames = [0]
    while frames[frames.count - 1] < time + 300 {
      frames.append(frames[frames.count - 1] + Int.random(in: 1...9, using: &random))
    }
    return (changes, frames)
  }

  func naive(_ changes: [(at: Int, ticks: Int)], _ frames: [Int], first: Int) -> [Expected] {
    var changes = changes[...]
    var (ticks, last) = (first, 0)
    return frames.map { frame in
      var reported = 0
      while let change = changes.first, change.at <= frame {
        reported += change.at / ticks - last / ticks
        (ticks, last) = (change.ticks, change.at)
        changes.removeFirst()
      }
      reported += frame / ticks - last / ticks
      last = frame
      return Expected(
        cycle: frame / ticks, numerator: frame % ticks, denominator: ticks, reported: reported)
    }
  }

  func atFrame(_ changes: [(at: Int, ticks: Int)], _ frames: [Int], first: Int) -> [Expected] {
    var changes = changes[...]
    var (ticks, waiting, start, cycle) = (first, first, 0, 0)
    return frames.map { frame in
      while let change = changes.first, change.at <= frame {
        waiting = change.ticks
        changes.removeFirst()
      }
      let hasEnded = frame - start >= ticks
      if hasEnded { (ticks, start, cycle) = (waiting, frame, cycle + 1) }
      return Expected(
        cycle: cycle, numerator: frame - start, denominator: ticks, reported: hasEnded ? 1 : 0)
    }
  }

  @Test(arguments: [ComparisonStrategy.naive, .restartAtFrame])
  func `a model for comparison is what whole numbers say`(_ strategy: ComparisonStrategy) throws {
    let seed: UInt64 = 13
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let (changes, frames) = plan(&random)
      let first = Int.random(in: 3...200, using: &random)
      let expected =
        strategy == .naive
        ? naive(changes, frames, first: first) : atFrame(changes, frames, first: first)
      var run = StrategyRun(strategy, at: .cycleDuration(Double(first) / Double(Self.unit)))
      var left = changes[...]
      for (frame, expected) in zip(frames, expected) {
        while let change = left.first, change.at <= frame {
          run.apply(
            RateChange(
              time: Double(change.at) / Double(Self.unit),
              cycleDuration: Double(change.ticks) / Double(Self.unit)))
          left.removeFirst()
        }
        let shown = run.frame(at: Double(frame) / Double(Self.unit))
        let phase = Double(expected.numerator) / Double(expected.denominator)
        #expect(shown.cycle == expected.cycle && shown.phase == phase, "seed \(seed)")
        #expect(shown.reported == expected.reported, "seed \(seed)")
      }
    }
  }

  @Test(arguments: ComparisonStrategy.allCases)
  func `a position between frames is what a frame there would show, and changes nothing`(
    _ strategy: ComparisonStrategy
  ) {
    var run = StrategyRun(strategy, at: .cycleDuration(0.7))
    run.frame(at: 0.25)
    run.apply(RateChange(time: 0.5, cycleDuration: 0.4))
    run.frame(at: 0.6)
    for time in [0.6, 0.65, 0.9, 3.0] {
      var copy = run
      let position = run.position(at: time)
      guard time > 0.6 else { continue }
      let shown = copy.frame(at: time)
      #expect(position.cycle == shown.cycle && position.phase == shown.phase)
    }
  }

  @Test func `backwards and at rate 0 the models for comparison keep to their rules`() {
    var naive = StrategyRun(.naive, at: .hertz(1))
    naive.frame(at: 1.25)
    naive.apply(RateChange(time: 1.5, rate: .hertz(-2)))
    #expect(naive.frame(at: 1.5).cycle == -3)
    #expect(naive.frame(at: 2).reported == 1)
    naive.apply(RateChange(time: 2.25, rate: .hertz(0)))
    let still = naive.frame(at: 3)
    #expect(still.cycle == 0 && still.phase == 0 && still.hertz == 0)

    var restart = StrategyRun(.restartAtFrame, at: .hertz(1))
    restart.apply(RateChange(time: 0.5, rate: .hertz(-2)))
    #expect(restart.frame(at: 1.125).cycle == 1)
    let down = restart.frame(at: 1.25)
    #expect(down.cycle == 0 && down.phase == 0.75)
    restart.apply(RateChange(time: 1.375, rate: .hertz(0)))
    let end = restart.frame(at: 1.75)
    #expect(end.cycle == 0 && end.phase == 0 && end.reported == 1 && end.hertz == 0)
    // While nothing moves, a rate change has no cycle to wait for.
    restart.apply(RateChange(time: 2, rate: .hertz(1)))
    #expect(restart.frame(at: 2.25).phase == 0.25)
  }
}
