// SPDX-License-Identifier: Apache-2.0

/// Converts uneven frame times to steps of equal length, for simulations that need them.
///
/// Pass each frame's delta, make the returned number of steps, and draw the state at `fraction`
/// between the last two steps. `made + dropped` is the total time times the rate, rounded down,
/// with one exception: a step may come up to a sixteenth of its length early or late, if the
/// refresh period is within 1 % of that length, and the frame's delta differs from it by at most a
/// sixteenth. Without this exception, frames of 16.667 ms could alternate between zero and two
/// steps forever.
///
/// Source: G. Fiedler, "Fix your timestep!" (2004), which has no such exception.
public struct FixedStep: Hashable, Sendable {
  /// Steps a second.
  public let rate: FrameRate
  /// The most steps per frame; further steps are dropped and counted.
  ///
  /// Without this limit, steps that take longer to compute than they simulate would make every
  /// following frame longer.
  public let mostSteps: Int

  /// The total number of dropped steps.
  public private(set) var dropped = 0
  /// The total number of steps made.
  public private(set) var made = 0
  /// Nanoseconds since a reference time, and the steps counted in that time.
  ///
  /// The reference time moves only by whole `unit`s, so rounding errors do not add up.
  private var fed: Int64 = 0
  private var counted: Int64 = 0
  /// The remainder of rounding to whole nanoseconds.
  private var carry = 0.0

  /// A fixed step of `rate` steps per second.
  /// - Parameters:
  ///   - rate: Steps per second.
  ///   - mostSteps: The most steps per frame; 1 or more; default 5, which is 83 ms at 60 Hz.
  /// - Precondition: `mostSteps` is 1 or more.
  public init(_ rate: FrameRate, mostSteps: Int = 5) {
    require("the most steps a frame", mostSteps, in: 1 ... .max)
    self.rate = rate
    self.mostSteps = mostSteps
  }

  /// Adds a frame's time: its `delta`, and its `refreshPeriod` if the frames have a period.
  /// - Returns: The number of steps to make; 0...`mostSteps`.
  public mutating func steps(of frame: Frame) -> Int {
    steps(delta: frame.delta, refreshPeriod: frame.mode.hasPeriod ? frame.refreshPeriod : 0)
  }

  /// Adds a frame's time.
  /// - Parameter delta: Seconds since the previous frame; 0...1e9, which is 31 years.
  /// - Parameter refreshPeriod: Seconds between two refreshes, `Frame.refreshPeriod`. A period that
  ///   is not within 1 % of a step is ignored, as are 0 and NaN.
  /// - Returns: The number of steps to make; 0...`mostSteps`.
  /// - Precondition: `delta` is in 0...1e9.
  public mutating func steps(delta: Double, refreshPeriod: Double) -> Int {
    require("a frame's delta", delta, in: 0...1e9, unit: " s")
    let nanoseconds = delta * 1e9 + carry
    // If `delta` is 0, this may be minus half a nanosecond. It rounds to 0, so time never goes
    // back.
    let whole = nanoseconds.rounded(.toNearestOrEven)
    fed += Int64(whole)
    carry = nanoseconds - whole
    var due = stepsDue(after: fed)
    let step = rate.period
    if abs(refreshPeriod / step - 1) <= 0.01, abs(delta / step - 1) <= 1 / 16 {
      let tolerance = Int64(step / 16 * 1e9)
      if stepsDue(after: fed + tolerance) >= 1, stepsDue(after: fed - tolerance) <= 1 { due = 1 }
    }
    // The grid repeats every `unit`; removing whole units keeps both numbers small.
    let units = max(fed / unit - 1, 0)
    fed -= units * unit
    counted = Int64(Int128(counted) + due - Int128(units) * Int128(rate.frames))
    let steps = Int(min(due, Int128(mostSteps)))
    dropped &+= Int(clamping: due) - steps
    made &+= steps
    return steps
  }

  /// Steps due after `fed` nanoseconds in total, beyond those already counted.
  private func stepsDue(after fed: Int64) -> Int128 {
    let due = ((Int128(max(fed, 0)) + 1) * Int128(rate.frames) - 1) / Int128(unit)
    return max(due - Int128(counted), 0)
  }

  /// Nanoseconds after which a whole number of steps, `rate.frames`, is due.
  private var unit: Int64 { rate.seconds * 1_000_000_000 }

  /// The position of the picture between the last two steps, in [0, 1).
  public var fraction: Double {
    let since = Double(fed - rate.nanoseconds(toFrame: counted)) / 1e9
    return min(max(since * rate.hertz, 0), 1.0.nextDown)
  }
}
