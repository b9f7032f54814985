// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import RepeatBanks

// A program of OpenGL uploads the rows to the graphics processor.
func upload(_ rows: ArraySlice<ShaderRow>) { print(rows.count, "rows") }
func setTime(_ tick: UInt64) { print("tick", tick) }

// Recipe:
struct Lights: ~Copyable {
  var bank = RepeatBank()
  var rows: [ShaderRow] = []

  mutating func frame(at time: Double) throws {
    for slots in try bank.updateShaderRows(&rows, at: time) { upload(rows[slots]) }
    setTime(ShaderRow.tick(at: time))
  }
}
// End of recipe.

var lights = Lights()
for _ in 0..<100 { try lights.bank.add(.hertz(1), at: 0) }
try lights.frame(at: 0.5)
try lights.frame(at: 0.75)  // the rows of the first frame are still valid

// Output: 100 rows tick 33554432 tick 50331648
