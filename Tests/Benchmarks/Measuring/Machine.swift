// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import RepeatBanks

/// The machine and the build that are measured.
enum Machine {
  /// One line: the processor, the number of processors, their load, the instruction set of banks,
  /// and the build.
  static func summary(_ set: KernelSet) -> String {
    var average = 0.0
    let load = getloadavg(&average, 1) == 1 ? ", load \(decimals(average))" : ""
    return "\(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors\(load); banks by"
      + " \(set.name); \(isOptimized ? "optimized" : "DEBUG BUILD")"
  }

  private static var processor: String {
    let bytes = (try? readFile("/proc/cpuinfo")) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("model name") }?.split(separator: ":", maxSplits: 1)
    return line?.last.map { String($0.drop(while: \.isWhitespace)) } ?? "unknown processor"
  }

  private static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}
