// SPDX-License-Identifier: Apache-2.0

/// How much a chart shows above and below its middle line: a round number, and a calm one.
///
/// It grows at once, and shrinks only where a good deal less will do: a chart that changes its scale
/// to and fro says nothing, and flashes.
struct ChartScale: Hashable, Sendable {
  /// Seconds that a chart may reach to either side: one, two, five and so on.
  static let steps = [
    0.000_05, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
  ]
  /// How much room is left beyond what is to be seen.
  static let margin = 1.3
  /// How much less must be enough before it shrinks.
  static let patience = 1.3

  /// Seconds from the middle to either edge.
  private(set) var reach = steps[0]

  /// Makes room for deviations of up to `seconds`.
  mutating func fit(_ seconds: Double) {
    reach = max(reach, Self.step(for: seconds * Self.margin))
    reach = min(reach, Self.step(for: seconds * Self.margin * Self.patience))
  }

  private static func step(for seconds: Double) -> Double {
    steps.first { $0 >= seconds } ?? steps[steps.count - 1]
  }

  /// The reach as an axis says it.
  var label: String {
    reach < 0.001
      ? "\(NumberText.fixed(reach * 1e6, 0)) \u{B5}s" : "\(NumberText.fixed(reach * 1e3, 0)) ms"
  }
}
