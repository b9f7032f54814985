// SPDX-License-Identifier: Apache-2.0
//
// The curves that the page's repeats have, compiled into DynamicRepeatC in place of all of its
// curves, which are another 6 KB: those that have a name.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

func dr_default_curve_def() -> dr_curve_def {
  var def = dr_curve_def()
  def.kind = DR_CURVE_LINEAR
  return def
}

extension dr_curve_def {
  var arrayBytes: Int { 0 }

  func check() throws(StatusError) { _ = try timingFunction() }

  func timingFunction() throws(StatusError) -> TimingFunction {
    switch kind {
    case DR_CURVE_LINEAR: .linear
    case DR_CURVE_EASE_IN: .easeIn
    case DR_CURVE_EASE_OUT: .easeOut
    case DR_CURVE_EASE_IN_OUT: .easeInEaseOut
    case DR_CURVE_DEFAULT: .default
    default: throw StatusError(DR_ERROR_TIMING)
    }
  }

  func write(to writer: inout ByteWriter) { writer.write(UInt64(kind.rawValue)) }
}
