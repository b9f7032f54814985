// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

/// One run of the demo: a window or none, a stage, and the files that it leaves behind.
struct App: ~Copyable {
  private let options: DemoOptions
  private var files: RunFiles
  private var stage: Stage
  private var canvas: Canvas
  private var reader = ControlReader()
  private let painter: Painter

  /// Runs until somebody ends it or the options do.
  /// - Throws: There is no display, drawing fails, or a file cannot be written.
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
    try window.run(app.loopOptions) { frame, input, window in
      try app.show(frame, input, in: &window)
    }
    try app.files.trace?.flush()
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
      schedule: files.schedule, attract: options.attract, now: 0)
    let place = SceneList.all.firstIndex { $0.name == options.scene } ?? 0
    self.options = options
    self.files = files
    stage = Stage(opening: place, setup)
    canvas = Canvas(
      atlas: atlas, metrics: Metrics(width: options.size.width, height: options.size.height))
    painter = Painter(atlas: atlas)
  }

  private var loopOptions: LoopOptions {
    var loop = LoopOptions()
    if case .frames(let count) = options.end { loop.frameLimit = count }
    if case .deterministic(let hertz) = options.clock {
      // `parse` admits 1 to 1000 Hz, all of which have a nearest rate.
      loop.timing = .virtual(FrameRate(nearest: hertz) ?? .sixty)
    }
    return loop
  }

  /// One frame: input, state, trace, picture.
  private mutating func show(_ frame: Frame, _ input: Input, in window: inout Window) throws
    -> LoopDecision
  {
    let isOver = options.end.isReached(frame: frame.number, time: frame.time)
    if !isOver {
      let controls = reader.read(input.events)
      if controls.presses.contains(.fullscreen) {
        try window.setFullscreen(!window.isFullscreen)
      }
      if input.events.contains(.deviceReset) { painter.reset() }
      let row = stage.update(frame, controls)
      try files.trace?.write(row)
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

  private mutating func draw(_ window: borrowing Window) {
    let output = window.renderer.outputSize
    canvas.begin(
      Metrics(
        width: output.width, height: output.height,
        density: Double(window.renderer.pixelDensity)))
    let statistics = window.statistics
    let status = FrameStatus(
      framesPerSecond: statistics.framesPerSecond, p99Interval: statistics.percentile(0.99))
    stage.draw(on: &canvas, status)
  }
}
