// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import WindowRigs

StandardStreams.prepare()
let arguments = Array(CommandLine.arguments.dropFirst())
do throws(FileError) {
  if let request = StandardRequest(arguments) {
    try Terminal.show(ProgramText.benchmark.answer(to: request))
  } else {
    let command: Command
    do throws(UsageError) { command = try Command(arguments) } catch { Terminal.fail(error) }
    try command.run()
  }
} catch {
  Terminal.fail(error)
}
exit(ExitCode.success.rawValue)
