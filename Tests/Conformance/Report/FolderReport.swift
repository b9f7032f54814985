// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FoundationEssentials

/// The results of all *.jsonl files of a folder.
struct FolderReport {
  let files: [FileReport]

  /// Reads and compares the files; subfolders are ignored.
  init(folder: String) throws(ProgramError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let wanted = names.filter { $0.hasSuffix(".jsonl") }.sorted()
    guard !wanted.isEmpty else {
      throw ProgramError(
        folder, wrong: "is no folder that can be read and holds *.jsonl",
        remedy: "name a folder of records, such as Tests/Vectors", exitCode: .noInput)
    }
    var files: [FileReport] = []
    for name in wanted {
      files.append(FileReport(name: name, bytes: try readFile("\(folder)/\(name)")))
    }
    self.files = files
  }

  var isGood: Bool { files.allSatisfy(\.isGood) }

  /// The number of failures listed per file.
  static let mostFailures = 20

  /// The first failures of each file and every unreadable line, with file and line.
  var problems: [String] {
    files.flatMap { file in
      let failures = file.comparison.failures
      let further = failures.count - Self.mostFailures
      return file.unread + failures.prefix(Self.mostFailures)
        + (further > 0 ? ["\(file.name): and \(further) more failures"] : [])
    }
  }

  var summary: String {
    let sum = { (count: (FileReport) -> Int) in files.map(count).reduce(0, +) }
    let total =
      "\(files.count) files: \(sum { $0.records }) records, "
      + "\(sum { $0.comparison.checked }) samples checked, \(sum { $0.skippedCount }) skipped, "
      + "\(sum { $0.comparison.failed }) failed, \(sum { $0.unread.count }) unread"
    return (files.map(\.summary) + [total]).joined(separator: "\n")
  }
}
