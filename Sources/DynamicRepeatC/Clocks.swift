// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat

@c @implementation
public func dr_ticks_seconds(_ ticks: UnsafeMutablePointer<dr_ticks>!, _ milliseconds: UInt32)
  -> Double
{
  guard let ticks else { return Double(milliseconds) / 1000 }
  let before = ticks.pointee.total_ms
  // At first, the clock may show any time; afterwards, the shorter way round is the one it went.
  let step =
    before == 0
    ? Int64(milliseconds) : Int64(Int32(truncatingIfNeeded: Int64(milliseconds) &- before))
  ticks.pointee.total_ms = before &+ step
  return Double(before &+ step) / 1000
}
