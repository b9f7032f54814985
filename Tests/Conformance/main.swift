// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

Terminal.prepare()
let result = Command.run(Array(CommandLine.arguments.dropFirst()))
if !result.errors.isEmpty { Terminal.note(String(result.errors.dropLast())) }
do {
  // If the figures cannot be printed, the run fails, except if the reader has closed the pipe.
  try Terminal.show(result.output, terminator: "")
} catch {
  Terminal.fail(error)
}
exit(result.exitCode)
