// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reading a whole file of limited size.
package enum InputFile {
  /// The most that is read: a schedule of ten million rows has about 200 MB.
  package static let sizeLimit = 256 << 20

  /// Reads every byte of a file, a pipe included.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that are accepted.
  /// - Throws: Exit code 66 where it cannot be opened or is a folder, 74 where reading fails
  ///   part-way, 65 where it is longer than `limit`.
  package static func bytes(of path: String, limit: Int = sizeLimit) throws(FileError) -> [UInt8] {
    let file: Descriptor
    do throws(Descriptor.Failure) {
      file = try Descriptor(opening: path, flags: O_RDONLY)
    } catch {
      throw unreadable(path, error)
    }
    let status: stat
    do throws(Descriptor.Failure) {
      status = try file.status()
    } catch {
      throw unreadable(path, error)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw unreadable(path, Descriptor.Failure(code: EISDIR))
    }
    // One byte beyond the expected end, so that the read that meets the end needs no growth.
    var bytes = [UInt8](repeating: 0, count: min(max(Int(status.st_size) + 1, 1 << 16), limit + 1))
    var count = 0
    while true {
      let added = try read(file, path, into: &bytes, from: count)
      if added == 0 { break }
      count += added
      guard count <= limit else {
        throw FileError(
          path, wrong: "is longer than \(limit) bytes", remedy: "name a file of at most that size")
      }
      if count == bytes.count {
        bytes += [UInt8](repeating: 0, count: min(bytes.count, limit + 1 - count))
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func read(
    _ file: borrowing Descriptor, _ path: String, into bytes: inout [UInt8], from start: Int
  ) throws(FileError) -> Int {
    do throws(Descriptor.Failure) {
      return try file.read(into: &bytes, from: start)
    } catch {
      throw FileError(
        path, wrong: "reading broke off after \(start) bytes", code: error.code,
        remedy: "see that the disk or the pipe works, and try again", exitCode: .inputOutput)
    }
  }

  private static func unreadable(_ path: String, _ failure: Descriptor.Failure) -> FileError {
    FileError(
      path, wrong: "cannot be read", code: failure.code,
      remedy: "name a file that exists and that you may read", exitCode: .noInput)
  }
}
