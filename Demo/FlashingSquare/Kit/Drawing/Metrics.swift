// SPDX-License-Identifier: Apache-2.0

/// Sizes on this output: one design of 960 x 540 points, in the output's own pixels.
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

  /// The part of the output that the design fills: all of it, but for very wide and very high ones.
  var frame: PixelBox {
    let w = min(width, height * 2)
    let h = min(height, width * 3 / 2)
    return PixelBox(x: (width - w) / 2, y: (height - h) / 2, width: w, height: h)
  }

  /// Whole pixels for a length of the design; at least 1.
  func px(_ points: Double) -> Int { max(1, Int((points * scale).rounded())) }

  /// Pixels of type: it shrinks with the design, down to what can be read on this display.
  func type(_ size: TypeSize) -> Int {
    max(Int(size.points * scale), Int(Self.smallestType * density))
  }

  /// Which text has room: none in a small window, which has room for the picture only.
  ///
  /// A narrow window has the height for most of it: there a text that would cover another is left out.
  var shownText: ShownText {
    guard Double(frame.height) >= 0.62 * 540 * density else { return .none }
    if scale / density >= 0.62 { return .all }
    return Double(frame.width) >= 400 * density ? .whatFits : .none
  }

  /// Desktop units of the smallest type that is legible.
  private static let smallestType = 12.0
}

/// The sizes of type, in points of the design.
enum TypeSize: Int, Hashable, Sendable, CaseIterable {
  /// Labels and explanations.
  case small
  /// A sentence that is read while things move.
  case lead
  /// Names and numbers.
  case medium
  /// A scene's title.
  case title
  /// The one thing to be read first.
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
