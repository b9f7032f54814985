// SPDX-License-Identifier: Apache-2.0

/// Turns the uneven time of frames into steps of one length, for simulations that need them.
///
/// Feed it the frames' delta, draw the state at `fraction` between the last step and the one
/// before. Where a step is within 1 % of the frames' own length, each frame makes one step: feeding
/// 16.67 ms into steps of 16.7 otherwise gives frames of no step and of two, for ever.
///
/// Source: G. Fiedler, "Fix your timestep!" (2004); the lock to the frame is ours.
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
  /// What rounding to whole nanoseconds left over.
  private var carry = 0.0
  private var isLocked = false

  /// Steps of `rate` a second.
  /// - Parameters:
  ///   - rate: Steps a second.
  ///   - mostSteps: Steps a frame at most; 1 or more; default 5: 83 ms of steps at 60 Hz.
  /// - Precondition: `mostSteps` is 1 or more. `init(validating:mostSteps:)` throws instead.
  public init(_ rate: FrameRate, mostSteps: Int = 5) {
    self = trapping { () throws(FramePacingError) in
      try FixedStep(validating: rate, mostSteps: mostSteps)
    }
  }

  /// Steps of `rate` a second, with a limit of steps a frame that comes from outside.
  /// - Throws: `FramePacingError.invalidValue` where `mostSteps` is below 1.
  public init(validating rate: FrameRate, mostSteps: Int) throws(FramePacingError) {
    try validate("the most steps a frame", mostSteps, in: 1 ... .max)
    self.rate = rate
    self.mostSteps = mostSteps
  }

  /// Takes in a frame's time: its `delta`, and its `refreshPeriod` unless the display has none.
  /// - Returns: How many steps to make; 0...`mostSteps`.
  public mutating func steps(of frame: Frame) -> Int {
    // The median of uneven intervals is nothing to lock to.
    steps(delta: frame.delta, refreshPeriod: frame.mode == .variable ? 0 : frame.refreshPeriod)
  }

  /// Takes in a frame's time.
  /// - Parameter delta: Seconds since the frame before; 0...1e9, which is 31 years.
  /// - Parameter refreshPeriod: Seconds between two refreshes, `Frame.refreshPeriod`: what the
  ///   steps are locked to where it fits. Any other number, 0 and NaN too, locks nothing.
  /// - Returns: How many steps to make; 0...`mostSteps`.
  /// - Precondition: `delta` is in 0...1e9. `steps(validating:refreshPeriod:)` throws instead.
  public mutating func steps(delta: Double, refreshPeriod: Double) -> Int {
    trapping { () throws(FramePacingError) in
      try steps(validating: delta, refreshPeriod: refreshPeriod)
    }
  }

  /// Takes in a frame's time that comes from outside.
  /// - Throws: `FramePacingError.invalidValue` where `steps(delta:refreshPeriod:)` traps: a `delta`
  ///   that is NaN, negative or above a thousand million seconds. Nothing has changed then.
  public mutating func steps(
    validating delta: Double, refreshPeriod: Double
  ) throws(FramePacingError) -> Int {
    try validate("a frame's delta", delta, in: 0...1e9, unit: " s")
    isLocked = abs(refreshPeriod / rate.period - 1) <= 0.01
    if isLocked {
      (fed, counted) = (0, 0)
      return take(Int64(min((delta / refreshPeriod).rounded(), 1e9)))
    }
    let nanoseconds = delta * 1e9 + carry
    // Half a nanosecond that is owed rounds to none: the time never goes back.
    let whole = nanoseconds.rounded(.toNearestOrEven)
    fed += Int64(whole)
    carry = nanoseconds - whole
    let due = ((Int128(fed) + 1) * Int128(rate.frames) - 1) / Int128(unit) - Int128(counted)
    // The grid repeats every `unit`: taken out, neither number ever grows too large.
    let units = fed / unit
    fed -= units * unit
    counted = Int64(Int128(counted) + due - Int128(units) * Int128(rate.frames))
    return take(Int64(min(due, 1_000_000_000_000_000)))
  }

  /// Nanoseconds in which a whole number of steps, `rate.frames`, is due.
  private var unit: Int64 { rate.seconds * 1_000_000_000 }

  /// How far the picture is from the last step but one to the last; 0 up to, not including, 1.
  ///
  /// 0 while steps are locked to the frames: each picture is a step's own.
  public var fraction: Double {
    guard !isLocked else { return 0 }
    return min(Double(fed - rate.nanoseconds(toFrame: counted)) / 1e9 * rate.hertz, 1.0.nextDown)
  }

  private mutating func take(_ due: Int64) -> Int {
    let steps = min(Int(due), mostSteps)
    dropped &+= Int(due) - steps
    made &+= steps
    return steps
  }
}
