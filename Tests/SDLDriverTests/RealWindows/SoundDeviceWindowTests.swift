// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import FramePacing
import Testing

@testable import SDLDriver

extension WithSDL {
  /// A device in real time, so it is tested together with the windows.
  struct SoundDeviceWindowTests {
    /// SDL's dummy driver sleeps 10 ms for each 512 samples, which are 10.7 ms.
    ///
    /// It is therefore about 5 % fast, and its lateness depends on the machine's load.
    @Test func `a follower tracks the sample count of a real device's thread`() throws {
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
      var errors: [Double] = []
      var last: MusicTime?
      var gaps: [Int64] = []
      // Three hundred buffers of 10 ms while locked; a busy machine may need longer for the lock.
      while errors.count < 300, clock.now() - start < 30_000_000_000 {
        usleep(5000)
        guard let heard = output.musicTime else { continue }
        try follower.add(heard.position, at: Double(clock.now() - start) / 1e9)
        guard heard != last else { continue }
        if let last { gaps.append(heard.time - last.time) }
        last = heard
        let shown = follower.position(at: Double(heard.time - start) / 1e9)
        if follower.state == .locked, let shown { errors.append(abs(shown - heard.position)) }
      }
      // A device that stops and starts, as on a busy machine, has no steady line to follow.
      gaps.sort()
      let (usual, long) = (gaps[gaps.count / 2], gaps[gaps.count * 9 / 10])
      if long > usual * 5 / 4 { try Test.cancel("buffers came at \(usual) to \(long) ns") }
      try #require(errors.count == 300, "\(follower.state), \(follower.rate)")
      // The count moves in steps of 10.7 ms, which arrive late. Without the follower, the device
      // would be 150 ms ahead after these three seconds.
      #expect(errors.sorted()[150] < 0.05, "\(errors), rate \(follower.rate)")
    }
  }
}
