// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

extension dr_curve_def {
  var jump: StepJump? {
    switch step_jump {
    case DR_STEP_JUMP_START: .start
    case DR_STEP_JUMP_END: .end
    case DR_STEP_JUMP_NONE: StepJump.none
    case DR_STEP_JUMP_BOTH: .both
    default: nil
    }
  }

  var easingFamily: EasingFamily? {
    switch family {
    case DR_EASING_SINE: .sine
    case DR_EASING_QUADRATIC: .quadratic
    case DR_EASING_CUBIC: .cubic
    case DR_EASING_QUARTIC: .quartic
    case DR_EASING_QUINTIC: .quintic
    case DR_EASING_EXPONENTIAL: .exponential
    case DR_EASING_CIRCULAR: .circular
    case DR_EASING_BACK: .back
    case DR_EASING_ELASTIC: .elastic
    case DR_EASING_BOUNCE: .bounce
    default: nil
    }
  }

  var easingDirection: EasingDirection? {
    switch direction {
    case DR_EASING_IN: .in
    case DR_EASING_OUT: .out
    case DR_EASING_IN_OUT: .inOut
    default: nil
    }
  }

  /// Writes what distinguishes this function from others.
  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(kind.rawValue))
    switch kind {
    case DR_CURVE_BEZIER:
      writer.write(x1)
      writer.write(y1)
      writer.write(x2)
      writer.write(y2)
    case DR_CURVE_STEPS:
      writer.write(UInt64(step_jump.rawValue))
      writer.write(WideInt(step_count))
    case DR_CURVE_EASING:
      writer.write(UInt64(family.rawValue))
      writer.write(UInt64(direction.rawValue))
    case DR_CURVE_SPRING:
      writer.write(spring.mass)
      writer.write(spring.stiffness)
      writer.write(spring.damping)
      writer.write(spring.initial_velocity)
      writer.write(spring.tolerance)
    case DR_CURVE_STOPS:
      for index in 0..<Int(stop_count) {
        writer.write(stops[index].output)
        writer.write(stops[index].input.isNaN ? .nan : stops[index].input)
      }
    default: break
    }
  }
}
