// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import FramePacing

/// An open sound device.
///
/// A device belongs to the thread of its session, and closes when the value ends. A sound is heard
/// 10 to 30 ms after ``play(_:)``, depending on the device.
public struct SoundOutput: ~Copyable {
  /// Samples a second.
  package static let sampleRate = 48_000
  /// Samples per request of the device: 10.7 ms.
  static let bufferSamples = 512

  private let device: UnsafeMutablePointer<csdl_sound>
  private let session: SessionHandle
  /// The state that the device's thread reads.
  ///
  /// Other threads use it only while the device is locked.
  private let mixer: UnsafeMutablePointer<SoundMixer>

  /// Opens the system's default device.
  /// - Throws: `DriverError.callFailed` if there is no device, or the device is busy.
  /// C functions: SDL_InitSubSystem, SDL_OpenAudioDevice.
  public init(_ session: borrowing Session) throws(DriverError) {
    let remedy = "Connect a sound device, or go on without sound"
    try check(SDL_InitSubSystem(SDL_INIT_AUDIO), "SDL_InitSubSystem", remedy: remedy)
    let mixer = UnsafeMutablePointer<SoundMixer>.allocate(capacity: 1)
    mixer.initialize(to: SoundMixer())
    let device = UnsafeMutablePointer<csdl_sound>.allocate(capacity: 1)
    device.initialize(to: csdl_sound())
    device.pointee.user = UnsafeMutableRawPointer(mixer)
    device.pointee.fill = { mixer, samples, count in
      let buffer = UnsafeMutableBufferPointer(start: samples, count: Int(count))
      mixer?.assumingMemoryBound(to: SoundMixer.self).pointee
        .render(buffer, at: SystemClock().now())
    }
    guard csdl_open_sound(device, CInt(Self.sampleRate), CInt(Self.bufferSamples)) else {
      let error = DriverError.call("SDL_OpenAudioDevice", remedy: remedy)
      Self.close(device, mixer)
      throw error
    }
    self.device = device
    self.session = session.handle
    self.mixer = mixer
  }

  deinit { Self.close(device, mixer) }

  private static func close(
    _ device: UnsafeMutablePointer<csdl_sound>, _ mixer: UnsafeMutablePointer<SoundMixer>
  ) {
    // The call waits until the device's thread has ended.
    csdl_close_sound(device)
    device.deallocate()
    mixer.deinitialize(count: 1)
    mixer.deallocate()
    SDL_QuitSubSystem(SDL_INIT_AUDIO)
  }

  /// Plays a sound now, and drops the rest of the previous sound.
  /// - Throws: `DriverError.callFailed` if the device is gone.
  /// C functions: SDL_GetAudioDeviceStatus, SDL_LockAudioDevice.
  public mutating func play(_ sound: Sound) throws(DriverError) {
    try checkDevice()
    whileLocked { $0.play(sound.samples) }
  }

  /// Plays a rhythm from now on, in place of the previous one.
  ///
  /// `nil` stops the rhythm and its clock.
  ///
  /// The change is heard with the next buffer, after the samples that the device already has.
  /// - Throws: `DriverError.invalidValue` for a number of the rhythm that is out of range, and
  ///   `.callFailed` if the device is gone.
  public mutating func setRhythm(_ rhythm: Rhythm?) throws(DriverError) {
    try rhythm?.validate()
    try checkDevice()
    whileLocked { $0.rhythm = rhythm }
  }

  /// The rhythm's position when the device last requested samples; `nil` before that.
  public var musicTime: MusicTime? { whileLocked { $0.musicTime } }

  /// Whether part of the last sound still has to be passed to the device.
  public var isPlaying: Bool { whileLocked { $0.isPlaying } }

  private func whileLocked<Answer>(_ body: (inout SoundMixer) -> Answer) -> Answer {
    csdl_lock_sound(device, true)
    defer { csdl_lock_sound(device, false) }
    return body(&mixer.pointee)
  }

  private func checkDevice() throws(DriverError) {
    guard csdl_is_playing(device) else {
      // The device's state is not an error, so SDL has no text for it.
      throw .callFailed(
        function: "SDL_GetAudioDeviceStatus", message: "the sound device has stopped or is gone",
        remedy: "Connect the sound device again")
    }
  }
}
