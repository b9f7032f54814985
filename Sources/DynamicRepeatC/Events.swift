// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_event_kind_text(_ kind: dr_event_kind) -> UnsafePointer<CChar>! {
  text(kind.rawValue, of: eventTexts, last: DR_EVENT_ARRIVED.rawValue)
}

private let eventTexts: StaticString = """
  started\0\
  cycle\0\
  toward_alternate\0\
  toward_default\0\
  stopped_at_cycle_end\0\
  stopped_immediately\0\
  frozen\0\
  finished\0\
  locked\0\
  unlocked\0\
  arrived\0\
  not an event of this library
  """

@_optimize(speed)
@c @implementation
public func dr_repeat_advance(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ time_s: Double,
  _ events: UnsafeMutablePointer<dr_event>!, _ capacity: UInt32,
  _ count: UnsafeMutablePointer<UInt32>!
) -> dr_status {
  count?.pointee = 0
  return answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    if events == nil || (capacity >= 2 && count != nil),
      object.pointee.live.advanceQuietly(to: time_s)
    {
      return
    }
    try UnsafePointer(object).check(advancingTo: time_s)
    guard let events else { return object.pointee.live.advanceSilently(to: time_s) }
    guard capacity >= 2 else { throw StatusError(DR_ERROR_BUFFER) }
    let count = try given(count)
    let user = object.pointee.userData
    var written: UInt32 = 0
    let isDone = object.pointee.live.advance(to: time_s, capacity: Int(capacity)) { event in
      events[Int(written)] = dr_event(event, user)
      written += 1
    }
    count.pointee = written
    if !isDone { throw StatusError(DR_MORE_EVENTS) }
  }
}

// These are methods of the pointer, because a method of the repeat would copy the repeat first.
extension UnsafePointer<RepeatObject> {
  /// Throws if the repeat cannot advance to the time.
  @inline(__always)
  fileprivate func check(advancingTo time: Double) throws(StatusError) {
    try checkTime(time)
    guard time >= pointee.live.now else { throw StatusError(DR_ERROR_PAST) }
    try checkReach(of: time)
  }

  /// Throws if the time is so far ahead that computing all delays until that time would take
  /// seconds.
  @inline(__always)
  func checkReach(of time: Double) throws(StatusError) {
    if pointee.live.settings.repeatDelay != 0 { try checkDelays(until: time) }
  }

  @inline(never)
  private func checkDelays(until time: Double) throws(StatusError) {
    guard pointee.live.isActive || pointee.live.waitingCommands > 0 else { return }
    let delay = pointee.live.settings.repeatDelay
    guard !pointee.live.isOnTimeline || (time - pointee.live.now) / (delay + 1e-6) < 1e6 else {
      throw StatusError(DR_ERROR_TOO_FAR)
    }
  }
}

/// Throws for a time outside the range of repeats and lines.
@inline(__always)
func checkTime(_ seconds: Double) throws(StatusError) {
  guard seconds.magnitude <= RepeatLimits.latestTime else { throw StatusError(DR_ERROR_TIME) }
}

extension dr_event {
  fileprivate init(_ event: RepeatEvent, _ userData: UnsafeMutableRawPointer?) {
    self.init(
      kind: dr_event_kind(event.kind), reserved: 0, cycle: Int64(event.cycle),
      count: Int64(event.count), time_s: event.time, lateness_s: event.lateness,
      user_data: userData)
  }
}
