// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import FramePacing

@c @implementation
public func dr_loop_get_stats(
  _ loop: dr_loop, _ stats: UnsafeMutablePointer<dr_loop_stats>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try loop.object()
    let output = try given(stats)
    object.pointee.statistics.mode = object.pointee.loop.mode
    object.pointee.write(to: output)
  }
}

extension LoopObject {
  fileprivate borrowing func write(to stats: UnsafeMutablePointer<dr_loop_stats>) {
    var result = dr_loop_stats()
    result.frames = Int64(statistics.frames)
    result.missed = Int64(statistics.missed)
    result.stalls = Int64(statistics.stalls)
    result.relocks = Int64(statistics.relocks)
    result.input_events = Int64(statistics.inputEvents)
    result.steps_made = Int64(fixedStep?.made ?? 0)
    result.steps_dropped = Int64(fixedStep?.dropped ?? 0)
    result.frames_per_s = statistics.framesPerSecond
    result.measured_hz = statistics.measuredHertz ?? 0
    result.reported_hz = statistics.reportedHertz ?? 0
    result.processor_share = statistics.processorShare
    result.interval = dr_durations(statistics.intervals)
    result.step_error = dr_durations(statistics.steps)
    result.wake_error = dr_durations(statistics.wakeErrors)
    result.build = dr_durations(statistics.builds)
    result.present = dr_durations(statistics.presents)
    result.input_age = dr_durations(statistics.inputAges)
    result.short_intervals = UInt32(statistics.shortIntervals)
    result.mode = dr_loop_mode(statistics.mode ?? loop.mode)
    if let deadline = statistics.deadline, let lead = deadline.lead {
      result.lead_s = Double(lead) / 1e9
      result.planned = Int64(deadline.aimed)
      result.late = Int64(deadline.late)
    }
    stats.pointee = result
  }
}

extension dr_durations {
  fileprivate init(_ ring: SampleRing) {
    self.init()
    p1_s = ring.percentile(0.01)
    p50_s = ring.percentile(0.5)
    p90_s = ring.percentile(0.9)
    p99_s = ring.percentile(0.99)
    longest_s = ring.longest
    count = UInt32(ring.count)
  }
}

// MARK: - Texts

@c @implementation
public func dr_loop_mode_text(_ mode: dr_loop_mode) -> UnsafePointer<CChar>! {
  text(mode.rawValue, of: texts, last: DR_MODE_PAUSED_UNFOCUSED.rawValue)
}

/// What `PacingMode.description` says, in the order of the modes' numbers, with zeros in between.
private let texts: StaticString = """
  acquire: the loop has just begun\0\
  acquire: the display's rate changed\0\
  acquire: the window is seen again\0\
  locked: presenting waits for the display, at the rate measured\0\
  variable: the display waits for each picture, steps are as measured\0\
  timer: the program asked for a rate\0\
  timer: presenting does not wait for a display here\0\
  timer: presenting claimed to wait for the display and did not\0\
  timer: the frames' times are given, nothing waits\0\
  throttled: presenting takes many periods, as for a window out of sight\0\
  paused: the window is minimised or hidden\0\
  paused: nothing moves\0\
  paused: another window has the keyboard\0\
  not a mode of this library
  """
