// SPDX-License-Identifier: Apache-2.0

/// What a row's figure should be: what it must be, and what we are after.
struct Goal: Equatable, Sendable {
  /// Which of a row's figures a goal is about.
  enum Figure: Equatable, Sendable {
    /// Ours / the other; smaller is better.
    case ratio
    /// The other / ours; larger is better.
    case advantage
    /// Ours, as it is; smaller is better.
    case ours
    /// Milliseconds that ours takes for so many units; smaller is better.
    case milliseconds(units: Double)
  }

  /// Whether a figure meets a goal.
  enum Verdict: Equatable, Sendable {
    /// As good as what we are after.
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
    guard let figure = figure(of: row) else { return .unmeasured }
    if isLargerBetter ? figure >= after : figure <= after { return .reached }
    if isLargerBetter ? figure >= must : figure <= must { return .met }
    // Without a distance from nothing: a goal of no allocations is missed by as many as there are.
    return .missed(by: must == 0 ? figure : (figure / must - 1).magnitude)
  }

  /// Whether more is better: of the figures, only of the advantage.
  var isLargerBetter: Bool { figure == .advantage }

  /// What the figure is, in a word or two.
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
