// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import FramePacing
import Testing

@testable import SDLDriver

extension WithSDL {
  struct LoopTests {
    static func push(_ event: SDL_Event) {
      var event = event
      SDL_PushEvent(&event)
    }

    static func push(_ kind: SDL_EventType) { push(EventPumpTests.event(kind)) }

    /// The record of a loop in a headless window.
    struct Run {
      var frames: [Frame] = []
      var end = LoopEnd.stopped
      var statistics = FrameStatistics()
      var mode: PacingMode?

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
          (statistics, mode) = (window.statistics, window.pacingMode)
        }
      }
    }

    static var options: LoopOptions {
      var options = LoopOptions()
      options.timing = .virtual(.sixty)
      options.frameLimit = 10
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

    @Test func `closing the window ends the loop after the frame that gets the event`() throws {
      var reported: [Int] = []
      let run = try Run(Self.options) { frame, input, _ in
        if input.events.contains(.quit(.windowClosed)) { reported.append(frame.number) }
        if frame.number == 3 { Self.push(SDL_QUIT) }
        return .continue
      }
      #expect(run.end == .quit(.windowClosed))
      #expect(reported == [4])
    }

    @Test(arguments: [true, false])
    func `Escape ends the loop unless the program handles it`(escapeQuits: Bool) throws {
      var options = Self.options
      options.escapeQuits = escapeQuits
      var pressed: [Int] = []
      let run = try Run(options) { frame, input, _ in
        if input.wasPressed(.escape) { pressed.append(frame.number) }
        if frame.number == 3 {
          Self.push(EventPumpTests.key(Int32(bitPattern: SDLK_ESCAPE.rawValue)))
        }
        return .continue
      }
      #expect(run.end == (escapeQuits ? .quit(.escape) : .frameLimit))
      #expect(pressed == [4])
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
        Self.push(SDL_QUIT)
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
  }
}
