// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import SDLDriver

/// The files of a run, opened in the order in which a mistake does the least harm.
///
/// The schedule is read and checked first, so that nothing is made when it is wrong. The folder
/// comes before the other outputs: an empty folder left behind is less than an older trace lost, and
/// the trace may lie in the folder.
struct RunFiles: ~Copyable {
  /// The rate changes of `--play`.
  let schedule: PlaySchedule?
  /// The pictures of `--record`.
  var record: FrameRecorder?
  /// The file of `--trace`.
  var trace: TraceWriter?

  /// Reads and makes what the options name.
  /// - Throws: The first thing that cannot be used.
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

  /// Writes what is left.
  /// - Throws: Exit code 74, of the first that cannot be written; the other is still tried.
  mutating func finish() throws(ProgramError) {
    var failure: ProgramError?
    do throws(ProgramError) {
      try record?.finish()
    } catch {
      failure = error
    }
    do throws(ProgramError) { try trace?.flush() } catch { failure = failure ?? error }
    if let failure { throw failure }
  }

  private static func checkFilesDiffer(_ options: DemoOptions) throws(ProgramError) {
    let film = options.recordPath.flatMap { FilmFormat(path: $0) == nil ? nil : $0 }
    for case (let name, let path?) in [("--trace", options.traceFile), ("--record", film)] {
      if let play = options.playFile, areSameFile(play, path) {
        throw ProgramError(
          path, wrong: "is the file that --play reads, and would be overwritten",
          remedy: "name another file for \(name)", exitCode: .cannotCreate)
      }
    }
    if let trace = options.traceFile, let film, areSameFile(trace, film) {
      throw ProgramError(
        film, wrong: "is the file that --trace writes",
        remedy: "name another file for --record", exitCode: .cannotCreate)
    }
  }
}
