// SPDX-License-Identifier: Apache-2.0

import CReference
import Glibc

/// What the figures were measured with: without it they say nothing.
struct Machine {
  let processor: String
  let architecture: String
  let compiler: String
  let isOptimized: Bool
  /// How many processors are online.
  var processors = 1
  /// How many processes wanted to run, on average over the last minute.
  var load: Double?
  /// What the C code may choose among on this processor.
  var instructionSets: [String] = []
  /// What compiled the C code.
  var cCompiler = "unknown"

  /// The machine and the build that this program runs in.
  static var current: Machine {
    Machine(
      processor: processor(in: textOfFile("/proc/cpuinfo")), architecture: target,
      compiler: compilerVersion, isOptimized: isOptimized,
      processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)), load: loadAverage,
      instructionSets: InstructionSet.available.map(\.name),
      cCompiler: String(cString: reference_compiler()))
  }

  /// The model name with its family and model, which say more than many a name; "unknown" for none,
  /// as from ARM kernels.
  static func processor(in list: String) -> String {
    let name = field("model name", in: list) ?? "unknown"
    guard let family = field("cpu family", in: list), let model = field("model", in: list) else {
      return name
    }
    return "\(name) (family \(family), model \(model))"
  }

  /// The first processor's field of a name.
  private static func field(_ name: String, in list: String) -> String? {
    for line in list.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].drop(while: \.isWhitespace).hasPrefix(name) else { continue }
      let key = parts[0].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if key == name {
        return parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
    return nil
  }

  /// One line for people.
  var summary: String {
    let sets = instructionSets.isEmpty ? "" : ", C up to \(instructionSets.last ?? "")"
    let load = load.map { ", load \(decimals($0))" } ?? ""
    return "\(processor), \(processors) processors\(load); \(architecture)\(sets); \(compiler),"
      + " \(cCompiler), \(isOptimized ? "optimized" : "DEBUG BUILD")"
  }

  private static var target: String {
    #if arch(x86_64)
      "x86-64 baseline (SSE2)"
    #elseif arch(arm64)
      "aarch64 baseline (NEON)"
    #else
      "another architecture"
    #endif
  }

  /// A program can only ask for "at least"; each line is for all versions up to the next.
  private static var compilerVersion: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1 or a later 6.3"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  private static var loadAverage: Double? {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? average : nil
  }

  private static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// The beginning of a file, or nothing: the first processor's lines are enough.
  static func textOfFile(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
  }
}
