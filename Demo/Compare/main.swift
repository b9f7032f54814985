// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

StandardStreams.prepare()
// Wrong arguments and unreadable input end the program before anything is run or made.
do {
  switch try CompareOptions.parse(Array(CommandLine.arguments.dropFirst())) {
  case .standard(let request): try Terminal.show(ProgramText.compare.answer(to: request))
  case .list(let format): try Terminal.show(ListText.text(format))
  case .compare(let options):
    // Not after the minutes that it may take.
    if options.outputFile == nil { try Terminal.requireOutput() }
    let bytes = Array(try await CompareRun(options).output().utf8)
    if let path = options.outputFile {
      try WholeFile.write(bytes, to: path)
    } else {
      try Terminal.show(bytes)
    }
  }
} catch let failure as any DemoFailure {
  Terminal.fail(failure)
}
exit(ExitCode.success.rawValue)
