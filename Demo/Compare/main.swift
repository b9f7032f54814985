// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

StandardStreams.prepare()
// Wrong arguments and unreadable input end the program before anything is run or made.
do throws(UsageError) {
  let request = try CompareOptions.parse(Array(CommandLine.arguments.dropFirst()))
  do throws(FileError) {
    switch request {
    case .standard(let request): try Terminal.show(ProgramText.compare.answer(to: request))
    case .list(let format): try Terminal.show(ListText.text(format))
    case .compare(let options):
      // Not after the minutes that it may take.
      if options.outputFile == nil { try Terminal.requireOutput() }
      let run = try CompareRun(options)
      let text: String
      do throws(CompareFailure) { text = try await run.output() } catch { Terminal.fail(error) }
      if let path = options.outputFile {
        try WholeFile.write(Array(text.utf8), to: path)
      } else {
        try Terminal.show(Array(text.utf8))
      }
    }
  } catch {
    Terminal.fail(error)
  }
} catch {
  Terminal.fail(error)
}
exit(ExitCode.success.rawValue)
