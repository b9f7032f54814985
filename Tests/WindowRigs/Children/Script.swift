// SPDX-License-Identifier: Apache-2.0

extension Child {
  /// Writes a script that can be started at once.
  ///
  /// A child process writes it. If this program had the file open for writing, another child could
  /// inherit the descriptor, and the kernel does not execute a file that is open for writing.
  /// - Parameters:
  ///   - text: The script with its interpreter line.
  ///   - path: The path; an existing file is replaced.
  package static func writeScript(_ text: String, to path: String) throws(RigProblem) {
    let ending = try run(
      "/bin/sh", ["-c", #"printf %s "$1" >"$2" && chmod 755 "$2""#, "sh", text, path])
    guard ending.status == 0 else {
      throw RigProblem("\(path) cannot be written: \(ending.text)")
    }
  }
}
