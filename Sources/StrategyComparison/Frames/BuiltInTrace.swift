// SPDX-License-Identifier: Apache-2.0

/// The built-in traces.
package enum BuiltInTrace: String, CaseIterable, Sendable {
  /// 30 Hz: frame n at exactly n/30 s.
  case ideal30 = "ideal-30"
  /// 60 Hz: frame n at exactly n/60 s.
  case ideal60 = "ideal-60"
  /// 144 Hz: frame n at exactly n/144 s.
  case ideal144 = "ideal-144"
  /// 60 Hz, each frame 0 to 8 ms late.
  case jittered
  /// 60 Hz with stalls (gaps between frames) of 0.1 to 1.5 s, one every 4 s on average.
  case stalls
  /// 60 Hz, one refresh in 20 lost.
  case vsyncDrops = "vsync-drops"

  /// A description in one line.
  package var summary: String {
    switch self {
    case .ideal30: "frame n at n/30 s"
    case .ideal60: "frame n at n/60 s"
    case .ideal144: "frame n at n/144 s"
    case .jittered: "60 Hz, each frame seen 0 to 8 ms late (seeded)"
    case .stalls: "60 Hz, a stall of 0.1 to 1.5 s every 4 s on average (seeded)"
    case .vsyncDrops: "60 Hz, one refresh in 20 lost (seeded)"
    }
  }

  /// The trace; equal seeds give equal traces.
  package func trace(seed: UInt64) -> FrameTrace {
    switch self {
    case .ideal30: .steady(hertz: 30, name: rawValue)
    case .ideal60: .steady(hertz: 60, name: rawValue)
    case .ideal144: .steady(hertz: 144, name: rawValue)
    // The lateness is less than a frame's 16.7 ms, so that frames stay in order.
    case .jittered: FrameTrace(name: rawValue, kind: .late(latest: 0.008, seed: seed))
    case .stalls:
      FrameTrace(name: rawValue, kind: .gaps(every: 240, lost: 5...89, seed: seed))
    case .vsyncDrops:
      FrameTrace(name: rawValue, kind: .gaps(every: 20, lost: 1...1, seed: seed))
    }
  }
}
