// SPDX-License-Identifier: Apache-2.0

extension Child {
  /// Writes a script that can be started at once.
  ///
  /// A child of its own writes it: while this program had the file open, any other child that it
  /// starts meanwhile would have it open too, and the kernel starts no file that is being written.
  /// - Parameters:
  ///   - text: With the line that names its interpreter.
  ///   - path: Replaced if it is there.
  package static func writeScript(_ text: String, to path: String) throws(RigProblem) {
    let ending = try run(
      "/bin/sh", ["-c", #"printf %s "$1" >"$2" && chmod 755 "$2""#, "sh", text, path])
    guard ending.status == 0 else {
      throw RigProblem("\(path) cannot be written: \(ending.text)")
    }
  }
}
