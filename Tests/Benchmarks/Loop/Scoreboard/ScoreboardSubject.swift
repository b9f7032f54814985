// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

/// A program that moves the square.
private struct Square {
  let name: String
  var isOurs = false
  /// What Squares/build makes for it; nil where the package has it.
  var part: String?
  let start: @Sendable (_ folder: String, LoopRig) throws -> Child

  /// Where Squares/build puts everything.
  static let folder = PeerPrograms.folderOfThisProgram + "/benchmark-squares"

  private static let sources = "\(#filePath)".replacingLastComponent(by: "Squares")

  /// Makes what it needs.
  func build() throws(RigProblem) {
    guard let part else { return }
    let build = try Child.run(
      "/bin/bash", ["\(Self.sources)/build", Self.folder, part], environment: [:], within: 900)
    guard build.status == 0 else { throw RigProblem(build.lastLine) }
  }

  /// Without a graphics processor pictures are drawn by the same thread in all programs: not by
  /// threads of an imitated OpenGL, which the scheduler wakes at times of its own.
  private static func environment(_ rig: LoopRig) throws -> [String: String?] {
    var environment = try rig.server().environment
    environment["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    environment["LP_NUM_THREADS"] = "0"
    return environment
  }

  static func c(_ name: String, _ way: String, isOurs: Bool = false) -> Square {
    Square(name: name, isOurs: isOurs, part: "c") { folder, rig in
      try Child("\(folder)/square", [way], environment: environment(rig))
    }
  }

  static func python(_ name: String, _ way: String, isOurs: Bool = false, part: String = "python")
    -> Square
  {
    Square(name: name, isOurs: isOurs, part: part) { folder, rig in
      var environment = try environment(rig)
      environment["PYTHONPATH"] = "\(folder)/python"
      environment["SDL_VIDEO_CENTERED"] = "1"
      environment["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
      let debian = "/usr/bin/python3"
      let interpreter = access(debian, X_OK) == 0 ? debian : "python3"
      return try Child(interpreter, ["\(sources)/square.py", way], environment: environment)
    }
  }

  static func love(_ name: String, _ arguments: [String], isOurs: Bool = false) -> Square {
    Square(name: name, isOurs: isOurs, part: "love") { folder, rig in
      var environment = try environment(rig)
      environment["LUA_PATH"] = "\(folder)/love/?.lua"
      return try Child("love", ["\(folder)/love"] + arguments, environment: environment)
    }
  }

  static let all = [
    Square(name: "Swift, our loop", isOurs: true) { _, rig in
      try Child(Child.beside("loop-probe"), ["--square"], environment: environment(rig))
    },
    c("C, our loop", "loop", isOurs: true),
    python("Python, our loop", "loop", isOurs: true),
    love("LÖVE, our loop", ["loop"], isOurs: true),
    c("SDL2, PRESENTVSYNC", "vsync"),
    c("SDL2, SDL_Delay(16)", "delay"),
    python("pygame, clock.tick(60)", "clock"),
    love("LÖVE, its own loop", []),
    python("raylib, SetTargetFPS(60)", "raylib", part: "raylib"),
  ]

  /// Pictures of a round: more of our own loops, which a goal compares, and which differ by little.
  private func count(_ rig: LoopRig) -> Int { rig.isQuick ? 120 : isOurs ? 900 : 225 }

  /// Shows it for a round, and looks at it from outside.
  func measure(_ figures: inout SquareFigures, _ rig: LoopRig) throws {
    let child = try start(Self.folder, rig)
    let watch = try DamageWatch(rig.server().name)
    // The window's first corner, where it is in the middle of the server's screen.
    let (x, y): (Int32, Int32) = (640 - 320 + 4, 400 - 240 + 4)
    // The first seconds are the start's, and those in which a loop finds its way of waiting.
    let isThere = watch.pictures(rig.isQuick ? 60 : 180, seconds: 20, x: x, y: y).count >= 60
    guard isThere else {
      throw RigProblem("no moving square: \(child.read(seconds: 0.1))")
    }
    let before = ProcessUsage(of: child.id)
    let pictures = watch.pictures(count(rig), seconds: 30, x: x, y: y)
    let after = ProcessUsage(of: child.id)
    guard figures.take(pictures) else { throw RigProblem("the square stopped") }
    figures.percents.append(before.flatMap { after?.percent(since: $0) } ?? .nan)
    figures.keys += try timesToPixel(on: rig.server(), count: rig.isQuick ? 10 : 25, rig)
    child.send(SIGTERM)
    _ = child.end()
  }

  /// The figures of all programs, which take turns: what changes on the machine meanwhile is in
  /// those of all.
  static func figures(_ rig: LoopRig) -> [SquareFigures] {
    var figures = all.map { SquareFigures(name: $0.name, isOurs: $0.isOurs) }
    for round in 0..<(rig.isQuick ? 1 : 4) {
      for (index, square) in all.enumerated() where figures[index].missing == nil {
        do {
          if round == 0 { try square.build() }
          try square.measure(&figures[index], rig)
        } catch {
          figures[index].missing = "\(error)"
        }
      }
    }
    return figures
  }
}

let scoreboardSubject = LoopSubject(
  name: "loops",
  description: "the same moving square, looked at from outside: the X server says when each picture"
    + " is there, and a pixel how far the square has moved; the programs take turns, four times: 900"
    + " pictures each in all, ours 3600; 120 with --quick"
) { rig in
  let (squares, load) = rig.watchingOthers { Square.figures(rig) }
  let ours = squares.filter { $0.isOurs && $0.missing == nil }
  let swift = ours.first?.spread ?? .nan
  // The language that is farthest off.
  let rate = ours.map(\.rate).max { ($0 - 60).magnitude < ($1 - 60).magnitude }
  let spread = ours.map { $0.spread / swift }.max()
  return LoopSubject.Measurement(
    rows: [
      LoopFigure(
        "our loop, worst rate, Hz", ours: rate, control: nil, must: .near(60, within: 0.01),
        digits: 3, load: load),
      LoopFigure(
        "worst spread beside Swift's", ours: spread, control: nil, must: .atMost(1.1), load: load),
    ], squares: squares)
}

extension String {
  /// The path with another last component.
  fileprivate func replacingLastComponent(by name: String) -> String {
    prefix(upTo: lastIndex(of: "/") ?? startIndex) + "/" + name
  }
}
