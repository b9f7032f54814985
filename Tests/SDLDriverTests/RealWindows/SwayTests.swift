// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// LOOP's rig R4: sway without a screen, whose rate, scale and workspaces change.
///
/// Behind `Tests/run --all`.
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(if: Rigs.areWanted, "rig R4, a sway without a screen: run Tests/run --all"),
  .enabled(if: Sway.problem == nil, Comment(rawValue: "rig R4: \(Sway.problem?.problem ?? "")")))
struct SwayTests {
  /// The probe, once it is locked to the display.
  private func lockedProbe(_ sway: Sway, _ arguments: String...) throws -> Child {
    let probe = try sway.start("loop-probe", arguments)
    let output = probe.read(seconds: 20) { $0.contains(": locked") }
    try #require(output.contains(": locked"), "\(output)")
    return probe
  }

  /// The output ticks at 60.5, 48.6 and 154.7 Hz, and no event reports the change.
  @Test func `a rate that changes untold is locked to again within twenty frames`() throws {
    let sway = try Sway()
    let path = FileManager.default.temporaryDirectory.path + "/trace-\(UUID().uuidString).csv"
    defer { unlink(path) }
    let probe = try lockedProbe(sway, "--trace", path)
    var locks: [Int] = []
    for hertz in [50, 144] {
      // So that the change is seen as one between two steady rates.
      let before = probe.loopReport().number("frames")
      while probe.loopReport().number("frames") < before + 40 {}
      try sway.send("output HEADLESS-1 mode --custom 1280x720@\(hertz)Hz")
      let output = probe.read(seconds: 20) { $0.contains(": locked") }
      locks.append(try #require(Self.frame(of: ": locked", in: output), "\(output)"))
    }
    while probe.loopReport().number("frames") < Double((locks.last ?? 0) + 30) {}
    let output = RealWindowTests.end(probe)
    #expect(LoopReport(output).number("relocks") >= 2)
    let trace = try Trace(path: path)
    for lock in locks {
      let change = try #require(trace.change(before: lock), "locked at \(lock)")
      #expect(lock - change <= 20, "changed at \(change), locked at \(lock)")
      let doubled = trace.doubledSteps(from: change, to: lock + 20)
      #expect(doubled.isEmpty, "changed at \(change), locked at \(lock): \(doubled)")
    }
  }

  /// No event says that it is hidden: each presenting takes ten refreshes there.
  @Test func `a window on another workspace goes on with the clock, and stalls nowhere`() throws {
    let sway = try Sway()
    let probe = try lockedProbe(sway)
    try sway.send("workspace 2")
    _ = probe.read(seconds: 2) { _ in false }
    try sway.send("workspace 1")
    _ = probe.read(seconds: 2) { _ in false }
    let report = LoopReport(RealWindowTests.end(probe))
    #expect(report.number("stalls") == 0 && report.number("interval", "max") < 250)
  }

  @Test func `on a display of scale 2 the output has twice the window's size`() throws {
    let sway = try Sway()
    try sway.send("output HEADLESS-1 scale 2")
    let probe = try sway.start("loop-probe", [])
    // The screen of 1280 x 720 pixels is filled by one window.
    let output = probe.read(seconds: 20) { $0.contains("size 1280x720 of 640") }
    #expect(output.contains("size 1280x720 of 640"), "\(output)")
    _ = RealWindowTests.end(probe)
  }

  @Test
  func `the compositor's death ends the loop with its own exit code, and the figures are there`()
    throws
  {
    let sway = try Sway()
    let probe = try lockedProbe(sway)
    let frames = probe.loopReport().number("frames")
    sway.process.send(SIGKILL)
    let (status, output) = probe.end(within: 20)
    #expect(status == 70)
    #expect(output.contains("displayLost(SDLDriver.DisplayLoss.connection)"), "\(output)")
    #expect(LoopReport(output).number("frames") >= frames)
  }

  /// The number in the last line "frame 17: ..." that contains `words`.
  private static func frame(of words: String, in output: String) -> Int? {
    let line = output.split(separator: "\n").last { $0.contains(words) } ?? ""
    return Int(line.dropFirst("frame ".count).prefix { $0.isNumber })
  }
}

/// What the probe wrote down of each frame, in milliseconds.
private struct Trace {
  /// From the frame before.
  var intervals: [Double] = [0]
  /// The time's step.
  var deltas: [Double] = []

  init(path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let cells = lines.dropFirst().map { $0.split(separator: ",").map { Double($0) ?? .nan } }
    deltas = cells.map { $0[1] / 1e6 }
    intervals += zip(cells.dropFirst(), cells).map { ($0[0] - $1[0]) / 1e6 }
  }

  /// The first frame of the last change before a lock: five intervals from there on have another
  /// median than the twenty before.
  func change(before lock: Int) -> Int? {
    for frame in stride(from: lock - 5, through: max(lock - 60, 20), by: -1) {
      let old = intervals[(frame - 20)..<frame].sorted()[10]
      let new = intervals[frame..<(frame + 5)].sorted()[2]
      if abs(new / old - 1) < 0.08 { return frame + 1 }
    }
    return nil
  }

  /// Steps of two periods and more where the frame took no longer than one: frame, interval, step.
  func doubledSteps(from first: Int, to last: Int) -> [(Int, Double, Double)] {
    let period = max(
      intervals[(first - 20)..<first].sorted()[10], intervals[(last - 10)..<last].sorted()[5])
    return (first..<last).filter { deltas[$0] > 1.9 * period && intervals[$0] < 1.3 * period }
      .map { ($0, intervals[$0], deltas[$0]) }
  }
}
