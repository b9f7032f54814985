// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

/// What a handle of a timing function names.
struct CurveObject: ~Copyable {
  var pace: Pace
  /// Seconds, where it is a spring.
  let settlingDuration: Double?
}

private let curveCheck: UInt32 = 0x4452_6331

@c @implementation
public func dr_default_curve_def() -> dr_curve_def {
  var def = dr_curve_def()
  def.internal_check = curveCheck
  def.kind = DR_CURVE_LINEAR
  (def.x1, def.y1, def.x2, def.y2) = (0.42, 0, 0.58, 1)
  def.step_count = 4
  def.step_jump = DR_STEP_JUMP_END
  def.spring = dr_spring(
    mass: 1, stiffness: 100, damping: 10, initial_velocity: 0, tolerance: 0.001)
  return def
}

@c @implementation
public func dr_curve_create(
  _ def: UnsafePointer<dr_curve_def>!, _ curve: UnsafeMutablePointer<dr_curve>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let def = try given(def).pointee
    let curve = try given(curve)
    try def.check()
    let handle = try create(ObjectKind.curve, arrays: def.arrayBytes) {
      () throws(StatusError) -> CurveObject in
      let timing = try def.timingFunction()
      return CurveObject(pace: Pace(timing), settlingDuration: def.settlingDuration)
    }
    curve.pointee = dr_curve(id: handle)
  }
}

@c @implementation
public func dr_curve_destroy(_ curve: dr_curve) -> dr_status {
  answerMasked { () throws(StatusError) in try destroy(curve.id, ObjectKind.curve, CurveObject.self)
  }
}

@c @implementation
public func dr_curve_is_valid(_ curve: dr_curve) -> Int32 {
  repeat_handle_find(curve.id, ObjectKind.curve) == nil ? 0 : 1
}

@_optimize(speed)
@c @implementation
public func dr_curve_value(
  _ curve: dr_curve, _ progress: Double, _ value: UnsafeMutablePointer<Double>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try curve.object()
    let output = try given(value)
    guard object.pointee.pace.isBezier else {
      output.pointee = object.pointee.pace.other(progress)
      return
    }
    // As a timing function takes it: no number reads as 0.
    let held = progress > 0 ? (progress < 1 ? progress : 1) : 0
    output.pointee = object.pointee.pace.bezier.value(at: held)
  }
}

@c @implementation
public func dr_curve_settling_duration(
  _ curve: dr_curve, _ duration_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  curve.answerMasked(in: duration_s) { object throws(StatusError) in
    try given(object.pointee.settlingDuration, or: DR_ERROR_NO_ANSWER)
  }
}

extension dr_curve: ObjectHandle {
  @inline(__always)
  func object() throws(StatusError) -> UnsafeMutablePointer<CurveObject> {
    try named(id, ObjectKind.curve)
  }
}

extension dr_curve_def {
  /// Throws for a definition that its default function did not fill in, and for too many stops.
  func check() throws(StatusError) {
    guard internal_check == curveCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    guard kind == DR_CURVE_STOPS else { return }
    guard stop_count <= DR_MAX_STOPS else { throw StatusError(DR_ERROR_CAPACITY) }
    guard stops != nil || stop_count == 0 else { throw StatusError(DR_ERROR_NULL) }
  }

  /// What ``timingFunction()`` needs beside itself: the stops, and the points made of them; a spring.
  var arrayBytes: Int {
    switch kind {
    case DR_CURVE_STOPS:
      2 * (arrayHead + Int(stop_count) * MemoryLayout<TimingFunction.Stop>.stride)
    case DR_CURVE_SPRING: arrayHead + TimingFunction.springBytes
    default: 0
    }
  }

  var settlingDuration: Double? {
    guard kind == DR_CURVE_SPRING, let spring = try? swiftSpring() else { return nil }
    return spring.settlingDuration(within: self.spring.tolerance)
  }

  func timingFunction() throws(StatusError) -> TimingFunction {
    switch kind {
    case DR_CURVE_LINEAR: return .linear
    case DR_CURVE_EASE_IN: return .easeIn
    case DR_CURVE_EASE_OUT: return .easeOut
    case DR_CURVE_EASE_IN_OUT: return .easeInEaseOut
    case DR_CURVE_DEFAULT: return .default
    case DR_CURVE_EASING:
      guard let family = easingFamily, let direction = easingDirection else {
        throw StatusError(DR_ERROR_CHOICE)
      }
      return .easing(family, direction)
    case DR_CURVE_SPRING: return try springFunction()
    case DR_CURVE_BEZIER, DR_CURVE_STEPS, DR_CURVE_STOPS: return try functionOfNumbers()
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  private var swiftStops: [TimingFunction.Stop] {
    let count = Int(stop_count)
    // Written in place: growing would be linked into every program.
    return Array(unsafeUninitializedCapacity: count) { buffer, written in
      for index in 0..<count {
        let input = stops[index].input
        buffer.initializeElement(
          at: index, to: TimingFunction.Stop(stops[index].output, at: input.isNaN ? nil : input))
      }
      written = count
    }
  }

  private func functionOfNumbers() throws(StatusError) -> TimingFunction {
    if kind == DR_CURVE_STEPS && jump == nil { throw StatusError(DR_ERROR_CHOICE) }
    let function =
      switch kind {
      case DR_CURVE_BEZIER: try? TimingFunction(cubicBezier: x1, y1, x2, y2)
      case DR_CURVE_STEPS: try? TimingFunction(steps: Int(step_count), jump: jump ?? .end)
      default: try? TimingFunction(stops: swiftStops)
      }
    return try given(function, or: DR_ERROR_TIMING)
  }

  private func springFunction() throws(StatusError) -> TimingFunction {
    guard let spring = try? swiftSpring(),
      let function = try? TimingFunction(spring: spring, tolerance: self.spring.tolerance)
    else { throw StatusError(DR_ERROR_TIMING) }
    return function
  }

  private func swiftSpring() throws(SpringError) -> Spring {
    try Spring(
      validatingMass: spring.mass, stiffness: spring.stiffness, damping: spring.damping,
      initialVelocity: spring.initial_velocity)
  }
}
