// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A short sound: samples in -1...1, one channel, 48,000 a second.
public struct Sound: Hashable, Sendable {
  /// The samples.
  public let samples: [Float]

  /// A sound of samples; the device clips values beyond -1...1.
  public init(samples: [Float]) { self.samples = samples }

  /// A soft tick: a sine that begins at `volume` and fades away over 30 ms.
  /// - Parameters:
  ///   - hertz: The pitch. Default: 1200, which small speakers can play.
  ///   - volume: The largest sample, in 0...1. Default: 0.2, well below speech.
  /// - Precondition: `hertz` is finite and above 0, and `volume` in 0...1.
  public static func tick(hertz: Double = 1200, volume: Double = 0.2) -> Sound {
    precondition(hertz > 0 && hertz.isFinite, "a tick of \(hertz) Hz: it must be above 0")
    precondition((0...1).contains(volume), "a tick of volume \(volume): it must be in 0...1")
    let count = SoundOutput.sampleRate * 3 / 100
    let step = 2 * .pi * hertz / Double(SoundOutput.sampleRate)
    return Sound(
      samples: (0..<count).map { index in
        let left = 1 - Double(index) / Double(count)
        return Float(sin(step * Double(index)) * volume * left * left)
      })
  }
}
