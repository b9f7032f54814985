// SPDX-License-Identifier: Apache-2.0

/// The beginning of a cycle, as it is heard.
struct Tick: Hashable, Sendable {
  /// The pitch.
  var hertz = 1200.0
  /// The largest sample, 0...1.
  var volume = 0.2
}
