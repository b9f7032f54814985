// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import SDLDriver

/// The music that the scene's squares follow: its tempo, and the sound device's clock, which is only
/// heard.
///
/// A ``ClockFollower`` makes an even line of the device's position, and the beat clock says which beat
/// that second of the music is.
struct BeatMusic: Sendable {
  /// Beats a minute: at first, and what the keys reach.
  static let firstTempo = 84.0
  static let tempos = 48.0...120.0
  static let beatsPerBar = 4

  /// The beats, over seconds of the music.
  private(set) var clock: BeatClock
  private(set) var beatsPerMinute = firstTempo
  private(set) var follower = ClockFollower()
  /// Whether a sound device is heard, and not a simulated one.
  private(set) var isLive = false
  private var offset = 0.0
  private var device: SimulatedSound
  private var now: Double

  init(now: Double) {
    self.now = now
    device = SimulatedSound(start: now, offset: 0)
    do throws(RepeatError) {
      clock = try BeatClock(
        beatsPerMinute: Self.firstTempo, at: 0, beatsPerBar: Self.beatsPerBar)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Seconds of the music that show at the last frame's time.
  private var shown: Double { follower.position(at: now) ?? offset }

  /// Whether beats can be followed: the device's clock has been found.
  var isKnown: Bool { follower.state == .locked }

  /// The beat at the last frame's time.
  var beat: CyclePosition { clock.beat(at: shown) }

  /// The beats as a leader's line, from the last frame's time on.
  var leader: RepeatLine {
    do throws(RepeatError) {
      return try RepeatLine(beat, at: now, hertz: beatsPerMinute / 60 * follower.rate)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The rhythm for a sound device.
  var rhythm: Rhythm {
    var rhythm = Rhythm(beatsPerSecond: beatsPerMinute / 60)
    // Of the present tempo, as if it had always held: that of the music's second 0 is the line's.
    rhythm.beat = clock.beat(at: 0).cycles
    rhythm.beatsPerBar = clock.beatsPerBar
    rhythm.offset = offset
    return rhythm
  }

  private static func follower(isLive: Bool) -> ClockFollower {
    var settings = ClockFollower.Settings()
    if isLive {
      // SDL's driver that plays to nobody is 5 % fast, and as late as the machine is busy.
      settings.rateTolerance = 0.1
      settings.tolerance = 0.015
    }
    return ClockFollower(settings)
  }

  // MARK: - A frame

  /// Moves to a frame's time, and hears the device.
  /// - Parameter heard: The sound device's reading; `nil` if none plays.
  /// - Returns: Whether the music jumped, or another device is heard.
  mutating func update(_ frame: Frame, _ heard: HeardMusic?) -> Bool {
    now = frame.time
    var hasJumped = false
    if (heard != nil) != isLive {
      isLive = heard != nil
      // Another clock, which begins anew; the beat goes on from where it is.
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
    if let heard {
      // The device's times are those of presentation.
      hear(heard.position, at: heard.time + frame.time - frame.presentationTime, &hasJumped)
    } else {
      hear(device.position(at: now, offset: offset), at: now, &hasJumped)
    }
    return hasJumped
  }

  private mutating func hear(_ position: Double, at time: Double, _ hasJumped: inout Bool) {
    do throws(RepeatError) {
      let arrival = try follower.add(position, at: time)
      if arrival.seek != nil { hasJumped = true }
    } catch {
      // A device that counts nonsense is heard no further; what is shown goes on.
    }
  }

  // MARK: - What is done to the music

  /// Sets the tempo from now on, within ``tempos``; the beat goes on from where it is.
  /// - Returns: Whether it is another one.
  mutating func setTempo(_ beatsPerMinute: Double) -> Bool {
    let tempo = min(max(beatsPerMinute, Self.tempos.lowerBound), Self.tempos.upperBound)
    guard tempo != self.beatsPerMinute else { return false }
    do throws(RepeatError) {
      try clock.setTempo(beatsPerMinute: tempo, at: shown)
    } catch {
      return false
    }
    self.beatsPerMinute = tempo
    return true
  }

  /// Continues from another point of the music: the reported position jumps.
  mutating func seek(beats: Double) {
    offset += beats * 60 / beatsPerMinute
  }
}

/// The position that a sound device reports of the rhythm that it plays.
struct HeardMusic: Hashable, Sendable {
  /// Seconds of the music at the beginning of the last buffer.
  var position: Double
  /// When it was read, in seconds of the frames' presentation times.
  var time: Double
}
