// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc
import SDLDriver

/// One run of the demo: a window or none, a stage, and the files that it leaves behind.
struct App: ~Copyable {
  private let options: DemoOptions
  private var files: RunFiles
  private var stage: Stage
  private var canvas: Canvas
  private var reader = ControlReader()
  private var reporter: StatisticsReporter
  private let painter: Painter

  /// Runs until somebody ends it or the options do.
  /// - Throws: There is no display, it is lost, drawing fails, or a file cannot be written.
  static func run(_ options: DemoOptions, _ files: consuming RunFiles) throws(RunFailure) {
    do {
      try runAny(options, files)
    } catch {
      throw RunFailure(error)
    }
  }

  private static func runAny(_ options: DemoOptions, _ files: consuming RunFiles) throws {
    let session = try openSession(options)
    var windowOptions = WindowOptions(title: "Flashing square")
    windowOptions.width = options.size.width
    windowOptions.height = options.size.height
    var window = try Window(session, windowOptions)
    var app = try App(options, files)
    let end: LoopEnd
    do {
      end = try app.loop(&window)
    } catch {
      // The figures are worth having above all where something went wrong, which is what to report.
      try? app.files.finish()
      try? app.reporter.tell(window.statistics, app.stage, "a failure")
      throw error
    }
    // The shell's SIGHUP, after the kernel's, must not interrupt what follows.
    if case .quit(.hungUp) = end { _ = signal(SIGHUP, SIG_IGN) }
    // The files first: figures that nobody can read must not cost a recording its end.
    var failure: (any Error)?
    do { try app.files.finish() } catch { failure = error }
    do {
      try app.reporter.tell(window.statistics, app.stage, "\(end.cause)")
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
    if case .displayLost(let loss) = end { throw RunFailure(loss) }
    if let shortfall = app.files.replay?.shortfall { throw shortfall }
  }

  private static func openSession(_ options: DemoOptions) throws(DriverError) -> Session {
    // A controller in somebody's hand would make two runs with the same arguments differ.
    if options.headless { return try Session(.headless) }
    do throws(DriverError) {
      return try Session(.display, controllers: true)
    } catch .callFailed {
      // Containers without input devices have no controllers, and need none.
      return try Session(.display)
    }
  }

  private init(_ options: DemoOptions, _ files: consuming RunFiles) throws(GlyphAtlasError) {
    let atlas = try GlyphAtlas.embedded()
    let setup = SceneSetup(
      mode: options.mode, limit: FlashLimit(isOn: options.limitsFlashes),
      schedule: files.schedule, attract: options.attract, now: 0, fixedStep: options.fixedStep,
      stopwatch: options.clock == .display && files.replay == nil ? .running : .off)
    let place = SceneList.all.firstIndex { $0.name == options.scene } ?? 0
    self.options = options
    self.files = files
    stage = Stage(opening: place, setup)
    canvas = Canvas(
      atlas: atlas, metrics: Metrics(width: options.size.width, height: options.size.height))
    reporter = StatisticsReporter(isOn: options.showsStatistics)
    painter = Painter(atlas: atlas)
  }

  /// Runs the window's loop, or the recorded run again.
  private mutating func loop(_ window: inout Window) throws -> LoopEnd {
    if let recording = files.replay?.recording {
      return try window.replay(recording) { frame, input, window in
        try show(frame, input, in: &window)
      }
    }
    return try window.run(LoopOptions(options), recorder: files.recorder) { frame, input, window in
      try show(frame, input, in: &window)
    }
  }

  /// One frame: input, state, trace, picture.
  private mutating func show(_ frame: Frame, _ input: Input, in window: inout Window) throws
    -> LoopDecision
  {
    reporter.time = frame.presentationTime
    let isOver = options.end.isReached(frame: frame.number, time: frame.time)
    if !isOver {
      let controls = reader.read(input.events)
      // A replay has the recorded size already.
      if controls.presses.contains(.fullscreen), files.replay == nil {
        try window.setFullscreen(!window.isFullscreen)
      }
      if input.events.contains(.deviceReset) { painter.reset() }
      let row = stage.update(frame, controls)
      try files.trace?.write(row)
      waitIfAsked()
    }
    if input.events.contains(.statisticsAsked) {
      try reporter.tell(window.statistics, stage, "SIGUSR1")
    }
    // The frame after the last shows the last once more: the loop presents it in any case.
    draw(window)
    try painter.draw(canvas.list, with: &window.renderer)
    if isOver { return .stop }
    if options.keepsPicture(ofFrame: frame.number), let folder = files.record {
      try window.renderer.readPixels().writeBMP(to: folder.path(ofFrame: frame.number))
    }
    return .continue
  }

  /// Lets a frame take as long as the scene wants it to; frames whose times are given do not wait.
  private func waitIfAsked() {
    let delay = stage.scene.delay
    guard delay > 0, options.clock == .display else { return }
    let clock = SystemClock()
    clock.sleep(until: clock.now() + Int64(delay * 1e9))
  }

  private mutating func draw(_ window: borrowing Window) {
    let output = window.renderer.outputSize
    canvas.begin(
      Metrics(
        width: output.width, height: output.height,
        density: Double(window.renderer.pixelDensity)))
    let statistics = window.statistics
    let status = FrameStatus(
      framesPerSecond: statistics.framesPerSecond, p99Interval: statistics.percentile(0.99),
      statistics: statistics)
    stage.draw(on: &canvas, status)
  }
}
