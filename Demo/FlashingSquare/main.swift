// SPDX-License-Identifier: Apache-2.0

import DemoSupport

Terminal.prepare()
// This order is documented in `--help`: wrong arguments and unreadable input end the program before
// anything is started or any file is created.
do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  if let text = DemoOptions.answer(to: arguments) {
    try Terminal.show(text)
  } else {
    let options = try DemoOptions.parse(arguments)
    let files = try RunFiles(for: options)
    if options.runsUntilSignal {
      Terminal.note(
        "flashing-square: runs without a window until Ctrl-C;"
          + " end it with --frames N or --duration SECONDS")
    }
    try App.run(options, files)
  }
} catch {
  Terminal.fail(ProgramError(error))
}
