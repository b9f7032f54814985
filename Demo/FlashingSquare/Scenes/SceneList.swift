// SPDX-License-Identifier: Apache-2.0

/// The scenes in the order of the number keys, Page up and Page down; `--scene` takes their names.
struct SceneList: Sendable {
  let scenes: [any (Scene & SendableMetatype).Type]

  /// The scenes of the demo; add a new scene here.
  static let demo = SceneList(scenes: [
    AnswersScene.self,
    HuntScene.self,
    SheetScene.self,
    SliderScene.self,
    PullScene.self,
    NestedScene.self,
    SpriteScene.self,
    SwarmScene.self,
    BeatScene.self,
  ])

  var names: [String] { scenes.map { $0.name } }
}
