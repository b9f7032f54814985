// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Squares in rows and columns, and where each of them is, in heights of the field.
package struct SwarmGrid: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package var count: Int { columns * rows }
  /// Heights of the field in its width: between 1.56 and 1.6.
  package var width: Double { Double(columns) / Double(rows) }

  /// The numbers of squares that the keys step through, as whole rows.
  package static let all = [
    SwarmGrid(columns: 40, rows: 25), SwarmGrid(columns: 125, rows: 80),
    SwarmGrid(columns: 400, rows: 250), SwarmGrid(columns: 1250, rows: 800),
  ]
  /// The index in `all` that a scene opens with: 100,000.
  package static let first = 2

  /// The middle of a square.
  package func center(of index: Int) -> Point {
    let row = index / columns
    return Point(
      x: (Double(index - row * columns) + 0.5) / Double(rows),
      y: (Double(row) + 0.5) / Double(rows))
  }

  /// The square that is nearest to the middle of another grid's square.
  package func index(nearest index: Int, of other: SwarmGrid) -> Int {
    let row = index / other.columns
    let column = index - row * other.columns
    return (2 * row + 1) * rows / (2 * other.rows) * columns
      + (2 * column + 1) * columns / (2 * other.columns)
  }

  /// The square in the middle of the field.
  package var middle: Int { rows / 2 * columns + columns / 2 }

  // MARK: - What squares begin with

  /// The phase at which a square begins: waves around two points, and a grain.
  ///
  /// Waves, so that what a change of rate does can be seen in one picture: where squares were fast,
  /// the waves are bent.
  package func firstPhase(of index: Int) -> Double {
    let center = center(of: index)
    let cycles =
      2.3 * distance(center, Point(x: 0.35, y: 0.3)) - 1.7 * distance(center, Point(x: 1.3, y: 0.8))
    let phase = cycles + 0.05 * SplitMix64.unit(index + 1) + 4
    return phase - phase.rounded(.down)
  }

  /// Cycles per second of a calm square: each has its own, its neighbours nearly the same.
  package func calmHertz(of index: Int) -> Double {
    let center = center(of: index)
    let bump = distance(center, Point(x: 0.8, y: 0.5))
    return 0.36 - 0.08 * bump + 0.004 * SplitMix64.unit(index + 1)
  }
}

/// Between two points, in the field's own unit.
private func distance(_ a: Point, _ b: Point) -> Double {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}
