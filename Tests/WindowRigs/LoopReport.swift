// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The figures that `FrameStatistics.report` prints, read back from a program's output.
package struct LoopReport {
  package let text: String

  /// The last report in a text.
  package init(_ text: String) { self.text = text }

  /// The number after `label` in the last line that begins with `name`; NaN where there is none.
  package func number(_ name: String, _ label: String = "") -> Double {
    let words = line(name).split(separator: " ")
    if label.isEmpty { return words.first.flatMap { Double($0) } ?? .nan }
    guard let index = words.firstIndex(of: Substring(label)), index + 1 < words.endIndex else {
      return .nan
    }
    return Double(words[index + 1].prefix { $0 != "," }) ?? .nan
  }

  /// The text behind the name in the last line that begins with `name`.
  package func line(_ name: String) -> String {
    let line = text.split(separator: "\n").last { $0.hasPrefix(name + " ") } ?? ""
    return String(line.dropFirst(name.count).drop { $0 == " " })
  }

  /// Whether nine of ten intervals are within 5 % of the middle one: 1.3 % on a quiet machine.
  package var isEven: Bool { number("interval", "p90") < 1.05 * number("interval", "p50") }
}

extension Child {
  /// Asks a running loop for its figures; they come with its next frame.
  package func loopReport() -> LoopReport {
    send(SIGUSR1)
    return LoopReport(read(seconds: 20) { $0.contains("\nevents ") })
  }
}
