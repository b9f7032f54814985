// SPDX-License-Identifier: Apache-2.0
// The README and the comments of RepeatBanks.

import DynamicRepeat
import RepeatBanks

do {
  var torches = RepeatBank()  // there and back, eased; each 0 to 1
  let first = try torches.add(.hertz(1.5), at: 0)
  let second = try torches.add(.cycleDuration(2), phase: 0.25, at: 0)

  try torches.setRate(.hertz(3), of: first, at: 0.25, policy: .phaseMatched)  // nothing jumps
  try torches.ramp(to: .hertz(1), over: 2, of: second, at: 0.25)

  torches.evaluate(at: 0.5)  // all of them
  let shown = [torches[first.index], torches[second.index]]
  let exact = try torches.value(of: second, at: 0.5)  // of one repeat, as exact as a controller's

  // The first is an eighth into its second cycle, a quarter of the way out. The second, from phase
  // 0.25, is at 0.5078125 after a quarter second at 0.5 Hz and one of a ramp to 0.5625 Hz.
  print(abs(Double(shown[0]) - TimingFunction.easeInEaseOut(0.25)) < 2e-7)
  print(abs(exact - TimingFunction.easeInEaseOut(0.984375)) < 1e-12)
  print(abs(Double(shown[1]) - exact) < 2e-7)
}

struct Frame { var time = 0.0 }
func upload(_ rows: [ShaderRow], _ range: Range<Int>) { print(range) }
func run(_ frame: Frame) throws {
  var torches = RepeatBank(curve: BankCurve(.easeInEaseOut))
  let torch = try torches.add(.hertz(1.5), phase: 0.2, at: frame.time)
  try torches.setRate(.hertz(3), of: torch, at: frame.time, policy: .phaseMatched)  // nothing jumps
  torches.evaluate(at: frame.time)
  let glow = torches[torch.index]  // 0...1 as a Float
  let exact = try torches.value(of: torch, at: frame.time)  // as exact as a controller's
  print(abs(Double(glow) - exact) < 2e-7)

  var rows: [ShaderRow] = []
  for range in try torches.updateShaderRows(&rows, at: frame.time) { upload(rows, range) }
}
try run(Frame())

// Output: true true true true 0..<1
