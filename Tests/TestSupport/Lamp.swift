// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The example of the documentation: an animatable type defined by the program.
package struct Lamp: Interpolatable, Equatable, Sendable {
  package var brightness: Double
  package var color: Color

  package init(brightness: Double, color: Color) {
    self.brightness = brightness
    self.color = color
  }

  package static func interpolate(from: Lamp, to: Lamp, progress: Double) -> Lamp {
    Lamp(
      brightness: .interpolate(from: from.brightness, to: to.brightness, progress: progress),
      color: .interpolate(from: from.color, to: to.color, progress: progress))
  }
}
