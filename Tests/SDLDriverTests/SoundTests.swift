// SPDX-License-Identifier: Apache-2.0

import Foundation
import FramePacing
import Testing

@testable import SDLDriver

extension WithSDL {
  struct SoundTests {
    /// A mixer's output of `count` samples, in buffers whose lengths repeat the list `sizes`.
    private func rendered(
      _ mixer: inout SoundMixer, _ count: Int, sizes: [Int] = [512]
    ) -> [Float] {
      var all: [Float] = []
      var turn = 0
      while all.count < count {
        var buffer = [Float](repeating: 9, count: min(sizes[turn % sizes.count], count - all.count))
        buffer.withUnsafeMutableBufferPointer { mixer.render($0, at: Int64(all.count)) }
        all += buffer
        turn += 1
      }
      return all
    }

    private func mixer(_ change: (inout Rhythm) -> Void = { _ in }) -> SoundMixer {
      var mixer = SoundMixer()
      var rhythm = Rhythm(beatsPerSecond: 2)
      change(&rhythm)
      mixer.rhythm = rhythm
      return mixer
    }

    /// The samples at which clicks begin, that is, the first after silence.
    private func clicks(_ samples: [Float]) -> [Int] {
      samples.indices.filter { index in
        samples[index] != 0 && index > 1 && samples[(index - 2)..<index].allSatisfy { $0 == 0 }
      }
    }

    @Test func `a click begins on each half beat, and a bar begins with its own sound`() {
      var mixer = mixer()
      let samples = rendered(&mixer, 4 * 48_000)
      // A click is a sine and begins with 0, so it shows at its second sample. The very first click
      // has no silence before it.
      #expect(clicks(samples) == (1..<16).map { $0 * 12_000 + 1 })
      let peaks = (0..<16).map { half in
        samples[(half * 12_000)..<(half * 12_000 + 1440)].max() ?? 0
      }
      for (half, peak) in peaks.enumerated() {
        let expected: Float = half % 8 == 0 ? 0.3 : half % 2 == 0 ? 0.2 : 0.04
        #expect(peak <= expected && peak > 0.9 * expected, "half beat \(half): \(peak)")
      }
    }

    /// Invalid changes to a rhythm, and the name and the value in the error.
    static let wrong: [(change: @Sendable (inout Rhythm) -> Void, name: String)] = [
      ({ $0.beatsPerBar = .max }, "beatsPerBar of a rhythm is 9223372036854775807"),
      ({ $0.beatsPerBar = 0 }, "beatsPerBar of a rhythm is 0"),
      ({ $0.beatsPerSecond = .nan }, "beatsPerSecond of a rhythm is nan"),
      ({ $0.beatsPerSecond = 20.1 }, "beatsPerSecond of a rhythm is 20.1"),
      ({ $0.beat = .infinity }, "beat of a rhythm is inf"),
      ({ $0.second = .nan }, "second of a rhythm is nan"),
      ({ $0.offset = -.infinity }, "offset of a rhythm is -inf"),
      ({ $0.volume = 1.01 }, "volume of a rhythm is 1.01"),
    ]

    @Test(arguments: wrong.indices) func `a number out of range is an error with its name`(
      _ index: Int
    ) {
      var rhythm = Rhythm(beatsPerSecond: 2)
      #expect(throws: Never.self) { try rhythm.validate() }
      Self.wrong[index].change(&rhythm)
      let error = #expect(throws: DriverError.self) { try rhythm.validate() }
      let words = Self.wrong[index].name + "; it must be "
      #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: [2, 1.9, 7.77, 20]) func `buffers of any size give the same samples`(
      beatsPerSecond: Double
    ) {
      var (first, second) = (mixer { $0.beatsPerSecond = beatsPerSecond }, SoundMixer())
      second.rhythm = first.rhythm
      #expect(
        rendered(&first, 200_000) == rendered(&second, 200_000, sizes: [1, 480, 333, 1024, 7]))
    }

    @Test func `a seek, silence and the end of the rhythm apply from the next buffer on`() throws {
      var mixer = mixer()
      _ = rendered(&mixer, 512 * 10)
      let before = try #require(mixer.musicTime)
      mixer.rhythm?.offset = 10.25
      _ = rendered(&mixer, 512)
      let after = try #require(mixer.musicTime)
      #expect(abs(after.position - before.position - 10.25 - 512 / 48_000.0) < 1e-9)
      // With this offset, beat 20.5 is at sample 0 and beat 21 at sample 12,000. The 11 buffers
      // before these samples were already played.
      let samples = rendered(&mixer, 24_000)
      #expect(clicks(samples).first == 12_000 - 512 * 11 + 1)
      mixer.rhythm?.volume = 0
      #expect(rendered(&mixer, 48_000).allSatisfy { $0 == 0 })
      let silent = try #require(mixer.musicTime)
      #expect(silent.position > after.position + 1)
      mixer.rhythm = nil
      _ = rendered(&mixer, 48_000)
      #expect(mixer.musicTime == silent)
    }

    @Test func `a sound is mixed with the rhythm`() {
      var (mixer, alone) = (mixer(), mixer())
      let tick = Sound.tick(hertz: 500).samples
      mixer.play(tick)
      let (both, rhythm) = (rendered(&mixer, 4096), rendered(&alone, 4096))
      for index in both.indices {
        #expect(both[index] == rhythm[index] + (index < tick.count ? tick[index] : 0))
      }
      #expect(!mixer.isPlaying)
    }

    // MARK: - The device

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
