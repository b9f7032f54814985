// SPDX-License-Identifier: Apache-2.0

import DemoNumbers

/// Figures as text: at least four digits unless fewer are exact, at most nine characters.
package enum FigureText {
  /// Smaller figures are rounding errors of the measurement, and are shown as 0.
  package static let noise = 1e-9

  /// The text of a figure: `0`, `0.1057`, `16.67`, `31215`, `-2.1e-6`; a dash for `nil`.
  ///
  /// Halves are rounded away from zero. The locale has no influence.
  package static func text(_ figure: Double?) -> String {
    guard let figure, figure.isFinite else { return "-" }
    let size = figure.magnitude
    if size < noise { return "0" }
    let sign = figure < 0 ? "-" : ""
    if size >= 999_999.5 || size < 0.001 { return sign + scientific(size) }
    let whole = size.rounded()
    if whole == size || size >= 1000 { return "\(sign)\(Int(whole))" }
    // From 1 to 1000 a number has four digits in all; below 1 it has four after the point.
    let decimals = size >= 99.995 ? 1 : size >= 9.9995 ? 2 : size >= 0.99995 ? 3 : 4
    return sign + (DecimalText.fixed(size, decimals: decimals) ?? "-")
  }

  /// A count with its digits in groups of three: `14,400`.
  static func grouped(_ count: Int) -> String {
    let digits = Array("\(count)")
    return digits.indices.reduce("") { text, index in
      text + (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
    }
  }

  /// Seconds as milliseconds, with a decimal below 10: `6.9 ms`, `41 ms`.
  static func milliseconds(_ seconds: Double) -> String {
    let text = DecimalText.fixed(1000 * seconds, decimals: 1000 * seconds < 9.95 ? 1 : 0)
    return "\(text ?? "-") ms"
  }

  /// Marks the worst figures: the largest magnitude, and all figures with the same text.
  ///
  /// No figure is marked if all are equal, or the largest is below ``noise``.
  package static func worst(of figures: [Double?]) -> [Bool] {
    let largest = figures.compactMap { $0?.magnitude }.max() ?? 0
    guard largest >= noise else { return figures.map { _ in false } }
    let isWorst = figures.map { $0.map { text($0.magnitude) } == text(largest) }
    return isWorst.contains(false) ? isWorst : isWorst.map { _ in false }
  }

  private static func scientific(_ size: Double) -> String {
    var (mantissa, exponent) = (size, 0)
    while mantissa >= 9.995 {
      mantissa /= 10
      exponent += 1
    }
    while mantissa < 0.9995 {
      mantissa *= 10
      exponent -= 1
    }
    return "\(DecimalText.fixed(mantissa, decimals: 2) ?? "-")e\(exponent)"
  }
}
