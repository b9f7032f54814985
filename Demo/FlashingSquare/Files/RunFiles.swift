// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files of a run, opened in the order in which a mistake does the least harm.
///
/// The schedule is read and checked first, so that nothing is made when it is wrong. The folder
/// comes before the trace: an empty folder left behind is less than an older trace lost, and the
/// trace may lie in the folder.
struct RunFiles: ~Copyable {
  /// The orders of `--play`.
  let schedule: PlaySchedule?
  /// The folder of `--record`.
  let record: RecordFolder?
  /// The file of `--trace`.
  var trace: TraceWriter?

  /// Reads and makes what the options name.
  /// - Throws: The first thing that cannot be used.
  init(for options: DemoOptions) throws(FileError) {
    let schedule: PlaySchedule? =
      if let path = options.playFile { try PlaySchedule.read(path) } else { nil }
    if let play = options.playFile, let trace = options.traceFile, Self.areSame(play, trace) {
      throw FileError(
        trace, refused: "is the file that --play reads, and would be overwritten",
        remedy: "name another file for --trace", exitCode: .cannotCreate)
    }
    let record: RecordFolder? =
      if let path = options.recordFolder { try RecordFolder(preparing: path) } else { nil }
    let trace: TraceWriter? =
      if let path = options.traceFile { try TraceWriter(creating: path) } else { nil }
    self.schedule = schedule
    self.record = record
    self.trace = trace
  }

  /// Whether two paths lead to one file, also through links.
  private static func areSame(_ first: String, _ second: String) -> Bool {
    var (a, b) = (stat(), stat())
    guard stat(first, &a) == 0, stat(second, &b) == 0 else { return false }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_mode & S_IFMT == S_IFREG
  }
}
