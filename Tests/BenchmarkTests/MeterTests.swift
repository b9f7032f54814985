// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import benchmark

@Suite struct MeterTests {
  /// A clock elsewhere that says each repetition takes 250 ns, until it breaks.
  private final class Elsewhere {
    var repetitions: [Int] = []
    var answersLeft: Int

    init(answers: Int = .max) { answersLeft = answers }

    func run(_ count: Int) -> Double? {
      repetitions.append(count)
      answersLeft -= 1
      return answersLeft < 0 ? nil : 250 * Double(count)
    }
  }

  private let effort = Effort(runLength: 1000, rounds: 3)

  @Test func `repetitions double until a run is long enough; a figure is a unit's`() {
    let elsewhere = Elsewhere()
    let meter = Meter(.clocked(elsewhere.run), units: 10, effort: effort)
    #expect(elsewhere.repetitions == [1, 2, 4])
    #expect(meter.figure() == 25)
    #expect(elsewhere.repetitions == [1, 2, 4, 4])
    #expect(meter.unit == "ns" && meter.missing == nil)
  }

  @Test func `two contenders run in turn`() {
    nonisolated(unsafe) let sequence = Elsewhere()
    let benchmark = Benchmark(name: "a", description: "b") {
      func contender(_ name: Int) -> Contender {
        .clocked { _ in
          sequence.repetitions.append(name)
          return 5000
        }
      }
      return Contenders(contender(1), beside: contender(2))
    }
    // One run finds the number of repetitions, and one whether it still answers.
    #expect(MeasuredRow(of: benchmark, effort: effort).ratio?.median == 1)
    #expect(sequence.repetitions == [1, 2, 1, 2, 1, 2, 1, 2, 1, 2])
  }

  @Test func `a figure that is no time is shown in its unit`() {
    let benchmark = Benchmark(name: "a", description: "b") {
      Contenders(.counted(6, unit: "bytes"), beside: .counted(3, unit: "bytes"))
    }
    let row = MeasuredRow(of: benchmark, effort: effort)
    #expect(row.unit == "bytes" && row.ours?.median == 6 && row.ratio?.median == 2)
  }

  @Test func `work that takes no time is not repeated for ever`() {
    var calls = 0
    let meter = Meter(
      .clocked { _ in
        calls += 1
        return 0
      }, units: 1, effort: effort)
    // 2 to the 40th of them, and the last figure.
    #expect(calls <= 42)
    #expect(meter.figure() == 0)
  }

  @Test(arguments: [0, 2, 4])
  func `a program that breaks is missing from then on`(answers: Int) {
    let benchmark = Benchmark(name: "a", description: "b") {
      let elsewhere = Elsewhere(answers: answers)
      return Contenders(.counted(1, unit: "ns"), beside: .clocked(elsewhere.run))
    }
    let row = MeasuredRow(of: benchmark, effort: effort)
    #expect(row.missing == "it has stopped answering")
    #expect(row.ours?.median == 1)
  }

  @Test func `what is missing has no figures, and says why`() {
    let benchmark = Benchmark(name: "a", description: "b") {
      Contenders(.counted(1, unit: "ns"), beside: .missing("no Qt"))
    }
    let row = MeasuredRow(of: benchmark, effort: effort)
    #expect(row.missing == "no Qt" && row.byHand == nil && row.ratio == nil)
    #expect(row.ours?.median == 1)
  }
}
