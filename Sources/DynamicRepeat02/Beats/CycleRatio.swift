// SPDX-License-Identifier: Apache-2.0

/// How many cycles of a follower one cycle of its leader is: a fraction, exact.
///
/// 2:1 is two cycles a beat, 1:4 a cycle in four beats; a negative ratio runs backwards. In lowest
/// terms: 2:4 equals 1:2.
public struct CycleRatio: Hashable, Sendable {
  /// Cycles of the follower; not 0.
  public let numerator: Int
  /// Cycles of the leader in that time; at least 1.
  public let denominator: Int

  /// A cycle of the follower for each of the leader's.
  public static let one = CycleRatio(1)

  /// The largest magnitude of either number.
  public static let limit = 1_000_000

  /// A ratio in lowest terms.
  /// - Parameters:
  ///   - numerator: Cycles of the follower, within ±``limit``, not 0.
  ///   - denominator: Cycles of the leader, 1 to ``limit``. Default: 1.
  /// - Precondition: the numbers are in their ranges; ``init(validating:_:)`` throws instead.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    self = trapping { () throws(LockError) in try CycleRatio(validating: numerator, denominator) }
  }

  /// The same as ``init(_:_:)``, for numbers from outside the program.
  /// - Throws: ``LockError/invalidRatio(_:_:)``.
  public init(validating numerator: Int, _ denominator: Int = 1) throws(LockError) {
    guard numerator != 0, numerator.magnitude <= UInt(Self.limit),
      (1...Self.limit).contains(denominator)
    else {
      throw .invalidRatio(numerator, denominator)
    }
    var (divisor, rest) = (Int(numerator.magnitude), denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The ratio times a rate or a distance.
  @inline(never)
  package func times(_ value: DoubleDouble) -> DoubleDouble {
    let product = value * Double(numerator)
    return denominator == 1 ? product : product / DoubleDouble(Double(denominator))
  }

  /// The ratio times a curve.
  package func times(_ curve: RateCurve) -> RateCurve {
    RateCurve(
      from: times(curve.startRate), to: times(curve.endRate), over: curve.rampDuration,
      shape: curve.shape)
  }

  /// The ratio times a position, but for whole cycles.
  package func phase(at position: PrecisePosition) -> DoubleDouble {
    // Whole multiples of the denominator are whole cycles, whatever the numerator.
    let whole = position.cycle.flooredQuotient(by: WideInt(denominator))
    return times(
      DoubleDouble(exactly: position.cycle - whole * WideInt(denominator)) + position.fraction)
  }
}

#if !hasFeature(Embedded)
  extension CycleRatio: Codable {
    /// Reads a saved ratio.
    /// - Throws: `DecodingError` where a number is out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let numerator = try container.decode(Int.self, forKey: .numerator)
      let denominator = try container.decode(Int.self, forKey: .denominator)
      do throws(LockError) {
        try self.init(validating: numerator, denominator)
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .numerator, in: container, debugDescription: error.description)
      }
    }
  }
#endif
