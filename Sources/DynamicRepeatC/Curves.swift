// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatKernels
import DynamicRepeat

/// The content of a `dr_curve`.
struct CurveObject {
  let timing: TimingFunction
  /// The settling duration of a spring, in seconds; `nil` for other curves.
  let settlingDuration: Double?
}

private let curveCheck: UInt32 = 0x4452_6333

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
  _ def: UnsafePointer<dr_curve_def>!, _ curve: UnsafeMutablePointer<OpaquePointer?>!
) -> dr_status {
  answer { () throws(StatusError) in
    let def = try given(def).pointee
    let output = try given(curve)
    try def.check()
    // A failed allocation in Swift ends the program. Therefore the call first allocates and frees
    // more memory than a curve needs, and returns an error if that fails.
    let bytes = 1024 + 64 * Int64(def.kind == DR_CURVE_STOPS ? def.stop_count : 0)
    let room = try given(rk_allocate(bytes), or: DR_ERROR_MEMORY)
    rk_free(room, bytes)
    let made = CurveObject(
      timing: try def.timingFunction(), settlingDuration: def.settlingDuration)
    let memory = UnsafeMutablePointer<CurveObject>.allocate(capacity: 1)
    memory.initialize(to: made)
    output.pointee = OpaquePointer(memory)
  }
}

@c @implementation
public func dr_curve_destroy(_ curve: OpaquePointer!) {
  guard let curve else { return }
  let memory = UnsafeMutablePointer<CurveObject>(curve)
  memory.deinitialize(count: 1)
  memory.deallocate()
}

@c @implementation
public func dr_curve_value(
  _ curve: OpaquePointer!, _ progress: Double, _ value: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = UnsafePointer<CurveObject>(try given(curve))
    try given(value).pointee = object.pointee.timing(progress)
  }
}

@c @implementation
public func dr_curve_settling_duration(
  _ curve: OpaquePointer!, _ duration_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = UnsafePointer<CurveObject>(try given(curve))
    let output = try given(duration_s)
    output.pointee = try given(object.pointee.settlingDuration, or: DR_ERROR_NO_ANSWER)
  }
}

extension dr_curve_def {
  /// Throws if the definition does not come from its default function, or has too many stops.
  func check() throws(StatusError) {
    guard internal_check == curveCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    guard kind == DR_CURVE_STOPS else { return }
    guard stop_count <= DR_MAX_STOPS else { throw StatusError(DR_ERROR_CAPACITY) }
    guard stops != nil || stop_count == 0 else { throw StatusError(DR_ERROR_NULL) }
  }

  fileprivate var settlingDuration: Double? {
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
    case DR_CURVE_SMOOTHSTEP: return .smoothstep
    case DR_CURVE_EASING:
      return .easing(try family.swiftFamily(), try direction.swiftDirection())
    case DR_CURVE_SPRING: return try springFunction()
    case DR_CURVE_BEZIER:
      return try given(try? TimingFunction(cubicBezier: x1, y1, x2, y2), or: DR_ERROR_TIMING)
    case DR_CURVE_STEPS:
      let jump = try step_jump.swiftJump()
      return try given(
        try? TimingFunction(steps: Int(step_count), jump: jump), or: DR_ERROR_TIMING)
    case DR_CURVE_STOPS:
      return try given(try? TimingFunction(stops: swiftStops), or: DR_ERROR_TIMING)
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  private var swiftStops: [TimingFunction.Stop] {
    let count = Int(stop_count)
    // Written in place, because appending would link the code for growing arrays into every
    // program.
    return Array(unsafeUninitializedCapacity: count) { buffer, written in
      for index in 0..<count {
        let input = stops[index].input
        buffer.initializeElement(
          at: index, to: TimingFunction.Stop(stops[index].output, at: input.isNaN ? nil : input))
      }
      written = count
    }
  }

  private func springFunction() throws(StatusError) -> TimingFunction {
    guard let spring = try? swiftSpring(),
      let function = try? TimingFunction(spring: spring, tolerance: self.spring.tolerance)
    else { throw StatusError(DR_ERROR_TIMING) }
    return function
  }

  private func swiftSpring() throws(TimingFunctionError) -> Spring {
    try Spring(
      validatingMass: spring.mass, stiffness: spring.stiffness, damping: spring.damping,
      initialVelocity: spring.initial_velocity)
  }
}

extension dr_easing_family {
  fileprivate func swiftFamily() throws(StatusError) -> EasingFamily {
    switch self {
    case DR_EASING_FAMILY_SINE: return .sine
    case DR_EASING_FAMILY_QUADRATIC: return .quadratic
    case DR_EASING_FAMILY_CUBIC: return .cubic
    case DR_EASING_FAMILY_QUARTIC: return .quartic
    case DR_EASING_FAMILY_QUINTIC: return .quintic
    case DR_EASING_FAMILY_EXPONENTIAL: return .exponential
    case DR_EASING_FAMILY_CIRCULAR: return .circular
    case DR_EASING_FAMILY_BACK: return .back
    case DR_EASING_FAMILY_ELASTIC: return .elastic
    case DR_EASING_FAMILY_BOUNCE: return .bounce
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_easing_direction {
  fileprivate func swiftDirection() throws(StatusError) -> EasingDirection {
    switch self {
    case DR_EASING_DIRECTION_IN: return .in
    case DR_EASING_DIRECTION_OUT: return .out
    case DR_EASING_DIRECTION_IN_OUT: return .inOut
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}
