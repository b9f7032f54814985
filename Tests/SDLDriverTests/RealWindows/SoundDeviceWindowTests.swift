// SPDX-License-Identifier: Apache-2.0

import Foundation
import FramePacing
import RepeatTiming
import Testing

@testable import SDLDriver

extension WithSDL {
  /// A device in real time, which is why it is tested where windows are.
  struct SoundDeviceWindowTests {
    /// SDL's dummy driver sleeps 10 ms for each 512 samples, which are 10.7 ms: it is about 5 % fast,
    /// and as late as the machine is busy.
    @Test func `a follower keeps to the count of a real device's thread`() throws {
      setenv("SDL_AUDIODRIVER", "dummy", 1)
      defer { unsetenv("SDL_AUDIODRIVER") }
      let session = try Session(.headless)
      var output = try SoundOutput(session)
      #expect(output.musicTime == nil)
      try output.setRhythm(Rhythm(beatsPerSecond: 2))
      var settings = ClockFollower.Settings()
      settings.rateTolerance = 0.1
      var follower = ClockFollower(settings)
      let clock = SystemClock()
      let start = clock.now()
      var counted: [MusicTime] = []
      var shown: [(time: Double, position: Double)] = []
      // Three seconds of lock; a busy machine may need longer for the lock.
      func lockedSeconds() -> Double { (shown.last?.time ?? 0) - (shown.first?.time ?? 0) }
      while lockedSeconds() < 3, clock.now() - start < 30_000_000_000 {
        usleep(5000)
        guard let heard = output.musicTime else { continue }
        let time = Double(clock.now() - start) / 1e9
        let arrival = follower.add(heard.position, at: time)
        if heard != counted.last { counted.append(heard) }
        if arrival.hasLocked || arrival.seek != nil { shown.removeAll() }
        if follower.state == .locked {
          shown.append((time, try #require(follower.position(at: time))))
        }
      }
      #expect(counted.count > 100)
      // On a busy machine the device itself stops and goes: then it has no line to be followed.
      let hasHoles = zip(counted, counted.dropFirst()).contains { $1.time - $0.time > 100_000_000 }
      if hasHoles, shown.count <= 50 { return }
      try #require(shown.count > 50, "\(follower.state), \(follower.rate)")
      for (a, b) in zip(shown, shown.dropFirst()) { #expect(b.position >= a.position) }
      // The device's own count, and what is shown at the times at which it asked for samples: those
      // are late as well, at the dummy device by some milliseconds.
      var errors: [Double] = []
      for count in counted {
        let time = Double(count.time - start) / 1e9
        guard time > shown[0].time, let after = shown.firstIndex(where: { $0.time >= time }),
          after > 0
        else { continue }
        let (a, b) = (shown[after - 1], shown[after])
        let share = (time - a.time) / (b.time - a.time)
        errors.append(a.position + share * (b.position - a.position) - count.position)
      }
      errors.sort()
      try #require(errors.count > 20)
      // On a busy machine the device is uneven: no line is closer to it than that.
      let unevenness = errors[errors.count * 9 / 10] - errors[errors.count / 10]
      #expect(
        abs(errors[errors.count / 2]) < max(0.005, unevenness),
        "\(errors), rate \(follower.rate)")
    }
  }
}
