// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

@testable import FlashingSquare

@Suite struct FrameMeterTests {
  @Test func `the rate is that of a scene's own frames, and changes twice a second`() {
    var meter = FrameMeter()
    var shown: [Double] = []
    for number in 0..<384 {
      // A slow scene, and from frame 64 on a fast one, of which one frame in 64 is a stall.
      let scene = number < 64 ? 8 : 0
      let seconds = scene == 8 ? 0.25 : number % 64 == 63 ? 1 : 1 / 64.0
      let frame = Frame(
        number: number, time: Double(number), delta: 1 / 64.0, refreshPeriod: 1 / 64.0,
        rawDelta: seconds)
      meter.update(frame, of: scene)
      shown.append(meter.framesPerSecond)
    }
    #expect(shown[0] == 0 && shown[2] == 4 && shown[63] == 4)
    #expect(shown[64] == 0 && shown[95] == 0 && shown[96] == 64)
    #expect(Set(shown[97..<128]).count <= 2)
    // A stall counts with the time that it took.
    #expect(shown[128] < 32)
  }
}
