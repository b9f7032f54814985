// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The player's square, animated by ``DynamicRepeatAnimation``: its light goes from one state to
/// the other and back.
final class PlayerSquare: DynamicRepeatDelegate {
  @Repeated var light = 0.0

  func setupDefaultState() { light = 0 }
  func setupAlternateState() { light = 1 }
}
