// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// A display that goes over from 59.94 Hz to 50, 143.9 and 60 without telling, and our clock on it.
package struct RelockTrial {
  /// The frames at which the clock locked: the first time, and once for each change.
  package private(set) var locks: [Int] = []
  /// The frames at which the display changed.
  package private(set) var changes: [Int] = []
  /// What the clock measures at the end; nil where it is not locked.
  package let hertz: Double?

  package init(_ noise: SimulatedDisplay.Noise, seed: UInt64) {
    var clock = DisplayClock(reported: .sixty)
    let rates: [(Double, Double)] = [(59.94, 10), (50, 10), (143.9, 3), (60, 10)]
    let frames = SimulatedDisplay(rates, noise: noise).run(seed: seed)
    for (number, frame) in frames.enumerated() {
      if clock.presented(at: frame.begun).hasLocked { locks.append(number) }
      guard number > 2 else { continue }
      let shown = frames[number - 1].shown - frames[number - 2].shown
      let before = frames[number - 2].shown - frames[number - 3].shown
      // A frame that took two refreshes is no change; and changes of the step come in twos and
      // threes, of which the first represents all.
      let isMultiple = abs(shown / before - 2) <= 0.01 || abs(before / shown - 2) <= 0.01
      if abs(shown - before) > 1e5, !isMultiple, number - (changes.last ?? -100) > 100 {
        changes.append(number)
      }
    }
    hertz = clock.hertz
  }

  /// Frames from each change to the lock that follows it.
  package var delays: [Int] { zip(changes, locks.dropFirst()).map { $1 - $0 } }
}
