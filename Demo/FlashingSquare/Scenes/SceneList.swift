// SPDX-License-Identifier: Apache-2.0

/// The scenes, in the order of the number keys; `--scene` takes their names.
enum SceneList {
  struct Entry: Sendable {
    /// What `--scene` takes.
    let name: String
    /// What the screen says.
    let title: String
    let open: @Sendable (SceneSetup) -> any Scene
  }

  static let all = [
    Entry(name: "square", title: "The hunted square") { SquareScene($0) },
    Entry(name: "modes", title: "Four ways to change a rate") { ModesScene($0) },
    Entry(name: "sheet", title: "Timing sheet") { SheetScene($0) },
    Entry(name: "slider", title: "Slider") { SliderScene($0) },
    Entry(name: "pull", title: "Pull to refresh") { PullScene($0) },
    Entry(name: "nested", title: "Nested speeds") { NestedScene($0) },
    Entry(name: "sprite", title: "Sprite sheet") { SpriteScene($0) },
    Entry(name: "clock", title: "Frame clock") { ClockScene($0) },
    Entry(name: "swarm", title: "Swarm") { SwarmScene($0) },
  ]
}
