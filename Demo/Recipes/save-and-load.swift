// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import RepeatBanks

var flash = RepeatController(cycleDuration: 0.7)
flash.start()
flash.advance(to: 0)
flash.advance(to: 3.3)
let clockNow = 0.02

// Recipe:
let saved = flash.savedState  // bytes, with a version and a checksum
var loaded = try RepeatController(savedState: saved)
try loaded.moveTimeline(to: clockNow)  // the clock of a new process has another start
// End of recipe.

print(loaded.progress(at: clockNow) == flash.progress(at: 3.3))
print((try? RepeatController(savedState: Array(saved.prefix(9)))) == nil)

// A bank, which only a function that borrows it may copy.
func copy(of torches: borrowing RepeatBank) throws -> RepeatBank {
  // Recipe:
  let saved = torches.savedState
  let copy = try RepeatBank.restored(from: saved, curve: torches.curve)
  // End of recipe.
  return copy
}
var torches = RepeatBank()
let torch = try torches.add(.hertz(1.5), at: 0)
let copied = try copy(of: torches)
print(try copied.value(of: torch, at: 0.4) == torches.value(of: torch, at: 0.4))

// Output: true true true
