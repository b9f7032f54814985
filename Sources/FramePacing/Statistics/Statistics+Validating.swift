// SPDX-License-Identifier: Apache-2.0

// The forms for values from outside: where the methods without `validating` trap, these throw
// `FramePacingError.invalidValue`, and nothing has changed.

extension SampleRing {
  /// Adds one duration in nanoseconds that comes from outside.
  /// - Throws: `FramePacingError.invalidValue` for a negative one.
  public mutating func record(validating nanoseconds: Int64) throws(FramePacingError) {
    try validate(Self.problem(duration: nanoseconds))
    record(nanoseconds: nanoseconds)
  }

  /// The duration in seconds that a share from outside of all are not longer than.
  /// - Throws: `FramePacingError.invalidValue` unless `fraction` is in 0...1.
  public func percentile(validating fraction: Double) throws(FramePacingError) -> Double {
    try validate(Self.problem(fraction: fraction))
    return percentile(fraction)
  }

  /// The duration in seconds added `age` additions before the newest.
  /// - Throws: `FramePacingError.invalidValue` unless `age` is in 0..<count.
  public func newest(validating age: Int) throws(FramePacingError) -> Double {
    try validate(Self.problem(age: age, of: count))
    return newest(age)
  }

  static func problem(duration nanoseconds: Int64) -> FramePacingError? {
    FramePacingError.check("a duration", nanoseconds, in: 0 ... .max, unit: " ns")
  }

  static func problem(fraction: Double) -> FramePacingError? {
    FramePacingError.check("a percentile", fraction, in: 0...1)
  }

  static func problem(age: Int, of count: Int) -> FramePacingError? {
    guard age < 0 || age >= count else { return nil }
    return .invalidValue(name: "a sample's age", value: "\(age)", allowed: "in 0..<\(count)")
  }
}

extension LogHistogram {
  /// Adds one duration in nanoseconds that comes from outside.
  /// - Throws: `FramePacingError.invalidValue` for a negative one.
  public mutating func record(validating nanoseconds: Int64) throws(FramePacingError) {
    try validate(SampleRing.problem(duration: nanoseconds))
    record(nanoseconds: nanoseconds)
  }

  /// How many durations fell into a class that comes from outside.
  /// - Throws: `FramePacingError.invalidValue` unless `index` is in 0..<classCount.
  public func count(validatingClass index: Int) throws(FramePacingError) -> Int {
    try validate(FramePacingError.check("a class", index, in: 0...Self.classCount - 1))
    return count(inClass: index)
  }

  /// Where a class from outside begins, in seconds.
  /// - Throws: `FramePacingError.invalidValue` unless `index` is in 0...classCount.
  public static func lowerBound(validatingClass index: Int) throws(FramePacingError) -> Double {
    try validate(FramePacingError.check("a class", index, in: 0...classCount))
    return lowerBound(ofClass: index)
  }
}

extension FrameTrail {
  /// The step recorded `age` steps before the newest.
  /// - Throws: `FramePacingError.invalidValue` unless `age` is in 0..<count.
  public func newest(validating age: Int) throws(FramePacingError) -> FrameStep {
    try validate(SampleRing.problem(age: age, of: count))
    return newest(age)
  }
}

extension FrameStatistics {
  /// Adds one interval between two pictures, in nanoseconds, that comes from outside.
  /// - Throws: `FramePacingError.invalidValue` for a negative one.
  public mutating func record(validating nanoseconds: Int64) throws(FramePacingError) {
    try validate(SampleRing.problem(duration: nanoseconds))
    record(nanoseconds: nanoseconds)
  }

  /// The interval in seconds that a share from outside of all are not longer than.
  /// - Throws: `FramePacingError.invalidValue` unless `fraction` is in 0...1.
  public func percentile(validating fraction: Double) throws(FramePacingError) -> Double {
    try intervals.percentile(validating: fraction)
  }
}
