// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

StartedProcesses.endWithThisProgram()
let result = Command.run(Array(CommandLine.arguments.dropFirst())) {
  _ = write($0, to: STDERR_FILENO)
}
let isWritten = write(result.output, to: STDOUT_FILENO)
_ = write(result.errors, to: STDERR_FILENO)
// 74, as in BSD's sysexits: figures that nobody got are no success.
exit(isWritten ? result.exitCode : 74)
