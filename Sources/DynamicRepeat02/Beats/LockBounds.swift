// SPDX-License-Identifier: Apache-2.0

/// What a rate may be, and how fast it may change, while a repeat catches up.
public struct LockBounds: Hashable, Sendable {
  /// The least rate in cycles per second; negative only where running backwards is wanted.
  public let leastRate: Double
  /// The most in cycles per second; at least ``leastRate``.
  public let mostRate: Double
  /// The most that the rate may change in a second, in cycles per second²; infinite: at once.
  public let slope: Double
  /// The way of the ramps.
  ///
  /// A smooth ramp is as steep as `slope` in its middle, and takes half as long again.
  public let shape: RampShape

  /// Bounds, checked.
  /// - Parameters:
  ///   - leastRate: Cycles per second, within ±``RepeatLeader/highestRate``.
  ///   - mostRate: Cycles per second, not below `leastRate`, in the same range.
  ///   - slope: Cycles per second², above 0. Default: infinite, the rate changes at once.
  ///   - shape: The way of the ramps. Default: at a steady slope.
  /// - Precondition: the numbers are in their ranges;
  ///   ``init(validatingLeastRate:mostRate:slope:shape:)`` throws instead.
  public init(
    leastRate: Double, mostRate: Double, slope: Double = .infinity, shape: RampShape = .linear
  ) {
    self = trapping { () throws(LockError) in
      try LockBounds(
        validatingLeastRate: leastRate, mostRate: mostRate, slope: slope, shape: shape)
    }
  }

  /// The same as ``init(leastRate:mostRate:slope:shape:)``, for numbers from outside the program.
  /// - Throws: ``LockError/invalidBounds(least:most:)`` or ``LockError/invalidSlope(_:)``.
  public init(
    validatingLeastRate leastRate: Double, mostRate: Double, slope: Double = .infinity,
    shape: RampShape = .linear
  ) throws(LockError) {
    let highest = RepeatLeader.highestRate
    guard leastRate >= -highest, mostRate <= highest, leastRate <= mostRate else {
      throw .invalidBounds(least: leastRate, most: mostRate)
    }
    guard slope > 0 else { throw .invalidSlope(slope) }
    self.leastRate = leastRate
    self.mostRate = mostRate
    self.slope = slope
    self.shape = shape
  }

  /// The slope of a linear ramp that takes as long as one of this shape.
  var meanSlope: Double { shape == .smooth ? slope / 1.5 : slope }

  func contains(_ rate: Double) -> Bool { rate >= leastRate && rate <= mostRate }
}

#if !hasFeature(Embedded)
  extension LockBounds: Codable {
    private enum CodingKeys: String, CodingKey {
      case leastRate
      case mostRate
      case slope
      case shape
    }

    /// Reads saved bounds; without a slope it is infinite, which JSON cannot say.
    /// - Throws: `DecodingError` where a number is out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let least = try container.decode(Double.self, forKey: .leastRate)
      let most = try container.decode(Double.self, forKey: .mostRate)
      let slope = try container.decodeIfPresent(Double.self, forKey: .slope) ?? .infinity
      let shape = try container.decode(RampShape.self, forKey: .shape)
      do throws(LockError) {
        try self.init(validatingLeastRate: least, mostRate: most, slope: slope, shape: shape)
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .leastRate, in: container, debugDescription: error.description)
      }
    }

    /// Saves the bounds; an infinite slope is left out.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(leastRate, forKey: .leastRate)
      try container.encode(mostRate, forKey: .mostRate)
      if slope.isFinite { try container.encode(slope, forKey: .slope) }
      try container.encode(shape, forKey: .shape)
    }
  }
#endif
