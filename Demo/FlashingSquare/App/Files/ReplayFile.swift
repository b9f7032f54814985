// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

/// The recorded run that `--replay-run` reads.
struct ReplayFile {
  /// Its frames and input.
  let recording: RunRecording
  /// Where the file ends too soon: its whole frames are replayed, and then this is the run's error.
  let shortfall: FileError?
  private let path: String
  private let note: RunNote

  /// Reads a recording.
  /// - Throws: As `InputFile.bytes`; exit code 65 where the file is damaged or of something else.
  init(reading path: String) throws(FileError) {
    let bytes = try InputFile.bytes(of: path)
    var shortfall: FileError?
    let recording: RunRecording
    do throws(RecordingError) {
      do throws(RecordingError) {
        recording = try RunRecording(bytes: bytes, path: path)
      } catch {
        // A program that dies leaves whole frames: they are worth more than nothing.
        recording = try RunRecording(bytes: bytes, path: path, allowsUnfinished: true)
        shortfall = FileError(error)
      }
    } catch {
      throw FileError(error)
    }
    guard let note = RunNote(recording.note) else {
      // Cut off inside the note, perhaps.
      if let shortfall { throw shortfall }
      throw FileError(
        path, wrong: "is the recording of another program's run",
        remedy: "name a file that --record-run of this program has written")
    }
    self.path = path
    self.recording = recording
    self.note = note
    self.shortfall = shortfall
    try checkTimes()
  }

  /// More seconds than there are from frame to frame: the demo's loop has 1 Hz at least, and goes on
  /// where it stopped after a stall.
  private static let longestStep = 10.0

  /// Checks that the times are those of a run, from 0 on.
  private func checkTimes() throws(FileError) {
    var last: Double?
    for frame in recording.frames.map(\.frame) {
      let step = last.map { frame.time - $0 }
      guard step.map({ $0 > 0 && $0 <= Self.longestStep }) ?? (frame.time == 0) else {
        throw FileError(
          path, wrong: "has frame \(frame.number) at \(frame.time) s, which no run has there",
          remedy: "record the run anew with --record-run")
      }
      last = frame.time
    }
  }

  /// The options of the recorded run, with what is to be left behind this time.
  /// - Parameter given: The options of the replay.
  /// - Throws: Exit code 65 where the recorded options mean nothing here.
  func options(for given: DemoOptions) throws(FileError) -> DemoOptions {
    let recorded: DemoRequest
    do {
      recorded = try DemoOptions.parse(note.arguments)
    } catch {
      throw unknownOptions("\(error.problem)")
    }
    guard case .run(var options) = recorded else { throw unknownOptions("it is no run") }
    options.headless = true
    // Recordings of versions without an autopilot do not mention it.
    options.autopilot = note.arguments.contains("--autopilot=on")
    options.replayRunFile = given.replayRunFile
    options.recordRunFile = nil
    options.traceFile = given.traceFile
    options.recordPath = given.recordPath
    options.recordEvery = given.recordEvery
    options.showsStatistics = given.showsStatistics
    options.rate = rate ?? options.rate
    return options
  }

  /// Frames a second of the recorded run, as a mean; nil of fewer than two.
  private var rate: FrameRate? {
    guard let first = recording.frames.first?.frame, let last = recording.frames.last?.frame else {
      return nil
    }
    return FrameRate(nearest: Double(recording.frames.count - 1) / (last.time - first.time))
  }

  /// Checks that the rate changes are those of the recorded run.
  /// - Throws: Exit code 65 where the file of `--play` has changed since.
  func check(_ schedule: PlaySchedule?, from playFile: String?) throws(FileError) {
    guard schedule?.checksum != note.playSum else { return }
    throw FileError(
      playFile ?? path, wrong: "has other rate changes than when \(quoted(path)) was recorded",
      remedy: "put back the file that --play had then")
  }

  private func unknownOptions(_ reason: String) -> FileError {
    FileError(
      path, wrong: "was recorded with options that this version does not know: \(reason)",
      remedy: "replay it with the version that recorded it")
  }
}

extension FileError {
  /// What is wrong with a recording, with the position in it.
  init(_ error: RecordingError) {
    let anew = "record the run anew with --record-run"
    switch error {
    case .fileFailed(let path, let action, let reason) where action == "create":
      self.init(
        path, wrong: "cannot be written: \(reason)",
        remedy: "name a file in a folder that exists and that you may write to",
        exitCode: .cannotCreate)
    case .fileFailed(let path, let action, let reason):
      self.init(
        path, wrong: "cannot \(action) it: \(reason)",
        remedy: "make room, or name a file on another disk", exitCode: .inputOutput)
    case .notARecording(let path):
      self.init(path, wrong: "is no recording of a run", remedy: "name one of --record-run")
    case .unknownVersion(let path, let version):
      self.init(
        path, wrong: "is a recording of version \(version), which this program cannot read",
        remedy: "replay it with the program that recorded it")
    case .damaged(let path, let offset, let frame, let reason):
      self.init(
        path, wrong: "is damaged at byte \(offset), in frame \(frame): \(reason)", remedy: anew)
    case .truncated(let path, let offset, let frame):
      self.init(
        path, wrong: "ends at byte \(offset), inside frame \(frame)", remedy: Self.whole(frame))
    case .unfinished(let path, let frames):
      self.init(
        path, wrong: "ends after \(frames) frames without the run's end",
        remedy: "the program died while it recorded; \(Self.whole(frames))")
    }
  }

  private static func whole(_ frames: Int) -> String {
    frames > 0
      ? "the \(frames) frames before that are whole, and were replayed"
      : "record the run anew with --record-run"
  }
}
