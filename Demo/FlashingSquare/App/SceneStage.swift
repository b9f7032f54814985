// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import SDLDriver

/// The open scene, and the functions of every scene: switching, slow motion, ticks, help, and the
/// frame clock.
///
/// Each scene is made when it is first opened. Its time stops while another scene or the help is
/// open, and continues afterwards.
struct SceneStage {
  let list: SceneList
  /// The index of the open scene in the list.
  private(set) var index: Int
  private(set) var showsHelp = false
  /// Whether the player ended the program with Esc, while no help was open.
  private(set) var isEnding = false
  private(set) var isSlow = false
  /// Whether the loop's statistics are shown over the scene; F3 toggles this.
  private(set) var showsFrameClock = false
  private(set) var showsDetails = false
  /// Whether cycles are audible.
  private(set) var isTicking = false
  /// Whether a scene turned its sound on by itself.
  private var ticksByScene = false
  /// The scene's requests, if they are to be written to a file after this frame.
  private(set) var fileToWrite: String?
  /// A message, and the seconds for which it is shown.
  private var message: (text: String, left: Double)?
  /// The ticks of the last frame.
  private(set) var ticks: [Tick] = []
  /// The rhythm to play; `nil` in slow motion and pauses, which the sound device cannot follow.
  private(set) var rhythm: Rhythm?
  /// The trace's clock, which is slow in slow motion, and stopped while the help is open.
  private var clock = SceneClock()
  /// The open scene, and by index the scenes that were opened before.
  private var current: OpenedScene
  private var left: [Int: OpenedScene] = [:]
  private var setup: SceneSetup
  /// The clickable areas, as last drawn, and the mouse's position.
  private var targets: [Canvas.Target] = []
  private var pointer: Point?

  /// A scene with a clock of its own.
  private struct OpenedScene {
    var scene: any Scene
    /// The scene's clock, which follows the stage's clock.
    var clock: SceneClock
    /// Whether Space has stopped the scene; unused if the scene pauses itself.
    var isStopped = false
    var lastRow: TraceRow?
  }

  /// Opens the scene at an index in the list.
  init(_ list: SceneList = .demo, opening index: Int, _ setup: SceneSetup) {
    self.list = list
    self.index = index
    self.setup = setup
    current = OpenedScene(
      scene: list.scenes[index].init(setup), clock: SceneClock(time: setup.now))
    followSound(of: list.scenes[index])
  }

  /// Turns the sound on in a scene that plays at once, and off again in the next scene.
  private mutating func followSound(of scene: any Scene.Type) {
    if scene.playsAtOnce != ticksByScene, scene.playsAtOnce != isTicking {
      isTicking = scene.playsAtOnce
      ticksByScene = isTicking
    }
  }

  var scene: any Scene { current.scene }

  /// Shows a message for some seconds.
  mutating func tell(_ text: String) { message = (text, 5) }

  /// Advances the scene by a frame.
  ///
  /// - Returns: The frame's row of the trace. The row's time equals the frame's time until slow
  ///   motion or the help is first used.
  mutating func update(_ loopFrame: Frame, _ given: Controls) -> TraceRow {
    var controls = given
    pointer = given.pointer
    if let start = given.pressedAt,
      let target = targets.first(where: { $0.box.contains(x: start.x, y: start.y) })
    {
      // A click on a label does not drag the scene below it.
      if given.wasPointerPressed { controls.presses.append(target.press) }
      controls.pressedAt = nil
      controls.wasPointerPressed = false
    }
    fileToWrite = nil
    // This frame's keys do not affect its time: slow motion and the help act from the next frame
    // on.
    let frame = clock.advance(loopFrame, speed: showsHelp ? 0 : isSlow ? SceneClock.slowSpeed : 1)
    message?.left -= loopFrame.delta
    if let left = message?.left, left <= 0 { message = nil }
    let wasCovered = showsHelp
    let wasStopped = current.isStopped
    let count = list.scenes.count
    var pause: String?
    var opened: String?
    for press in controls.presses {
      switch press {
      case .help: showsHelp.toggle()
      case .leave where showsHelp: showsHelp = false
      case .leave: if !current.scene.takesBack() { isEnding = true }
      case .save: fileToWrite = current.scene.playFile
      case .details: showsDetails.toggle()
      case .tick:
        isTicking.toggle()
        ticksByScene = false
      case .slowMotion: isSlow.toggle()
      case .frameClock: showsFrameClock.toggle()
      // The list wraps around.
      case .nextScene: opened = open((index + 1) % count, frame)
      case .previousScene: opened = open((index + count - 1) % count, frame)
      case .pause where !wasCovered && !list.scenes[index].pausesItself:
        current.isStopped.toggle()
        pause = current.isStopped ? "paused" : "resumed"
      case .scene(let wanted) where wanted < count:
        // Selecting the open scene only closes the help.
        if wanted != index { opened = open(wanted, frame) } else { showsHelp = false }
      default: break
      }
    }
    if opened != nil { showsHelp = false }
    let waits = opened == nil ? wasCovered || wasStopped : current.isStopped
    var row = move(frame, opened == nil ? controls : Controls(), waits: waits)
    if let pause { row.events.append(pause) }
    if let opened { row.events.insert("scene_\(opened)", at: 0) }
    return row
  }

  /// Advances the open scene, or shows its last frame again.
  private mutating func move(_ frame: Frame, _ controls: Controls, waits: Bool) -> TraceRow {
    let last = current.lastRow
    let sceneFrame = current.clock.advance(frame, speed: waits ? 0 : 1)
    var row = last ?? TraceRow(time: frame.time)
    row.events = []
    if current.isStopped { row.cycleDurationInEffect = .infinity }
    if !waits || last == nil {
      row = current.scene.update(sceneFrame, controls) ?? TraceRow(time: frame.time)
    }
    row.time = frame.time
    if !waits || last == nil { current.lastRow = row }
    let begins = last.map { $0.cycle != row.cycle } ?? false
    let all = waits ? [] : scene.ticks ?? (begins ? [Tick()] : [])
    ticks = all.filter { isTicking || $0.isAlways }
    let isRunning = !showsHelp && !isSlow && !current.isStopped
    rhythm = isTicking && isRunning ? scene.rhythm : nil
    return row
  }

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var status = status
    status.showsDetails = showsDetails
    status.notice = notice(hasSound: status.hasSound)
    status.steering = scene.steering?.note
    status.paused = current.isStopped ? "paused" : scene.paused
    canvas.shownText = canvas.metrics.shownText
    canvas.pointer = showsHelp ? nil : pointer
    current.scene.draw(on: &canvas, status)
    SceneBar(list: list, open: index).draw(on: &canvas)
    canvas.shownText = .all
    if showsFrameClock { FrameClockOverlay(statistics: status.statistics).draw(on: &canvas) }
    if showsHelp {
      canvas.pointer = pointer
      // The help covers the clickable areas.
      canvas.targets = []
      HelpOverlay(list: list, open: index).draw(on: &canvas)
    }
    targets = canvas.targets
  }

  /// The message, or the states of L and T.
  private func notice(hasSound: Bool) -> String? {
    if let message { return message.text }
    if isSlow, isTicking { return "1/4 speed, \(hasSound ? "tick on" : "no sound")" }
    if isSlow { return "slow motion: 1/4 speed" }
    guard isTicking else { return nil }
    return !hasSound ? "no sound device" : list.scenes[index].playsAtOnce ? "T mutes" : "tick on"
  }

  private mutating func open(_ newIndex: Int, _ frame: Frame) -> String {
    left[index] = current
    index = newIndex
    followSound(of: list.scenes[newIndex])
    if let known = left.removeValue(forKey: newIndex) {
      current = known
      current.clock.skip(to: frame)
    } else {
      setup.now = frame.time
      current = OpenedScene(
        scene: list.scenes[newIndex].init(setup), clock: SceneClock(time: frame.time))
    }
    return list.scenes[newIndex].name
  }
}
