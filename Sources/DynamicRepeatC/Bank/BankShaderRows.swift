// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat
import RepeatBanks

@c @implementation
public func dr_bank_shader_rows(
  _ bank: OpaquePointer!, _ time_s: Double, _ rows: UnsafeMutablePointer<dr_shader_row>!,
  _ row_capacity: Int, _ ranges: UnsafeMutablePointer<dr_slot_range>!, _ range_capacity: UInt32,
  _ range_count: UnsafeMutablePointer<UInt32>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let (rows, ranges, count) = (try given(rows), try given(ranges), try given(range_count))
    guard row_capacity >= bank.pointee.endIndex, range_capacity > 0 else {
      throw StatusError(DR_ERROR_BUFFER)
    }
    var used: UInt32 = 0
    let memory = UnsafeMutableRawPointer(rows).assumingMemoryBound(to: ShaderRow.self)
    let all = UnsafeMutableBufferPointer(start: memory, count: bank.pointee.endIndex)
    try bankChecked(
      bank.pointee.updateShaderRows(all, at: time_s) { range in
        if used < range_capacity {
          ranges[Int(used)].first = UInt32(range.lowerBound)
          used += 1
        }
        ranges[Int(used - 1)].count = UInt32(range.upperBound) - ranges[Int(used - 1)].first
      })
    count.pointee = used
  }
}
