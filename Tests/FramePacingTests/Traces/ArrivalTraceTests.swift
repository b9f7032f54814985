// SPDX-License-Identifier: Apache-2.0

import Foundation
import FramePacing
import Testing

struct ArrivalTraceTests {
  /// A trace of a real compositor that reports 60 Hz.
  ///
  /// The times at which its pictures were shown are unknown, so the true period is computed from
  /// the first and the last arrival.
  @Test func `nested weston's rate is measured, and steps are even to 1 ms`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let text = try String(contentsOfFile: path + "/nested-weston.csv", encoding: .utf8)
    // The file has comments, a line of names, and the nanoseconds at which presenting returned.
    let arrivals = text.split(separator: "\n").compactMap { Int64($0) }
    try #require(arrivals.count == 600)
    // The first second is the compositor's start.
    let settled = arrivals.dropFirst(60)
    let span = Double(settled[settled.endIndex - 1] - settled[60])
    let truth = 1e9 * Double(settled.count - 1) / span
    var clock = DisplayClock(reported: .sixty)
    var before: Int64?
    var steps: [Double] = []
    for (number, arrival) in arrivals.enumerated() {
      _ = clock.presented(at: arrival)
      let seen = clock.predict(arrival).seen
      if number > 60, let before { steps.append(abs(Double(seen - before) - 1e9 / truth) / 1e6) }
      before = seen
    }
    #expect(abs((clock.hertz ?? 0) / truth - 1) < 0.005)
    #expect(steps.sorted()[steps.count * 99 / 100] <= 1)
  }
}
