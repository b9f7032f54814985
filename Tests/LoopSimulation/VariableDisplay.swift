// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

/// A display without a period of its own (VRR, adaptive sync): it shows a picture when it is ready.
///
/// Only its fastest and its slowest rate bind it: a picture that comes too early waits, and where
/// none comes in time the last one is shown again, which takes as long as the fastest refresh.
package struct VariableDisplay {
  /// How long drawing takes.
  package enum Load: CaseIterable {
    /// Each frame on its own, 7 to 16 ms: the worst case for any prediction.
    case uneven
    /// A scene that gets heavier and lighter: 7.5 to 14.5 ms and back in three seconds, +-0.3 ms.
    case swaying
    /// Around 11 ms, +-0.9 ms, with one frame in fifty of 25 ms.
    case hitching

    /// Milliseconds for the frame that begins `seconds` after the start.
    func build(at seconds: Double, _ random: inout SeededRandom) -> Double {
      switch self {
      case .uneven: random.double(in: 7...16)
      case .swaying: 11 + 3.5 * sin(seconds * 2 * .pi / 3) + random.double(in: -0.3...0.3)
      case .hitching: random.chance(0.02) ? 25 : 11 + random.double(in: -0.9...0.9)
      }
    }
  }

  private let load: Load
  private let noise: SimulatedDisplay.Noise
  private let fastest = 144.0
  private let slowest = 48.0

  package init(_ load: Load, noise: SimulatedDisplay.Noise) {
    (self.load, self.noise) = (load, noise)
  }

  /// All frames of a run of so many seconds.
  package func run(seconds: Double, seed: UInt64, from start: Double = 1e9)
    -> [SimulatedDisplay.Frame]
  {
    var random = SeededRandom(seed: seed)
    var frames: [SimulatedDisplay.Frame] = []
    var (now, last) = (start, start - 1e9 / fastest)
    while now < start + seconds * 1e9 {
      let ready = now + load.build(at: (now - start) / 1e9, &random) * 1e6
      var shown = max(ready, last + 1e9 / fastest)
      if shown > last + 1e9 / slowest {
        shown = max(ready, last + 1e9 / slowest + 1e9 / fastest)
      }
      frames.append(.init(begun: Int64(now), drawn: Int64(ready), shown: shown))
      last = shown
      now = shown + noise.lateness(&random)
    }
    return frames
  }
}
