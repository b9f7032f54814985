// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import DynamicRepeat
import FramePacing
import SDLDriver

/// The scene's music: its tempo, and the sound device's clock, whose position is known only from
/// the device's reports.
///
/// A ``ClockFollower`` fits a steady line to the device's positions in seconds, and the beat clock
/// converts these seconds to beats.
struct BeatMusic: Sendable {
  /// The initial tempo, and the range of tempos, in beats per minute.
  static let firstTempo = 84.0
  static let tempos = 48.0...120.0
  static let beatsPerBar = 4

  /// Maps seconds of the music to beats.
  private(set) var clock: BeatClock
  private(set) var beatsPerMinute = firstTempo
  private(set) var follower = ClockFollower()
  /// Whether the music comes from a real sound device, not from a simulated one.
  private(set) var isLive = false
  private var offset = 0.0
  private var device: SimulatedSound
  private var now: Double

  init(now: Double) {
    self.now = now
    device = SimulatedSound(start: now, offset: 0)
    clock = valid {
      try BeatClock(beatsPerMinute: Self.firstTempo, at: 0, beatsPerBar: Self.beatsPerBar)
    }
  }

  /// The music's position, in seconds, at the last frame's time.
  private var shown: Double { follower.position(at: now) ?? offset }

  /// Whether squares can follow the beats, which needs a follower that is locked to the device's
  /// clock.
  var isKnown: Bool { follower.state == .locked }

  /// The beat at the last frame's time.
  var beat: CyclePosition { clock.beat(at: shown) }

  /// The beat as a linear function of time from the last frame on; a square can be locked to it.
  var leader: RepeatLine {
    valid { try RepeatLine(beat, at: now, hertz: beatsPerMinute / 60 * follower.rate) }
  }

  /// The rhythm for a sound device.
  var rhythm: Rhythm {
    var rhythm = Rhythm(beatsPerSecond: beatsPerMinute / 60)
    // The rhythm's beat at second 0, extrapolated with the current tempo.
    rhythm.beat = clock.beat(at: 0).cycles
    rhythm.beatsPerBar = clock.beatsPerBar
    rhythm.offset = offset
    return rhythm
  }

  private static func follower(isLive: Bool) -> ClockFollower {
    var settings = ClockFollower.Settings()
    if isLive {
      // SDL's dummy driver is a device, too: it runs 5 % fast, and its delay depends on the load.
      settings.rateTolerance = 0.1
      settings.tolerance = 0.015
    }
    return ClockFollower(settings)
  }

  // MARK: - A frame

  /// Advances to a frame's time, and takes the device's reading.
  /// - Parameter heard: The sound device's reading; `nil` if no device plays.
  /// - Returns: Whether the music jumped, or the device changed.
  mutating func update(_ frame: Frame, _ heard: HeardMusic?) -> Bool {
    now = frame.time
    var hasJumped = false
    if (heard != nil) != isLive {
      isLive = heard != nil
      // The new device's clock has a different start. The beat continues.
      let position = shown
      follower = Self.follower(isLive: isLive)
      if let heard {
        offset += position - heard.position
      } else {
        offset = position
        device = SimulatedSound(start: now, offset: offset)
      }
      hasJumped = true
    }
    // `heard.time` is a presentation time, and the follower needs the scene's time.
    let time = heard.map { $0.time + frame.time - frame.presentationTime } ?? now
    let position = heard?.position ?? device.position(at: now, offset: offset)
    // Invalid readings are ignored; the displayed beat continues.
    return (try? follower.add(position, at: time))?.seek != nil || hasJumped
  }

  // MARK: - Changes of the music

  /// Changes the tempo from now on, within ``tempos``, without a jump of the beat.
  /// - Returns: Whether the tempo changed.
  mutating func setTempo(_ beatsPerMinute: Double) -> Bool {
    let tempo = min(max(beatsPerMinute, Self.tempos.lowerBound), Self.tempos.upperBound)
    guard tempo != self.beatsPerMinute else { return false }
    guard (try? clock.setTempo(beatsPerMinute: tempo, at: shown)) != nil else { return false }
    self.beatsPerMinute = tempo
    return true
  }

  /// Continues from a different point of the music.
  ///
  /// The reported position jumps.
  mutating func seek(beats: Double) {
    offset += beats * 60 / beatsPerMinute
  }
}

/// A sound device's reported position in its rhythm.
struct HeardMusic: Hashable, Sendable {
  /// Seconds of the music at the beginning of the last buffer.
  var position: Double
  /// The time of the reading, in seconds on the clock of `Frame.presentationTime`.
  var time: Double
}

/// A simulated sound device for silent runs.
///
/// As with a real device, the position moves in steps of 1024 samples, each slightly late, with
/// dropouts, and the clock drifts.
struct SimulatedSound: Sendable {
  /// The duration of a step in seconds: 1024 samples at 44,100 Hz.
  static let step = 1024 / 44_100.0
  /// The relative excess of the device's clock rate over the program's.
  static let drift = 300e-6
  /// The largest delay of a step, in seconds.
  static let jitter = 0.004
  /// The mean number of steps between dropouts, and a dropout's duration in seconds.
  static let holeSteps = 200
  static let holeSeconds = 0.2

  private let start: Double
  private var random = SplitMix64(seed: 18)
  private var steps = 0
  private var nextStep = 0.0
  private var holeEnd = 0.0
  private var position: Double

  /// A device that plays from `start` on.
  init(start: Double, offset: Double) {
    self.start = start
    position = offset
  }

  /// The reported position at `time`; it never decreases from call to call with an equal `offset`.
  /// - Parameter offset: The seconds by which the music is ahead of the time played by the device.
  mutating func position(at time: Double, offset: Double) -> Double {
    let now = time - start
    let step = Self.step / (1 + Self.drift)
    while nextStep <= now {
      if nextStep >= holeEnd { position = Double(steps) * Self.step + offset }
      if random.whole(in: 1...Self.holeSteps) == 1 { holeEnd = nextStep + Self.holeSeconds }
      steps += 1
      nextStep = Double(steps) * step + random.unit() * random.unit() * Self.jitter
    }
    return position
  }
}
