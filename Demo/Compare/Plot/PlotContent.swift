// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// What a picture shows: a strip for each strategy, under one axis of time.
struct PlotContent {
  let schedule: RateSchedule
  let trace: String
  let window: MotionWindow
  let sketches: [MotionSketch]

  /// What it is, in a line.
  var title: String { "\(quoted(schedule.name)) seen by \(quoted(trace))" }

  /// Seconds of a longer run that a picture shows: a cycle of 0.2 s is still 17 pixels wide.
  static let seconds = 10.0

  /// The rates of the lower lines: from 0, or the lowest, to the highest that is requested or run.
  var rates: ClosedRange<Double> {
    let all = sketches.flatMap(\.rate).map(\.value)
    let requested = schedule.requestedRates(in: window).map(\.value)
    let low = min(0, all.min() ?? 0, requested.min() ?? 0)
    let room = schedule.hasLeader ? 1 + ComparisonStrategy.lockBounds : 1
    return low...max(all.max() ?? 0, (requested.max() ?? 0) * room, low + 1e-6)
  }

  /// The rate beside 0 that has a label on the axis: the highest of one digit.
  var rateTic: Double {
    let rates = rates
    let size = max(rates.upperBound, -rates.lowerBound)
    var power = 1.0
    while power > size { power /= 10 }
    while power * 10 <= size { power *= 10 }
    let tic = (size / power).rounded(.down) * power
    return rates.upperBound >= tic ? tic : -tic
  }

  /// The time at which the axis begins to count: 0, or the whole minute before a late window.
  var origin: Double {
    window.start < 1000 ? 0 : (window.start / 60).rounded(.down) * 60
  }

  /// What the axis counts, as `seconds after 29 d 4 h 20 min`.
  var axisTitle: String {
    guard origin > 0 else { return "seconds" }
    let minutes = Int(origin / 60)
    let parts = [
      (minutes / 1440, "d"), (minutes / 60 % 24, "h"), (minutes % 60, "min"),
    ]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return "seconds after \(text)"
  }

  /// Which part of the run is shown, and why: a sentence.
  var windowText: String {
    let length = FigureText.text(window.end - window.start)
    let (start, end) = (FigureText.text(window.start), FigureText.text(window.end))
    switch window.reason {
    case .whole: return "The whole run, \(length) s."
    case .beginning: return "The first \(length) s of \(runText)."
    case .furthestJump(let time, let size):
      let part = origin > 0 ? length : "\(start) to \(end)"
      return "\(part) s of \(runText), around the change at which naive jumps furthest:"
        + " \(FigureText.text(100 * size)) % of the way"
        + (origin > 0 ? "." : " at \(FigureText.text(time)) s.")
    }
  }

  private var runText: String {
    let seconds = sketches.first?.result.end ?? schedule.length
    return seconds < 86_400
      ? "\(FigureText.text(seconds)) s" : "\(FigureText.text(seconds / 86_400)) days"
  }
}
