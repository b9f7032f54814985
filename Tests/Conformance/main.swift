// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes all of a text; whether that worked.
func write(_ text: String, to descriptor: Int32) -> Bool {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

let result = Command.run(Array(CommandLine.arguments.dropFirst()))
let isWritten = write(result.output, to: STDOUT_FILENO)
_ = write(result.errors, to: STDERR_FILENO)
// 74, as in BSD's sysexits: figures that nobody got are no success.
exit(isWritten ? result.exitCode : 74)
