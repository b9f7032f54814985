// SPDX-License-Identifier: Apache-2.0

import WindowRigs

private func row(_ program: String, _ count: Int, _ words: String) -> Row {
  Row(
    name: "peers/\(program)",
    description:
      "one of \(count) animations in a frame: RepeatBank.evaluate; versus \(words), in a"
      + " process of its own",
    units: count * roundOfFrames
  ) {
    let bank = MeasuredBank(ManyRepeats(count: count), on: .best, .easeInEaseOut)
    return (.timed(bank.steady), PeerProgram.contender(program, count: count))
  }
}

let peerRows = [
  row("qt", 100_000, "Qt 6's QVariantAnimation, InOutQuad, one way only"),
  row("clutter", 100_000, "Clutter's timeline with a Bezier, one way only"),
  row("godot", 1000, "Godot 3's AnimationPlayer with a Bezier track, advanced by GDScript"),
]

/// A program built from `Peers`.
///
/// The program advances animations, and answers each line of input with a line.
private final class PeerProgram {
  private let child: Child

  /// The time limit of an answer in seconds.
  ///
  /// Creating the largest number of animations takes some seconds.
  private static let patience = 60.0

  /// Builds a program, unless it is up to date, and starts it with a number of animations.
  private init(_ program: String, count: Int) throws(RigProblem) {
    let folder = Child.beside("benchmark") + "-peers"
    let sources = "\(#filePath)".split(separator: "/").dropLast(2).joined(separator: "/")
    let build = try Child.run(
      "/bin/bash", ["/\(sources)/Peers/build", folder, program], environment: [:], within: 600)
    guard build.status == 0 else { throw RigProblem(build.lastLine) }
    child = try Child(
      "\(folder)/\(program)", ["\(count)"], environment: [:], separatesErrors: true, hasInput: true)
    guard answers("ready") else {
      throw RigProblem("\(program) ended before it was ready")
    }
  }

  /// Waits for a line; `false` if the program ends or the time passes without that line.
  private func answers(_ word: String) -> Bool {
    // Godot also prints other lines.
    child.read(seconds: Self.patience) { $0.contains("\(word)\n") }.contains("\(word)\n")
  }

  /// The nanoseconds of processor time for a number of frames; waiting for a line takes no
  /// processor time.
  private func time(_ frames: Int) -> Double? {
    let start = ProcessUsage(of: child.id)
    child.write("\(frames)")
    guard answers("done"), let start, let end = ProcessUsage(of: child.id) else { return nil }
    return Double(end.processor - start.processor)
  }

  static func contender(_ program: String, count: Int) -> Contender {
    do throws(RigProblem) {
      let peer = try PeerProgram(program, count: count)
      return .clocked { peer.time($0 * roundOfFrames) }
    } catch {
      return .missing(error.problem)
    }
  }
}
