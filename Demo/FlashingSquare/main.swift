// SPDX-License-Identifier: Apache-2.0

import DemoSupport

Terminal.prepare()
// This order is documented in `--help`: wrong arguments and unreadable input end the program before
// anything is started or any file is created.
do throws(ProgramError) {
  switch try DemoOptions.parse(Array(CommandLine.arguments.dropFirst())) {
  case .answer(let text):
    try Terminal.show(text)
  case .run(let options):
    let files = try RunFiles(for: options)
    if options.runsUntilSignal {
      Terminal.note(
        "flashing-square: runs without a window until Ctrl-C;"
          + " end it with --frames N or --duration SECONDS")
    }
    try App.run(options, files)
  }
} catch {
  Terminal.fail(error)
}
