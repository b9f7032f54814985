// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import DynamicRepeat

/// Squares in rows and columns, with positions in units of the field's height.
package struct SwarmGrid: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package var count: Int { columns * rows }
  /// The field's width in units of its height.
  package var width: Double { Double(columns) / Double(rows) }

  /// The grids, in the order in which the keys step through them: powers of ten.
  package static let all = [
    SwarmGrid(columns: 1, rows: 1), SwarmGrid(columns: 5, rows: 2),
    SwarmGrid(columns: 10, rows: 10), SwarmGrid(columns: 40, rows: 25),
    SwarmGrid(columns: 125, rows: 80), SwarmGrid(columns: 400, rows: 250),
  ]
  /// The index in `all` of the grid that is shown first: 1,000 squares.
  package static let first = 3

  /// The centre of a square.
  package func center(of index: Int) -> Point {
    let row = index / columns
    return Point(
      x: (Double(index - row * columns) + 0.5) / Double(rows),
      y: (Double(row) + 0.5) / Double(rows))
  }

  /// The square nearest to the centre of another grid's square.
  package func index(nearest index: Int, of other: SwarmGrid) -> Int {
    let row = index / other.columns
    let column = index - row * other.columns
    return (2 * row + 1) * rows / (2 * other.rows) * columns
      + (2 * column + 1) * columns / (2 * other.columns)
  }

  /// The square in the middle of the field.
  package var middle: Int { rows / 2 * columns + columns / 2 }

  // MARK: - Initial values

  /// The initial phase of a square: waves around two points, and a small random offset.
  ///
  /// Waves make the effect of rate changes visible in one picture: they are bent where squares were
  /// fast.
  package func firstPhase(of index: Int) -> Double {
    let center = center(of: index)
    let cycles =
      2.3 * distance(center, Point(x: 0.35, y: 0.3)) - 1.7 * distance(center, Point(x: 1.3, y: 0.8))
    let phase = cycles + 0.05 * SplitMix64.unit(index + 1) + 4
    return phase - phase.rounded(.down)
  }

  /// The rate of a calm square in cycles per second; neighbours have nearly equal rates.
  package func calmHertz(of index: Int) -> Double {
    let center = center(of: index)
    let bump = distance(center, Point(x: 0.8, y: 0.5))
    return 0.36 - 0.08 * bump + 0.004 * SplitMix64.unit(index + 1)
  }
}

/// The distance between two points, in units of the field's height.
private func distance(_ a: Point, _ b: Point) -> Double {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}
