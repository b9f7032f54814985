// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport

extension Lamp: AdditiveValue {
  package func adding(_ other: Lamp) -> Lamp {
    Lamp(brightness: brightness.adding(other.brightness), color: color.adding(other.color))
  }

  package func scaled(by factor: Double) -> Lamp {
    Lamp(brightness: brightness.scaled(by: factor), color: color.scaled(by: factor))
  }
}
