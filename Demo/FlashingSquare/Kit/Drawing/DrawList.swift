// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// A picture as an ordered list of drawing commands, made without a window.
///
/// A list is kept between frames to reuse its memory.
struct DrawList {
  /// One call to the renderer.
  enum Drawing {
    /// Rectangles of one colour; `pool` is the index of the reused array that holds them.
    case rectangles(RGBA8, pool: Int)
    /// Glyphs of a face, also held in a reused array.
    case glyphs(face: Int, pool: Int)
    /// Parts of a picture that changes in each frame; its pixels are read when the list is drawn.
    case picture(PixelPicture, [Sprite])
  }

  private(set) var drawings: [Drawing] = []
  private var rectanglePools: [[PixelRect]] = []
  private var spritePools: [[Sprite]] = []
  private var rectanglePoolsUsed = 0
  private var spritePoolsUsed = 0
  /// The pool and the index of each large opaque rectangle.
  private var large: [(pool: Int, index: Int)] = []

  /// Begins a new picture.
  mutating func removeAll() {
    drawings.removeAll(keepingCapacity: true)
    large.removeAll(keepingCapacity: true)
    for index in 0..<rectanglePoolsUsed { rectanglePools[index].removeAll(keepingCapacity: true) }
    for index in 0..<spritePoolsUsed { spritePools[index].removeAll(keepingCapacity: true) }
    rectanglePoolsUsed = 0
    spritePoolsUsed = 0
  }

  func rectangles(_ pool: Int) -> [PixelRect] { rectanglePools[pool] }
  func sprites(_ pool: Int) -> [Sprite] { spritePools[pool] }

  /// Adds a rectangle of whole pixels.
  ///
  /// If it is large and opaque, the parts of earlier ones under it are not drawn: a software
  /// renderer spends a millisecond on a million pixels.
  mutating func add(_ rect: PixelRect, _ color: RGBA8) {
    let pool = pool(of: color)
    if color.alpha == 255, Self.isLarge(rect) {
      for number in large.indices {
        uncover(large[number].pool, large[number].index, around: rect)
      }
    }
    append(rect, to: pool, isOpaque: color.alpha == 255)
  }

  private static func isLarge(_ rect: PixelRect) -> Bool { rect.width * rect.height >= 4096 }

  private mutating func append(_ rect: PixelRect, to pool: Int, isOpaque: Bool = true) {
    if isOpaque, Self.isLarge(rect) { large.append((pool, rectanglePools[pool].count)) }
    rectanglePools[pool].append(rect)
  }

  /// Replaces a rectangle by its parts above, below and beside a hole.
  private mutating func uncover(_ pool: Int, _ index: Int, around hole: PixelRect) {
    let old = rectanglePools[pool][index]
    let (right, bottom) = (old.x + old.width, old.y + old.height)
    let (left, top) = (max(hole.x, old.x), max(hole.y, old.y))
    let (end, low) = (min(hole.x + hole.width, right), min(hole.y + hole.height, bottom))
    guard left < end, top < low else { return }
    rectanglePools[pool][index].height = top - old.y
    for part in [
      PixelRect(x: old.x, y: low, width: old.width, height: bottom - low),
      PixelRect(x: old.x, y: top, width: left - old.x, height: low - top),
      PixelRect(x: end, y: top, width: right - end, height: low - top),
    ] where part.width > 0 && part.height > 0 { append(part, to: pool) }
  }

  mutating func add(_ rects: [PixelRect], _ color: RGBA8) {
    if !rects.isEmpty { rectanglePools[pool(of: color)] += rects }
  }

  /// The pool of the last command if that command draws rectangles of this colour; otherwise a new
  /// pool.
  private mutating func pool(of color: RGBA8) -> Int {
    if case .rectangles(color, let pool) = drawings.last { return pool }
    if rectanglePoolsUsed == rectanglePools.count { rectanglePools.append([]) }
    drawings.append(.rectangles(color, pool: rectanglePoolsUsed))
    rectanglePoolsUsed += 1
    return rectanglePoolsUsed - 1
  }

  mutating func add(_ sprite: Sprite, ofFace face: Int) {
    if case .glyphs(face, let pool) = drawings.last {
      spritePools[pool].append(sprite)
    } else {
      if spritePoolsUsed == spritePools.count { spritePools.append([]) }
      spritePools[spritePoolsUsed].append(sprite)
      drawings.append(.glyphs(face: face, pool: spritePoolsUsed))
      spritePoolsUsed += 1
    }
  }

  mutating func add(_ picture: PixelPicture, _ sprites: [Sprite]) {
    drawings.append(.picture(picture, sprites))
  }
}

/// A picture that changes in each frame, in a class, so that a draw list holds it without a copy.
final class PixelPicture {
  let size: PixelSize
  var colors: [RGBA8]

  init(_ size: PixelSize) {
    self.size = size
    colors = Array(repeating: Palette.ground, count: size.width * size.height)
  }
}
