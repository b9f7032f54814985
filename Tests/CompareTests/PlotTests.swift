// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// `compare --plot`: what is in the picture.
@Suite struct PlotTests {
  // A picture's lengths in pixels, measured on the picture itself: its strips, and a whole way.
  static let (left, right) = (70.0, 940.0)
  static let wholeWay = 44 / 1.28
  /// gnuplot writes hundredths of a pixel.
  static let rounding = 0.02

  func draw(_ arguments: [String], _ name: String = "p.svg", in folder: TemporaryFolder) throws
    -> Child.Ending
  {
    try Child.runCompare(arguments + ["--plot", name], in: folder)
  }

  @Test func `each strategy has a strip with value, rate, boundaries and rate changes`() throws {
    let folder = try TemporaryFolder()
    let child = try draw(["--schedule", "one-step"], in: folder)
    #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
    #expect(child.output.contains("\none-step seen by ideal-60: 601 frames"))
    let picture = try SVGDocument(folder.file("p.svg"))
    let comparison = Comparison(
      schedule: BuiltInSchedule.oneStep.schedule(seed: 1),
      trace: BuiltInTrace.ideal60.trace(seed: 1))
    let strategies = ComparisonStrategy.standard(for: comparison.schedule)
    for strategy in strategies {
      let name = strategy.rawValue
      #expect(picture.texts.contains(name))
      #expect(picture.texts.contains(Verdict(comparison.result(of: strategy).figures).text))
      let value = try #require(picture.paths["\(name): value"]).joined()
      #expect(value.first?.x == Self.left && abs((value.last?.x ?? 0) - Self.right) < 0.1)
      #expect(picture.paths["\(name): rate in effect"]?.isEmpty == false)
      var reported = 0
      comparison.frames(of: strategy) { if $0.reported > 0 { reported += 1 } }
      #expect(picture.paths["\(name): reported cycles"]?.count == reported, "\(name)")
    }
    // The one rate change, in both panels of each strip.
    let changes = try #require(picture.paths["rate changes"])
    let x = Self.left + 0.271 * (Self.right - Self.left)
    #expect(changes.count == 2 * strategies.count)
    #expect(changes.joined().allSatisfy { abs($0.x - x) < Self.rounding })
    #expect(picture.texts.contains("The whole run, 10 s."))
  }

  @Test func `of what follows a leader the gap is shown, and the bounds of a lock`() throws {
    let folder = try TemporaryFolder()
    #expect(try draw(["--schedule", "tempo"], in: folder).status == 0)
    let picture = try SVGDocument(folder.file("p.svg"))
    let text = try folder.text("p.svg")
    let inStep = try #require(picture.paths["in step"])
    let strategies = ComparisonStrategy.standard(for: BuiltInSchedule.tempo.schedule(seed: 1))
    try #require(inStep.count == strategies.count)
    for (line, strategy) in zip(inStep, strategies) {
      let name = strategy.rawValue
      let gap = try #require(picture.paths["\(name): gap"])
      #expect(picture.paths["\(name): value"] == nil)
      #expect(text.contains("<title>\(name): bounds</title>") == strategy.isLock)
      // In the end no gap is left where a leader is followed.
      let left = abs((gap.last?.last?.y ?? .nan) - (line.last?.y ?? .nan))
      #expect((left < 0.5) == ComparisonStrategy.inStep.contains(strategy), "\(strategy)")
    }
    #expect(picture.texts.contains { $0 == "bounds of a lock" })
  }

  @Test func `a naive jump is a vertical step, at its time and of its size`() throws {
    let folder = try TemporaryFolder()
    #expect(
      try draw(
        ["--schedule", "one-step", "--strategies", "phase-matched,naive"], in: folder
      ).status == 0)
    let picture = try SVGDocument(folder.file("p.svg"))
    let comparison = Comparison(
      schedule: BuiltInSchedule.oneStep.schedule(seed: 1),
      trace: BuiltInTrace.ideal60.trace(seed: 1))
    let size = try #require(comparison.result(of: .naive).figures[.valueJump])
    let jumps = try #require(picture.paths["naive: jumps"])
    try #require(jumps.count == 1)
    let x = Self.left + 0.271 * (Self.right - Self.left)
    #expect(jumps[0].allSatisfy { abs($0.x - x) < Self.rounding })
    let height = abs(jumps[0][0].y - jumps[0][1].y)
    #expect(abs(height - size * Self.wholeWay) < Self.rounding, "\(height)")
    #expect(picture.paths["phase-matched: jumps"] == nil)
    // The value's line itself steps there too, and nowhere else.
    for (name, count) in [("naive", 1), ("phase-matched", 0)] {
      let line = try #require(picture.paths["\(name): value"]).joined()
      let steps = zip(line, line.dropFirst()).count { a, b in
        abs(a.x - b.x) < Self.rounding && abs(a.y - b.y) > 1
      }
      #expect(steps == count, "\(name)")
    }
  }

  @Test(arguments: ["svg", "png"]) func `the same input gives the same bytes`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      let arguments = ["--schedule", "storm", "--trace", "jittered", "--seed", "9"]
      #expect(try draw(arguments, "\(name).\(ending)", in: folder).status == 0)
    }
    let (a, b) = try (folder.bytes("a.\(ending)"), folder.bytes("b.\(ending)"))
    #expect(a == b && a.count > 10_000)
    #expect(ending == "svg" || Array(a.prefix(4)) == [0x89] + Array("PNG".utf8))
  }

  @Test func `a longer run shows ten seconds around the furthest jump, and says so`() throws {
    let folder = try TemporaryFolder()
    #expect(try draw(["--strategies", "naive,css-duration"], in: folder).status == 0)
    let picture = try SVGDocument(folder.file("p.svg"))
    let text = "13.70 to 23.70 s of 30 s, around the change at which naive jumps furthest:"
    #expect(picture.texts.contains { $0.hasPrefix(text) }, "\(picture.texts)")
    let jumps = try #require(picture.paths["naive: jumps"])
    let furthest = jumps.map { abs($0[0].y - $0[1].y) }.max() ?? 0
    let schedule = BuiltInSchedule.panic.schedule(seed: 1)
    let figures = Comparison(schedule: schedule, trace: .steady(hertz: 60)).result(of: .naive)
      .figures
    let size = try #require(figures[.valueJump])
    #expect(abs(furthest - size * Self.wholeWay) < Self.rounding)
  }

  @Test func `after days the axis counts from a whole minute`() throws {
    let folder = try TemporaryFolder()
    try folder.write("s.csv", "time,cycle_duration\n1,1.7\n180005.3,0.6\n")
    let times = stride(from: 0.0, to: 180_000, by: 600).map { "\($0)" }
    let fine = (0...600).map { "\(180_000 + Double($0) / 60)" }
    try folder.write("t.csv", (["time"] + times + fine).joined(separator: "\n"))
    let arguments = ["--schedule", "s.csv", "--trace", "t.csv", "--strategies", "naive"]
    let child = try draw(arguments, in: folder)
    #expect(child.status == 0, "\(child.errors)")
    let picture = try SVGDocument(folder.file("p.svg"))
    #expect(picture.texts.contains("seconds after 2 d 2 h"), "\(picture.texts)")
    #expect(picture.texts.contains { $0.hasPrefix("10 s of 2.083 days, around the change") })
    #expect(picture.paths["naive: jumps"]?.count == 1)
  }

  @Test func `a hundred thousand frames draw no more than a picture shows, with every step`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write("s.csv", "time,cycle_duration\n0.00031,0.01\n0.5,0.0017\n")
    let times = (0...100_000).map { "\(Double($0) / 100_000)" }
    try folder.write("t.csv", (["time"] + times).joined(separator: "\n"))
    let arguments = ["--schedule", "s.csv", "--trace", "t.csv", "--strategies", "naive"]
    #expect(try draw(arguments, in: folder).status == 0)
    let picture = try SVGDocument(folder.file("p.svg"))
    let value = try #require(picture.paths["naive: value"]).joined()
    #expect((2400...9700).contains(Array(value).count))
    // Every cycle reaches both ends: so does the line, all along.
    let ys = value.map(\.y)
    #expect(abs((ys.max() ?? 0) - (ys.min() ?? 0) - Self.wholeWay) < 0.1)
    let late = value.filter { $0.x > 600 }
    let tops = late.count { abs($0.y - (ys.min() ?? 0)) < 0.5 }
    #expect(tops > 200, "\(tops)")
    #expect(picture.paths["naive: jumps"]?.isEmpty == false)
  }

  @Test func `names from outside are shown as they are`() throws {
    let folder = try TemporaryFolder()
    let name = "a<b>&'c'_{d}^2\\n%s\".csv"
    try folder.write(name, "time,cycle_duration\n1,0.7\n")
    let arguments = ["--schedule", name, "--strategies", "naive"]
    for file in ["p.svg", "p.png"] {
      let child = try draw(arguments, file, in: folder)
      #expect(child.status == 0, "\(child.errors)")
    }
    let picture = try SVGDocument(folder.file("p.svg"))
    #expect(picture.texts.contains { $0.contains("a<b>&'c'_{d}^2\\n%s\"") }, "\(picture.texts)")
  }

  @Test func `one frame, no rate changes, nothing that moves: still a picture`() throws {
    let folder = try TemporaryFolder()
    try folder.write("one.csv", "time\n0\n")
    try folder.write("late.csv", "time,cycle_duration\n99,1\n")
    for arguments in [["--trace", "one.csv"], ["--schedule", "late.csv", "--trace", "ideal-30"]] {
      let child = try draw(arguments, in: folder)
      #expect(child.status == 0, "\(child.errors)")
      _ = try SVGDocument(folder.file("p.svg"))
    }
  }
}
