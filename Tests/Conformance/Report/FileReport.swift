// SPDX-License-Identifier: Apache-2.0

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
    var lines = [
      "\(name): \(records) records, \(comparison.checked) samples checked, "
        + "\(skippedCount) skipped, \(comparison.failed) failed, \(unread.count) unread"
    ]
    for (reason, count) in comparison.skipped.sorted(by: { $0.key < $1.key }) {
      lines.append("  skipped \(count): \(reason)")
    }
    for (name, deviation) in comparison.worst.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "  worst \(name): off by \(deviation.error), tolerance \(deviation.tolerance)")
    }
    return lines.joined(separator: "\n")
  }

  var skippedCount: Int { comparison.skipped.values.reduce(0, +) }
}
