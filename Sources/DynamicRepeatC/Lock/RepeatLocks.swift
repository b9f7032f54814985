// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_line_init(
  _ line: UnsafeMutablePointer<dr_line>!, _ position: dr_position, _ time_s: Double,
  _ rate_hz: Double
) -> dr_status {
  answer { () throws(StatusError) in
    let position = try position.swiftPosition()
    let made = try checked(RepeatLine(position, at: time_s, hertz: rate_hz))
    try LineObject(line: made).put(into: line)
  }
}

@c @implementation
public func dr_line_times(
  _ line: UnsafePointer<dr_line>!, _ numerator: Int32, _ denominator: Int32, _ offset: Double,
  _ product: UnsafeMutablePointer<dr_line>!
) -> dr_status {
  answer { () throws(StatusError) in
    let line = try LineObject.at(line).pointee.line
    let made = try checked(line.times(Int(numerator), over: Int(denominator), offset: offset))
    try LineObject(line: made).put(into: product)
  }
}

@c @implementation
public func dr_repeat_get_line(
  _ repeat: UnsafePointer<dr_repeat>!, _ line: UnsafeMutablePointer<dr_line>!
) -> dr_status {
  answer { () throws(StatusError) in
    try LineObject(line: RepeatObject.at(`repeat`).pointee.live.presentLine).put(into: line)
  }
}

@c @implementation
public func dr_bounds_around(_ rate_hz: Double, _ fraction: Double) -> dr_bounds {
  let width = (rate_hz * fraction).magnitude
  return dr_bounds(
    minimum_hz: rate_hz - width, maximum_hz: rate_hz + width, slope_hz_per_s: .infinity)
}

@c @implementation
public func dr_repeat_lock(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ line: UnsafePointer<dr_line>!,
  _ bounds: UnsafePointer<dr_bounds>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    let line = try LineObject.at(line).pointee.line
    let limits = try bounds?.pointee.swiftBounds()
    try checked(object.pointee.live.lock(to: line, within: limits))
  }
}

@c @implementation
public func dr_repeat_unlock(_ repeat: UnsafeMutablePointer<dr_repeat>!) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    try checked(object.pointee.live.unlock())
  }
}

@c @implementation
public func dr_repeat_arrive(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ arrival: UnsafePointer<dr_arrival>!,
  _ nearest_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    let arrival = try given(arrival).pointee
    let point = try arrival.swiftPoint()
    let rate = arrival.has_rate != 0 ? try arrival.rate.swiftRate() : nil
    let bounds = try arrival.bounds.swiftBounds()
    do throws(RepeatError) {
      try object.pointee.live.arrive(at: point, by: arrival.time_s, then: rate, within: bounds)
    } catch {
      if case .outOfReach(let time, _) = error { nearest_s?.pointee = time }
      throw StatusError(error.status)
    }
  }
}

extension dr_bounds {
  fileprivate func swiftBounds() throws(StatusError) -> RateBounds {
    try checked(
      RateBounds(minimumRate: minimum_hz, maximumRate: maximum_hz, slope: slope_hz_per_s))
  }
}

extension dr_arrival {
  fileprivate func swiftPoint() throws(StatusError) -> ArrivalPoint {
    switch kind {
    case DR_ARRIVAL_PHASE: return .phase(position.phase)
    case DR_ARRIVAL_POSITION: return .position(try position.swiftPosition())
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}
