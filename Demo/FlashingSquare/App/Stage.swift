// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The scene that is open, and what lies over every scene: switching and help.
struct Stage {
  private(set) var scene: any Scene
  private(set) var place: Int
  private(set) var showsHelp = false
  private var setup: SceneSetup

  /// Opens the scene at a place in `SceneList.all`.
  init(opening place: Int, _ setup: SceneSetup) {
    self.place = place
    self.setup = setup
    scene = SceneList.all[place].open(setup)
  }

  /// Moves the scene on by a frame.
  /// - Returns: The frame's row of the trace.
  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow {
    var opened: String?
    for press in controls.presses {
      switch press {
      case .help: showsHelp.toggle()
      case .nextScene: opened = open((place + 1) % SceneList.all.count, at: frame.time)
      case .scene(let wanted) where wanted < SceneList.all.count:
        opened = open(wanted, at: frame.time)
      default: break
      }
    }
    var row = scene.update(frame, opened == nil ? controls : Controls())
    if let opened { row.events.insert("scene_\(opened)", at: 0) }
    return row
  }

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    scene.draw(on: &canvas, status)
    if showsHelp { HelpOverlay.draw(scene.help, on: &canvas) }
  }

  private mutating func open(_ newPlace: Int, at time: Double) -> String {
    setup.mode = scene.mode
    setup.now = time
    place = newPlace
    scene = SceneList.all[newPlace].open(setup)
    return SceneList.all[newPlace].name
  }
}
