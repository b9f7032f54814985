// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import WindowRigs

StandardStreams.prepare()
StartedProcesses.endWithThisProgram()
let result = Command.run(Array(CommandLine.arguments.dropFirst())) {
  Terminal.note(String($0.dropLast()))
}
if !result.errors.isEmpty { Terminal.note(String(result.errors.dropLast())) }
do {
  // Figures that nobody got are no success; a reader that has gone has what it wanted.
  try Terminal.show(Array(result.output.utf8))
} catch {
  Terminal.fail(error)
}
exit(result.exitCode)
