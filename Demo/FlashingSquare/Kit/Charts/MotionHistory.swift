// SPDX-License-Identifier: Apache-2.0

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
