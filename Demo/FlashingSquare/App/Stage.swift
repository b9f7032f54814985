// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The scene that is open, and what lies over every scene: switching, slow motion, ticks and help.
struct Stage {
  let list: SceneList
  private(set) var scene: any Scene
  /// The index of the open scene in the list.
  private(set) var index: Int
  private(set) var showsHelp = false
  /// The time that the scene gets.
  private(set) var clock = SceneClock()
  /// Whether cycles are heard: not until somebody asks for it.
  private(set) var isTicking = false
  /// What is heard of the last frame.
  private(set) var ticks: [Tick] = []
  /// The cycle of the open scene's last row.
  private var lastCycle: Int?
  private var setup: SceneSetup

  /// Opens the scene at an index of the list.
  init(_ list: SceneList = .demo, opening index: Int, _ setup: SceneSetup) {
    self.list = list
    self.index = index
    self.setup = setup
    scene = list.scenes[index].init(setup)
  }

  /// The mode that was chosen last, in whichever scene.
  var mode: DemoMode { scene.mode ?? setup.mode }

  /// Moves the scene on by a frame.
  ///
  /// - Returns: The frame's row of the trace. Its time is the scene's, which is the frame's until slow
  ///   motion is first used.
  mutating func update(_ loopFrame: Frame, _ controls: Controls) -> TraceRow {
    // Slow motion begins with this frame, which shows the time until now.
    let frame = clock.frame(loopFrame)
    var opened: String?
    for press in controls.presses {
      switch press {
      case .help: showsHelp.toggle()
      case .tick: isTicking.toggle()
      case .slowMotion: clock.toggle(at: loopFrame.time)
      case .nextScene: opened = open(neighbour: 1, at: frame.time)
      case .previousScene: opened = open(neighbour: -1, at: frame.time)
      // The scene that is open already goes on: opening it anew would lose what it shows.
      case .scene(let wanted) where wanted < list.scenes.count && wanted != index:
        opened = open(wanted, at: frame.time)
      default: break
      }
    }
    var row =
      scene.update(frame, opened == nil ? controls : Controls()) ?? TraceRow(time: frame.time)
    let begins = lastCycle.map { $0 != row.cycle } ?? false
    lastCycle = row.cycle
    ticks = isTicking ? scene.ticks ?? (begins ? [Tick()] : []) : []
    if let opened { row.events.insert("scene_\(opened)", at: 0) }
    return row
  }

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var status = status
    status.isSlow = clock.isSlow
    scene.draw(on: &canvas, status)
    if showsHelp { HelpOverlay(list: list, open: index).draw(on: &canvas) }
  }

  /// Opens the scene so many positions further in the list, which is a ring.
  private mutating func open(neighbour distance: Int, at time: Double) -> String {
    let count = list.scenes.count
    return open((index + distance + count) % count, at: time)
  }

  private mutating func open(_ newIndex: Int, at time: Double) -> String {
    setup.mode = mode
    setup.now = time
    lastCycle = nil
    index = newIndex
    scene = list.scenes[newIndex].init(setup)
    return list.scenes[newIndex].name
  }
}
