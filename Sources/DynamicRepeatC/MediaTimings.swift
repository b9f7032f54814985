// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import RepeatTiming

@c @implementation
public func dr_default_media_timing() -> dr_media_timing {
  var timing = dr_media_timing()
  timing.speed = 1
  return timing
}

@c @implementation
public func dr_media_timing_sample(
  _ timing: UnsafePointer<dr_media_timing>!, _ curve: dr_curve, _ parent_s: Double,
  _ in_reversed_time: Int32, _ sample: UnsafeMutablePointer<dr_media_sample>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let timing = try given(timing).pointee.swiftTiming()
    let output = try given(sample)
    let pace = curve.id == 0 ? .linear : try curve.object().pointee.pace.timing
    output.pointee = dr_media_sample(
      timing.sample(at: parent_s, timing: pace, inReversedTime: in_reversed_time != 0))
  }
}

@c @implementation
public func dr_media_timing_end(
  _ timing: UnsafePointer<dr_media_timing>!, _ end_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let timing = try given(timing).pointee.swiftTiming()
    try given(end_s).pointee = timing.endTime
  }
}

extension dr_media_timing {
  fileprivate func swiftTiming() throws(StatusError) -> MediaTiming {
    let fill: FillMode
    switch fill_mode {
    case DR_FILL_REMOVED: fill = .removed
    case DR_FILL_FORWARDS: fill = .forwards
    case DR_FILL_BACKWARDS: fill = .backwards
    case DR_FILL_BOTH: fill = .both
    default: throw StatusError(DR_ERROR_CHOICE)
    }
    return MediaTiming(
      beginTime: begin_s, duration: duration_s, repeatCount: repeat_count,
      repeatDuration: repeat_duration_s, autoreverses: autoreverses != 0, speed: speed,
      timeOffset: time_offset_s, fillMode: fill)
  }
}

extension dr_media_sample {
  fileprivate init(_ sample: MediaSample) {
    let stage =
      switch sample.stage {
      case .before: DR_STAGE_BEFORE
      case .active: DR_STAGE_ACTIVE
      case .after: DR_STAGE_AFTER
      }
    self.init(
      stage: stage, is_in_effect: sample.isInEffect ? 1 : 0, leg: Int64(sample.leg),
      cycle: Int64(sample.cycle), fraction: sample.fraction, progress: sample.progress,
      local_time_s: sample.localTime, runs_backwards: sample.runsBackwards ? 1 : 0, reserved: 0)
  }
}
