// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport

/// A clock in simulated time: sleeps end late, and signals stop the process.
package final class SimulatedClock: MonotonicClock {
  private var time: Double
  /// The lateness of sleeps in nanoseconds.
  package var lateness = 50_000.0
  /// The start and the length of each stop of the process, in order.
  package var stops: [(at: Double, length: Double)] = []

  package init(now: Double) { time = now }

  package func now() -> Int64 { Int64(time) }

  package func sleep(until deadline: Int64) {
    if Double(deadline) > time { reach(Double(deadline) + lateness) }
  }

  package func spin(until deadline: Int64) { reach(Double(deadline)) }

  /// Computes for a number of nanoseconds.
  package func compute(_ nanoseconds: Double) {
    time += nanoseconds
    while let stop = stops.first, stop.at < time {
      time += stop.length
      stops.removeFirst()
    }
  }

  /// Waits for an absolute time.
  package func reach(_ end: Double) {
    guard end > time else { return }
    while let stop = stops.first, stop.at < end {
      time = max(time, stop.at + stop.length)
      stops.removeFirst()
    }
    time = max(time, end)
  }
}

/// A program with a `FrameLoop` on a simulated screen, like a program with `SDLDriver`.
package struct SimulatedProgram {
  /// A frame and its outcome, in nanoseconds of the clock.
  package struct Shown {
    package var frame: Frame
    package var begun: Int64
    package var prediction: Int64
    package var shown: Double
    /// Whether the loop reported a pause before this frame.
    package var isAfterPause = false
  }

  /// The program's request to the loop after each frame.
  package enum Decision: Sendable {
    case goesOn, waits
    /// Nothing changes for this number of seconds of `Frame.time`.
    case waitsUntil(Double)
  }

  package var loop: FrameLoop
  package var statistics = FrameStatistics()
  package var screen: SimulatedScreen
  package let clock: SimulatedClock
  package var random: SeededRandom
  /// The computing time of each frame in nanoseconds.
  package var body: ClosedRange<Double> = 2e6...3e6
  package var decision = Decision.goesOn
  /// The nanoseconds between input events; infinite for none.
  package var eventInterval = Double.infinity
  /// The window's state, without the events of `eventInterval`.
  package var window = WindowState()
  /// Whether the screen reports the time at which each picture was shown.
  package var isReporting = false
  /// The delay of each report, in pictures.
  package var reportDelay = 0
  /// One picture in this many has no report; 0 if all pictures have reports.
  package var silence = 0
  private var unreported: [Shown] = []
  package private(set) var frames: [Shown] = []
  /// The number of wake-ups without a frame to draw.
  package private(set) var wakes = 0
  private var nextEvent: Double
  private var inputEvents = 0

  package init(
    _ screen: SimulatedScreen, _ options: FrameLoopOptions = FrameLoopOptions(),
    reported: FrameRate? = .sixty, presentWaits: Bool = true, seed: UInt64 = 1
  ) {
    let clock = SimulatedClock(now: 1e9)
    (self.clock, self.screen, random) = (clock, screen, SeededRandom(seed: seed))
    nextEvent = 1e9
    loop = FrameLoop(
      options, displayRate: reported, presentWaits: presentWaits, now: clock.now())
  }

  /// A program with `latchesLate` on a compositor that takes a picture `deadline` milliseconds
  /// before a refresh, and that reports the time at which each picture was shown, like Wayland's
  /// wp_presentation.
  ///
  /// If `depth` is 2, presenting waits until the previous picture is taken, as in SDL.
  package static func composited(
    hertz: Double = 60, deadline: Double = 0, depth: Int = 2
  ) -> SimulatedProgram {
    var options = FrameLoopOptions()
    options.latchesLate = true
    var screen = SimulatedScreen(.fixed(1e9 / hertz))
    (screen.depth, screen.deadline) = (depth, deadline * 1e6)
    var program = SimulatedProgram(screen, options, reported: FrameRate(nearest: hertz))
    (program.isReporting, program.body) = (true, 1e6...1e6)
    return program
  }

  /// A program with frames of 2 ms, on a display if `presentWaits` is true, otherwise on a timer;
  /// sleeps and presenting are never late.
  package static func exact(
    hertz: Int = 100, presentWaits: Bool = false,
    _ set: (inout FrameLoopOptions) -> Void = { _ in }
  ) -> SimulatedProgram {
    var options = FrameLoopOptions()
    set(&options)
    let screen = SimulatedScreen(presentWaits ? .fixed(1e9 / Double(hertz)) : .free)
    var program = SimulatedProgram(
      screen, options, reported: FrameRate(hertz: hertz), presentWaits: presentWaits)
    (program.body, program.clock.lateness) = (2e6...2e6, 0)
    return program
  }

  /// Draws the next frame, of a window in this state.
  /// - Parameter build: The computing time in nanoseconds, if it differs from `body`.
  @discardableResult
  package mutating func frame(
    _ window: WindowState = WindowState(), build: Double? = nil
  ) -> Frame {
    let before = (self.window, body)
    self.window = window
    if let build { body = build...build }
    _ = drawFrame(before: .max)
    (self.window, body) = before
    return frames[frames.count - 1].frame
  }

  /// Draws frames for this number of seconds of the clock.
  package mutating func run(seconds: Double) {
    let end = clock.now() + Int64(seconds * 1e9)
    while clock.now() < end, drawFrame(before: end) {}
  }

  /// Hides the window, lets time pass, and shows it again.
  package mutating func hide(seconds: Double) {
    var window = WindowState()
    window.isHidden = true
    _ = loop.polled(at: clock.now(), window)
    clock.reach(Double(clock.now()) + seconds * 1e9)
    isAfterPause = true
  }

  private var isAfterPause = false

  private mutating func drawFrame(before end: Int64) -> Bool {
    loop.wait(clock)
    report()
    while !poll() {
      if case .paused = loop.mode { isAfterPause = true }
      let now = Double(clock.now())
      let timeout = Double(loop.eventTimeout(at: clock.now())) * 1e6
      guard now < Double(end) else { return false }
      wakes += 1
      clock.reach(min(now + timeout, max(nextEvent, now + 1e5)))
    }
    let begun = clock.now()
    let frame = loop.begin(at: begun)
    clock.compute(random.double(in: body))
    let drawn = clock.now()
    loop.waitToPresent(clock)
    let (returned, shown) = screen.present(at: Double(clock.now()), &random)
    clock.reach(returned)
    clock.compute(2e4)
    let times = FrameTimes(begun: begun, drawn: drawn, presented: clock.now())
    loop.presented(frame, times, inputEvents: inputEvents, recording: &statistics)
    frames.append(
      Shown(
        frame: frame, begun: begun, prediction: loop.prediction, shown: shown,
        isAfterPause: isAfterPause))
    isAfterPause = false
    unreported.append(frames[frames.count - 1])
    report()
    switch decision {
    case .goesOn: break
    case .waits: loop.waitsForChange = true
    case .waitsUntil(let seconds): loop.nextChange = frame.time + seconds
    }
    return true
  }

  /// Reports the pictures that have been shown.
  private mutating func report() {
    while unreported.count > reportDelay, let picture = unreported.first,
      picture.shown <= Double(clock.now())
    {
      unreported.removeFirst()
      guard isReporting, silence == 0 || picture.frame.number % silence != 0 else { continue }
      loop.shown(picture.frame.number, at: Int64(picture.shown), recording: &statistics)
    }
  }

  private mutating func poll() -> Bool {
    var window = window
    while nextEvent <= Double(clock.now()) {
      nextEvent += eventInterval
      if eventInterval < .infinity { window.inputEvents += 1 }
    }
    inputEvents = window.inputEvents
    return loop.polled(at: clock.now(), window)
  }
}

extension SimulatedProgram {
  /// The age of a picture's input when the picture is shown, in milliseconds.
  ///
  /// Of the last `count` pictures, at most the fraction `share` has older input.
  package func age(ofLast count: Int, exceptShare share: Double = 0.01) -> Double {
    let ages = frames.suffix(count).map { ($0.shown - Double($0.begun)) / 1e6 }
    return percentile(ages.sorted(), 1 - share)
  }

  /// The differences between the loop's steps and the displayed steps, in milliseconds, sorted.
  package func stepErrors(from first: Int) -> [Double] {
    let steps = zip(frames.dropFirst(first), frames.dropFirst(first + 1))
    return steps.map { abs($1.frame.delta * 1e3 - ($1.shown - $0.shown) / 1e6) }.sorted()
  }

  /// The difference between the frames' time and the clock's since frame `first`, in seconds.
  package func drift(from first: Int) -> Double {
    guard let begin = frames.dropFirst(first).first, let end = frames.last else { return 0 }
    return end.frame.time - begin.frame.time - Double(end.begun - begin.begun) / 1e9
  }

  /// Pictures per second since frame `first`.
  package func rate(from first: Int) -> Double {
    let frames = frames.dropFirst(first)
    guard let begin = frames.first, let end = frames.last, frames.count > 1 else { return 0 }
    return Double(frames.count - 1) * 1e9 / Double(end.begun - begin.begun)
  }
}

/// The smallest of the sorted values with at least the fraction `share` of all values at or below
/// it; 0 if there are none.
package func percentile(_ sorted: [Double], _ share: Double) -> Double {
  sorted.isEmpty ? 0 : sorted[max(Int((share * Double(sorted.count)).rounded(.up)) - 1, 0)]
}
