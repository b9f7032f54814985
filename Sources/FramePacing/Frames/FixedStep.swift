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
  /// The most steps in one frame; the rest is dropped, and counted.
  ///
  /// A frame that needs longer for its steps than they stand for would otherwise need ever more.
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
  /// - Parameter mostSteps: 1 or more; default 5: 83 ms of steps at 60 Hz.
  public init(_ rate: FrameRate, mostSteps: Int = 5) {
    precondition(mostSteps >= 1, "at most \(mostSteps) steps a frame: must be 1 or more")
    self.rate = rate
    self.mostSteps = mostSteps
  }

  /// Takes in a frame's time.
  /// - Parameter delta: Seconds since the frame before; finite, not negative.
  /// - Parameter refreshPeriod: Seconds between two refreshes, `Frame.refreshPeriod`: what the
  ///   steps are locked to where it fits.
  /// - Returns: How many steps to make; 0...`mostSteps`.
  public mutating func steps(delta: Double, refreshPeriod: Double) -> Int {
    precondition(
      delta >= 0 && delta < 9e9, "a delta of \(delta) s: must be finite and not negative")
    isLocked = abs(refreshPeriod / rate.period - 1) <= 0.01
    if isLocked {
      (fed, counted) = (0, 0)
      return take(Int64(min((delta / refreshPeriod).rounded(), 1e9)))
    }
    let nanoseconds = delta * 1e9 + carry
    fed += Int64(nanoseconds.rounded())
    carry = nanoseconds - nanoseconds.rounded()
    let due = rate.frame(dueAt: fed) - counted
    counted += due
    return take(due)
  }

  /// How far the picture is from the last step but one to the last; 0 up to, not including, 1.
  ///
  /// 0 while steps are locked to the frames: each picture is a step's own.
  public var fraction: Double {
    guard !isLocked else { return 0 }
    return min(Double(fed - rate.nanoseconds(toFrame: counted)) / 1e9 * rate.hertz, 1.0.nextDown)
  }

  private mutating func take(_ due: Int64) -> Int {
    let steps = min(Int(due), mostSteps)
    dropped += Int(due) - steps
    made += steps
    return steps
  }
}
