// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The statistics printed by `FrameStatistics.report`, parsed from a program's output.
package struct LoopReport {
  package let text: String

  /// The last report in a text.
  package init(_ text: String) { self.text = text }

  /// The number after `label` in the last line that begins with `name`; NaN if there is none.
  package func number(_ name: String, _ label: String = "") -> Double {
    let words = line(name).split(separator: " ")
    if label.isEmpty { return words.first.flatMap { Double($0) } ?? .nan }
    guard let index = words.firstIndex(of: Substring(label)), index + 1 < words.endIndex else {
      return .nan
    }
    return Double(words[index + 1].prefix { $0 != "," }) ?? .nan
  }

  /// The text after the name in the last line that begins with `name`.
  package func line(_ name: String) -> String {
    let line = text.split(separator: "\n").last { $0.hasPrefix(name + " ") } ?? ""
    return String(line.dropFirst(name.count).drop { $0 == " " })
  }

  /// Whether nine of ten intervals are at most 5 % above the median; on a quiet machine, they are
  /// at most 1.3 % above.
  package var isEven: Bool { number("interval", "p90") < 1.05 * number("interval", "p50") }

  /// Whether neither the display nor the program was disturbed: the intervals are even, their mean
  /// equals their median, and none is three times as long as the median.
  ///
  /// On a quiet machine, mean and median differ by 0.1 %. After two missed refreshes in 600 frames
  /// they differ by 0.33 %, and the median is no measure of the display.
  package var isUndisturbed: Bool {
    let middle = number("interval", "p50")
    return isEven && abs(number("rate") * middle / 1000 - 1) < 0.003
      && number("interval", "max") < 3 * middle
  }
}

extension Child {
  /// Requests a running loop's statistics, which are printed with its next frame.
  package func loopReport() -> LoopReport {
    send(SIGUSR1)
    return LoopReport(read(seconds: 20) { $0.contains("\nevents ") })
  }
}
