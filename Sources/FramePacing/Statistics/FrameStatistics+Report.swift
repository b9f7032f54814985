// SPDX-License-Identifier: Apache-2.0

extension FrameStatistics {
  /// All figures as text, one per line: name and value, in milliseconds unless a unit is given.
  ///
  /// The line `short` has `shortIntervals`; the line `lead` has the lead of `deadline`, if one was
  /// learned. The names are the same in every program, so that two runs can be compared line by
  /// line.
  public var report: String {
    var lines = [
      "mode         \(mode?.description ?? "none")",
      "display      \(videoDriver), \(renderer)",
      "frames       \(frames)",
      "rate         \(Self.text(framesPerSecond, digits: 3)) Hz"
        + ", measured \(Self.hertz(measuredHertz)), reported \(Self.hertz(reportedHertz))",
      Self.row("interval", intervals), Self.row("step error", steps),
      Self.row("wake error", wakeErrors), Self.row("build", builds),
      Self.row("present", presents), Self.row("input age", inputAges),
    ]
    if let deadline, let lead = deadline.lead {
      let share = Double(deadline.late) / Double(max(deadline.aimed, 1))
      lines.append(
        "lead         \(Self.text(Double(lead) / 1e6, digits: 3)) ms"
          + ", late \(Self.text(share * 100, digits: 2)) % of \(deadline.aimed)")
    }
    let steps = fixedStep.map { step in
      "\(step.made) at \(Self.text(step.rate.hertz, digits: 3)) Hz, dropped \(step.dropped)"
    }
    lines += [
      "CPU          \(Self.text(processorShare * 100, digits: 2)) %",
      "short        \(shortIntervals)", "missed       \(missed)", "stalls       \(stalls)",
      "relocks      \(relocks)", "events       \(inputEvents)", "fixed steps  \(steps ?? "none")",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ name: String, _ ring: SampleRing) -> String {
    let name = name + String(repeating: " ", count: max(13 - name.count, 1))
    guard ring.count > 0 else { return name + "none" }
    let shares: [(String, Double)] = [("p1", 0.01), ("p50", 0.5), ("p90", 0.9), ("p99", 0.99)]
    let cells = shares.map { "\($0)\(cell(ring.percentile($1)))" }
    return name + (cells + ["max\(cell(ring.longest))"]).joined(separator: "  ")
  }

  /// Seconds as text in milliseconds, in a column that fits values up to 9,999.
  private static func cell(_ seconds: Double) -> String {
    let number = text(seconds * 1e3, digits: 3)
    return String(repeating: " ", count: max(9 - number.count, 1)) + number
  }

  private static func hertz(_ value: Double?) -> String {
    value.map { text($0, digits: 3) + " Hz" } ?? "none"
  }

  /// A number with `digits` digits after the point, rounded to nearest.
  static func text(_ value: Double, digits: Int) -> String {
    var unit = 1.0
    for _ in 0..<digits { unit *= 10 }
    let scaled = (value * unit).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "\(value)" }
    let whole = Int64(abs(scaled))
    let fraction = String(whole % Int64(unit))
    let zeros = String(repeating: "0", count: max(digits - fraction.count, 0))
    return "\(scaled < 0 ? "-" : "")\(whole / Int64(unit)).\(zeros)\(fraction)"
  }
}
