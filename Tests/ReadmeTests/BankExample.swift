// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks

// Sources/RepeatBanks/README.md, "A million repeats a frame": compiled here, and run by ReadmeTests.

/// The values of the two torches at 0.5 s, and the exact value of one of them.
func torches() throws -> (shown: [Float], exact: Double) {
  var torches = RepeatBank()  // there and back, eased; each 0 to 1
  let first = try torches.add(.hertz(1.5), at: 0)
  let second = try torches.add(.cycleDuration(2), phase: 0.25, at: 0)

  try torches.setRate(.hertz(3), of: first, at: 0.25, policy: .phaseMatched)  // nothing jumps
  try torches.ramp(to: .hertz(1), over: 2, of: second, at: 0.25)

  torches.evaluate(at: 0.5)  // all of them
  let shown = [torches[first.index], torches[second.index]]
  let exact = try torches.value(of: second, at: 0.5)  // of one repeat, as exact as a controller's
  return (shown, exact)
}
