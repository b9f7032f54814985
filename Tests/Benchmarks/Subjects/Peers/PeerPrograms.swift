// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

/// The programs that are built from `Peers`, where their packages are there.
struct PeerPrograms {
  /// Where they are put.
  var folder = Self.folderOfThisProgram + "/benchmark-peers"
  /// What differs from our own environment, for the build and for the programs.
  var environment: [String: String?] = [:]

  /// What went wrong, in the words of the script.
  struct Missing: Error, Equatable {
    let problem: String
  }

  /// Builds a program, unless it is up to date.
  /// - Returns: Its path.
  func path(of program: String) throws(Missing) -> String {
    let arguments = [Self.script, folder, program]
    do throws(RigProblem) {
      let build = try Child.run("/bin/bash", arguments, environment: environment, within: 600)
      guard build.status == 0 else {
        throw RigProblem(
          build.lastLine.isEmpty ? "\(Self.script) ended with \(build.status)" : build.lastLine)
      }
    } catch {
      throw Missing(problem: error.problem)
    }
    return "\(folder)/\(program)"
  }

  /// A program with so many animations, ready to move them.
  func start(_ program: String, count: Int) throws(Missing) -> Conversation {
    let path = try path(of: program)
    let process: Conversation
    do throws(RigProblem) {
      process = try Conversation(path, ["\(count)"], environment: environment)
    } catch {
      throw Missing(problem: error.problem)
    }
    guard process.answer(after: "ready") != nil else {
      throw Missing(problem: "\(path) ended before it was ready")
    }
    return process
  }

  /// The contender of a program with so many animations; a repetition is a frame.
  /// - Parameter hasClock: Whether the program reports its own processor time.
  func contender(_ program: String, count: Int, hasClock: Bool = true) -> Contender {
    do throws(Missing) {
      let process = try start(program, count: count)
      guard hasClock else { return .clocked { Self.processorTime(of: process, frames: $0) } }
      return .clocked { frames in
        process.send("\(frames)")
        return process.answer(after: "ns ").flatMap(Double.init).map {
          $0 * Double(frames) * Double(count)
        }
      }
    } catch {
      return .missing(error.problem)
    }
  }

  /// What a program without a clock takes for so many frames; its wait for the line is free.
  private static func processorTime(of process: Conversation, frames: Int) -> Double? {
    guard let start = process.processorNanoseconds else { return nil }
    process.send("\(frames)")
    guard process.answer(after: "done") != nil else { return nil }
    return process.processorNanoseconds.map { $0 - start }
  }

  private static let script = folder(of: #filePath) + "/../../Peers/build"

  /// The folder of the running program, tests or the benchmark.
  static let folderOfThisProgram: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(path) }
    return folder(of: String(cString: path))
  }()

  private static func folder(of path: String) -> String {
    String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }
}
