// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import SDLDriver

/// Plays the ticks and the rhythms of scenes.
///
/// The first request opens the sound device. Without a device the demo continues silently, and
/// prints one message.
struct TickPlayer: ~Copyable {
  private var output: SoundOutput?
  /// Whether there is no device.
  private(set) var hasFailed = false
  /// The sounds are cached, because each needs 1,440 sines, which take too long for a frame.
  private var sounds: [[Tick]: Sound] = [:]
  private var rhythm: Rhythm?
  /// Whether the output is silent; the device's clock still runs.
  let isMuted: Bool

  init(isMuted: Bool = false) { self.isMuted = isMuted }

  /// Plays all ticks of a frame together.
  mutating func play(_ ticks: [Tick], with session: borrowing Session) {
    guard !hasFailed else { return }
    do throws(DriverError) {
      if output == nil { output = try Self.open(session) }
      guard !ticks.isEmpty, !isMuted else { return }
      let sound = sounds[ticks] ?? Sound(ticks)
      sounds[ticks] = sound
      try output?.play(sound)
    } catch {
      fail("ticks are", error)
    }
  }

  private mutating func fail(_ what: String, _ error: DriverError) {
    hasFailed = true
    output = nil
    rhythm = nil
    Terminal.note("flashing-square: no \(what) heard: \(error)")
  }

  /// Plays a rhythm from now on; with nil, stops the rhythm.
  mutating func setRhythm(_ wanted: Rhythm?, with session: borrowing Session) {
    var wanted = wanted
    if isMuted { wanted?.volume = 0 }
    guard !hasFailed, wanted != rhythm else { return }
    rhythm = wanted
    do throws(DriverError) {
      if output == nil { output = try Self.open(session) }
      try output?.setRhythm(wanted)
    } catch {
      fail("music is", error)
    }
  }

  /// The device's position in the rhythm; `nil` while no rhythm plays.
  var musicTime: MusicTime? {
    guard rhythm != nil else { return nil }
    switch output {
    case .some(let output): return output.musicTime
    case nil: return nil
    }
  }

  /// Opens the device and suppresses ALSA's messages on standard error, because without a device
  /// ALSA writes eight lines in addition to the demo's message.
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
  /// Mixes several ticks: the sum of their samples.
  init(_ ticks: [Tick]) {
    let sounds = ticks.map { Sound.tick(hertz: $0.hertz, volume: $0.volume).samples }
    let indices = sounds.first?.indices ?? 0..<0
    self.init(samples: indices.map { index in sounds.reduce(0) { $0 + $1[index] } })
  }
}
