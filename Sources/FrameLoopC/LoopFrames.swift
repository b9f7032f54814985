// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CFrameLoop
import FramePacing

@c @implementation
public func dr_loop_wait(
  _ loop: OpaquePointer!, _ timeout_ms: UnsafeMutablePointer<Int32>!
) -> dr_loop_status {
  answer(loop, .betweenFrames) { object in
    object.pointee.loop.wait(SystemClock())
    object.pointee.hasWaited = true
    timeout_ms?.pointee = Int32(object.pointee.loop.eventTimeout(at: SystemClock().now()))
  }
}

@c @implementation
public func dr_loop_begin(
  _ loop: OpaquePointer!, _ frame: UnsafeMutablePointer<dr_frame>!
) -> dr_loop_status {
  answer(loop, .betweenFrames) { object throws(LoopError) in
    let output = try given(frame)
    guard object.pointee.hasWaited, !object.pointee.isPaused else {
      throw LoopError(DR_LOOP_ERROR_SEQUENCE)
    }
    output.pointee = object.pointee.begin(at: SystemClock().now())
  }
}

@c @implementation
public func dr_loop_drawn(_ loop: OpaquePointer!) -> dr_loop_status {
  answer(loop, .inFrame) { object in object.pointee.drawn() }
}

@c @implementation
public func dr_loop_presented(
  _ loop: OpaquePointer!, _ vsync: UnsafeMutablePointer<Int32>!
) -> dr_loop_status {
  answer(loop, .inFrame) { object in
    object.pointee.presented(at: SystemClock().now())
    vsync?.pointee = object.pointee.loop.waitsForDisplay ? 1 : 0
  }
}

@c @implementation
public func dr_loop_shown(
  _ loop: OpaquePointer!, _ number: Int64, _ age_s: Double
) -> dr_loop_status {
  answer(loop) { object throws(LoopError) in
    guard age_s >= -1, age_s <= 1e9 else { throw LoopError(DR_LOOP_ERROR_TIME) }
    let shown = SystemClock().now() - Int64((age_s * 1e9).rounded())
    object.pointee.loop.shown(Int(number), at: shown, recording: &object.pointee.statistics)
  }
}

@c @implementation
public func dr_loop_abandon(_ loop: OpaquePointer!) -> dr_loop_status {
  answer(loop, .inFrame) { object in object.pointee.begun = nil }
}

extension LoopObject {
  fileprivate mutating func begin(at now: Int64) -> dr_frame {
    // A program without a window need not call dr_loop_polled.
    if !wasPolled {
      if loop.waitsForChange { loop.resume(at: now) }
      _ = loop.polled(at: now)
      inputEvents = 0
    }
    let frame = loop.begin(at: now)
    var steps = 0
    if fixedStep != nil {
      // Limits the number of steps if the clock jumps by decades.
      let period = frame.mode == .measured ? 0 : frame.refreshPeriod
      steps = fixedStep?.steps(delta: min(frame.delta, 1e9), refreshPeriod: period) ?? 0
    }
    begun = BegunFrame(frame: frame, begun: now)
    (hasWaited, wasPolled) = (false, false)
    return dr_frame(frame, steps: steps, fraction: fixedStep?.fraction ?? 0)
  }

  fileprivate mutating func drawn() {
    let time = SystemClock().now()
    loop.waitToPresent(SystemClock())
    begun?.drawn = (time, SystemClock.processTime())
  }

  fileprivate mutating func presented(at now: Int64) {
    guard let begun else { return }
    var times = FrameTimes(begun: begun.begun, drawn: now, presented: now)
    if let drawn = begun.drawn {
      times.drawn = drawn.time
      times.computed = SystemClock.processTime() - drawn.computed
    }
    loop.presented(begun.frame, times, inputEvents: inputEvents, recording: &statistics)
    self.begun = nil
  }
}

extension dr_frame {
  fileprivate init(_ frame: Frame, steps: Int, fraction: Double) {
    self.init()
    number = Int64(frame.number)
    time_s = frame.time
    delta_s = frame.delta
    raw_delta_s = frame.rawDelta
    presentation_s = frame.presentationTime
    refresh_period_s = frame.refreshPeriod
    reported_period_s = frame.reportedPeriod ?? 0
    step_fraction = fraction
    self.steps = Int32(clamping: steps)
    missed = Int32(clamping: frame.missed)
    is_after_stall = frame.isAfterStall ? 1 : 0
    mode = dr_loop_mode(frame.mode)
  }
}
