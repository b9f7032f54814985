// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The C loop in real windows of SDL; the tests are those of SDLDriver's RealWindowTests.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LoopWindowTests {
  /// Starts the probe, and waits until its loop runs.
  static func probe(_ sdl: SDLVersion, _ server: XServer, _ arguments: String...) throws -> Child {
    let probe = try LoopProbe.of(sdl).start(arguments, server.environment)
    probe.read(seconds: 20) { $0.contains("frame 0:") }
    return probe
  }

  /// If skipped, this test gives the reason why the other tests have no case for SDL 3.
  @Test(.enabled(if: SDLVersion.three.isHere, "Tests/run --all says why it has no SDL 3"))
  func `the header compiles with SDL 3 in strict C11 and C++17`() throws {
    for (language, standard) in [("c", "c11"), ("c++", "c++17")] {
      try Tool.run(
        ["gcc", "-x", language, "-std=\(standard)", "-Wall", "-Wextra", "-pedantic", "-Werror"]
          + ["-fsyntax-only", "-I", "\(Library.installed.get().prefix)/include"]
          + SDLVersion.three.flags + ["\(Library.sources)/sdl_bodies.c"])
    }
  }

  @Test(arguments: SDLVersion.tested)
  func `the C loop keeps its frames on a 60 Hz grid, like the Swift loop`(sdl: SDLVersion) throws {
    let server = try XServer()
    let folder = try Folder()
    let commands = [try LoopProbe.of(sdl).command, [Child.beside("loop-probe")]]
    // Both loops run at the same time, so that other programs disturb them about equally.
    let children = try commands.enumerated().map { index, command in
      try Child(
        command[0],
        command.dropFirst() + ["--frames", "600", "--trace", folder.file("trace-\(index)")],
        environment: server.environment)
    }
    for (index, child) in children.enumerated() {
      let (status, said) = child.end()
      #expect(status == 0, "\(said)")
      let trace = try String(contentsOfFile: folder.file("trace-\(index)"), encoding: .utf8)
      #expect(ArrivalTimes(trace).shareOnGrid > 0.3, "\(said)")
    }
  }

  @Test(arguments: SDLVersion.tested, [[], ["--own"], ["--vsync"]])
  func `the report has the Swift loop's statistics, and every frame is drawn`(
    sdl: SDLVersion, arguments: [String]
  ) throws {
    let server = try XServer()
    let child = try LoopProbe.of(sdl).run(["--frames", "200"] + arguments, server.environment)
    #expect(child.status == 0, "\(child.text)")
    let report = LoopReport(child.output)
    #expect(child.text.contains("end          frame limit"))
    #expect(report.line("frames") == "200")
    #expect(report.line("mode") == "timer: presenting does not wait for a display here")
    #expect(report.line("display") == (arguments == ["--vsync"] ? "x11, opengl" : "x11, software"))
    // On a busy machine, the loop misses refreshes.
    #expect((16...34).contains(report.number("interval", "p50")))
    for row in ["rate", "step error", "wake error", "build", "present", "input age", "CPU"] {
      #expect(!report.line(row).isEmpty, "\(row)")
    }
  }

  @Test(arguments: SDLVersion.tested)
  func `a stop of two seconds is one stall, and the time of the next frame is one period later`(
    sdl: SDLVersion
  ) throws {
    let server = try XServer()
    let probe = try Self.probe(sdl, server)
    sleep(1)
    probe.send(SIGSTOP)
    sleep(2)
    probe.send(SIGCONT)
    let after = probe.read(seconds: 20) { $0.contains("stall before") }
    probe.send(SIGTERM)
    let (status, output) = probe.end()
    let report = LoopReport(output)
    #expect(status == 0 && output.contains("end          quit"))
    // On a busy machine, other stalls can occur.
    #expect(report.number("stalls") >= 1 && after.contains("delta 0.016666667"))
    #expect(report.number("interval", "max") < 1000, "the stop is no interval")
  }

  @Test(arguments: SDLVersion.tested)
  func `a hidden window draws no frames, misses none, and can be closed`(sdl: SDLVersion)
    throws
  {
    let server = try XServer()
    let probe = try Self.probe(sdl, server, "--own")
    let window = try server.window("Loop probe")
    func report() -> LoopReport {
      LoopReport(probe.read(seconds: 20) { $0.contains("\nfixed steps ") })
    }
    probe.send(SIGUSR1)
    let before = report()
    try server.xdotool("windowunmap", window)
    // A hidden window has no frames, so the first frame afterwards prints the report.
    probe.send(SIGUSR1)
    sleep(2)
    try server.xdotool("windowmap", window)
    let after = report()
    #expect(after.line("stalls") == before.line("stalls"))
    #expect(after.number("interval", "max") < 1000)
    // At 60 Hz, two seconds would have 120 frames.
    #expect(after.number("frames") < before.number("frames") + 60)
    #expect(after.number("missed") < before.number("missed") + 60)
    try server.xdotool("windowunmap", window)
    sleep(1)
    probe.send(SIGTERM)
    let (status, output) = probe.end()
    #expect(status == 0 && output.contains("end          quit"))
  }

  @Test(.enabled(if: SDLVersion.three.isHere, "Tests/run --all says why it has no SDL 3"))
  func `SDL 3's main callbacks are paced, and their events reach the loop`() throws {
    let server = try XServer()
    let folder = try Folder()
    let library = try Library.installed.get()
    try Tool.run(
      ["gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror"]
        + ["-I", "\(library.prefix)/include", "\(Library.sources)/sdl_callbacks.c"]
        + [library.loopArchive] + SDLVersion.three.flags
        + ["-lm", "-o", folder.file("callbacks")])
    let command = SDLVersion.three.command(folder.file("callbacks"))
    let child = try Child(
      command[0], Array(command.dropFirst()), environment: server.environment)
    _ = try server.window("Callbacks")
    sleep(2)
    try server.xdotool("key", "space")
    child.read(seconds: 20) { $0.contains("space") }
    child.send(SIGTERM)
    let (status, output) = child.end()
    #expect(status == 0 && output.contains("end 3\n"), "\(output)")
    // Without pacing, the rate would be thousands of hertz; on a busy machine it is below 60.
    #expect((1...100).contains(LoopReport(output).number("rate")), "\(output)")
  }

  @Test(arguments: SDLVersion.tested)
  func `while nothing moves, frames are drawn only for keys`(sdl: SDLVersion) throws {
    let server = try XServer()
    let probe = try Self.probe(sdl, server, "--idle", "--own")
    _ = try server.window("Loop probe")
    sleep(1)
    for _ in 0..<3 { try server.xdotool("key", "space") }
    sleep(1)
    try server.xdotool("key", "Escape")
    let (status, output) = probe.end()
    #expect(status == 0 && output.contains("end          escape"), "\(status) \(output)")
    // Each press, each release and the window's opening draw frames; in 2 s, 60 Hz would draw 120.
    #expect((4...20).contains(LoopReport(output).number("frames")), "\(output)")
  }

  /// Besides the loop's wake-up, each frame causes one in SDL, because presenting waits for the X
  /// server's reply.
  @Test(arguments: SDLVersion.tested)
  func `a hard flash of 2 Hz takes four frames a second, and one wake-up of the loop for each`(
    sdl: SDLVersion
  ) throws {
    let server = try XServer()
    let clock = ContinuousClock()
    let start = clock.now
    let probe = try Self.probe(sdl, server, "--own", "--blink")
    sleep(1)
    let before = try #require(ProcessUsage(of: probe.id))
    sleep(4)
    let after = try #require(ProcessUsage(of: probe.id))
    let (wakes, processor) = (after.wakesPerSecond(since: before), after.percent(since: before))
    print("a hard flash of 2 Hz: \(wakes) wakes a second, \(processor) % of a processor")
    #expect(wakes < 11 && processor < 0.5)
    probe.send(SIGTERM)
    let (status, output) = probe.end()
    // There are four frames a second, and the window's first frames.
    let seconds = (clock.now - start) / .seconds(1)
    let frames = LoopReport(output).number("frames")
    #expect(status == 0 && frames > 3 * 4 && frames < 4 * seconds + 7, "\(output)")
  }

  /// Runs only with `Tests/run --all`, because it needs weston.
  @Test(
    .enabled(if: runsAllTests, "a nested weston: run Tests/run --all"),
    arguments: SDLVersion.tested)
  func `on Wayland, late latching learns the compositor's deadline; the loop ends with its window`(
    sdl: SDLVersion
  ) throws {
    let weston = try Weston()
    let probe = try LoopProbe.of(sdl)
    func run(_ arguments: String...) throws -> (status: Int32, output: String) {
      try weston.start(probe.command + arguments).end()
    }
    let late = try run("--late", "--frames", "600")
    let report = LoopReport(late.output)
    #expect(late.status == 0 && report.number("lead") > 9, "\(late.output)")
    #expect(LoopReport(try run("--frames", "60").output).line("lead").isEmpty)
    #expect(try run("--late", "--destroy").status == 70)
    let last = try weston.start(probe.command + ["--late"])
    last.read(seconds: 20) { $0.contains("locked") }
    weston.process.send(SIGKILL)
    #expect(last.end().status == 70)
  }

  /// All files of the program, in C and in C++, must share the record that the display was lost.
  ///
  /// Otherwise `dr_sdl_quit` would call the lost server, and Xlib would end the process by
  /// `exit(1)`.
  @Test(
    arguments: LoopProbe.kinds,
    [
      ("windowclose", "window lost"), ("windowkill", "connection lost"), ("", "connection lost"),
    ])
  func `a lost display or window ends the loop, not the process`(
    kind: LoopProbe.Kind, loss: (command: String, end: String)
  ) throws {
    let server = try XServer()
    let probe = try LoopProbe.of(kind.sdl, isCpp: kind.isCpp).start([], server.environment)
    probe.read(seconds: 20) { $0.contains("frame 0:") }
    let window = try server.window("Loop probe")
    sleep(1)
    if loss.command.isEmpty {
      server.process.send(SIGKILL)
    } else {
      try server.xdotool(loss.command, window)
    }
    let (status, output) = probe.end()
    #expect(status == 70 && output.contains("end          \(loss.end)"), "\(output)")
    #expect(LoopReport(output).number("frames") > 1)
    #expect(output.contains("has lost its display") == (loss.end == "connection lost"))
  }

  /// SDL ends its own wait by a message on its second connection to the server.
  ///
  /// If the window is gone before the message arrives, SDL 2 leaves the error to Xlib, which would
  /// end the process by `exit(1)`. The display of late_display.py delays the second connection.
  @Test(arguments: [true, false], SDLVersion.tested)
  func `a message of SDL that arrives after the window is destroyed does not end the process`(
    isC: Bool, sdl: SDLVersion
  ) throws {
    let server = try XServer()
    let late = try Child(
      "/usr/bin/python3",
      [
        "\(Library.package)/Tests/CAPITests/Scripts/late_display.py",
        String(server.name.dropFirst()),
      ])
    var environment = server.environment
    environment["DISPLAY"] = String(late.read(seconds: 20) { $0.contains("\n") }.dropLast())
    let program = Child.beside("loop-probe")
    let command = try isC ? LoopProbe.of(sdl).command : sdl.command(program)
    let probe = try Child(
      command[0], command.dropFirst() + ["--idle"], environment: environment)
    _ = try server.window("Loop probe")
    // The loop waits again, and the first movement makes SDL send its message.
    sleep(1)
    try server.xdotool(
      "mousemove", "600", "400", "mousemove", "650", "410", "key", "Escape")
    let (status, output) = probe.end()
    #expect(status == 0 && output.contains("escape"), "\(output)")
  }

  @Test(arguments: SDLVersion.tested)
  func `the loop ends if another program destroys its hidden window`(sdl: SDLVersion) throws {
    let server = try XServer()
    let probe = try Self.probe(sdl, server)
    let window = try server.window("Loop probe")
    try server.xdotool("windowunmap", window)
    sleep(1)
    try server.xdotool("windowclose", window)
    let (status, output) = probe.end()
    #expect(status == 70 && output.contains("end          window lost"), "\(output)")
  }

  @Test(arguments: SDLVersion.tested)
  func `with a hidden window, the server's death costs no processor time`(sdl: SDLVersion)
    throws
  {
    let server = try XServer()
    let probe = try Self.probe(sdl, server)
    try server.xdotool("windowunmap", server.window("Loop probe"))
    // The server dies while the loop waits.
    usleep(700_000)
    server.process.send(SIGKILL)
    let (status, output) = probe.end()
    #expect(status == 70 && LoopReport(output).number("processor") < 15, "\(output)")
  }

  @Test(arguments: SDLVersion.tested)
  func `the loop ends with an error if a frame destroys its window`(sdl: SDLVersion) throws {
    let server = try XServer()
    let child = try LoopProbe.of(sdl).run(["--destroy"], server.environment)
    #expect(child.status == 70 && child.text.contains("end          window lost"), "\(child.text)")
  }

  @Test(arguments: SDLVersion.tested)
  func `the loop ends at the system's notice of termination, as at a quit`(sdl: SDLVersion) throws {
    let server = try XServer()
    let child = try LoopProbe.of(sdl).run(["--terminate"], server.environment)
    #expect(child.status == 0 && child.text.contains("end          quit"), "\(child.text)")
  }

  /// Only SDL 3 reports that a compositor shows nothing of a window.
  @Test(.enabled(if: SDLVersion.three.isHere, "Tests/run --all says why it has no SDL 3"))
  func `on SDL 3, a covered window is not drawn, and the loop's time stands still`() throws {
    let server = try XServer()
    let child = try LoopProbe.of(.three).run(["--cover", "--frames", "60"], server.environment)
    let report = LoopReport(child.output)
    #expect(child.status == 0 && report.line("frames") == "60", "\(child.text)")
    #expect(report.number("covered") == 0, "\(child.text)")
    // One period passes, or a few on a busy machine.
    #expect(report.number("covered", "passed") < 200, "\(child.text)")
  }

  /// An event of another window must not count as input, request a picture or end the loop.
  ///
  /// A display that is added, removed or changed makes the loop examine its own display again, but
  /// does not count as input.
  @Test(arguments: SDLVersion.tested)
  func `events of other windows have no effect; display events make the loop examine its display`(
    sdl: SDLVersion
  ) throws {
    let child = try LoopProbe.of(sdl).run(["--events"], ["SDL_VIDEODRIVER": "dummy"])
    let ofOther = "0 0 0 0"
    let windows = ["0 1 0 0", "1 1 1 0", "1 0 0 0", "0 1 1 0"].flatMap { [ofOther, $0] }
    let displays = Array(repeating: "0 0 1 0", count: 3)
    let noted = windows + displays + [ofOther, "0 0 0 3"]
    #expect(child.status == 0, "\(child.text)")
    #expect(child.text.split(separator: "\n").map(String.init) == noted)
  }

  @Test(arguments: SDLVersion.tested)
  func `each wrong call fails with its reason, and the program continues`(sdl: SDLVersion) throws {
    let server = try XServer()
    let child = try LoopProbe.of(sdl).run(["--wrong"], server.environment)
    #expect(child.status == 0)
    let lines = child.output.split(separator: "\n").map(String.init)
    let rows = [
      "7 dr_sdl_open: there is no such window", "0 frames, 0 intervals",
      "7 dr_sdl_open: the renderer is NULL, and the window has no current OpenGL context",
      "7 dr_sdl_run: the frame's function is NULL", "7 dr_sdl_open: a rate must be 0.001",
      "7 dr_sdl_open: the definition must come from",
      "-1 dr_sdl_open: the loop is NULL", "7 dr_sdl_open: another loop is open: close it first",
      "7 dr_sdl_present: out of order: wait, begin",
      "0 dr_sdl_next: only the thread that created a loop", "0 7", "0 0 7",
    ]
    try #require(lines.count == rows.count, "\(child.text)")
    for (line, row) in zip(lines, rows) { #expect(line.hasPrefix(row), "\(line)") }
  }

  @Test(arguments: SDLVersion.tested)
  func `a program without a display reports the reason and exits with 69`(sdl: SDLVersion) throws {
    let child = try LoopProbe.of(sdl).run(
      [],
      ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "XDG_RUNTIME_DIR": nil])
    #expect(child.status == 69)
    // libwayland's own message about XDG_RUNTIME_DIR would come first.
    #expect(child.text.hasPrefix("no display"), "\(child.text)")
    // SDL 3 does not choose an invisible driver unless it is asked to.
    let reason =
      sdl == .two ? "found only its invisible driver \"offscreen\"" : "says \"No available video"
    #expect(child.text.contains("no display: SDL \(reason)"), "\(child.text)")
    #expect(child.text.contains(". Set DISPLAY or WAYLAND_DISPLAY"))
  }

  /// SDL's offscreen OpenGL claims to wait for a display, but runs at 380,000 frames a second.
  ///
  /// The loop starts with three frames and detects after eight short intervals that presenting does
  /// not wait: 11 frames on a quiet machine. On two processors with a load of 17, 13 frames were
  /// needed, because an interval in which another program runs is not short.
  @Test(arguments: SDLVersion.tested)
  func `after eight short intervals the loop knows that presenting does not wait`(sdl: SDLVersion)
    throws
  {
    // SDL 3 also reads SDL 2's older name.
    let variable = sdl == .two ? "SDL_VIDEODRIVER" : "SDL_VIDEO_DRIVER"
    let child = try LoopProbe.of(sdl).run(
      ["--vsync", "--frames", "40"],
      ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, variable: "offscreen"])
    #expect(child.status == 0, "\(child.text)")
    #expect(child.text.contains("frame 0: measured"))
    let line = child.text.split(separator: "\n").first { $0.contains("claimed to wait") } ?? ""
    let number = Int(line.dropFirst("frame ".count).prefix { $0.isNumber }) ?? .max
    #expect(number <= 24, "\(child.text)")
  }
}
