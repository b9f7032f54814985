// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FoundationEssentials

/// The results of one file.
struct FileReport {
  let name: String
  private(set) var records = 0
  private(set) var comparison = Comparison()
  /// The unreadable lines, each with its number and the error.
  private(set) var unread: [String] = []

  /// Reads every line of a file and compares its record.
  init(name: String, bytes: some Collection<UInt8>) {
    self.name = name
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The last line may or may not end with a newline.
    if lines.last?.isEmpty == true { lines.removeLast() }
    if lines.isEmpty { unread.append("\(name): is empty; each line must be a record") }
    for (index, line) in lines.enumerated() { read(line, location: "\(name):\(index + 1)") }
  }

  private mutating func read(_ line: some Collection<UInt8>, location: String) {
    do throws(RecordError) {
      let record = try IdentifiedRecord.read(line)
      comparison.location = "\(location): \(record.id)"
      record.record.compare(&comparison)
      records += 1
    } catch {
      unread.append("\(location): \(error.problem)")
    }
  }

  var isGood: Bool { unread.isEmpty && comparison.failed == 0 }

  /// The figures: a line of counts, followed by the worst errors and the reasons for skipped
  /// samples.
  var summary: String {
    var lines = [[self].counts(name)]
    for (reason, count) in comparison.skipped.sorted(by: { $0.key < $1.key }) {
      lines.append("  skipped \(count): \(reason)")
    }
    for (name, deviation) in comparison.worst.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "  worst \(name): off by \(deviation.error), tolerance \(deviation.tolerance)")
    }
    return lines.joined(separator: "\n")
  }
}

/// The results of all *.jsonl files of a folder.
extension [FileReport] {
  /// Reads and compares the files; subfolders are ignored.
  init(folder: String) throws(ProgramError) {
    self = []
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.filter({ $0.hasSuffix(".jsonl") }).sorted() {
      append(FileReport(name: name, bytes: try readFile("\(folder)/\(name)")))
    }
    guard !isEmpty else {
      throw ProgramError(
        folder, wrong: "is no folder that can be read and holds *.jsonl",
        remedy: "name a folder of records, such as Tests/Vectors", exitCode: .noInput)
    }
  }

  /// The first 20 failures of each file and every unreadable line, with file and line.
  var problems: [String] {
    flatMap { file in
      let failures = file.comparison.failures
      let further = failures.count - 20
      return file.unread + failures.prefix(20)
        + (further > 0 ? ["\(file.name): and \(further) more failures"] : [])
    }
  }

  var summary: String {
    (map(\.summary) + [counts("\(count) files")]).joined(separator: "\n")
  }

  /// The line of counts, added up over the files.
  fileprivate func counts(_ name: String) -> String {
    let sum = { (count: (FileReport) -> Int) in map(count).reduce(0, +) }
    return "\(name): \(sum { $0.records }) records, \(sum { $0.comparison.checked }) samples "
      + "checked, \(sum { $0.comparison.skipped.values.reduce(0, +) }) skipped, "
      + "\(sum { $0.comparison.failed }) failed, \(sum { $0.unread.count }) unread"
  }
}
