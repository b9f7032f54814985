// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

StandardStreams.prepare()
// The order is the promise of `--help`: wrong arguments and unreadable input end the program
// before anything is started, and before any file is made.
do throws(UsageError) {
  let request = try DemoOptions.parse(Array(CommandLine.arguments.dropFirst()))
  do throws(FileError) {
    switch request {
    case .standard(let request):
      try Terminal.show(DemoOptions.answer(to: request))
    case .run(var options):
      var replay: ReplayFile?
      if let path = options.replayRunFile {
        let file = try ReplayFile(reading: path)
        options = try file.options(for: options)
        replay = file
      }
      let files = try RunFiles(for: options, replay: replay)
      if options.runsUntilSignal {
        Terminal.note(
          "flashing-square: runs without a window until Ctrl-C;"
            + " --frames N or --duration SECONDS would end it")
      }
      do throws(RunFailure) { try App.run(options, files) } catch { Terminal.fail(error) }
    }
  } catch {
    Terminal.fail(error)
  }
} catch {
  Terminal.fail(error)
}
exit(ExitCode.success.rawValue)
