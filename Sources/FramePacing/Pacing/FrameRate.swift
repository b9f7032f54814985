// SPDX-License-Identifier: Apache-2.0

/// A frame rate as a fraction, so that a frame grid computed from it never drifts.
///
/// 60 Hz is 16 666 666.67 ns per frame. A period rounded to whole nanoseconds would lose a frame in
/// nine days. NTSC's 60000/1001 Hz has no exact binary form.
public struct FrameRate: Hashable, Sendable {
  /// Frames in `seconds` seconds; 1...1_000_000_000_000.
  public let frames: Int64
  /// The seconds that `frames` frames take; 1...1_000_000_000.
  public let seconds: Int64

  /// 60 Hz, the assumed rate of a display that reports none.
  public static let sixty = FrameRate(hertz: 60)

  /// `frames` frames in `seconds` seconds; NTSC is `FrameRate(frames: 60_000, seconds: 1001)`.
  /// - Precondition: `frames` is in 1...10¹², `seconds` in 1...10⁹.
  public init(frames: Int64, seconds: Int64) {
    require("a rate's frames", frames, in: 1...1_000_000_000_000)
    require("a rate's seconds", seconds, in: 1...1_000_000_000)
    self.frames = frames
    self.seconds = seconds
  }

  /// A rate of whole hertz.
  /// - Precondition: `hertz` is in 1...1_000_000.
  public init(hertz: Int) {
    require("a frame rate", hertz, in: 1...1_000_000, unit: " Hz")
    self.init(frames: Int64(hertz), seconds: 1)
  }

  /// The rate nearest to `hertz`, to a millionth of a hertz, for rates from outside the program.
  /// - Returns: `nil` unless `hertz` is in 0.001...1_000_000.
  public init?(nearest hertz: Double) {
    guard hertz >= 0.001, hertz <= 1_000_000 else { return nil }
    if hertz == hertz.rounded() {
      self.init(hertz: Int(hertz))
    } else {
      self.init(frames: Int64((hertz * 1_000_000).rounded()), seconds: 1_000_000)
    }
  }

  /// Frames per second, as the nearest `Double`.
  public var hertz: Double { Double(frames) / Double(seconds) }

  /// Seconds per frame, as the nearest `Double`.
  public var period: Double { Double(seconds) / Double(frames) }

  /// Nanoseconds from the first frame to frame `number`, rounded down without other errors.
  /// - Precondition: `number` is not negative, and the result fits in `Int64` (292 years).
  package func nanoseconds(toFrame number: Int64) -> Int64 {
    require("a frame's number", number, in: 0 ... .max)
    return Int64(Int128(number) * Int128(seconds) * 1_000_000_000 / Int128(frames))
  }

  /// The last frame that is due at most `nanoseconds` after the first; the inverse of
  /// `nanoseconds(toFrame:)`.
  /// - Precondition: `nanoseconds` is not negative, and the result fits in `Int64`.
  package func frame(dueAt nanoseconds: Int64) -> Int64 {
    require("a frame's time", nanoseconds, in: 0 ... .max, unit: " ns")
    // With P nanoseconds per frame, `nanoseconds(toFrame:)` rounds n·P down. Frame n is therefore
    // due at the first whole t with n·P < t + 1.
    let product = (Int128(nanoseconds) + 1) * Int128(frames) - 1
    return Int64(product / (Int128(seconds) * 1_000_000_000))
  }
}
