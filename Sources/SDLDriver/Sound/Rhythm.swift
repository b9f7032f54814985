// SPDX-License-Identifier: Apache-2.0

/// A short looped rhythm that a sound device makes by itself: a click on each beat, a higher one at
/// the beginning of a bar, a soft one between two beats.
///
/// ```
/// music(device) = seconds that the device has played + offset
/// beat(music)   = beat + (music - second) * beatsPerSecond
/// ```
public struct Rhythm: Hashable, Sendable {
  /// Seconds of the music at which it is at ``beat``.
  public var second = 0.0
  /// Beats, whole and a fraction.
  public var beat = 0.0
  /// The tempo; above 0, at most 20.
  public var beatsPerSecond: Double
  /// Beat 0 begins a bar; 1...1024.
  public var beatsPerBar = 4
  /// Seconds that the music is ahead of what the device has played: another value is a seek.
  public var offset = 0.0
  /// The factor of its samples, 0...1; 0 is silence, and the device's clock still runs.
  public var volume = 1.0

  /// A rhythm that begins at beat 0; `SoundOutput.setRhythm` checks its numbers.
  public init(beatsPerSecond: Double) { self.beatsPerSecond = beatsPerSecond }

  /// - Throws: `DriverError.invalidValue` for the first number that is out of its range.
  func validate() throws(DriverError) {
    func check(_ isRight: Bool, _ name: String, _ value: Any, _ allowed: String) throws(DriverError)
    {
      guard isRight else {
        throw .invalidValue(name: "\(name) of a rhythm", value: "\(value)", allowed: allowed)
      }
    }
    try check(second.isFinite, "second", second, "finite")
    try check(beat.isFinite, "beat", beat, "finite")
    try check(
      beatsPerSecond > 0 && beatsPerSecond <= 20, "beatsPerSecond", beatsPerSecond,
      "above 0, at most 20")
    try check((1...1024).contains(beatsPerBar), "beatsPerBar", beatsPerBar, "in 1...1024")
    try check(offset.isFinite, "offset", offset, "finite")
    try check((0...1).contains(volume), "volume", volume, "in 0...1")
  }

  /// Whole beats and a fraction at a time of the music in seconds.
  public func beat(at music: Double) -> Double { beat + (music - second) * beatsPerSecond }
}

/// Where the music was when the device last asked for samples: a clock that moves in steps.
public struct MusicTime: Hashable, Sendable {
  /// Seconds of the music at the first sample of the last buffer.
  public let position: Double
  /// When the device asked for it: nanoseconds of `SystemClock`.
  public let time: Int64
}

/// What a sound device plays: a sound, and a rhythm.
///
/// Used by its thread, or while the device is locked.
struct SoundMixer {
  private var sound: [Float] = []
  private var next = 0
  var rhythm: Rhythm?
  private(set) var musicTime: MusicTime?
  /// Samples of music that the device has taken.
  private var played = 0
  private var click = (kind: 0, next: 0)
  /// At the beginning of a bar, on a beat, between two.
  private let clicks = [
    Sound.tick(hertz: 1568, volume: 0.3).samples, Sound.tick(hertz: 1046.5, volume: 0.2).samples,
    Sound.tick(hertz: 3136, volume: 0.04).samples,
  ]

  var isPlaying: Bool { next < sound.count }

  mutating func play(_ samples: [Float]) { (sound, next) = (samples, 0) }

  /// Fills the device's next buffer.
  /// - Parameter now: Nanoseconds of `SystemClock`.
  mutating func render(_ buffer: UnsafeMutableBufferPointer<Float>, at now: Int64) {
    buffer.update(repeating: 0)
    if let rhythm { render(rhythm, buffer, at: now) }
    for index in 0..<min(buffer.count, sound.count - next) { buffer[index] += sound[next + index] }
    next = min(next + buffer.count, sound.count)
  }

  private mutating func render(
    _ rhythm: Rhythm, _ buffer: UnsafeMutableBufferPointer<Float>, at now: Int64
  ) {
    let rate = Double(SoundOutput.sampleRate)
    let start = Double(played) / rate + rhythm.offset
    musicTime = MusicTime(position: start, time: now)
    played += buffer.count
    // Half beats, from half a sample before the buffer on: each is the nearest sample's.
    // Of their bar: where beats are so many that a half is lost, a number would stay what it is.
    let first = (2 * rhythm.beat(at: start)).remainder(dividingBy: 2 * Double(rhythm.beatsPerBar))
    let perSample = 2 * rhythm.beatsPerSecond / rate
    var half = (first - perSample / 2).rounded(.up)
    var index = 0
    while index < buffer.count {
      let begin = max(((half - first) / perSample).rounded(), 0)
      let end = begin < Double(buffer.count) ? Int(begin) : buffer.count
      for sample in index..<end { buffer[sample] += clickSample() * Float(rhythm.volume) }
      index = end
      guard index < buffer.count else { break }
      let isOnBeat = half.remainder(dividingBy: 2) == 0
      let isBar = half.remainder(dividingBy: 2 * Double(rhythm.beatsPerBar)) == 0
      click = (isBar ? 0 : isOnBeat ? 1 : 2, 0)
      half += 1
    }
  }

  private mutating func clickSample() -> Float {
    guard click.next < clicks[click.kind].count else { return 0 }
    click.next += 1
    return clicks[click.kind][click.next - 1]
  }
}
