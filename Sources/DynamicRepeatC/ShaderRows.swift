// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_repeat_shader_row(
  _ repeat: UnsafePointer<dr_repeat>!, _ time_s: Double,
  _ row: UnsafeMutablePointer<dr_shader_row>!,
  _ until_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`, from: time_s)
    let (row, until) = (try given(row), try given(until_s))
    let made = object.pointee.live.shaderRow(at: time_s)
    row.pointee = dr_shader_row(
      time: made.row.time, phase: made.row.phase, rate: made.row.rate,
      next_rate: made.row.nextRate)
    until.pointee = made.until
  }
}
