// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A delegate with one property, from 0 to 10, and a closure for events.
final class LampDelegate: DynamicRepeatDelegate {
  @Repeated var brightness = 0.0
  var onEvent: (DynamicRepeatAnimation, RepeatEvent) -> Void = { _, _ in }

  func setupDefaultState() { brightness = 0 }
  func setupAlternateState() { brightness = 10 }

  func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent) {
    onEvent(animation, event)
  }
}
