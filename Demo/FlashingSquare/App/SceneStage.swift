// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

/// The scene that is open, and what lies over every scene: switching, slow motion, ticks and help.
///
/// Each scene is made once, when it is first opened. One that is left, or covered by the help, waits:
/// its time does not pass, and it goes on as it was.
struct SceneStage {
  let list: SceneList
  private(set) var scene: any Scene
  /// The index of the open scene in the list.
  private(set) var index: Int
  private(set) var showsHelp = false
  /// Whether somebody wants to end the program: Esc, where no help is open.
  private(set) var isEnding = false
  /// The time that the scene gets.
  private(set) var clock = SceneClock()
  /// Whether cycles are heard: not until somebody asks for it.
  private(set) var isTicking = false
  /// What is heard of the last frame.
  private(set) var ticks: [Tick] = []
  /// The rhythm to be heard: at full speed only, which is the device's.
  private(set) var rhythm: Rhythm?
  /// The open scene's last row.
  private var lastRow: TraceRow?
  /// Seconds that the open scene has waited: while others were open, and where Space stopped it.
  private var waited = 0.0
  /// Seconds: since when Space stops the open scene, which does not pause itself.
  private var stopped: Double?
  /// Whether the last frame moved the open scene.
  private var hasMoved = false
  private var waiting: [Int: WaitingScene] = [:]
  private var setup: SceneSetup
  /// Seconds: when a scene was last chosen in the help.
  private var chosen = -Double.infinity

  /// Seconds after a choice in the help in which the first Esc does not end the program: time to see
  /// that the help has gone.
  private static let choiceSeconds = 2.0

  /// A scene that was left.
  private struct WaitingScene {
    let scene: any Scene
    let waited: Double
    /// Seconds: when it was left, or stopped before that.
    let since: Double
    /// Where Space has stopped it, its last row.
    let stoppedRow: TraceRow?
  }

  /// Opens the scene at an index of the list.
  init(_ list: SceneList = .demo, opening index: Int, _ setup: SceneSetup) {
    self.list = list
    self.index = index
    self.setup = setup
    scene = list.scenes[index].init(setup)
  }

  /// Seconds that the frame is to take beside its drawing.
  var delay: Double { showsHelp ? 0 : scene.delay }

  /// Moves the scene on by a frame.
  ///
  /// - Returns: The frame's row of the trace. Its time is the frame's until slow motion or the help is
  ///   first used.
  mutating func update(_ loopFrame: Frame, _ controls: Controls) -> TraceRow {
    // Slow motion begins with this frame, which shows the time until now.
    let frame = clock.frame(loopFrame)
    let wasCovered = showsHelp
    let wasStopped = stopped != nil
    var opened: String?
    var paused: String?
    for press in controls.presses {
      switch press {
      case .help: toggleHelp(at: loopFrame.time)
      case .leave: leave(at: loopFrame.time)
      case .tick: isTicking.toggle()
      case .slowMotion: clock.toggle(at: loopFrame.time)
      case .nextScene: opened = open(neighbour: 1, at: frame.time)
      case .previousScene: opened = open(neighbour: -1, at: frame.time)
      case .pause where !wasCovered && !list.scenes[index].pausesItself:
        paused = togglePause(at: frame.time)
      // The scene that is open already goes on: opening it anew would lose what it shows.
      case .scene(let wanted) where wanted < list.scenes.count:
        if wanted != index { opened = open(wanted, at: frame.time) } else { closeHelp(loopFrame) }
      default: break
      }
    }
    if opened != nil { closeHelp(loopFrame) }
    var row = TraceRow(time: frame.time)
    let waits = opened == nil ? wasCovered || wasStopped : stopped != nil
    hasMoved = !waits
    if let lastRow, waits {
      row = lastRow
      row.events = []
    } else {
      row = scene.update(frame.delayed(by: waited), opened == nil ? controls : Controls()) ?? row
    }
    row.time = frame.time
    let begins = lastRow.map { $0.cycle != row.cycle } ?? false
    ticks = isTicking && hasMoved ? scene.ticks ?? (begins ? [Tick()] : []) : []
    let isRunning = !showsHelp && !clock.isSlow && stopped == nil
    rhythm = isTicking && isRunning ? scene.rhythm : nil
    lastRow = row
    if let paused { row.events.append(paused) }
    if let opened { row.events.insert("scene_\(opened)", at: 0) }
    return row
  }

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var status = status
    status.isSlow = clock.isSlow
    status.isTicking = isTicking
    status.paused = stopped == nil ? scene.paused : "paused"
    scene.draw(on: &canvas, status)
    if showsHelp { HelpOverlay(list: list, open: index).draw(on: &canvas) }
  }

  /// Notes that the picture of the last frame does not show: the flash limit keeps the one before.
  mutating func pictureWasHeld() {
    if hasMoved { scene.pictureWasHeld() }
  }

  /// Stops the open scene's time, or lets it go on with the next frame.
  /// - Returns: What the trace calls it.
  private mutating func togglePause(at time: Double) -> String {
    if let since = stopped {
      waited += time - since
      stopped = nil
      return "resumed"
    }
    stopped = time
    return "paused"
  }

  /// Closes the help after a scene was chosen in it.
  private mutating func closeHelp(_ frame: Frame) {
    guard showsHelp else { return }
    toggleHelp(at: frame.time)
    chosen = frame.time
  }

  /// Closes the help, or else ends the program.
  ///
  /// Whoever has just chosen a scene in the help may take it to be open still.
  private mutating func leave(at time: Double) {
    if showsHelp { return toggleHelp(at: time) }
    let isJustClosed = time - chosen < Self.choiceSeconds
    chosen = -.infinity
    isEnding = isEnding || !isJustClosed
  }

  private mutating func toggleHelp(at time: Double) {
    showsHelp.toggle()
    clock.hold(showsHelp, at: time)
  }

  /// Opens the scene so many positions further in the list, which is a ring.
  private mutating func open(neighbour distance: Int, at time: Double) -> String {
    let count = list.scenes.count
    return open((index + distance + count) % count, at: time)
  }

  private mutating func open(_ newIndex: Int, at time: Double) -> String {
    waiting[index] = WaitingScene(
      scene: scene, waited: waited, since: stopped ?? time,
      stoppedRow: stopped == nil ? nil : lastRow)
    index = newIndex
    lastRow = nil
    stopped = nil
    if let known = waiting.removeValue(forKey: newIndex) {
      scene = known.scene
      waited = known.waited + (time - known.since)
      lastRow = known.stoppedRow
      if known.stoppedRow != nil { stopped = time }
    } else {
      setup.now = time
      scene = list.scenes[newIndex].init(setup)
      waited = 0
    }
    return list.scenes[newIndex].name
  }
}
