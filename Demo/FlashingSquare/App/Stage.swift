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
      case .nextScene: opened = open(neighbour: 1, at: frame.time)
      case .previousScene: opened = open(neighbour: -1, at: frame.time)
      // The scene that is open already goes on: opening it anew would lose what it shows.
      case .scene(let wanted) where wanted < SceneList.all.count && wanted != place:
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

  /// Opens the scene so many places further in the list, which is a ring.
  private mutating func open(neighbour distance: Int, at time: Double) -> String {
    let count = SceneList.all.count
    return open((place + distance + count) % count, at: time)
  }

  private mutating func open(_ newPlace: Int, at time: Double) -> String {
    setup.mode = scene.mode
    setup.now = time
    place = newPlace
    scene = SceneList.all[newPlace].open(setup)
    return SceneList.all[newPlace].name
  }
}
