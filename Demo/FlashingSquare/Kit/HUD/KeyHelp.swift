// SPDX-License-Identifier: Apache-2.0

/// A key and its action, for the help.
struct KeyHelp: Hashable, Sendable {
  let key: String
  let does: String

  init(_ key: String, _ does: String) {
    self.key = key
    self.does = does
  }

  /// The keys of all scenes; a scene's own key of the same name replaces the common key.
  static let common = [
    KeyHelp("Space", "pause"),
    KeyHelp("D", "details: figures, frames a second"),
    KeyHelp("L", "slow motion, a quarter of the speed"),
    KeyHelp("T", "a soft tick for each cycle"),
    KeyHelp("Tab, 1\u{2013}9", "open a scene; Shift+Tab opens the previous one"),
    KeyHelp("F, F3", "full screen; the timing of the frames"),
    KeyHelp("H", "this help; the scene waits behind it"),
    KeyHelp("Esc", "close this help; quit"),
  ]
}
