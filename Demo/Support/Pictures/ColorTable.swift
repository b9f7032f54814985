// SPDX-License-Identifier: Apache-2.0

/// At most 255 colours for the pixels of a picture: theirs, or where there are more, the means of
/// groups of like ones.
///
/// Source: P. Heckbert, "Color Image Quantization for Frame Buffer Display", SIGGRAPH 1982 (median
/// cut).
struct ColorTable {
  /// Colours as 0xRRGGBB.
  private(set) var colors: [UInt32] = []
  private var indices: [UInt32: UInt8] = [:]

  static let capacity = 255

  /// A table for pixels.
  init(_ pixels: [UInt32]) {
    var counts: [UInt32: Int] = [:]
    // By runs of one colour: most of what is drawn is flat.
    var start = 0
    for end in 1...pixels.count where end == pixels.count || pixels[end] != pixels[start] {
      counts[pixels[start], default: 0] += end - start
      start = end
    }
    // In order of colour: a dictionary has another order in each run.
    var groups = [counts.sorted { $0.key < $1.key }]
    if counts.count > Self.capacity {
      while groups.count < Self.capacity, let index = Self.largest(groups) {
        let (low, high) = Self.split(groups[index])
        groups[index] = low
        groups.append(high)
      }
    } else {
      groups = groups[0].map { [$0] }
    }
    for group in groups where !group.isEmpty {
      for (color, _) in group { indices[color] = UInt8(colors.count) }
      colors.append(Self.mean(group))
    }
  }

  /// Calls `body` with the entry for each of the pixels that the table was made of.
  func forEachIndex(of pixels: [UInt32], _ body: (UInt8) -> Void) {
    var last: (color: UInt32, index: UInt8)?
    for color in pixels {
      if let last, last.color == color {
        body(last.index)
      } else {
        let index = indices[color] ?? 0
        last = (color, index)
        body(index)
      }
    }
  }

  private typealias Group = [(key: UInt32, value: Int)]

  /// The group that is worth splitting most: by its widest channel, and how many pixels it has.
  private static func largest(_ groups: [Group]) -> Int? {
    let worths = groups.map { group in
      Double(width(group).most) * Double(group.reduce(0) { $0 + $1.value }).squareRoot()
    }
    guard let index = worths.indices.max(by: { worths[$0] < worths[$1] }), worths[index] > 0 else {
      return nil
    }
    return index
  }

  private static func channel(_ color: UInt32, _ shift: UInt32) -> Int {
    Int(color >> shift & 0xFF)
  }

  /// The range of the channel with the widest one, and that channel's shift.
  private static func width(_ group: Group) -> (most: Int, shift: UInt32) {
    var widest = (most: 0, shift: UInt32(0))
    for shift in [UInt32(16), 8, 0] {
      let values = group.map { channel($0.key, shift) }
      let range = (values.max() ?? 0) - (values.min() ?? 0)
      if range > widest.most { widest = (range, shift) }
    }
    return widest
  }

  /// Two groups with about as many pixels, by the widest channel.
  private static func split(_ group: Group) -> (Group, Group) {
    let shift = width(group).shift
    let sorted = group.sorted {
      (channel($0.key, shift), $0.key) < (channel($1.key, shift), $1.key)
    }
    let half = sorted.reduce(0) { $0 + $1.value } / 2
    var (sum, index) = (0, 0)
    repeat {
      sum += sorted[index].value
      index += 1
    } while sum < half && index < sorted.count - 1
    return (Array(sorted[..<index]), Array(sorted[index...]))
  }

  private static func mean(_ group: Group) -> UInt32 {
    let total = group.reduce(0) { $0 + $1.value }
    return [UInt32(16), 8, 0].reduce(0) { color, shift in
      let sum = group.reduce(0) { $0 + channel($1.key, shift) * $1.value }
      return color | UInt32((sum + total / 2) / total) << shift
    }
  }
}
