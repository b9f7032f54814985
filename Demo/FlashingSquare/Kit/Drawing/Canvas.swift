// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// The drawing surface of a scene: boxes, smooth shapes, text and curves in output pixels.
struct Canvas {
  /// The sizes for this output.
  private(set) var metrics: Metrics {
    didSet { if metrics != oldValue { faces = Self.faces(metrics) } }
  }
  /// The drawing commands of this frame.
  var list = DrawList()
  /// This frame's texts if `keepsTextBoxes`; their boxes also if `shownText` is `.whatFits`.
  private(set) var texts: [String] = []
  private(set) var textBoxes: [PixelBox] = []
  var keepsTextBoxes = false
  /// The text to draw; hidden text still takes space.
  var shownText = ShownText.all

  /// The mouse's position; `nil` if nothing may react to it.
  var pointer: Point?
  /// The clickable areas, in the order of drawing.
  var targets: [Target] = []

  var scratch = CanvasScratch()
  /// The faces for ``metrics``: regular and bold in each text size.
  private var faces: [GlyphFace]

  init(_ metrics: Metrics) {
    self.metrics = metrics
    faces = Self.faces(metrics)
  }

  private static func faces(_ metrics: Metrics) -> [GlyphFace] {
    TypeSize.allCases.flatMap { size in
      GlyphWeight.allCases.map { GlyphAtlas.embedded.face(size: metrics.type(size), weight: $0) }
    }
  }

  var bounds: PixelBox { PixelBox(x: 0, y: 0, width: metrics.width, height: metrics.height) }

  mutating func begin(_ metrics: Metrics) {
    self.metrics = metrics
    list.removeAll()
    targets.removeAll(keepingCapacity: true)
    shownText = .all
    texts.removeAll(keepingCapacity: true)
    textBoxes.removeAll(keepingCapacity: true)
  }

  // MARK: - Shapes

  mutating func fill(_ box: PixelBox, _ color: RGBA8) {
    guard box.width > 0, box.height > 0 else { return }
    list.add(PixelRect(box), color)
  }

  /// Fills a box with round corners.
  mutating func fill(_ box: PixelBox, radius wanted: Int, _ color: RGBA8) {
    let radius = min(wanted, box.width / 2, box.height / 2)
    guard radius > 1 else { return fill(box, color) }
    fill(box.inset(0, radius), color)
    for y in [box.y, box.bottom - radius] {
      fill(box.inset(radius, 0).row(y, height: radius), color)
    }
    corners(of: box, radius: radius, color)
  }

  /// Draws the edge of a box with round corners, inside the box.
  mutating func outline(_ box: PixelBox, radius wanted: Int, _ thickness: Int, _ color: RGBA8) {
    let radius = max(thickness, min(wanted, box.width / 2, box.height / 2))
    for y in [box.y, box.bottom - thickness] {
      fill(box.inset(radius, 0).row(y, height: thickness), color)
    }
    for x in [box.x, box.right - thickness] {
      fill(box.inset(0, radius).column(x, width: thickness), color)
    }
    corners(of: box, radius: radius, thickness: thickness, color)
  }

  /// Draws a square that flashes from almost dark to its colour, with an edge that is visible while
  /// the square is dark.
  mutating func flash(_ value: Double, _ color: RGBA8, in box: PixelBox) {
    let edge = max(1, metrics.px(2))
    let radius = box.width / 13
    fill(box, radius: radius, Palette.edge(of: color))
    fill(box.inset(edge), radius: max(0, radius - edge), Palette.flash(value, color))
  }

  // MARK: - The mouse

  /// A clickable area and its key.
  struct Target: Hashable, Sendable {
    let box: PixelBox
    let press: Controls.Press
  }

  /// Makes a click in a box act as a key, unless an earlier area covers the point of the click.
  mutating func target(_ box: PixelBox, _ press: Controls.Press) {
    targets.append(Target(box: box, press: press))
  }

  func isHovered(_ box: PixelBox) -> Bool {
    pointer.map { box.contains(x: $0.x, y: $0.y) } ?? false
  }

  // MARK: - Text

  /// A line of a block of text.
  typealias TextLine = (text: String, face: GlyphFace, color: RGBA8)

  /// Draws lines of text below each other, vertically centred in a box.
  mutating func lines(
    _ lines: [TextLine], in room: PixelBox, x: Int, align: TextAlignment = .left
  ) {
    let height = lines.reduce(0) { $0 + $1.face.lineHeight }
    var y = room.y + (room.height - height) / 2
    for (text, face, color) in lines {
      y += self.text(text, face, color, x: x, y: y, align: align).height
    }
  }

  /// Draws parts of a line next to each other: all, or none if they do not fit.
  /// - Returns: The box of each part; empty if none is drawn.
  @discardableResult
  mutating func parts(
    _ parts: [TextLine], x: Int, y: Int, align: TextAlignment = .left
  ) -> [PixelBox] {
    let width = parts.reduce(0) { $0 + self.width(of: $1.text, $1.face) }
    let left = align == .left ? x : align == .centre ? x - width / 2 : x - width
    let height = parts.map(\.face.lineHeight).max() ?? 0
    let box = PixelBox(x: left, y: y, width: width, height: height)
    let shown = shownText
    guard shown == .all || shown == .whatFits && hasRoom(for: box) else { return [] }
    shownText = .all
    var x = left
    let boxes = parts.map { part in
      let box = text(part.text, part.face, part.color, x: x, y: y)
      x = box.right
      return box
    }
    shownText = shown
    if shown == .whatFits, !keepsTextBoxes { textBoxes.append(box) }
    return boxes
  }

  /// A face for a text size on this output.
  func face(_ size: TypeSize, _ weight: GlyphWeight = .regular) -> GlyphFace {
    faces[size.rawValue * GlyphWeight.allCases.count + Int(weight.rawValue)]
  }

  /// The width of a line of text in pixels.
  func width(of text: String, _ face: GlyphFace) -> Int {
    text.reduce(0) { $0 + face.glyph(for: $1).advance }
  }

  /// Draws a line of text with its top at `y`, on whole pixels.
  ///
  /// Spaces take room and draw nothing; a character without a glyph draws the face's replacement
  /// box.
  /// - Parameter align: The point of the line that is at `x`: its left end, its middle (rounded
  ///   down to a whole pixel), or its right end.
  /// - Returns: The box of the text.
  @discardableResult
  mutating func text(
    _ text: String, _ face: GlyphFace, _ color: RGBA8, x: Int, y: Int,
    align: TextAlignment = .left
  ) -> PixelBox {
    let left =
      switch align {
      case .left: x
      case .centre: x - (width(of: text, face) + 1) / 2
      case .right: x - width(of: text, face)
      }
    let box = PixelBox(x: left, y: y, width: width(of: text, face), height: face.lineHeight)
    guard shownText == .all || shownText == .whatFits && hasRoom(for: box) else { return box }
    var pen = left
    for character in text {
      let glyph = face.glyph(for: character)
      let source = glyph.source
      if source.width > 0 {
        let destination = PixelBox(
          x: pen + glyph.leftBearing, y: y + face.ascent - glyph.topBearing, width: source.width,
          height: source.height)
        let region = PixelRegion(
          x: source.x, y: source.y, width: source.width, height: source.height)
        list.add(
          Sprite(source: region, destination: PixelRect(destination), tint: color),
          ofFace: face.index)
      }
      pen += glyph.advance
    }
    if keepsTextBoxes { texts.append(text) }
    if keepsTextBoxes || shownText == .whatFits { textBoxes.append(box) }
    return box
  }

  /// Whether a box is inside the output and overlaps no other text of this frame.
  private func hasRoom(for box: PixelBox) -> Bool {
    box.x >= 0 && box.y >= 0 && box.right <= metrics.width && box.bottom <= metrics.height
      && !textBoxes.contains { $0.overlaps(box.inset(-2, 0)) }
  }
}

extension PixelRect {
  init(_ box: PixelBox) {
    self.init(
      x: Float(box.x), y: Float(box.y), width: Float(box.width), height: Float(box.height))
  }
}

/// The part of the text that a canvas draws.
enum ShownText: Hashable, Sendable {
  case all
  /// The text inside the output that does not overlap earlier text.
  case whatFits
  case none
}

/// The part of a line of text that is placed at the given x.
enum TextAlignment: Hashable, Sendable, CaseIterable {
  case left
  case centre
  case right
}

/// Arrays that are refilled in each drawing, kept to reuse their memory.
struct CanvasScratch {
  var columnTop: [Float] = []
  var columnBottom: [Float] = []
  /// The rectangles of a curve: the opaque ones, then the smooth edges above and below it, at one,
  /// two and three quarters of the opacity.
  var strokes = [[PixelRect]](repeating: [], count: 7)
  var soft = SoftScratch()
}
