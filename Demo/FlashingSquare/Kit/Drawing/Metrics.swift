// SPDX-License-Identifier: Apache-2.0

/// Sizes for this output: a design of 960 x 540 points, scaled to output pixels.
struct Metrics: Hashable, Sendable {
  /// The output in pixels.
  let width: Int
  let height: Int
  /// Pixels per unit of the desktop: 2 on a high-density display.
  let density: Double
  /// Pixels per point of the design.
  let scale: Double

  init(width: Int, height: Int, density: Double = 1) {
    self.width = width
    self.height = height
    self.density = density
    scale = min(Double(width) / 960, Double(height) / 540)
  }

  /// The part of the output that the design fills: the whole output, unless that is very wide or
  /// very high.
  var frame: PixelBox {
    let w = min(width, height * 2)
    let h = min(height, width * 3 / 2)
    return PixelBox(x: (width - w) / 2, y: (height - h) / 2, width: w, height: h)
  }

  /// A length of the design in whole pixels; at least 1.
  func px(_ points: Double) -> Int { max(1, Int((points * scale).rounded())) }

  /// A length of something that the mouse grips: as ``px(_:)``, but in a small window not too small
  /// to hit.
  func grip(_ points: Double) -> Int { max(1, Int((points * max(scale, 0.8 * density)).rounded())) }

  /// A text size in pixels, which shrinks with the design, down to the smallest legible size.
  func type(_ size: TypeSize) -> Int {
    max(Int(size.points * scale), Int(Self.smallestType * density))
  }

  /// The text that fits: none in a small window, which shows only the picture.
  ///
  /// In a narrow window that is high enough, a text is shown only if it has room beside the texts
  /// that are already shown.
  var shownText: ShownText {
    guard Double(frame.height) >= 0.62 * 540 * density else { return .none }
    if scale / density >= 0.62 { return .all }
    return Double(frame.width) >= 400 * density ? .whatFits : .none
  }

  /// The smallest legible text size in desktop units.
  private static let smallestType = 12.0
}

/// The text sizes, in points of the design.
enum TypeSize: Int, Hashable, Sendable, CaseIterable {
  /// Labels and explanations.
  case small
  /// A sentence to be read while things move.
  case lead
  /// Names and numbers.
  case medium
  /// A scene's title.
  case title
  /// The most important text.
  case large

  var points: Double {
    switch self {
    case .small: 12
    case .lead: 15
    case .medium: 18
    case .title: 22
    case .large: 32
    }
  }
}
