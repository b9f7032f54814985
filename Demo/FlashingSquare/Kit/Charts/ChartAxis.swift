// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// The time axis of a chart: the last seconds, from the left edge of a box to its right edge.
struct ChartAxis: Hashable, Sendable {
  /// The seconds that a chart shows.
  static let span = 6.0

  let box: PixelBox
  /// The time at the right edge, in seconds.
  let now: Double

  /// The place of a time, in output pixels.
  func x(_ time: Double) -> Double {
    Double(box.right) - (now - time) / Self.span * Double(box.width)
  }

  /// The time at a place.
  func time(_ x: Double) -> Double {
    now - (Double(box.right) - x) / Double(max(1, box.width)) * Self.span
  }

  /// The height of a value, 0...1, in a lane of the chart.
  static func y(_ value: Double, in lane: PixelBox) -> Double {
    Double(lane.bottom) - value * Double(lane.height)
  }
}

/// A jump of a motion: the value before and after it.
struct ChartGap: Hashable, Sendable {
  /// Seconds.
  let time: Double
  let before: Double
  let after: Double

  var size: Double { abs(after - before) }

  /// The smallest change of the value that is a jump; a smaller one is invisible.
  static let smallest = 0.005
}

extension Canvas {
  /// Draws a motion in a lane: a line that is computed at each edge of a pixel column.
  ///
  /// At a jump the line ends, and a new line begins.
  /// - Parameters:
  ///   - lane: The part of the axis' box in which the line is drawn.
  ///   - value: The value, 0...1, of a state at a time from the state's start on.
  /// - Returns: The jumps, in order of time.
  mutating func stroke<State>(
    _ history: MotionHistory<State>, in lane: PixelBox, _ axis: ChartAxis, thickness: Double,
    _ color: RGBA8, _ value: (State, Double) -> Double
  ) -> [ChartGap] {
    guard lane.height > 0, lane.width > 0 else { return [] }
    var curve = ColumnCurve(in: lane, thickness: thickness, &scratch)
    var gaps: [ChartGap] = []
    var last: Double?
    let stretches = history.stretches
    for (index, stretch) in stretches.enumerated() {
      let end = min(index + 1 < stretches.count ? stretches[index + 1].start : axis.now, axis.now)
      let start = max(stretch.start, axis.time(Double(lane.x)))
      guard start <= end else { continue }
      let first = value(stretch.state, start)
      if let last, abs(first - last) >= ChartGap.smallest {
        gaps.append(ChartGap(time: start, before: last, after: first))
        curve.lift()
      }
      curve.add(x: axis.x(start), y: ChartAxis.y(first, in: lane), &scratch)
      var edge = axis.x(start).rounded(.down) + 1
      while edge < axis.x(end) {
        // Rounding may give a time before the stretch, for which its state has no answer.
        let time = max(axis.time(edge), start)
        let y = ChartAxis.y(value(stretch.state, time), in: lane)
        curve.add(x: edge, y: y, &scratch)
        edge += 1
      }
      let final = value(stretch.state, end)
      curve.add(x: axis.x(end), y: ChartAxis.y(final, in: lane), &scratch)
      last = final
    }
    stroke(curve, thickness: thickness, color)
    return gaps
  }

  /// Draws a time axis at the lower edge of a box, from a chart's span ago at the left to now.
  /// - Parameters:
  ///   - least: The least number of seconds between two labels; more if they do not fit.
  ///   - end: The label of the right edge, if any.
  ///   - taken: The columns without labels.
  mutating func times(
    in axis: PixelBox, step least: Int = 1, end: String? = "now",
    except taken: Range<Int> = 0..<0
  ) {
    let small = face(.small)
    let span = Int(ChartAxis.span)
    let room = 2 * width(of: "\u{2212}6 s ", small)
    let step = [1, 2, 3].first { $0 >= least && span / $0 * room < axis.width } ?? span
    for seconds in stride(from: span, through: 0, by: -step) {
      guard let label = seconds == 0 ? end : "\u{2212}\(seconds) s" else { continue }
      let x = axis.right - axis.width * seconds / span
      let half = width(of: label, small)
      guard !taken.overlaps(x - half / 2..<x + (seconds == span ? half : half / 2)) else {
        continue
      }
      text(
        label, small, Palette.dim, x: x, y: axis.bottom - small.lineHeight,
        align: seconds == span ? .left : seconds == 0 ? .right : .centre)
    }
  }
}

/// A motion's past: the states of the motion, each in effect until the next one.
///
/// A state answers for every time from its start on, so the history gives the motion at any time,
/// independent of frames. A chart therefore shows only jumps that the motion made, also after a
/// stall.
struct MotionHistory<State: Sendable>: Sendable {
  /// A state and its time in seconds; the state is valid from that time on.
  struct Stretch: Sendable {
    let start: Double
    let state: State
  }

  /// The stretches in order of time; never empty.
  private(set) var stretches: [Stretch]

  init(_ state: State, from start: Double) {
    stretches = [Stretch(start: start, state: state)]
  }

  /// Adds a state, and drops the stretches that no chart shows any more.
  ///
  /// A state at the time of the last one replaces it.
  mutating func add(_ state: State, from time: Double) {
    if stretches.count > 1, stretches[stretches.count - 1].start >= time { stretches.removeLast() }
    stretches.append(Stretch(start: time, state: state))
    while stretches[1].start < time - Self.kept { stretches.removeFirst() }
  }

  /// Drops all stretches but the first, so that other commands can be replayed from there.
  mutating func rewind() { stretches.removeLast(stretches.count - 1) }

  /// The state in effect at a time; before the first stretch, the first state.
  func state(at time: Double) -> State {
    (stretches.last { $0.start <= time } ?? stretches[0]).state
  }

  /// The seconds that are kept: more than a chart's span, for a chart whose time stands still.
  static var kept: Double { ChartAxis.span + 2 }
}

extension Array {
  /// Appends an element.
  ///
  /// Drops the oldest if there would be more than `limit`.
  mutating func append(_ element: Element, keeping limit: Int) {
    if count == limit { removeFirst() }
    append(element)
  }
}
