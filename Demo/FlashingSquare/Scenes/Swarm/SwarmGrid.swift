// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Squares in rows and columns, and where each of them is, in heights of the field.
struct SwarmGrid: Hashable, Sendable {
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }
  /// Heights of the field in its width: between 1.56 and 1.6.
  var width: Double { Double(columns) / Double(rows) }

  /// The numbers of squares that the keys step through, as whole rows.
  static let all = [
    SwarmGrid(columns: 40, rows: 25), SwarmGrid(columns: 125, rows: 80),
    SwarmGrid(columns: 400, rows: 250), SwarmGrid(columns: 1250, rows: 800),
  ]
  /// The place in `all` that a scene opens with: 100,000.
  static let first = 2

  /// The middle of a square.
  func place(of index: Int) -> Point {
    let row = index / columns
    return Point(
      x: (Double(index - row * columns) + 0.5) / Double(rows),
      y: (Double(row) + 0.5) / Double(rows))
  }

  /// The square that is nearest to the middle of another grid's square.
  func index(nearest index: Int, of other: SwarmGrid) -> Int {
    let row = index / other.columns
    let column = index - row * other.columns
    return (2 * row + 1) * rows / (2 * other.rows) * columns
      + (2 * column + 1) * columns / (2 * other.columns)
  }

  /// The square in the middle of the field.
  var middle: Int { rows / 2 * columns + columns / 2 }

  // MARK: - What squares begin with

  /// Where in its cycle a square begins: waves around two places, and a grain.
  ///
  /// Waves, so that what a change of rate does can be seen in one picture: where squares were fast,
  /// the waves are bent.
  func firstPhase(of index: Int) -> Double {
    let place = place(of: index)
    let cycles =
      2.3 * distance(place, Point(x: 0.35, y: 0.3)) - 1.7 * distance(place, Point(x: 1.3, y: 0.8))
    let phase = cycles + 0.05 * SplitMix64.unit(index + 1) + 4
    return phase - phase.rounded(.down)
  }

  /// Cycles per second of a calm square: each has its own, its neighbours nearly the same.
  func calmHertz(of index: Int) -> Double {
    let place = place(of: index)
    let bump = distance(place, Point(x: 0.8, y: 0.5))
    return 0.36 - 0.08 * bump + 0.004 * SplitMix64.unit(index + 1)
  }
}
