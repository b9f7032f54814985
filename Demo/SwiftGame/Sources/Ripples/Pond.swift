// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// Rings of light about a middle, each a repeat of its own.
struct Pond {
  static let ringCount = 16
  /// Seconds that a change takes from one ring to the next.
  static let delay = 0.09
  /// Seconds of a cycle: calm, quick and quickest; none flashes more than three times a second.
  static let durations = [2.4, 1.2, 0.6]

  private var rings: [RepeatingValue<Color>] = []
  private var place = 0

  init() throws {
    for ring in 0..<Self.ringCount {
      var settings = RepeatSettings()
      settings.rate = .cycleDuration(Self.durations[0])
      // The rate slides within 0.8 s and no ring jumps: the wave stays a wave.
      settings.policy = .phaseMatched(ramp: 0.8, shape: .smooth)
      settings.startPhase = 1 - Double(ring + 1) / Double(Self.ringCount + 1)
      let depth = Double(ring) / Double(Self.ringCount)
      var light = try RepeatingValue(
        from: try Color(hex: "#0b1d33"),
        to: .interpolate(
          from: try Color(hex: "#ffd37a"), to: try Color(hex: "#2f8fd0"), progress: depth),
        settings: settings)
      light.controller.start()
      rings.append(light)
    }
  }

  /// Moves all rings on to a frame's time.
  mutating func advance(to time: Double) {
    for ring in rings.indices { rings[ring].controller.advance(to: time) }
  }

  /// A stone falls into the middle: the next duration reaches one ring after the other.
  mutating func dropStone() throws {
    place = (place + 1) % Self.durations.count
    for ring in rings.indices {
      let now = rings[ring].controller.now
      try rings[ring].controller.schedule(
        .rate(.cycleDuration(Self.durations[place])), at: .time(now + Double(ring) * Self.delay))
    }
  }

  /// What a ring shows; 0 is the innermost.
  func color(ofRing ring: Int, at time: Double) -> Color { rings[ring].value(at: time) }
}
