// SPDX-License-Identifier: Apache-2.0

import Foundation
import FramePacing
import LoopSimulation
import Testing

struct ArrivalTraceTests {
  @Test func `a trace is read`() throws {
    let trace = try ArrivalTrace(
      csv: "# from a test\narrival_ns,shown_ns\n10,9\n20,\n\n30,29\n")
    #expect(
      trace.rows == [
        .init(arrival: 10, shown: 9), .init(arrival: 20, shown: nil),
        .init(arrival: 30, shown: 29),
      ])
  }

  @Test(arguments: [
    ("a,b\n1,2\n", 1), ("arrival_ns\n1\nx\n", 3), ("arrival_ns\n1\n1\n", 3),
    ("arrival_ns,shown_ns\n1\n", 2), ("#c\narrival_ns\n5\n4\n", 4),
  ])
  func `a damaged trace is an error that names the line`(text: String, line: Int) {
    do {
      _ = try ArrivalTrace(csv: text)
      Issue.record("read: \(text)")
    } catch {
      #expect(error.line == line)
    }
  }

  /// A real compositor that says 60 Hz.
  ///
  /// Nobody knows when its pictures were seen; the true period is taken from the first arrival to
  /// the last.
  @Test func `nested weston's rate is measured, and steps are even to 1 ms`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let text = try String(contentsOfFile: path + "/nested-weston.csv", encoding: .utf8)
    let arrivals = try ArrivalTrace(csv: text).rows.map(\.arrival)
    // The first second is the compositor's start.
    let settled = arrivals.dropFirst(60)
    let span = Double(settled[settled.endIndex - 1] - settled[60])
    let truth = 1e9 * Double(settled.count - 1) / span
    var clock = DisplayClock(reported: .sixty)
    var before: Int64?
    var steps: [Double] = []
    for (number, arrival) in arrivals.enumerated() {
      _ = clock.presented(at: arrival)
      let seen = clock.presentation(of: arrival)
      if number > 60, let before { steps.append(abs(Double(seen - before) - 1e9 / truth) / 1e6) }
      before = seen
    }
    #expect(abs((clock.hertz ?? 0) / truth - 1) < 0.005)
    #expect(steps.sorted()[steps.count * 99 / 100] <= 1)
  }

  /// What a simulation wrote as a trace gives the same estimates as the simulation itself.
  @Test func `the estimator runs over a trace`() throws {
    let frames = SimulatedDisplay(hertz: 51.7, seconds: 10).run(seed: 4)
    let lines = frames.map { "\($0.begun),\(Int64($0.shown))" }
    let trace = try ArrivalTrace(csv: "arrival_ns,shown_ns\n" + lines.joined(separator: "\n"))
    let read = trace.rows.compactMap { row in
      row.shown.map { SimulatedDisplay.Frame(begun: row.arrival, shown: Double($0)) }
    }
    let direct = StepErrors(LockedClock.self, reportedHertz: 60, frames).step(0.99)
    let traced = StepErrors(LockedClock.self, reportedHertz: 60, read).step(0.99)
    #expect(abs(direct - traced) < 1e-5)
    #expect(traced < 0.15)
  }
}
