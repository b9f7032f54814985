// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import SDLDriver

/// The files of a run, opened in the order in which a mistake does the least harm.
///
/// The schedule is read and checked first, so that nothing is made when it is wrong. The folder
/// comes before the other outputs: an empty folder left behind is less than an older trace lost, and
/// the trace may lie in the folder.
struct RunFiles: ~Copyable {
  /// The run to run again.
  let replay: ReplayFile?
  /// The rate changes of `--play`.
  let schedule: PlaySchedule?
  /// The pictures of `--record`.
  var record: FrameRecorder?
  /// The file of `--trace`.
  var trace: TraceWriter?
  /// The file of `--record-run`.
  let recorder: RunRecorder?

  /// Reads and makes what the options name.
  /// - Throws: The first thing that cannot be used.
  init(for options: DemoOptions, replay: ReplayFile? = nil) throws(FileError) {
    let schedule = try options.playFile.map(PlaySchedule.read)
    try replay?.check(schedule, from: options.playFile)
    try Self.checkFilesDiffer(options)
    let record: FrameRecorder? =
      if let path = options.recordPath { try FrameRecorder(preparing: path) } else { nil }
    let recorder = try options.recordRunFile.map { path throws(FileError) in
      try Self.recorder(path, RunNote(options, schedule))
    }
    let trace: TraceWriter? =
      if let path = options.traceFile { try TraceWriter(creating: path) } else { nil }
    self.replay = replay
    self.schedule = schedule
    self.record = record
    self.trace = trace
    self.recorder = recorder
  }

  /// Hands over what is left, and marks the recording's end.
  /// - Throws: Exit code 74, of the first that cannot be written; the others are still tried.
  mutating func finish(picturesPerSecond: Double) throws(FileError) {
    var failure: FileError?
    do throws(FileError) {
      try record?.finish(picturesPerSecond: picturesPerSecond)
    } catch {
      failure = error
    }
    do throws(FileError) { try trace?.flush() } catch { failure = failure ?? error }
    do throws(RecordingError) { try recorder?.finish() } catch {
      failure = failure ?? FileError(error)
    }
    if let failure { throw failure }
  }

  private static func recorder(_ path: String, _ note: RunNote) throws(FileError) -> RunRecorder {
    do throws(RecordingError) {
      return try RunRecorder(path: path, note: note.text)
    } catch {
      throw FileError(error)
    }
  }

  private static func checkFilesDiffer(_ options: DemoOptions) throws(FileError) {
    let inputs = [("--play", options.playFile), ("--replay-run", options.replayRunFile)]
    let animation = options.recordPath.flatMap { FrameRecorder.isAnimation($0) ? $0 : nil }
    let outputs = [
      ("--trace", options.traceFile), ("--record-run", options.recordRunFile),
      ("--record", animation),
    ]
    for (index, (name, output)) in outputs.enumerated() {
      guard let path = output else { continue }
      for case (let input, let read?) in inputs where areSameFile(read, path) {
        throw FileError(
          path, wrong: "is the file that \(input) reads, and would be overwritten",
          remedy: "name another file for \(name)", exitCode: .cannotCreate)
      }
      for case (let other, let written?) in outputs[..<index] where areSameFile(written, path) {
        throw FileError(
          path, wrong: "is the file that \(other) writes",
          remedy: "name another file for \(name)", exitCode: .cannotCreate)
      }
    }
  }
}
