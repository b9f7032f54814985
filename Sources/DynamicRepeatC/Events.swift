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
  mark\0\
  delay_ended\0\
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
public func dr_repeat_next_event(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ time_s: Double,
  _ event: UnsafeMutablePointer<dr_event>!
) -> Int32 {
  var next: RepeatEvent?
  let status = answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    if object.pointee.live.advanceQuietly(to: time_s) { return }
    try UnsafePointer(object).check(advancingTo: time_s)
    next = object.pointee.live.nextEvent(through: time_s)
    if let next { event?.pointee = dr_event(next, object.pointee.userData) }
  }
  guard next == nil else { return 1 }
  if let event {
    event.pointee = dr_event()
    event.pointee.status = status
  }
  return 0
}

@_optimize(speed)
@c @implementation
public func dr_repeat_advance(_ repeat: UnsafeMutablePointer<dr_repeat>!, _ time_s: Double)
  -> dr_status
{
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    if object.pointee.live.advanceQuietly(to: time_s) { return }
    try UnsafePointer(object).check(advancingTo: time_s)
    object.pointee.live.advanceSilently(to: time_s)
  }
}

// This is a method of the pointer, because a method of the repeat would copy the repeat first.
extension UnsafePointer<RepeatObject> {
  /// Throws if the repeat cannot advance to the time.
  @inline(__always)
  func check(advancingTo time: Double) throws(StatusError) {
    try checkTime(time)
    guard time >= pointee.live.now else { throw StatusError(DR_ERROR_PAST) }
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
      kind: dr_event_kind(event.kind), status: DR_OK, cycle: Int64(event.cycle),
      count: Int64(event.count), time_s: event.time, lateness_s: event.lateness,
      mark: Int32(event.mark), reserved: 0, user_data: userData)
  }
}
