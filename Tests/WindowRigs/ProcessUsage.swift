// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import FramePacing
import Glibc

/// A process's use of resources since its start.
package struct ProcessUsage {
  /// The time of this reading in nanoseconds of the clock.
  package let time: Int64
  /// The processor time of all threads in nanoseconds.
  package let processor: Int64
  /// The number of times that the process's first thread went to sleep and was woken.
  package let wakes: Int

  /// - Returns: nil if there is no such process.
  package init?(of id: pid_t) {
    var clock = clockid_t()
    guard clock_getcpuclockid(id, &clock) == 0 else { return nil }
    var used = timespec()
    guard clock_gettime(clock, &used) == 0 else { return nil }
    time = SystemClock().now()
    processor = Int64(used.tv_sec) * 1_000_000_000 + Int64(used.tv_nsec)
    let name = "voluntary_ctxt_switches:"
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    wakes = line.flatMap { Int($0.dropFirst(name.count).drop { $0 == "\t" }) } ?? 0
  }

  /// The percentage of one processor used since `before`.
  package func percent(since before: ProcessUsage) -> Double {
    100 * Double(processor - before.processor) / Double(time - before.time)
  }

  /// Wake-ups per second since `before`.
  package func wakesPerSecond(since before: ProcessUsage) -> Double {
    1e9 * Double(wakes - before.wakes) / Double(time - before.time)
  }
}
