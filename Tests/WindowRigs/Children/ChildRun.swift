// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Child {
  /// How a program ended, and everything that it said.
  package struct Ending: Equatable {
    /// Exit status, or minus the number of the signal that ended it.
    package let status: Int32
    /// Standard output.
    package let output: String
    /// Standard error.
    package let errors: String

    /// Standard output, and after it standard error.
    package var text: String { output + errors }

    /// The last line of standard error, or of standard output where that is empty.
    package var lastLine: String {
      (errors.isEmpty ? output : errors).split(separator: "\n").last.map { String($0) } ?? ""
    }
  }

  /// Runs a program to its end, or ends it after `seconds`: nothing may hang.
  ///
  /// What it leaves running is not waited for.
  /// - Parameters:
  ///   - folder: Where it works; nil for where this program works.
  ///   - environment: What differs from our own environment; nil takes a variable out.
  ///   - outputPath: A file that is its standard output instead of `Ending.output`.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String?] = [:], outputPath: String? = nil, within seconds: Double = 60
  ) throws(RigProblem) -> Ending {
    let (output, errors) = (try UnnamedFile(), try UnnamedFile())
    var descriptor = output.descriptor
    if let outputPath {
      descriptor = open(outputPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        throw RigProblem("\(outputPath): \(String(cString: strerror(errno)))")
      }
    }
    defer { if outputPath != nil { close(descriptor) } }
    let start = Spawning(
      program: program, arguments: arguments, folder: folder, environment: environment)
    let child = try Child(start.start(output: descriptor, errors: errors.descriptor))
    var status = child.status(within: seconds)
    if status == nil {
      child.send(SIGKILL)
      status = child.status(within: .infinity)
    }
    return Ending(status: status ?? -SIGKILL, output: output.text, errors: errors.text)
  }

  /// The path of a program in PATH, nil where there is none.
  package static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The path of a program that is built together with this one.
  package static func beside(_ name: String) throws(RigProblem) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &bytes, Int(PATH_MAX))
    let own = String(decoding: bytes[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = String(own[...(own.lastIndex(of: "/") ?? own.startIndex)]) + name
    guard access(path, X_OK) == 0 else {
      throw RigProblem(
        "\(name) is not beside this program;"
          + " build it: swift build -c release --product \(name)")
    }
    return path
  }

  /// The path of a program that is built together with this one, there or not: starting it says so.
  package static func built(_ name: String) -> String { (try? beside(name)) ?? name }
}
