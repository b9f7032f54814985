// SPDX-License-Identifier: Apache-2.0

import DemoSupport

Terminal.prepare()
// Wrong arguments and unreadable input end the program before any work is done.
do throws(ProgramError) {
  switch try CompareRequest(Array(CommandLine.arguments.dropFirst())) {
  case .answer(let text): try Terminal.show(text)
  case .list: try Terminal.show(ListText.text)
  case .compare(let options):
    // Standard output is checked before the work, which may take minutes.
    try Terminal.requireOutput()
    try Terminal.show(try await CompareRun(options).output(), terminator: "")
  }
} catch {
  Terminal.fail(error)
}
