// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import WindowRigs

Terminal.prepare()
let arguments = Array(CommandLine.arguments.dropFirst())
do throws(ProgramError) {
  if let answer = ProgramText.benchmark.answer(to: arguments) {
    try Terminal.show(answer)
  } else {
    try Command(arguments).run()
  }
} catch {
  Terminal.fail(error)
}
