// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import FramePacing
import Testing

@testable import SDLDriver

extension WithSDL {
  struct LoopTests {
    /// Pushes an event from another thread, as a display would.
    private func pushLater(_ kind: SDL_EventType) {
      Thread.detachNewThread {
        usleep(20_000)
        WithSDL.push(WithSDL.event(kind))
      }
    }

    /// The record of a loop in a headless window.
    struct Run {
      var frames: [Frame] = []
      var end = LoopEnd.stopped
      var statistics = FrameStatistics()

      init(
        _ options: LoopOptions, clock: some MonotonicClock = SystemClock(),
        isUnfocused: Bool = false,
        _ body: (Frame, Input, inout Window) throws -> LoopDecision = { _, _, _ in .continue }
      ) throws {
        try WithSDL.window(isUnfocused: isUnfocused) { window in
          end = try window.run(options, clock: clock) { frame, input, window in
            frames.append(frame)
            return try body(frame, input, &window)
          }
          statistics = window.statistics
        }
      }
    }

    /// Options of ten frames in virtual time.
    static var options: LoopOptions {
      var options = LoopOptions()
      options.timing = .virtual(.sixty)
      options.frameLimit = 10
      return options
    }

    /// Options of a timer of 100 Hz.
    private static func timer(frames: Int) -> LoopOptions {
      var options = options
      (options.timing, options.frameLimit) = (.timer(FrameRate(hertz: 100)), frames)
      return options
    }

    @Test(arguments: [0, 1, 250])
    func `virtual time gives frame n the time n / 60, up to the frame limit`(limit: Int) throws {
      var options = Self.options
      options.frameLimit = limit
      let run = try Run(options)
      #expect(run.end == .frameLimit)
      #expect(run.frames.map(\.number) == Array(0..<limit))
      #expect(run.frames.map(\.time) == (0..<limit).map { Double($0) / 60 })
      #expect(run.statistics.count == max(limit - 1, 0))
      #expect(limit < 2 || abs(run.statistics.framesPerSecond - 60) < 1e-5)
    }

    /// - Parameter escapeQuits: The option's value; nil to close the window instead.
    @Test(arguments: [nil, true, false] as [Bool?])
    func `closing the window or Escape ends the loop after the frame that gets the event`(
      escapeQuits: Bool?
    ) throws {
      var options = Self.options
      options.escapeQuits = escapeQuits ?? true
      let event =
        escapeQuits == nil ? WithSDL.event(SDL_QUIT) : WithSDL.key(SDLK_ESCAPE.rawValue)
      let expected =
        escapeQuits == nil ? InputEvent.quit(.windowClosed) : .keyDown(.escape, isRepeat: false)
      var reported: [Int] = []
      let run = try Run(options) { frame, input, _ in
        if input.events.contains(expected) { reported.append(frame.number) }
        if frame.number == 3 { WithSDL.push(event) }
        return .continue
      }
      let end = escapeQuits == nil ? LoopEnd.quit(.windowClosed) : .quit(.escape)
      #expect(run.end == (escapeQuits == false ? .frameLimit : end) && reported == [4])
    }

    @Test func `the body may stop the loop, and the loop throws the body's error`() throws {
      struct Failure: Error {}
      let run = try Run(Self.options) { _, _, _ in .stop }
      #expect(run.end == .stopped && run.frames.count == 1)
      #expect(throws: Failure.self) { try Run(Self.options) { _, _, _ in throw Failure() } }
    }

    @Test func `closing a hidden window ends the loop without another frame`() throws {
      let run = try Run(Self.options) { _, _, window in
        SDL_HideWindow(window.handle.window)
        WithSDL.push(WithSDL.event(SDL_QUIT))
        return .continue
      }
      #expect(run.end == .quit(.windowClosed) && run.frames.count == 1)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal that was ignored ends the loop, and is ignored again afterwards`(
      number: Int32
    ) async {
      await #expect(processExitsWith: .success) { [number] in
        signal(number, SIG_IGN)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, number)
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        let run = try Run(Self.options) { frame, _, _ in
          if frame.number == 2 { raise(number) }
          return .continue
        }
        #expect(run.end == .quit(number == SIGINT ? .interrupted : .terminated))
        // The signal is ignored and blocked as before, so raising it does nothing.
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
      }
    }

    // MARK: - Modes other than continuous drawing

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
          pushLater(SDL_RENDER_TARGETS_RESET)
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
        if frame.number == 1 { pushLater(SDL_RENDER_TARGETS_RESET) }
        return .waitUntil(frame.number == 1 ? .infinity : frame.time + 0.1)
      }.frames
      #expect(frames[1].time >= 0.1 && frames[2].delta > 0 && frames[3].delta >= 0.1)
      #expect(events == [1: [], 2: [.renderTargetsReset], 3: []])
      #expect(frames.allSatisfy { $0.missed == 0 && !$0.isAfterStall })
    }

    @Test func `an exposed window is drawn a period after the last frame, although nothing moves`()
      throws
    {
      let start = SystemClock().now()
      let run = try Run(Self.timer(frames: 21)) { _, _, _ in
        WithSDL.push(WithSDL.event(SDL_WINDOWEVENT_EXPOSED))
        return .wait
      }
      #expect(run.end == .frameLimit && run.frames.count == 21)
      // 20 periods of 10 ms, on a busy machine. A sleep that ignored the period would last 0.5 s.
      #expect(SystemClock().now() - start < 5_000_000_000)
    }

    @Test func `losing the focus pauses the loop if the options request that`() throws {
      var options = Self.timer(frames: 5)
      options.whenUnfocused = .pauses
      pushLater(SDL_QUIT)
      let run = try Run(options, clock: ManualClock(), isUnfocused: true) { _, _, window in
        let mode = window.pacingMode
        #expect(mode == .paused(.unfocused))
        return .continue
      }
      #expect(run.end == .quit(.windowClosed))
    }
  }
}
