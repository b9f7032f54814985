// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

Terminal.prepare()
// Wrong arguments and unreadable input end the program before any work is done.
do throws(ProgramError) {
  switch try CompareRequest(Array(CommandLine.arguments.dropFirst())) {
  case .standard(let request): try Terminal.show(ProgramText.compare.answer(to: request))
  case .list: try Terminal.show(ListText.text)
  case .compare(let options):
    // Standard output is checked before the work, which may take minutes.
    try Terminal.requireOutput()
    try Terminal.show(try await CompareRun(options).output(), terminator: "")
  }
} catch {
  Terminal.fail(error)
}
exit(ExitCode.success.rawValue)
