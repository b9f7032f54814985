// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import Glibc

/// The factor by which the demo's time passes faster than its frames': the environment's
/// FLASHING_SQUARE_SPEED, 1 to 100, for tests; 1 without it.
struct TestSpeed: Hashable, Sendable {
  private let factor: Double

  /// - Throws: The variable holds no such number.
  init() throws(ProgramError) {
    let name = "FLASHING_SQUARE_SPEED"
    let text = getenv(name).map { String(cString: $0) } ?? "1"
    guard let factor = Double(text), (1...100).contains(factor) else {
      throw ProgramError(
        problem: "\(name) is \(text): it must be a number from 1 to 100",
        remedy: "for example \(name)=10", exitCode: .usage)
    }
    self.factor = factor
  }

  /// The frame in the demo's time; what is measured of the loop stays as it is.
  func frame(_ frame: Frame) -> Frame {
    Frame(
      number: frame.number, time: frame.time * factor, delta: frame.delta * factor,
      refreshPeriod: frame.refreshPeriod, missed: frame.missed, rawDelta: frame.rawDelta,
      presentationTime: frame.presentationTime, reportedPeriod: frame.reportedPeriod,
      isAfterStall: frame.isAfterStall, mode: frame.mode)
  }
}
