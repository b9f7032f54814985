// SPDX-License-Identifier: Apache-2.0

/// Turns the uneven time of frames into steps of one length, for simulations that need them.
///
/// Feed it the frames' delta, draw the state at `fraction` between the last step and the one
/// before. `made + dropped` is the time that was fed in times the rate, rounded down. Only where a
/// step and the refresh period are the same within 1 %, and so is the frame's delta within a
/// sixteenth, a step may come a sixteenth early or late: frames of 16.667 ms otherwise make no step
/// and two of 16.667 ms in turn, for ever.
///
/// Source: G. Fiedler, "Fix your timestep!" (2004); the sixteenth is ours.
public struct FixedStep: Hashable, Sendable {
  /// Steps a second.
  public let rate: FrameRate
  /// The most steps in one frame; further steps are dropped and counted.
  ///
  /// Without this limit, a frame whose steps take longer to compute than they simulate would make
  /// every following frame longer.
  public let mostSteps: Int

  /// Steps that were dropped, in total.
  public private(set) var dropped = 0
  /// Steps that were made, in total.
  public private(set) var made = 0
  /// Nanoseconds fed in since the grid of steps began, and the steps that were due in them: counted
  /// from the start, so that no rounding adds up.
  private var fed: Int64 = 0
  private var counted: Int64 = 0
  /// Remainder of rounding to whole nanoseconds.
  private var carry = 0.0

  /// Steps of `rate` a second.
  /// - Parameters:
  ///   - rate: Steps a second.
  ///   - mostSteps: Steps a frame at most; 1 or more; default 5: 83 ms of steps at 60 Hz.
  /// - Precondition: `mostSteps` is 1 or more.
  public init(_ rate: FrameRate, mostSteps: Int = 5) {
    require("the most steps a frame", mostSteps, in: 1 ... .max)
    self.rate = rate
    self.mostSteps = mostSteps
  }

  /// Takes in a frame's time: its `delta`, and its `refreshPeriod` where the frames have a period.
  /// - Returns: How many steps to make; 0...`mostSteps`.
  public mutating func steps(of frame: Frame) -> Int {
    steps(delta: frame.delta, refreshPeriod: frame.mode.hasPeriod ? frame.refreshPeriod : 0)
  }

  /// Takes in a frame's time.
  /// - Parameter delta: Seconds since the frame before; 0...1e9, which is 31 years.
  /// - Parameter refreshPeriod: Seconds between two refreshes, `Frame.refreshPeriod`. A number that
  ///   is not within 1 % of a step, 0 and NaN too, changes nothing.
  /// - Returns: How many steps to make; 0...`mostSteps`.
  /// - Precondition: `delta` is in 0...1e9.
  public mutating func steps(delta: Double, refreshPeriod: Double) -> Int {
    require("a frame's delta", delta, in: 0...1e9, unit: " s")
    let nanoseconds = delta * 1e9 + carry
    // Half a nanosecond that is owed rounds to none: the time never goes back.
    let whole = nanoseconds.rounded(.toNearestOrEven)
    fed += Int64(whole)
    carry = nanoseconds - whole
    var due = stepsDue(after: fed)
    let step = rate.period
    if abs(refreshPeriod / step - 1) <= 0.01, abs(delta / step - 1) <= 1 / 16 {
      let tolerance = Int64(step / 16 * 1e9)
      if stepsDue(after: fed + tolerance) >= 1, stepsDue(after: fed - tolerance) <= 1 { due = 1 }
    }
    // The grid repeats every `unit`: taken out, neither number ever grows too large.
    let units = max(fed / unit - 1, 0)
    fed -= units * unit
    counted = Int64(Int128(counted) + due - Int128(units) * Int128(rate.frames))
    let steps = Int(min(due, Int128(mostSteps)))
    dropped &+= Int(clamping: due) - steps
    made &+= steps
    return steps
  }

  /// Steps that are due once so many nanoseconds were fed in, beyond those that were counted.
  private func stepsDue(after fed: Int64) -> Int128 {
    let due = ((Int128(max(fed, 0)) + 1) * Int128(rate.frames) - 1) / Int128(unit)
    return max(due - Int128(counted), 0)
  }

  /// Nanoseconds in which a whole number of steps, `rate.frames`, is due.
  private var unit: Int64 { rate.seconds * 1_000_000_000 }

  /// How far the picture is from the last step but one to the last; 0 up to, not including, 1.
  public var fraction: Double {
    let since = Double(fed - rate.nanoseconds(toFrame: counted)) / 1e9
    return min(max(since * rate.hertz, 0), 1.0.nextDown)
  }
}
