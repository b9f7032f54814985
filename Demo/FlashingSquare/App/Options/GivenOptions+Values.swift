// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

extension GivenOptions {
  /// A whole number from 1 to 1e9, which at 60 Hz is half a year of frames.
  func count(_ name: OptionName) throws(ProgramError) -> Int? {
    guard let text = text(name) else { return nil }
    let right =
      "\(name.rawValue) takes a whole number from 1 to 1000000000, "
      + "for example \(name.example)"
    guard let value = wholeNumber(text) else {
      throw invalidValue(name, "is not a whole number", right: right)
    }
    guard (1...1_000_000_000).contains(value) else {
      throw invalidValue(name, "is out of range", right: right)
    }
    return value
  }

  /// Seconds above 0 and up to 1e9.
  func seconds(_ name: OptionName) throws(ProgramError) -> Double? {
    guard let text = text(name) else { return nil }
    let right =
      "\(name.rawValue) takes seconds above 0, up to 1000000000, for example \(name.example)"
    guard let value = Double(decimal: text) else {
      throw invalidValue(name, "is not a number", right: right)
    }
    guard value > 0, value <= 1e9 else {
      throw invalidValue(name, "is out of range", right: right)
    }
    return value
  }

  /// Hertz from 1 to 1000 as an exact fraction: a decimal number, or two whole numbers with a
  /// slash.
  func rate(_ name: OptionName) throws(ProgramError) -> FrameRate? {
    guard let text = text(name) else { return nil }
    let right =
      "\(name.rawValue) takes hertz from 1 to 1000, for example \(name.example) or 60000/1001"
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let rate: FrameRate?
    if parts.count == 2 {
      guard let frames = wholeNumber(String(parts[0])), let seconds = wholeNumber(String(parts[1]))
      else { throw invalidValue(name, "is not a number", right: right) }
      let allowed = 1...1_000_000_000
      rate =
        allowed.contains(frames) && allowed.contains(seconds)
        ? FrameRate(frames: Int64(frames), seconds: Int64(seconds)) : nil
    } else {
      guard let value = Double(decimal: text) else {
        throw invalidValue(name, "is not a number", right: right)
      }
      rate = FrameRate(nearest: value)
    }
    guard let rate, (1...1000).contains(rate.hertz) else {
      throw invalidValue(name, "is out of range", right: right)
    }
    return rate
  }

  /// A width and a height in pixels, joined by an x.
  func size(_ name: OptionName) throws(ProgramError) -> PixelSize? {
    guard let text = text(name) else { return nil }
    let (smallest, largest) = (DemoOptions.smallestSize, DemoOptions.largestSize)
    let right =
      "\(name.rawValue) takes WIDTHxHEIGHT in pixels, "
      + "from \(smallest.text) to \(largest.text), for example \(name.example)"
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "X" }
    guard parts.count == 2,
      let width = wholeNumber(String(parts[0])), let height = wholeNumber(String(parts[1]))
    else { throw invalidValue(name, "is not a size", right: right) }
    guard width >= smallest.width, height >= smallest.height else {
      throw invalidValue(name, "is too small", right: right)
    }
    guard width <= largest.width, height <= largest.height else {
      throw invalidValue(name, "is too large", right: right)
    }
    return PixelSize(width: width, height: height)
  }

  /// The number that ASCII digits represent.
  ///
  /// Too many digits give the largest integer, which is out of every range.
  private func wholeNumber(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}
