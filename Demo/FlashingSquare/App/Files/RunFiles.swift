// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import SDLDriver

/// The input and output files of a run.
///
/// The schedule is read and checked first, so that an invalid schedule leaves no output files. The
/// folder for the pictures is created before the trace, because the trace may be in that folder.
/// If one of the two cannot be created, at worst an empty folder is left; no older trace is lost.
struct RunFiles: ~Copyable {
  /// The rate changes of `--play`.
  let schedule: PlaySchedule?
  /// The pictures of `--record`.
  var record: FrameRecorder?
  /// The file of `--trace`.
  var trace: TraceWriter?

  /// Reads and creates the files that the options name.
  /// - Throws: The error of the first unusable file.
  init(for options: DemoOptions) throws(ProgramError) {
    let schedule = try options.playFile.map(PlaySchedule.read)
    try Self.checkFilesDiffer(options)
    let record: FrameRecorder? =
      if let path = options.recordPath {
        try FrameRecorder(preparing: path, hertz: options.picturesPerSecond)
      } else { nil }
    let trace: TraceWriter? =
      if let path = options.traceFile { try TraceWriter(creating: path) } else { nil }
    self.schedule = schedule
    self.record = record
    self.trace = trace
  }

  /// Writes the remaining data.
  /// - Throws: Exit code 74 for the first file that cannot be written. The other file is written
  ///   nevertheless.
  mutating func finish() throws(ProgramError) {
    do throws(ProgramError) {
      try record?.finish()
    } catch {
      try? trace?.flush()
      throw error
    }
    try trace?.flush()
  }

  private static func checkFilesDiffer(_ options: DemoOptions) throws(ProgramError) {
    let film = options.recordPath.flatMap { FilmFormat(path: $0) == nil ? nil : $0 }
    for case (let name, let path?, let use, let other?) in [
      ("--trace", options.traceFile, "--play reads", options.playFile),
      ("--record", film, "--play reads", options.playFile),
      ("--record", film, "--trace writes", options.traceFile),
    ] where areSameFile(other, path) {
      throw ProgramError(
        path, wrong: "is the file that \(use), and would be overwritten",
        remedy: "name another file for \(name)", exitCode: .cannotCreate)
    }
  }
}
