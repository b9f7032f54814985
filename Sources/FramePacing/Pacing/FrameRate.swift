// SPDX-License-Identifier: Apache-2.0

/// Frames per second as a fraction, so that a grid of frames made from it never drifts.
///
/// 60 Hz is 16 666 666.67 ns a frame: a whole number of nanoseconds loses a frame in nine days,
/// and NTSC's 60000/1001 Hz has no exact binary form at all.
public struct FrameRate: Hashable, Sendable {
  /// Frames in `seconds` seconds; 1...1_000_000_000_000.
  public let frames: Int64
  /// The seconds that `frames` frames take; 1...1_000_000_000.
  public let seconds: Int64

  /// 60 Hz: what a display is taken to do when it does not say.
  public static let sixty = FrameRate(hertz: 60)

  /// `frames` frames in `seconds` seconds: `FrameRate(frames: 60_000, seconds: 1001)` is NTSC's.
  /// - Precondition: Both are positive, and not above 10¹² and 10⁹.
  public init(frames: Int64, seconds: Int64) {
    require("a rate's frames", frames, in: 1...1_000_000_000_000)
    require("a rate's seconds", seconds, in: 1...1_000_000_000)
    self.frames = frames
    self.seconds = seconds
  }

  /// A whole number of hertz.
  /// - Precondition: `hertz` is in 1...1_000_000.
  public init(hertz: Int) {
    require("a frame rate", hertz, in: 1...1_000_000, unit: " Hz")
    self.init(frames: Int64(hertz), seconds: 1)
  }

  /// The rate nearest to `hertz`, to a millionth of a hertz; for rates that come from outside.
  /// - Returns: `nil` unless `hertz` is in 0.001...1_000_000.
  public init?(nearest hertz: Double) {
    guard hertz >= 0.001, hertz <= 1_000_000 else { return nil }
    if hertz == hertz.rounded() {
      self.init(hertz: Int(hertz))
    } else {
      self.init(frames: Int64((hertz * 1_000_000).rounded()), seconds: 1_000_000)
    }
  }

  /// Frames per second, nearest `Double`.
  public var hertz: Double { Double(frames) / Double(seconds) }

  /// Seconds per frame, nearest `Double`.
  public var period: Double { Double(seconds) / Double(frames) }

  /// Nanoseconds from the first frame to frame `number`, rounded down: exact for every number.
  /// - Precondition: `number` is not negative and the answer fits in `Int64` (292 years).
  package func nanoseconds(toFrame number: Int64) -> Int64 {
    require("a frame's number", number, in: 0 ... .max)
    return Int64(Int128(number) * Int128(seconds) * 1_000_000_000 / Int128(frames))
  }

  /// The last frame that is due `nanoseconds` after the first; the inverse of
  /// `nanoseconds(toFrame:)`.
  /// - Precondition: `nanoseconds` is not negative, and the answer fits in `Int64`.
  package func frame(dueAt nanoseconds: Int64) -> Int64 {
    require("a frame's time", nanoseconds, in: 0 ... .max, unit: " ns")
    // `nanoseconds(toFrame:)` rounds down, so frame n is due at t from n·P < t + 1 on.
    let product = (Int128(nanoseconds) + 1) * Int128(frames) - 1
    return Int64(product / (Int128(seconds) * 1_000_000_000))
  }
}
