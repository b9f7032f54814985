// SPDX-License-Identifier: Apache-2.0

extension TimingFunction {
  /// A point of a piecewise linear timing function.
  public struct Stop: Hashable, Sendable {
    /// The eased progress at the stop; any finite number.
    public var output: Double
    /// The progress at which the stop is reached; `nil` spaces the stop evenly between the nearest
    /// stops that have an input.
    public var input: Double?

    /// A stop at `output`, reached at `input`.
    public init(_ output: Double, at input: Double? = nil) {
      self.output = output
      self.input = input
    }
  }

  /// A custom curve of straight lines from stop to stop.
  ///
  /// Without inputs, the first stop is at 0, the last at 1, and others are spaced evenly between
  /// their neighbours. Two stops at one input make a jump; at that input, the later stop applies.
  /// The first and last lines extend beyond their stops. A single stop gives a constant.
  ///
  /// ```swift
  /// let wink = try TimingFunction(stops: [.init(0), .init(1, at: 0.2), .init(1, at: 0.8), .init(0)])
  /// ```
  /// - Throws: `TimingFunctionError.noStops`, `.stopNotFinite`, `.stopInputDecreases` (CSS moves
  ///   such an input up to the one before it instead), or `.stopsTooSteep`.
  /// Source: CSS Easing Functions Level 2, section 2.2, `linear()`.
  public init(stops: [Stop]) throws(TimingFunctionError) {
    self.init(.stops(try StopCurve(stops)))
  }

  /// A custom formula, stored as `count` samples joined by straight lines.
  ///
  /// The formula is called here and not stored, so the timing function can be compared, stored and
  /// sent. Let `h = 1 / (count - 1)`. The timing function's error is at most `h² / 8` times the
  /// formula's largest second derivative. For the default of 257, this is about 2e-6 times that
  /// derivative.
  ///
  /// ```swift
  /// let smootherstep = TimingFunction { x in x * x * x * (x * (6 * x - 15) + 10) }
  /// ```
  /// - Precondition: `count` is at least 2; the formula is finite at each sample.
  public init(samples count: Int = 257, of formula: (Double) -> Double) {
    precondition(count >= 2, "a formula needs at least 2 samples, but count is \(count)")
    self = trapping { () throws(TimingFunctionError) in
      try TimingFunction(stops: (0..<count).map { Stop(formula(Double($0) / Double(count - 1))) })
    }
  }
}

/// The polyline of stops or samples; every point has its input.
struct StopCurve: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    var input: Double
    var output: Double
  }

  /// Ordered by input; never empty.
  let points: [Point]

  init(_ stops: [TimingFunction.Stop]) throws(TimingFunctionError) {
    guard !stops.isEmpty else { throw .noStops }
    var points = [Point](repeating: Point(input: 0, output: 0), count: stops.count)
    var known: (index: Int, input: Double)?
    for index in stops.indices {
      let output = stops[index].output
      let isOuter = index == 0 || index == stops.count - 1
      let input = stops[index].input ?? (isOuter ? (index == 0 ? 0 : 1) : nil)
      guard output.isFinite, input?.isFinite ?? true else { throw .stopNotFinite(index: index) }
      points[index] = Point(input: input ?? 0, output: output)
      guard let input else { continue }
      if let known {
        guard input >= known.input else {
          throw .stopInputDecreases(index: index, input: input, previous: known.input)
        }
        for between in known.index + 1..<index {
          let share = Double(between - known.index) / Double(index - known.index)
          points[between].input = .interpolate(from: known.input, to: input, progress: share)
        }
      }
      known = (index, input)
    }
    self.points = points
    guard value(at: 0).isFinite, value(at: 1).isFinite else { throw .stopsTooSteep }
  }

  func value(at input: Double) -> Double {
    guard points.count > 1 else { return points[0].output }
    let upper = firstIndex(above: input)
    if upper > 0 && points[upper - 1].input == input { return points[upper - 1].output }
    let first = min(max(upper - 1, 0), points.count - 2)
    let (a, b) = (points[first], points[first + 1])
    // Only the first or last pair of points can have equal inputs here. Beyond such a pair, the
    // output is constant.
    guard a.input < b.input else { return upper == 0 ? a.output : b.output }
    let share = (input - a.input) / (b.input - a.input)
    return .interpolate(from: a.output, to: b.output, progress: share)
  }

  /// The index of the first point whose input is above `input`; `points.count` if there is none.
  func firstIndex(above input: Double) -> Int {
    var (first, count) = (0, points.count)
    while count > 0 {
      let half = (count + 1) / 2
      // This form compiles to a conditional move; the processor would mispredict every second
      // branch.
      first += points[first + half - 1].input > input ? 0 : half
      count -= half
    }
    return first
  }
}
