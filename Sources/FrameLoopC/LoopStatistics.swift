// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CFrameLoop
import FramePacing

@c @implementation
public func dr_loop_get_stats(
  _ loop: OpaquePointer!, _ stats: UnsafeMutablePointer<dr_loop_stats>!
) -> dr_loop_status {
  answer(loop) { object throws(LoopError) in
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

extension dr_loop_mode {
  init(_ mode: PacingMode) {
    self =
      switch mode {
      case .measured: DR_LOOP_MODE_MEASURED
      case .locked: DR_LOOP_MODE_LOCKED
      case .timer(.requested): DR_LOOP_MODE_TIMER_REQUESTED
      case .timer(.noSwapControl): DR_LOOP_MODE_TIMER_NO_SWAP_CONTROL
      case .timer(.freeRunning): DR_LOOP_MODE_TIMER_FREE_RUNNING
      case .timer(.virtual): DR_LOOP_MODE_VIRTUAL
      case .paused(.hidden): DR_LOOP_MODE_PAUSED_HIDDEN
      case .paused(.idle): DR_LOOP_MODE_PAUSED_IDLE
      case .paused(.unfocused): DR_LOOP_MODE_PAUSED_UNFOCUSED
      }
  }
}
