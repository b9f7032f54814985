// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import DynamicRepeat

/// One frame of a trace; columns that a scene lacks keep their defaults.
struct TraceRow: Hashable, Sendable {
  /// The frame's time in seconds.
  var time: Double
  /// The cycle duration that was last requested, in seconds; infinite while the cycle is held.
  var cycleDurationRequested = Double.infinity
  /// The cycle duration in effect at this time, in seconds; infinite while the cycle is held.
  var cycleDurationInEffect = Double.infinity
  /// Whole cycles since the start; negative if the run went backwards past the start.
  var cycle = 0
  /// The fraction of the cycle, in [0, 1).
  var phase = 0.0
  /// The value shown: 0 is the calm colour, 1 the alarm colour.
  var value = 0.0
  /// The names of the events since the previous frame, in order.
  ///
  /// No name has a comma or a quote.
  var events: [String] = []
}

/// Writes the CSV file of `--trace`, one row per frame, in full precision.
///
/// The file is written in place, not renamed when it is complete, because a trace matters most if
/// the program crashes. Whole rows are written every quarter of a second of frame time, so a crash
/// leaves a readable file.
struct TraceWriter: ~Copyable {
  /// The first line of the file.
  static let header =
    "time,cycle_duration_requested,cycle_duration_in_effect,cycle,phase,value,events"

  private let file: OutputFile
  private var buffer: [UInt8] = []
  /// The time of the last row that was written.
  private var flushedTime = -Double.infinity

  /// Creates the file, or empties an existing one, and writes the header.
  /// - Throws: Exit code 73 if it cannot be created, 74 if it cannot be written.
  init(creating path: String) throws(ProgramError) {
    let file = try OutputFile(creating: path)
    try file.write(Array("\(Self.header)\n".utf8))
    self.file = file
  }

  /// Appends a row.
  ///
  /// Numbers have the shortest form that reads back as the same Double, in any locale; infinity is
  /// `inf`.
  /// - Throws: Exit code 74 if the disk is full, or the pipe's reader has closed it.
  mutating func write(_ row: TraceRow) throws(ProgramError) {
    let cells =
      "\(row.time),\(row.cycleDurationRequested),\(row.cycleDurationInEffect)"
      + ",\(row.cycle),\(row.phase),\(row.value),\(row.events.joined(separator: ";"))\n"
    buffer += cells.utf8
    // The help stops the trace's time.
    if row.time - flushedTime >= 0.25 || buffer.count > 1 << 14 {
      flushedTime = row.time
      try flush()
    }
  }

  /// Writes the buffered rows.
  ///
  /// Call this at the end of the run, because errors in `deinit` cannot be reported.
  /// - Throws: Like `write`.
  mutating func flush() throws(ProgramError) {
    // The buffer is emptied first, so that rows that cannot be written are not tried again.
    let rows = buffer
    buffer.removeAll(keepingCapacity: true)
    try file.write(rows)
  }
}

extension TraceRow {
  /// The row of an animation that repeats in a layer's time.
  /// - Parameters:
  ///   - cycleDuration: The duration of a cycle, in seconds of the layer's time.
  ///   - speed: The layer's seconds per second of its superlayer; determines the requested
  ///     duration.
  ///   - overallSpeed: The layer's seconds per second of media time; determines the duration in
  ///     effect.
  ///   - localTime: Seconds of the layer's time since the animation's start.
  init(
    time: Double, cycleDuration: Double, speed: Double, overallSpeed: Double, localTime: Double,
    value: Double, events: [String]
  ) {
    let cycles = localTime / cycleDuration
    let whole = cycles.rounded(.down)
    self.init(
      time: time, cycleDurationRequested: cycleDuration / speed.magnitude,
      cycleDurationInEffect: cycleDuration / overallSpeed.magnitude,
      cycle: Int(whole), phase: min(cycles - whole, 1.0.nextDown), value: value, events: events)
  }
}

extension RepeatEvent {
  /// The event's name in a trace, with its count if that is above 1, such as `cycle*3`.
  var traceName: String {
    let name =
      switch kind {
      case .started: "started"
      case .cycle: "cycle"
      case .mark: "mark"
      case .delayEnded: "delay_ended"
      case .towardAlternate: "to_alarm"
      case .towardDefault: "to_calm"
      case .stoppedAtCycleEnd, .stoppedImmediately, .frozen, .finished: "stopped"
      case .locked: "locked"
      case .unlocked: "unlocked"
      case .arrived: "arrived"
      case .invalidInput: "invalid_input"
      }
    return count == 1 ? name : "\(name)*\(count)"
  }
}
