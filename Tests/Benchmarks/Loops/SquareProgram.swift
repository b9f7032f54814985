// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc
import WindowRigs

/// A program that moves a square with one of the compared frame loops, observed from outside: the X
/// server reports each picture, and a pixel's colour encodes the distance moved.
struct SquareProgram {
  let name: String
  /// The program's name in Squares/build, or "swift" for loop-probe, which the package builds.
  let part: String
  let arguments: [String]

  static let all = [
    SquareProgram(name: "Swift, our loop", part: "swift", arguments: ["--square"]),
    SquareProgram(name: "C, our loop", part: "c", arguments: ["loop"]),
    SquareProgram(name: "C with SDL3, our loop", part: "sdl3", arguments: ["loop"]),
    SquareProgram(name: "Python, our loop", part: "python", arguments: ["loop"]),
    SquareProgram(name: "LÖVE, our loop", part: "love", arguments: ["loop"]),
    SquareProgram(name: "SDL2, PRESENTVSYNC", part: "c", arguments: ["vsync"]),
    SquareProgram(name: "SDL2, SDL_Delay(16)", part: "c", arguments: ["delay"]),
    SquareProgram(name: "SDL3, SDL_SetRenderVSync", part: "sdl3", arguments: ["vsync"]),
    SquareProgram(name: "SDL3, SDL_DelayPrecise", part: "sdl3", arguments: ["delay"]),
    SquareProgram(name: "pygame, clock.tick(60)", part: "python", arguments: ["clock"]),
    SquareProgram(name: "LÖVE, its own loop", part: "love", arguments: []),
  ]

  private func start(_ folder: String, _ server: XServer) throws -> Child {
    var environment = server.environment
    // With these settings, each program draws its pictures on its own thread. An emulated OpenGL
    // would draw on further threads, whose scheduling would disturb the times.
    environment["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    environment["LP_NUM_THREADS"] = "0"
    environment["PYTHONPATH"] = "\(folder)/python"
    environment["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    environment["SDL_VIDEO_CENTERED"] = "1"
    environment["LUA_PATH"] = "\(folder)/love/?.lua"
    let command =
      switch part {
      case "c": ["\(folder)/square"]
      case "sdl3": ["\(folder)/run-sdl3"]
      case "python": ["/usr/bin/python3", "\(Self.sources)/square.py"]
      case "love": ["/usr/bin/love", "\(folder)/love"]
      default: [Child.beside("loop-probe")]
      }
    return try Child(
      command[0], Array(command.dropFirst()) + arguments, environment: environment)
  }

  private static let sources =
    "/" + "\(#filePath)".split(separator: "/").dropLast(2).joined(separator: "/") + "/Squares"

  /// Measures all programs in turn, so that changes on the machine affect all of them.
  static func measureAll(isQuick: Bool) throws(RigProblem) -> [SquareFigures] {
    let server = try XServer()
    var figures = all.map { SquareFigures(name: $0.name) }
    for round in 0..<(isQuick ? 1 : 4) {
      for (index, program) in all.enumerated() where figures[index].missing == nil {
        do {
          let folder = Child.beside("benchmark") + "-squares"
          if round == 0 { try program.build(in: folder) }
          try program.measure(&figures[index], folder, server, isQuick: isQuick)
        } catch {
          figures[index].missing = "\(error)"
        }
      }
    }
    return figures
  }

  private func build(in folder: String) throws(RigProblem) {
    guard part != "swift" else { return }
    let build = try Child.run(
      "/bin/bash", ["\(Self.sources)/build", folder, part], environment: [:], within: 900)
    guard build.status == 0 else { throw RigProblem(build.lastLine) }
  }

  /// Runs the program for a round, and observes it.
  private func measure(
    _ figures: inout SquareFigures, _ folder: String, _ server: XServer, isQuick: Bool
  ) throws {
    let child = try start(folder, server)
    let watch = try XConnection(server.name)
    // The window's upper left corner; the window is in the middle of the server's screen.
    let (x, y): (Int32, Int32) = (640 - 320 + 4, 400 - 240 + 4)
    // The first seconds include the start, and a loop's detection of the display.
    guard watch.pictures(isQuick ? 60 : 180, seconds: 20, x: x, y: y).count >= 60 else {
      throw RigProblem("no moving square: \(child.read(seconds: 0.1))")
    }
    let before = ProcessUsage(of: child.id)
    let pictures = watch.pictures(isQuick ? 120 : 450, seconds: 30, x: x, y: y)
    let after = ProcessUsage(of: child.id)
    guard figures.take(pictures) else { throw RigProblem("the square stopped") }
    figures.percents.append(before.flatMap { after?.percent(since: $0) } ?? .nan)
    figures.keys += try Self.timesToPixel(server, count: isQuick ? 10 : 25)
    child.send(SIGTERM)
    _ = child.end()
  }

  /// Milliseconds from a press of the space key to the changed pixel, for many presses.
  ///
  /// The presses are spread evenly over the period of a frame, by steps of the golden ratio; with
  /// random times, the median of a few presses would be uncertain.
  private static func timesToPixel(_ server: XServer, count: Int) throws -> [Double] {
    let connection = try XConnection(server.name)
    let clock = SystemClock()
    SystemClock.sharpenThisThread()
    let (period, start) = (1e9 / 60, clock.now() + 500_000_000)
    return try (0..<count).map { number in
      let part = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
      let before = connection.pixel(x: 640, y: 400)
      clock.sleep(until: start + Int64(period * (Double(number) * 6 + part)))
      let pressed = clock.now()
      connection.space(isDown: true)
      // The key is released even after an error, because otherwise the next program would start
      // with a held key.
      defer { connection.space(isDown: false) }
      while connection.pixel(x: 640, y: 400) == before {
        guard clock.now() - pressed < 1_000_000_000 else {
          throw RigProblem("a key changed nothing within a second")
        }
        clock.spin(until: clock.now() + 30_000)
      }
      return Double(clock.now() - pressed) / 1e6
    }
  }
}
