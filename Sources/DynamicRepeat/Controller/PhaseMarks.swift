// SPDX-License-Identifier: Apache-2.0

/// Up to four phases of a cycle, at which a repeat reports ``RepeatEvent/Kind/mark``.
///
/// ```
/// settings.marks = [0.2, 0.7]     // the two footsteps of a walk
/// ```
/// The phases are in [0, 1) and in ascending order; a repeat with other marks throws
/// ``RepeatError/invalidMarks``.
public struct PhaseMarks: Hashable, Sendable, BitwiseCopyable, ExpressibleByArrayLiteral {
  private var phases = FixedList<4, Double>()
  private var hasTooMany = false

  /// No marks.
  package init() {}

  /// Marks at phases of a cycle.
  public init(_ phases: some Sequence<Double>) {
    for phase in phases { append(phase) }
  }

  package mutating func append(_ phase: Double) {
    if phases.isFull { hasTooMany = true } else { phases.append(phase) }
  }

  /// Marks at phases of a cycle.
  public init(arrayLiteral phases: Double...) { self.init(phases) }

  /// The number of marks.
  public var count: Int { phases.count }

  /// The phase of a mark; marks are counted from 0.
  /// - Precondition: `index` is at least 0 and below ``count``.
  public subscript(index: Int) -> Double {
    precondition(index >= 0 && index < count, "there are \(count) marks, so there is none \(index)")
    return phases[index]
  }

  func validate() throws(RepeatError) {
    var isValid = !hasTooMany
    for index in 0..<count {
      let phase = phases[index]
      isValid = isValid && phase >= 0 && phase < 1 && (index == 0 || phases[index - 1] < phase)
    }
    guard isValid else { throw .invalidMarks }
  }

  mutating func visitFields(_ fields: inout SavedFields) throws(RepeatError) {
    try fields.visit(&phases) { (phase, fields) throws(RepeatError) in try fields.visit(&phase) }
  }
}

extension Double: FixedListElement {
  static var filler: Double { 0 }
}

#if !hasFeature(Embedded)
  extension PhaseMarks: Codable {
    /// Reads a list of phases.
    public init(from decoder: any Decoder) throws {
      self.init(try [Double](from: decoder))
    }

    /// Writes a list of phases.
    public func encode(to encoder: any Encoder) throws {
      try (0..<count).map { phases[$0] }.encode(to: encoder)
    }
  }
#endif
