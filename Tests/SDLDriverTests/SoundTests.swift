// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SDLDriver

extension WithSDL {
  struct SoundTests {
    @Test func `a tick is a sine that fades, with the requested volume`() {
      let tick = Sound.tick(hertz: 1000, volume: 0.5)
      #expect(tick.samples.count == 1440)
      for (index, sample) in tick.samples.enumerated() {
        let left = 1 - Double(index) / 1440
        let expected = sin(2 * .pi * 1000 * Double(index) / 48_000) * 0.5 * left * left
        #expect(abs(Double(sample) - expected) < 1e-4, "sample \(index)")
      }
    }

    /// SDL's disk driver writes the output to a file.
    @Test func `a played sound reaches the device`() throws {
      let path = FileManager.default.temporaryDirectory
        .appending(path: "sound-\(ProcessInfo.processInfo.processIdentifier)").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      for (name, value) in [
        ("SDL_AUDIODRIVER", "disk"), ("SDL_DISKAUDIOFILE", path), ("SDL_DISKAUDIODELAY", "0"),
      ] { setenv(name, value, 1) }
      defer { unsetenv("SDL_AUDIODRIVER") }
      let tick = Sound.tick()
      do {
        let session = try Session(.headless)
        var output = try SoundOutput(session)
        try output.play(tick)
        while output.isPlaying { usleep(1000) }
        // The queue's last samples are written with the next buffer.
        usleep(100_000)
      }
      let bytes = try Data(contentsOf: URL(filePath: path))
      let written = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let start = try #require(written.firstIndex { $0 != 0 })
      #expect(Array(written[(start - 1)..<(start - 1 + tick.samples.count)]) == tick.samples)
    }

    @Test func `without a sound device, the error names a remedy`() throws {
      setenv("SDL_AUDIODRIVER", "no such driver", 1)
      defer { unsetenv("SDL_AUDIODRIVER") }
      let session = try Session(.headless)
      let error = #expect(throws: DriverError.self) { _ = try SoundOutput(session) }
      #expect(error?.description.contains("go on without sound") == true)
    }
  }
}
