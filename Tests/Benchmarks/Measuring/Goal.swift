// SPDX-License-Identifier: Apache-2.0

/// What a figure must be.
enum Bound: Equatable, Sendable {
  case atMost(Double)
  case atLeast(Double)
  /// Not further from a value than this.
  case near(Double, within: Double)

  /// By how much a figure misses; 0 where it does not, nil for one that is not finite.
  func shortfall(of figure: Double) -> Double? {
    guard figure.isFinite else { return nil }
    switch self {
    case .atMost(let limit): return max(figure - limit, 0)
    case .atLeast(let limit): return max(limit - figure, 0)
    case .near(let value, let distance): return max((figure - value).magnitude - distance, 0)
    }
  }
}

extension Bound: CustomStringConvertible {
  /// As tables have it: `<=1.2`, `>=60`, `16.667+-0.25`.
  var description: String {
    switch self {
    case .atMost(let limit): "<=" + short(limit)
    case .atLeast(let limit): ">=" + short(limit)
    case .near(let value, let distance):
      short(value) + (distance == 0 ? "" : "+-" + short(distance))
    }
  }
}

/// What a row's figure should be: what it must be, and what we want.
struct Goal: Equatable, Sendable {
  /// Which of a row's figures a goal is about.
  enum Figure: Equatable, Sendable {
    /// Ours / the other; smaller is better.
    case ratio
    /// The other / ours; larger is better.
    case advantage
    /// Ours; smaller is better.
    case ours
    /// Milliseconds that ours takes for so many units; smaller is better.
    case milliseconds(units: Double)
  }

  /// Whether a figure meets a goal.
  enum Verdict: Equatable, Sendable {
    /// As good as we want.
    case reached
    /// As good as it must be.
    case met
    /// Worse than it must be, by this share of it.
    case missed(by: Double)
    /// There is no figure on this machine.
    case unmeasured
  }

  let figure: Figure
  let must: Double
  let after: Double
}

extension Goal {
  /// The figure that the goal is about; `nil` where it could not be measured.
  func figure(of row: MeasuredRow) -> Double? {
    switch figure {
    case .ratio: row.ratio?.median
    case .advantage: row.ratio.map { 1 / $0.median }
    case .ours: row.ours?.median
    case .milliseconds(let units): row.ours.map { $0.median * units / 1e6 }
    }
  }

  /// Whether a row meets it.
  func verdict(on row: MeasuredRow) -> Verdict {
    guard let figure = figure(of: row), let shortfall = bound(must).shortfall(of: figure) else {
      return .unmeasured
    }
    if bound(after).shortfall(of: figure) == 0 { return .reached }
    // There is no share of 0: a goal of no allocations is missed by their number.
    return shortfall == 0 ? .met : .missed(by: must == 0 ? figure : shortfall / must)
  }

  /// A limit in the direction that is better.
  func bound(_ limit: Double) -> Bound { isLargerBetter ? .atLeast(limit) : .atMost(limit) }

  /// Whether more is better: of the figures, only of the advantage.
  var isLargerBetter: Bool { figure == .advantage }

  /// The figure's name, in a word or two.
  var title: String {
    switch figure {
    case .ratio: "ratio"
    case .advantage: "times faster"
    case .ours: "ours"
    case .milliseconds: "ms a frame"
    }
  }
}

extension Goal.Verdict: CustomStringConvertible {
  /// A word, and by how much in hundredths.
  var description: String {
    switch self {
    case .reached: "reached"
    case .met: "met"
    case .missed(let share):
      // A goal that is missed by little must not look met.
      share < 0.0995
        ? "MISSED \(decimals(share * 100).prefix(3)) %" : "MISSED \(Int((share * 100).rounded())) %"
    case .unmeasured: "not measured"
    }
  }
}
