// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// A capture that records the calls of its methods.
private final class Log: StateCapture {
  var entries: [String] = []

  func captureDefaultState(_ setUp: () -> Void) {
    entries.append("default")
    setUp()
  }

  func captureAlternateState(_ setUp: () -> Void) {
    entries.append("alternate")
    setUp()
  }

  func show(progress: Double) { entries.append("show \(progress)") }
}

@Suite struct StateCaptureTests {
  @Test
  func
    `a capture receives both states at the start and at each cycle, and the progress of each frame`()
    throws
  {
    let log = Log()
    let lamp = LampDelegate()
    let animation = DynamicRepeatAnimation(delegate: lamp, capture: log)
    animation.start()
    animation.advance(to: 0)
    #expect(log.entries == ["default", "alternate", "show 0.0"])
    log.entries = []
    animation.advance(to: 0.5)
    #expect(log.entries == ["show 1.0"])
    log.entries = []
    animation.advance(to: 1.5)
    #expect(log.entries == ["default", "alternate", "show 1.0"])
    #expect(lamp.brightness == 10)
  }

  @Test func `a capture receives only the default state when the run ends`() throws {
    let log = Log()
    let lamp = LampDelegate()
    let animation = DynamicRepeatAnimation(delegate: lamp, capture: log)
    animation.start()
    animation.advance(to: 0)
    animation.stop()
    log.entries = []
    animation.advance(to: 2)
    #expect(log.entries == ["default", "show 0.0"])
    #expect(lamp.brightness == 0)
  }
}
