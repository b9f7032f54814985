// SPDX-License-Identifier: Apache-2.0

/// How a rate changes so that a phase comes out right: a ramp to a cruise rate, a hold there, and a
/// ramp to the rate to end with.
///
/// All times count from the plan's start. The cycles that it runs come out to 106 bits: the ramps
/// last a number of seconds that is a `Double`, and the cruise rate or the hold makes up for what
/// rounding those has moved.
public struct RatePlan: Hashable, Sendable {
  package let startRate: DoubleDouble
  package let cruiseRate: DoubleDouble
  package let endRate: DoubleDouble
  /// Seconds of the ramp to the cruise rate; 0: at once.
  public let rampIn: Double
  /// Seconds at the cruise rate.
  package let holdTime: DoubleDouble
  /// Seconds of the ramp from the cruise rate to the last; 0: at once.
  public let rampOut: Double
  /// The way of the ramps.
  public let shape: RampShape

  package init(
    startRate: DoubleDouble, cruiseRate: DoubleDouble, endRate: DoubleDouble, rampIn: Double = 0,
    holdTime: DoubleDouble = .zero, rampOut: Double = 0, shape: RampShape = .linear
  ) {
    self.startRate = startRate
    self.cruiseRate = cruiseRate
    self.endRate = endRate
    self.rampIn = rampIn
    self.holdTime = holdTime
    self.rampOut = rampOut
    self.shape = shape
  }

  /// The plan that is over at once: at the rate to end with already.
  package init(at rate: DoubleDouble) {
    self.init(startRate: rate, cruiseRate: rate, endRate: rate)
  }

  /// Seconds that it takes.
  public var duration: Double { preciseDuration.high }

  /// Seconds at the cruise rate.
  public var hold: Double { holdTime.high }

  /// The cruise rate in cycles per second.
  public var cruiseHertz: Double { cruiseRate.high }

  /// Cycles that it runs in all.
  public var cycles: Double { preciseCycles.high }

  package var preciseDuration: DoubleDouble { holdTime + rampIn + rampOut }

  package var preciseCycles: DoubleDouble {
    (startRate + cruiseRate) * (rampIn / 2) + cruiseRate * holdTime
      + (cruiseRate + endRate) * (rampOut / 2)
  }

  /// Cycles per second after so many seconds; at the plan's end and after it, the last rate.
  public func hertz(at seconds: Double) -> Double {
    let time = DoubleDouble(seconds)
    for piece in Piece.allCases {
      let start = start(of: piece)
      guard time < start + duration(of: piece) else { continue }
      return curve(of: piece).rate(at: time - start).high
    }
    return endRate.high
  }

  /// The parts of a plan, in order.
  package enum Piece: UInt8, CaseIterable, Sendable {
    case rampIn, hold, rampOut

    /// The one that follows.
    package var next: Piece? { Piece(rawValue: rawValue + 1) }
  }

  package func duration(of piece: Piece) -> DoubleDouble {
    switch piece {
    case .rampIn: DoubleDouble(rampIn)
    case .hold: holdTime
    case .rampOut: DoubleDouble(rampOut)
    }
  }

  package func curve(of piece: Piece) -> RateCurve {
    switch piece {
    case .rampIn: RateCurve(from: startRate, to: cruiseRate, over: rampIn, shape: shape)
    case .hold: RateCurve(constant: cruiseRate)
    case .rampOut: RateCurve(from: cruiseRate, to: endRate, over: rampOut, shape: shape)
    }
  }

  /// Seconds from the plan's start to the piece's.
  package func start(of piece: Piece) -> DoubleDouble {
    switch piece {
    case .rampIn: .zero
    case .hold: DoubleDouble(rampIn)
    case .rampOut: holdTime + rampIn
    }
  }

  /// The longest ramp, in seconds, as for every ramp of a repeat.
  static let longestRamp = 1e9

  // Numbers from outside the program, checked.

  static func checked(rate: Double) throws(LockError) -> DoubleDouble {
    guard rate.magnitude <= RepeatLeader.highestRate else { throw .invalidRate(rate) }
    return DoubleDouble(rate)
  }

  static func checked(distance: Double) throws(LockError) -> DoubleDouble {
    guard distance.magnitude <= CyclePosition.limit else { throw .invalidDistance(distance) }
    return DoubleDouble(distance)
  }

  static func checked(time: Double) throws(LockError) -> DoubleDouble {
    guard time > 0, time <= RepeatLeader.latestTime else { throw .invalidTime(time) }
    return DoubleDouble(time)
  }

  /// Says whether the plan can be followed.
  func validated() throws(LockError) -> RatePlan {
    let seconds = duration
    guard rampIn <= Self.longestRamp, rampOut <= Self.longestRamp,
      seconds <= RepeatLeader.latestTime
    else {
      throw .tooLong(seconds)
    }
    return self
  }
}

#if !hasFeature(Embedded)
  extension RatePlan: Codable {}
#endif
