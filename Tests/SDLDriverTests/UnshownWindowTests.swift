// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

struct UnshownWindowTests {
  @Test func `presents that return at once are followed by pauses until three have waited`() {
    var window = UnshownWindow()
    #expect(window.pause(afterPresenting: 150_000) == UnshownWindow.pause)
    #expect(window.pause(afterPresenting: 19_000_000) == nil)
    #expect(window.pause(afterPresenting: 1_999_999) == UnshownWindow.pause)
    #expect(window.pause(afterPresenting: 2_000_000) == nil)
    #expect(window.pause(afterPresenting: 19_000_000) == nil)
    #expect(window.pause(afterPresenting: 150_000) == nil)
  }

  @Test func `a display that never waits is left to the free-run detector after 60 pauses`() {
    var window = UnshownWindow()
    let pauses = (0..<100).filter { _ in window.pause(afterPresenting: 2_600) != nil }
    #expect(pauses.count == 60)
  }
}
