// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folders of a path that are not there yet, made all at once with what they are to hold.
package struct MissingFolders {
  /// The path of the outermost.
  private let outermost: String
  /// The names of those within it, from the outside in.
  private let inner: [String]

  /// Looks for what is missing, and tries whether it could be made; leaves nothing.
  /// - Returns: `nil` where the whole path is there.
  /// - Throws: A part of the path is no folder, or nothing can be made there.
  package init?(of path: String) throws(Descriptor.Failure) {
    let bytes = Array(path.utf8)
    for end in bytes.indices.dropFirst() + [bytes.endIndex] {
      guard end == bytes.endIndex || bytes[end] == UInt8(ascii: "/") else { continue }
      let part = String(decoding: bytes[..<end], as: UTF8.self)
      var status = stat()
      if stat(part, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Descriptor.Failure(code: ENOTDIR) }
        continue
      }
      let code = errno
      // A link that leads nowhere is there itself.
      guard code == ENOENT, lstat(part, &status) != 0 else { throw Descriptor.Failure(code: code) }
      outermost = part
      inner = String(decoding: bytes[end...], as: UTF8.self).split(separator: "/")
        .map(String.init).filter { $0 != "." }
      // As the system has it: there is no way through a folder that is not there.
      guard !inner.contains("..") else { throw Descriptor.Failure(code: ENOENT) }
      try tryToMake()
      return
    }
    return nil
  }

  /// Makes the folders under another name, lets `fill` put something into the innermost, and gives
  /// them their name: they are there with their content, or not at all.
  /// - Parameters:
  ///   - failure: Turns the system's error into the caller's.
  ///   - fill: Gets the path of the innermost folder, and throws where it left nothing there.
  package func make<Failure>(
    failure: (Descriptor.Failure) -> Failure, fill: (String) throws(Failure) -> String
  ) throws(Failure) {
    try HeldSignals.duringFileWork { () throws(Failure) in
      var made: [String] = []
      var file: String?
      do throws(Failure) {
        var folder = temporary
        for name in [nil] + inner.map(Optional.some) {
          if let name { folder += "/\(name)" }
          guard mkdir(folder, 0o777) == 0 else { throw failure(Descriptor.Failure(code: errno)) }
          made.append(folder)
        }
        file = try fill(folder)
        guard rename(temporary, outermost) == 0 else {
          throw failure(Descriptor.Failure(code: errno))
        }
      } catch {
        if let file { unlink(file) }
        for folder in made.reversed() { rmdir(folder) }
        throw error
      }
    }
  }

  /// The outermost folder's name until all is there.
  private var temporary: String { "\(outermost).\(getpid()).part" }

  private func tryToMake() throws(Descriptor.Failure) {
    try HeldSignals.duringFileWork { () throws(Descriptor.Failure) in
      guard mkdir(temporary, 0o777) == 0 else { throw Descriptor.Failure(code: errno) }
      rmdir(temporary)
    }
  }
}
