// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import SDLDriver

/// Plays the ticks of scenes; it opens the sound device when they are first asked for.
///
/// Without a device the demo goes on silently, and says so once.
struct TickPlayer: ~Copyable {
  private var output: SoundOutput?
  /// Whether there is no device.
  private(set) var hasFailed = false
  /// Made once: a frame may not wait for 1,440 sines a tick.
  private var sounds: [[Tick]: Sound] = [:]

  /// Plays what begins in a frame, all at once.
  mutating func play(_ ticks: [Tick], with session: borrowing Session) {
    guard !hasFailed else { return }
    do throws(DriverError) {
      if output == nil { output = try Self.open(session) }
      guard !ticks.isEmpty else { return }
      let sound = sounds[ticks] ?? Sound(ticks)
      sounds[ticks] = sound
      try output?.play(sound)
    } catch {
      hasFailed = true
      output = nil
      Terminal.note("flashing-square: no ticks are heard: \(error)")
    }
  }

  /// Opens the device without what ALSA writes on standard error, where it finds none: eight lines
  /// for the one that says so.
  private static func open(_ session: borrowing Session) throws(DriverError) -> SoundOutput {
    let kept = dup(STDERR_FILENO)
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    if kept >= 0, nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
    defer {
      if kept >= 0, nowhere >= 0 { dup2(kept, STDERR_FILENO) }
      if kept >= 0 { close(kept) }
      if nowhere >= 0 { close(nowhere) }
    }
    return try SoundOutput(session)
  }
}

extension Sound {
  /// Several ticks at once: the sum of their samples.
  init(_ ticks: [Tick]) {
    var sum: [Float] = []
    for tick in ticks {
      let samples = Sound.tick(hertz: tick.hertz, volume: tick.volume).samples
      if sum.isEmpty {
        sum = samples
      } else {
        for index in sum.indices { sum[index] += samples[index] }
      }
    }
    self.init(samples: sum)
  }
}
