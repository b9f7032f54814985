// SPDX-License-Identifier: Apache-2.0

/// Up to four phases of a cycle, at which a repeat reports ``RepeatEvent/Kind/mark``.
///
/// ```
/// settings.marks = [0.2, 0.7]     // the two footsteps of a walk
/// ```
/// The phases are in [0, 1) and in ascending order; a repeat with other marks throws
/// ``RepeatError/invalidMarks``.
public struct PhaseMarks: Hashable, Sendable, BitwiseCopyable, ExpressibleByArrayLiteral {
  /// The phases, and infinity in each unused place; the last is NaN if there were more.
  private var first = Double.infinity
  private var second = Double.infinity
  private var third = Double.infinity
  private var fourth = Double.infinity

  /// No marks.
  @usableFromInline package init() {}

  /// Marks at phases of a cycle.
  public init(_ phases: some Sequence<Double>) {
    for phase in phases { append(phase) }
  }

  /// Marks at phases of a cycle.
  public init(arrayLiteral phases: Double...) { self.init(phases) }

  package mutating func append(_ phase: Double) {
    let count = count
    self[count] = count < 4 && phase != .infinity ? phase : .nan
  }

  var isEmpty: Bool { first == .infinity }

  /// The number of marks.
  @inline(never)
  public var count: Int {
    var count = 0
    while count < 4, self[count] != .infinity { count += 1 }
    return count
  }

  /// The phase of a mark; marks are counted from 0.
  /// - Precondition: `index` is at least 0 and below ``count``.
  public internal(set) subscript(index: Int) -> Double {
    @inline(never) get {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      case 3: fourth
      default: preconditionFailure("there are at most four marks, so there is none \(index)")
      }
    }
    set {
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }

  func validate() throws(RepeatError) {
    for index in 0..<count {
      let phase = self[index]
      guard phase >= 0, phase < 1, index == 0 || self[index - 1] < phase else {
        throw .invalidMarks
      }
    }
    for index in count..<4 where self[index] != .infinity { throw .invalidMarks }
  }

  mutating func visitFields(_ fields: inout SavedFields) throws(RepeatError) {
    for index in 0..<4 { try fields.visit(&self[index]) }
  }
}

#if !hasFeature(Embedded)
  extension PhaseMarks: Codable {
    /// Reads a list of phases.
    public init(from decoder: any Decoder) throws {
      self.init(try [Double](from: decoder))
    }

    /// Writes a list of phases.
    public func encode(to encoder: any Encoder) throws {
      try (0..<count).map { self[$0] }.encode(to: encoder)
    }
  }
#endif
