// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import WindowRigs

Terminal.prepare()
let arguments = Array(CommandLine.arguments.dropFirst())
do throws(ProgramError) {
  if let request = StandardRequest(arguments) {
    try Terminal.show(ProgramText.benchmark.answer(to: request))
  } else {
    try Command(arguments).run()
  }
} catch {
  Terminal.fail(error)
}
exit(ExitCode.success.rawValue)
