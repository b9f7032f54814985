// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc
import WindowRigs

/// What the measurements of the loop share: an X server, and how long they take.
final class LoopRig {
  /// Whether to show only that all works.
  let isQuick: Bool
  private var started: XServer?

  init(isQuick: Bool) { self.isQuick = isQuick }

  /// Runs of which the median counts.
  var runs: Int { isQuick ? 1 : 3 }

  /// The server of all measurements that leave it alive.
  func server() throws(RigProblem) -> XServer {
    if let started { return started }
    let server = try XServer()
    started = server
    return server
  }

  /// Starts our loop in a window, and waits for its first frame.
  func startProbe(_ arguments: String..., on server: XServer? = nil) throws(RigProblem) -> Child {
    var variables = server?.environment
    if variables == nil { variables = try self.server().environment }
    let probe = try Child(Child.beside("loop-probe"), arguments, environment: variables ?? [:])
    let output = probe.read(seconds: 20) { $0.contains("frame 0:") }
    guard output.contains("frame 0:") else { throw RigProblem("loop-probe: \(output)") }
    return probe
  }

  /// Starts the control in a window.
  func startPlain(_ arguments: String...) throws(RigProblem) -> Child {
    try Child(
      Child.beside("plain-loop"), ["--stats"] + arguments, environment: server().environment)
  }

  func sleep(seconds: Double) {
    let clock = SystemClock()
    let end = clock.now() + Int64(seconds * 1e9)
    while clock.now() < end { clock.sleep(until: end) }
  }

  /// Calls `body`, and returns how many processors other programs kept busy meanwhile.
  func watchingOthers<T>(_ body: () throws -> T) rethrows -> (result: T, load: Double) {
    let before = (MachineUsage(), ownProcessorTime())
    let result = try body()
    let after = (MachineUsage(), ownProcessorTime())
    let others = after.0.processor - before.0.processor - (after.1 - before.1)
    return (result, max(Double(others) / Double(max(after.0.time - before.0.time, 1)), 0))
  }

  /// Nanoseconds that this program, its children that ended and its server have used.
  private func ownProcessorTime() -> Int64 {
    var children = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &children)
    let seconds = children.ru_utime.tv_sec + children.ru_stime.tv_sec
    let micros = Int64(children.ru_utime.tv_usec + children.ru_stime.tv_usec)
    let server = started.flatMap { ProcessUsage(of: $0.process.id) }?.processor ?? 0
    return SystemClock.processTime() + Int64(seconds) * 1_000_000_000 + micros * 1000 + server
  }
}

/// The middle of some figures; NaN of none.
func median(_ figures: [Double]) -> Double {
  figures.isEmpty ? .nan : figures.sorted()[figures.count / 2]
}
