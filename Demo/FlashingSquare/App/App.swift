// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import Glibc
import SDLDriver

/// One run of the demo: a window or headless drawing, a stage, and the files that it writes.
struct App: ~Copyable {
  private let options: DemoOptions
  private var files: RunFiles
  private var stage: SceneStage
  private var canvas: Canvas
  private var reader = ControlReader()
  private var reporter: StatisticsReporter
  private var tickPlayer: TickPlayer
  /// The system's time at presentation time 0, in nanoseconds.
  private var clockStart: Int64?
  /// In a window whose clock counts frames: the system's time at frame time 0, in nanoseconds.
  private var frameStart: Int64?
  /// The trace row of the open scene's last frame.
  private var row = TraceRow(time: 0)
  private let painter = Painter()

  /// Runs until the user or an option ends the program.
  /// - Throws: If there is no display, the display is lost, drawing fails, or a file cannot be
  ///   written.
  static func run(
    _ options: DemoOptions, _ files: consuming RunFiles, scenes: SceneList = .demo
  ) throws {
    let session = try openSession(options)
    var windowOptions = WindowOptions(title: "Flashing square")
    windowOptions.width = options.size.width
    windowOptions.height = options.size.height
    // Recorded pictures have the requested size on any display.
    windowOptions.fitsDisplay = options.recordPath == nil
    windowOptions.isResizable = options.recordPath == nil
    windowOptions.smallestSize = DemoOptions.smallestSize
    let room = windowOptions.fitsDisplay ? session.roomForWindows : nil
    if let room,
      room.width < DemoOptions.smallestSize.width
        || room.height < DemoOptions.smallestSize.height
    {
      throw ProgramError(tooSmall: room)
    }
    var window = try Window(session, windowOptions)
    if let room { sayIfSmaller(window.size, options.size, room) }
    var app = try App(options, files, scenes)
    let end: LoopEnd
    do {
      end = try window.run(LoopOptions(options)) { frame, input, window in
        try app.show(frame, input, in: &window, session)
      }
    } catch {
      // Statistics are most useful after an error. If several errors occur, the first is reported.
      try? app.files.finish()
      try? app.reporter.report(window.statistics)
      throw error
    }
    // After the kernel's SIGHUP the shell sends another, which must not interrupt writing the
    // files.
    if case .quit(.hungUp) = end { _ = signal(SIGHUP, SIG_IGN) }
    // The files come first, so that an error in printing statistics does not truncate a recording.
    do {
      try app.files.finish()
    } catch {
      try? app.reporter.report(window.statistics)
      throw error
    }
    try app.reporter.report(window.statistics)
    if case .displayLost(let loss) = end { throw ProgramError(loss) }
  }

  private static func openSession(_ options: DemoOptions) throws(DriverError) -> Session {
    // A connected controller would make two runs with the same arguments differ.
    if options.headless { return try Session(.headless) }
    do throws(DriverError) {
      return try Session(.display, controllers: true)
    } catch .callFailed {
      // Containers without input devices have no controllers, and need none.
      return try Session(.display)
    }
  }

  private static func sayIfSmaller(_ size: PixelSize, _ wanted: PixelSize, _ room: PixelSize) {
    // A window manager that tiles may choose any size.
    guard
      size.width < wanted.width && size.height < wanted.height
        || wanted.width > room.width || wanted.height > room.height
    else { return }
    Terminal.note(
      "flashing-square: the display has room for \(room.text): the window has \(size.text),"
        + " not \(wanted.text)")
  }

  private init(
    _ options: DemoOptions, _ files: consuming RunFiles, _ scenes: SceneList
  ) throws(ProgramError) {
    tickPlayer = TickPlayer(isMuted: options.isMuted)
    let setup = SceneSetup(
      mode: options.mode, limit: FlashLimit(isOn: options.limitsFlashes), schedule: files.schedule,
      attract: options.attract, autopilot: options.autopilot, now: 0)
    self.options = options
    self.files = files
    stage = SceneStage(scenes, opening: scenes.names.firstIndex(of: options.scene) ?? 0, setup)
    canvas = Canvas(Metrics(width: options.size.width, height: options.size.height))
    reporter = StatisticsReporter(isOn: options.showsStatistics)
  }

  /// Runs one frame: input, update, trace and picture.
  private mutating func show(
    _ frame: Frame, _ input: Input, in window: inout Window, _ session: borrowing Session
  ) throws -> LoopDecision {
    reporter.time = frame.presentationTime
    let isOver = options.isOver(frame: frame.number, time: frame.time)
    if !isOver {
      var controls = reader.read(input.events, input.state)
      controls.music = heardMusic(in: frame)
      // All recorded pictures have the same size.
      if controls.presses.contains(.fullscreen), options.recordPath == nil {
        try window.setFullscreen(!window.isFullscreen)
      }
      if input.events.contains(.deviceReset) { painter.reset() }
      row = stage.update(frame, controls)
      if let text = stage.fileToWrite { stage.tell(PlaySchedule.writeNew(text)) }
      // A clock that counts frames is not real time, so no sound can be in time with it.
      if !options.countsFrames {
        if stage.isTicking || !stage.ticks.isEmpty { tickPlayer.play(stage.ticks, with: session) }
        tickPlayer.setRhythm(stage.rhythm, with: session)
      }
      wait(for: frame)
    }
    if input.events.contains(.statisticsRequested) {
      try reporter.report(window.statistics)
    }
    // After the last frame the loop presents one more, which repeats the last picture.
    draw(window)
    if !isOver { try files.trace?.write(row) }
    try painter.draw(canvas.list, with: &window.renderer)
    if isOver { return .stop }
    if options.keepsPicture(ofFrame: frame.number) {
      try files.record?.add(window.renderer.readPixels(), of: frame)
    }
    return stage.isEnding ? .stop : .continue
  }

  /// The sound device's position in the current rhythm.
  ///
  /// Runs that follow the device differ from each other, so a clock that counts frames has none.
  private mutating func heardMusic(in frame: Frame) -> HeardMusic? {
    guard !options.countsFrames else { return nil }
    let now = SystemClock().now()
    // The time from here to the first frame's presentation is neglected: it is constant, and counts
    // as part of the sound's latency.
    let start = clockStart ?? now - Int64(frame.presentationTime * 1e9)
    clockStart = start
    guard let heard = tickPlayer.musicTime else { return nil }
    return HeardMusic(position: heard.position, time: Double(now - start) / 1e9)
  }

  /// If flashes are limited and a window's clock counts frames, waits until this frame is due in
  /// real time, so that the window does not flash faster than the recorded film.
  private mutating func wait(for frame: Frame) {
    guard options.countsFrames, !options.headless, options.limitsFlashes else { return }
    let clock = SystemClock()
    let time = Int64(frame.time * 1e9)
    // After a long gap, frames continue in real time. Otherwise the missed frames would be shown
    // faster than in the film.
    let start = max(frameStart ?? .min, clock.now() - time)
    frameStart = start
    clock.sleep(until: start + time)
  }

  private mutating func draw(_ window: borrowing Window) {
    let output = window.renderer.outputSize
    canvas.begin(
      Metrics(
        width: output.width, height: output.height,
        density: Double(window.renderer.pixelDensity)))
    let status = FrameStatus(
      statistics: window.statistics, hasSound: !tickPlayer.hasFailed)
    stage.draw(on: &canvas, status)
  }
}
