// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import Glibc

/// A short sound: samples in -1...1, one channel, ``SoundOutput/sampleRate`` a second.
public struct Sound: Hashable, Sendable {
  /// The samples.
  public let samples: [Float]

  /// A sound of samples; those beyond -1...1 are cut by the device.
  public init(samples: [Float]) { self.samples = samples }

  /// A soft tick: a sine that begins at `volume` and fades away over 30 ms.
  /// - Parameters:
  ///   - hertz: The pitch. Default: 1200, which small speakers have.
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

/// A sound device, open.
///
/// It belongs to the thread of its session, and closes with its last use. A sound is heard some 10
/// to 30 ms after ``play(_:)``, as the device has it.
public struct SoundOutput: ~Copyable {
  /// Samples a second.
  public static let sampleRate = 48_000

  private let device: SDL_AudioDeviceID
  private let session: SessionHandle

  /// Opens the system's default device.
  /// - Throws: `DriverError.callFailed` where there is none, or it is busy.
  /// C functions: SDL_InitSubSystem, SDL_OpenAudioDevice.
  public init(_ session: borrowing Session) throws(DriverError) {
    let remedy = "Connect a sound device, or go on without sound"
    try check(SDL_InitSubSystem(SDL_INIT_AUDIO), "SDL_InitSubSystem", remedy: remedy)
    var wanted = SDL_AudioSpec()
    wanted.freq = CInt(Self.sampleRate)
    wanted.format = SDL_AudioFormat(AUDIO_F32SYS)
    wanted.channels = 1
    wanted.samples = 512
    let opened = SDL_OpenAudioDevice(nil, 0, &wanted, nil, 0)
    guard opened != 0 else {
      defer { SDL_QuitSubSystem(SDL_INIT_AUDIO) }
      throw .call("SDL_OpenAudioDevice", remedy: remedy)
    }
    SDL_PauseAudioDevice(opened, 0)
    device = opened
    self.session = session.handle
  }

  deinit {
    SDL_CloseAudioDevice(device)
    SDL_QuitSubSystem(SDL_INIT_AUDIO)
  }

  /// Plays a sound now, instead of what is left of the last one.
  /// - Throws: `DriverError.callFailed` where the device is gone.
  /// C functions: SDL_ClearQueuedAudio, SDL_QueueAudio.
  public mutating func play(_ sound: Sound) throws(DriverError) {
    SDL_ClearQueuedAudio(device)
    let status = sound.samples.withUnsafeBytes { bytes in
      SDL_QueueAudio(device, bytes.baseAddress, UInt32(bytes.count))
    }
    try check(status, "SDL_QueueAudio", remedy: "Connect the sound device again")
  }

  /// Whether some of the last sound has still to be handed to the device.
  public var isPlaying: Bool { SDL_GetQueuedAudioSize(device) > 0 }
}
