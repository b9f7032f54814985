// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import FramePacing
import Testing

@testable import SDLDriver

extension WithSDL {
  /// The loop's modes other than continuous drawing.
  struct LoopModesTests {
    /// Pushes an event from another thread, as a display would.
    static func pushLater(_ kind: SDL_EventType) {
      Thread.detachNewThread {
        usleep(20_000)
        LoopTests.push(kind)
      }
    }

    typealias Run = LoopTests.Run

    static func timer(frames: Int) -> LoopOptions {
      var options = LoopOptions()
      options.timing = .timer(FrameRate(hertz: 100))
      options.frameLimit = frames
      return options
    }

    @Test func `a body that waits is called again after an event, and no time passes`()
      throws
    {
      var events: [Int: [InputEvent]] = [:]
      var modes: [PacingMode?] = []
      let clock = ManualClock()
      let run = try Run(Self.timer(frames: 4), clock: clock) { frame, input, window in
        modes.append(window.pacingMode)
        if frame.number > 0 { events[frame.number] = input.events }
        if frame.number == 1 {
          clock.advance(by: 20_000_000)
          Self.pushLater(SDL_RENDER_TARGETS_RESET)
        }
        return frame.number == 1 ? .wait : .continue
      }
      #expect(run.frames.map(\.time) == [0, 0.01, 0.02, 0.03])
      #expect(events[2] == [.renderTargetsReset])
      #expect(modes[2] == .paused(.idle))
    }

    @Test func `a body that waits for a time is called at that time, or after an event`() throws {
      var events: [Int: [InputEvent]] = [:]
      let frames = try Run(Self.timer(frames: 4)) { frame, input, _ in
        if frame.number > 0 { events[frame.number] = input.events }
        if frame.number == 1 { Self.pushLater(SDL_RENDER_TARGETS_RESET) }
        return .waitUntil(frame.number == 1 ? .infinity : frame.time + 0.1)
      }.frames
      #expect(frames[1].time >= 0.1 && frames[2].delta > 0 && frames[3].delta >= 0.1)
      #expect(events == [1: [], 2: [.renderTargetsReset], 3: []])
      #expect(frames.allSatisfy { $0.missed == 0 && !$0.isAfterStall })
    }

    @Test func `an exposed window is drawn although nothing moves`() throws {
      let clock = ManualClock()
      let run = try Run(Self.timer(frames: 3), clock: clock) { _, _, _ in
        // The loop draws for input at most once per period.
        clock.advance(by: 10_000_000)
        LoopTests.push(EventPumpTests.event(SDL_WINDOWEVENT_EXPOSED))
        return .wait
      }
      #expect(run.end == .frameLimit && run.frames.count == 3)
    }

    @Test func `losing the focus pauses the loop if the options request that`() throws {
      var options = Self.timer(frames: 5)
      options.whenUnfocused = .pauses
      Self.pushLater(SDL_QUIT)
      let run = try Run(options, clock: ManualClock(), isUnfocused: true) { _, _, window in
        let mode = window.pacingMode
        #expect(mode == .paused(.unfocused))
        return .continue
      }
      #expect(run.end == .quit(.windowClosed))
    }
  }
}
