// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

extension GivenOptions {
  /// A whole number from 1 to 1e9, which at 60 Hz is half a year of frames.
  func count(_ name: OptionName) throws(ProgramError) -> Int? {
    try value(
      name, "a whole number from 1 to 1000000000", "a whole number", Self.wholeNumber
    ) { (1...1_000_000_000).contains($0) }
  }

  /// Seconds above 0 and up to 1e9.
  func seconds(_ name: OptionName) throws(ProgramError) -> Double? {
    let read = { (text: String) in Double(decimal: text) }
    return try value(name, "seconds above 0, up to 1000000000", "a number", read) {
      $0 > 0 && $0 <= 1e9
    }
  }

  /// Hertz from 1 to 1000 as an exact fraction: a decimal number, or two whole numbers with a
  /// slash.
  func rate(_ name: OptionName) throws(ProgramError) -> FrameRate? {
    let read = { (text: String) -> FrameRate?? in
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return Double(decimal: text).map { FrameRate(nearest: $0) } }
      guard let frames = Self.wholeNumber(String(parts[0])),
        let seconds = Self.wholeNumber(String(parts[1]))
      else { return nil }
      let allowed = 1...1_000_000_000
      return .some(
        allowed.contains(frames) && allowed.contains(seconds)
          ? FrameRate(frames: Int64(frames), seconds: Int64(seconds)) : nil)
    }
    let rate = try value(name, "hertz from 1 to 1000", "a number", read) {
      $0.map { (1...1000).contains($0.hertz) } ?? false
    }
    return rate ?? nil
  }

  /// A width and a height in pixels, joined by an x.
  func size(_ name: OptionName) throws(ProgramError) -> PixelSize? {
    let (least, most) = (DemoOptions.smallestSize, DemoOptions.largestSize)
    let read = { (text: String) -> PixelSize? in
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "X" }
        .compactMap { Self.wholeNumber(String($0)) }
      return parts.count == 2 ? PixelSize(width: parts[0], height: parts[1]) : nil
    }
    return try value(
      name, "WIDTHxHEIGHT in pixels, from \(least.text) to \(most.text)", "a size", read
    ) {
      (least.width...most.width).contains($0.width)
        && (least.height...most.height).contains($0.height)
    }
  }

  /// Reads a value and checks its range.
  /// - Parameters:
  ///   - allowed: The values that the option takes, in words.
  ///   - kind: What every text that can be read is, such as "a number".
  private func value<Value>(
    _ name: OptionName, _ allowed: String, _ kind: String, _ read: (String) -> Value?,
    _ isInRange: (Value) -> Bool
  ) throws(ProgramError) -> Value? {
    guard let text = text(name) else { return nil }
    let right = "\(name.rawValue) takes \(allowed), for example \(name.example)"
    guard let value = read(text) else {
      throw invalidValue(name, "is not \(kind)", right: right)
    }
    guard isInRange(value) else { throw invalidValue(name, "is out of range", right: right) }
    return value
  }

  /// The number that ASCII digits represent.
  ///
  /// Too many digits give the largest integer, which is out of every range.
  private static func wholeNumber(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}
