// SPDX-License-Identifier: Apache-2.0

/// The packing of an atlas's pixels: runs, of which most repeat the row above.
enum GlyphCoverage {
  /// A step of 4-bit coverage in 8-bit coverage: 15 steps are 255.
  static let step: UInt8 = 17

  /// Unpacks runs of 4-bit coverage to one byte a pixel.
  ///
  /// - Parameter packed: Runs as described at the head of Assets/make-glyphs.
  /// - Throws: `GlyphAtlasError.coverage` unless the runs fill `width * height` pixels exactly.
  static func unpack(
    _ packed: ArraySlice<UInt8>, width: Int, height: Int, face: Int
  ) throws(GlyphAtlasError) -> [UInt8] {
    let total = width * height
    var pixels = [UInt8](repeating: 0, count: total)
    var at = packed.startIndex
    var pixel = 0
    while pixel < total {
      guard at < packed.endIndex else {
        throw .coverage(face: face, problem: "\(pixel) pixels of \(total), then it ends")
      }
      let head = packed[at]
      at += 1
      let end = pixel + Int(head & 63) + 1
      guard end <= total else {
        throw .coverage(face: face, problem: "a run ends at pixel \(end) of \(total)")
      }
      switch head >> 6 {
      case 0:
        break
      case 1:
        for index in pixel..<end { pixels[index] = 255 }
      case 2:
        for index in max(pixel, width)..<max(end, width) { pixels[index] = pixels[index - width] }
      default:
        let length = (end - pixel + 1) / 2
        guard packed.endIndex - at >= length else {
          throw .coverage(face: face, problem: "a literal run at pixel \(pixel) is cut off")
        }
        for index in pixel..<end {
          let pair = packed[at + (index - pixel) / 2]
          pixels[index] = ((index - pixel) & 1 == 0 ? pair & 15 : pair >> 4) * step
        }
        at += length
      }
      pixel = end
    }
    guard at == packed.endIndex else {
      throw .coverage(face: face, problem: "\(packed.endIndex - at) bytes after the last pixel")
    }
    return pixels
  }
}
