// SPDX-License-Identifier: Apache-2.0

public import FramePacing
internal import Glibc
internal import RepeatTiming

/// Writes a run's frames and input to a file, for `RunRecording` to read.
///
/// All but the frames of the last second are in the kernel's hands, and survive the sudden death of
/// the program. `finish` records the end of a run that ended as it should.
public final class RunRecorder {
  /// The file.
  public let path: String
  /// How many frames were recorded.
  public private(set) var frames = 0

  private var descriptor: CInt
  private var pending: [UInt8] = []
  private var pendingSeconds = 0.0
  private var isFinished = false

  /// Creates the file, or replaces it.
  /// - Parameters:
  ///   - path: The file.
  ///   - note: What the program needs to know to run again, such as its options; default nothing.
  ///     `RunRecording.note` has it.
  /// - Throws: `RecordingError.fileFailed`.
  /// - Precondition: `note` has less than 64 MiB.
  public init(path: String, note: String = "") throws(RecordingError) {
    precondition(
      note.utf8.count < RecordingFormat.longestRecord, "a note of \(note.utf8.count) bytes")
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .file(path, "create") }
    pending = RecordingFormat.header
    if !note.isEmpty {
      pending += RecordingFormat.record([RecordingFormat.noteKind] + Array(note.utf8))
    }
    try flush()
  }

  deinit {
    // A failure is not reported here; the record of the end is missing then.
    if !isFinished { try? flush() }
    close(descriptor)
  }

  /// Adds a frame; once a second all that was added goes to the kernel.
  /// - Parameters:
  ///   - frame: The frame, as the loop gave it.
  ///   - events: The frame's input.
  ///   - outputSize: Pixels that it is drawn at.
  ///   - pixelDensity: Pixels per unit of the desktop; default 1.
  /// - Throws: `RecordingError.fileFailed`.
  /// - Precondition: `finish` was not called.
  public func record(
    _ frame: Frame, events: [InputEvent], outputSize: PixelSize, pixelDensity: Float = 1
  ) throws(RecordingError) {
    precondition(!isFinished, "a frame for a recording that is finished: \(path)")
    let recorded = RecordedFrame(
      frame: frame, events: events, outputSize: outputSize, pixelDensity: pixelDensity)
    pending += RecordingFormat.record(recorded.bytes)
    frames += 1
    // The slower of the two clocks: a stall or a pause lets real time pass.
    pendingSeconds += max(frame.rawDelta, frame.delta)
    if pendingSeconds >= 1 || pending.count >= 1 << 16 { try flush() }
  }

  /// Records the end of the run and writes what is pending; afterwards nothing can be added.
  /// - Throws: `RecordingError.fileFailed`.
  public func finish() throws(RecordingError) {
    guard !isFinished else { return }
    pending += RecordingFormat.record(
      ByteWriter.bytes { end in
        end.write(RecordingFormat.endKind)
        end.write(frames)
      })
    try flush()
    isFinished = true
  }

  private func flush() throws(RecordingError) {
    var start = 0
    while start < pending.count {
      let count = pending.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress! + start, bytes.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        let error = RecordingError.file(path, "write to")
        // Bytes that were written must not be written twice.
        pending.removeFirst(start)
        throw error
      }
      start += count
    }
    pending.removeAll(keepingCapacity: true)
    pendingSeconds = 0
  }
}
