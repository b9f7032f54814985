// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport

/// A display, and a program on it, for comparisons of loops.
package struct SimulatedDisplay: Sendable {
  package let name: String
  package var screen: SimulatedScreen
  package var reported: FrameRate?
  /// Nanoseconds of drawing, without the graphics processor's.
  package var body: ClosedRange<Double>
  /// Whether the display reports when pictures were shown.
  package var isReporting = false
  /// Whether the machine is suspended every ten seconds.
  package var isSuspended = false
  package var seed: UInt64 = 1

  package init(
    _ name: String, hertz: Double, reported: Double? = nil, queue: Int = 0,
    body: ClosedRange<Double> = 1e6...1.2e6, gpu: Double = 0,
    _ set: (inout SimulatedDisplay) -> Void = { _ in }
  ) {
    self.name = name
    screen = SimulatedScreen(.fixed(1e9 / hertz), lateness: 0.03e6)
    screen.depth = queue + 1
    screen.gpu = gpu
    self.reported = FrameRate(nearest: reported ?? hertz)
    self.body = body
    set(&self)
  }

  /// The displays of the benchmark's table, on which loops differ most.
  ///
  /// A queue holds the pictures that wait besides the one on the screen. The graphics processor's
  /// time is after "gpu", the program's after "cpu", in milliseconds.
  package static let table: [SimulatedDisplay] = [
    SimulatedDisplay("59.94 Hz, says 60, late", hertz: 59.94, reported: 60, body: 2e6...3e6) {
      $0.screen.lateness = 0.8e6
    },
    SimulatedDisplay("51.7 Hz says 60, reports", hertz: 51.7, reported: 60, queue: 1) {
      ($0.isReporting, $0.screen.deadline) = (true, 7e6)
    },
    SimulatedDisplay("144 Hz, says 60", hertz: 144, reported: 60),
    SimulatedDisplay("60 Hz, gpu 5", hertz: 60, gpu: 5e6),
    SimulatedDisplay("60 Hz, gpu 20", hertz: 60, gpu: 20e6),
    SimulatedDisplay("60 Hz, gpu 36", hertz: 60, gpu: 36e6),
    SimulatedDisplay("144 Hz, gpu 15", hertz: 144, gpu: 15e6),
    SimulatedDisplay("144 Hz, gpu 6.6, reports", hertz: 144, queue: 1, gpu: 6.6e6) {
      $0.isReporting = true
    },
    SimulatedDisplay("144 Hz, gpu 9, queue 1", hertz: 144, queue: 1, gpu: 9e6) {
      $0.isReporting = true
    },
    SimulatedDisplay("60 Hz, cpu 20, queue 1", hertz: 60, queue: 1, body: 19.6e6...20.4e6) {
      $0.isReporting = true
    },
    SimulatedDisplay("60 Hz, gpu 15.8, queue 1", hertz: 60, queue: 1, gpu: 15.8e6) {
      ($0.isReporting, $0.screen.gpuSpread) = (true, 0.02)
    },
    SimulatedDisplay("60 Hz, gpu 41.7, queue 1", hertz: 60, queue: 1, gpu: 2.5e9 / 60),
    SimulatedDisplay("60 Hz, gpu 41.7, queue 2", hertz: 60, queue: 2, gpu: 2.5e9 / 60),
    SimulatedDisplay("60 Hz, pictures twice", hertz: 60) { $0.screen.holds = [2] },
    SimulatedDisplay("60 Hz, film of 24 Hz", hertz: 60) { $0.screen.holds = [2, 3] },
    SimulatedDisplay("60 Hz, 2 % late by 0-8", hertz: 60) { $0.screen.spikes = (0.02, 8e6) },
    SimulatedDisplay("60 Hz, suspended", hertz: 60) { $0.isSuspended = true },
    SimulatedDisplay("variable, cpu 18 to 30", hertz: 144, body: 18e6...30e6) {
      $0.screen.refresh = .variable(shortest: 1e9 / 144)
    },
    SimulatedDisplay("variable, cpu 18.1", hertz: 165, body: 18e6...18.2e6) {
      $0.screen.refresh = .variable(shortest: 1e9 / 165)
    },
  ]

  /// A program after a run of this number of seconds.
  package func program(latchesLate: Bool, seconds: Double) -> SimulatedProgram {
    var options = FrameLoopOptions()
    options.latchesLate = latchesLate
    var program = SimulatedProgram(screen, options, reported: reported, seed: seed)
    (program.body, program.isReporting) = (body, isReporting)
    if isSuspended {
      program.clock.stops = stride(from: 10.0, to: seconds, by: 10).map { ($0 * 1e9, 3e9) }
    }
    program.run(seconds: seconds)
    return program
  }
}

/// A way to step a program's world from one frame to the next.
package enum Stepping: String, CaseIterable, Sendable {
  /// `Frame.delta`.
  case ours
  /// The time since the last frame began.
  case raw
  /// The sum of the raw steps, in whole reported periods.
  case accumulated
  /// A raw step within 0.2 ms of a multiple of the reported period counts as that multiple; the
  /// mean of four.
  case snapped

  /// The steps of all frames but the first, in milliseconds.
  package func steps(of frames: [SimulatedProgram.Shown], reported: FrameRate?) -> [Double] {
    let period = (reported ?? .sixty).period * 1e3
    let raw = frames.dropFirst().map { $0.frame.rawDelta * 1e3 }
    switch self {
    case .ours: return frames.dropFirst().map { $0.frame.delta * 1e3 }
    case .raw: return raw
    case .accumulated:
      var sum = 0.0
      return raw.map { step in
        sum += step
        let steps = (sum / period).rounded(.down)
        sum -= steps * period
        return steps * period
      }
    case .snapped:
      let snapped = raw.map { step in
        let multiple = max((step / period).rounded(), 1) * period
        return abs(step - multiple) < 0.2 ? multiple : step
      }
      return snapped.indices.map { index in
        let recent = snapped[max(index - 3, 0)...index]
        return recent.reduce(0, +) / Double(recent.count)
      }
    }
  }
}

extension SimulatedProgram {
  /// The differences between a loop's steps and the displayed steps, in milliseconds, sorted.
  ///
  /// A step across a suspend or a pause is left out.
  package func stepErrors(
    _ stepping: Stepping, reported: FrameRate?, from first: Int
  ) -> [Double] {
    let steps = stepping.steps(of: frames, reported: reported)
    return frames.indices.dropFirst(first + 1).compactMap { index in
      let (frame, before) = (frames[index], frames[index - 1])
      guard !frame.frame.isAfterStall, frame.shown - before.shown < 250e6 else { return nil }
      return abs(steps[index - 1] - (frame.shown - before.shown) / 1e6)
    }.sorted()
  }

  /// The share of refreshes after frame `first` that showed no new picture, of a display with a
  /// period.
  package func lateShare(from first: Int) -> Double {
    let shown = frames.dropFirst(first).map(\.shown)
    let gaps = zip(shown, shown.dropFirst()).map {
      max((($1 - $0) / screen.period).rounded() - 1, 0)
    }
    return gaps.isEmpty ? 0 : gaps.reduce(0, +) / Double(gaps.count)
  }
}
