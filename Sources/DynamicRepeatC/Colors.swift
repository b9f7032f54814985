// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_mix_srgb8(_ a: UInt8, _ b: UInt8, _ value: Double) -> UInt8 {
  // Clamping keeps the products finite and changes no result: at ±4096 every channel has reached
  // its limit, because the smallest step of linear light is larger than 1/4096.
  let progress = value.isNaN ? 0 : min(max(value, -4096), 4096)
  let from = Color(sRGB8: a, green: 0, blue: 0)
  let to = Color(sRGB8: b, green: 0, blue: 0)
  return Color.interpolate(from: from, to: to, progress: progress).sRGB8.red
}
