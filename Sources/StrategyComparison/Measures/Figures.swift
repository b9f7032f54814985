// SPDX-License-Identifier: Apache-2.0

/// The figures of one strategy: one for each measure that was taken.
public struct Figures: Hashable, Sendable {
  private var values: [Measure: Double] = [:]

  /// No figures.
  public init() {}

  /// The figure in the measure's unit; `nil` where there is none, as for a delay without rate
  /// changes.
  public subscript(measure: Measure) -> Double? {
    get { values[measure] }
    set { values[measure] = newValue }
  }
}
