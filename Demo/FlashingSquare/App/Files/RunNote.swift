// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What a recorded run notes of itself: the options that shape its frames, as they would be typed.
///
/// With them a replay needs no options of its own, and cannot be given wrong ones.
struct RunNote: Hashable, Sendable {
  /// Arguments, to be read by `DemoOptions.parse`.
  let arguments: [String]
  /// The sum of the rate changes of `--play`, whose file may be another one by the time of the replay.
  let playSum: String?

  private static let name = "flashing-square"

  /// The note of a run.
  init(_ options: DemoOptions, _ schedule: PlaySchedule?) {
    arguments = options.shapingArguments
    playSum = schedule?.checksum
  }

  /// Reads a note; `nil` where it is not one of this program.
  init?(_ text: String) {
    // No argument holds a NUL: the system ends them by one.
    let fields = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 2, fields[0] == Self.name else { return nil }
    playSum = fields[1].isEmpty ? nil : fields[1]
    arguments = Array(fields.dropFirst(2))
  }

  /// As it is in the file.
  var text: String { ([Self.name, playSum ?? ""] + arguments).joined(separator: "\0") }
}

extension DemoOptions {
  /// The arguments that say what the frames of a run hold: not how they are paced, nor what is left.
  fileprivate var shapingArguments: [String] {
    var arguments = ["--mode=\(mode.rawValue)", "--scene=\(scene)", "--size=\(size.text)"]
    arguments.append(attract ? "--attract" : "--autopilot=\(autopilot ? "on" : "off")")
    if let playFile { arguments.append("--play=\(playFile)") }
    if !limitsFlashes { arguments.append("--no-flash-limit") }
    if let fixedStep {
      arguments.append("--fixed-step=\(fixedStep.frames)/\(fixedStep.seconds)")
    }
    // The frame at which the time is over is recorded, and drawn, but is in no trace.
    if case .seconds(let seconds) = end { arguments.append("--duration=\(seconds)") }
    return arguments
  }
}

extension PlaySchedule {
  /// A sum of all rate changes, which differs for two schedules: FNV-1a of 64 bits, in hexadecimal.
  var checksum: String {
    var writer = ByteWriter()
    for change in changes {
      for value in [change.time, change.rate.cycleDuration, change.ramp ?? -1] {
        writer.write(value)
      }
    }
    return String(writer.checksum, radix: 16)
  }
}
