// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

// Wrong arguments and unreadable input end the program before anything is run or made.
do throws(UsageError) {
  let request = try CompareOptions.parse(Array(CommandLine.arguments.dropFirst()))
  do throws(FileError) {
    switch request {
    case .help: try Terminal.show(HelpText.help)
    case .list: try Terminal.show(HelpText.list)
    case .compare(let options):
      let run = try CompareRun(options)
      let bytes: [UInt8]
      do throws(PictureFailure) {
        bytes = Array(try await run.output().utf8)
      } catch {
        Terminal.fail(error)
      }
      if let path = options.outputFile {
        try WholeFile.write(bytes, to: path)
      } else {
        try Terminal.show(bytes)
      }
    }
  } catch {
    Terminal.fail(error)
  }
} catch {
  Terminal.fail(error)
}
exit(ExitCode.success.rawValue)
