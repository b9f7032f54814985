// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

/// The folder that takes a report; made with it where it is missing.
struct ReportFolder {
  private let path: String
  private let missing: MissingFolders?

  /// Checks that the page can be written, before anything is run; makes nothing.
  /// - Throws: Exit code 73: there is a file of that name, or the folder cannot be made or written
  ///   to.
  init(_ path: String) throws(FileError) {
    self.path = path
    do throws(Descriptor.Failure) {
      missing = try MissingFolders(of: path)
    } catch {
      throw Self.unusable(path, error.code)
    }
    if missing == nil { try OutputFile.check(page) }
  }

  /// The page's file.
  var page: String { Self.page(in: path) }

  /// Writes the page as a whole, or leaves nothing that was not there before.
  func write(_ html: String) throws(FileError) {
    let bytes = Array(html.utf8)
    guard let missing else { return try WholeFile.write(bytes, to: page) }
    try missing.make { failure in
      Self.unusable(path, failure.code)
    } fill: { (folder) throws(FileError) in
      let file = Self.page(in: folder)
      try WholeFile.write(bytes, to: file)
      return file
    }
  }

  private static func page(in folder: String) -> String {
    "\(folder)\(folder.hasSuffix("/") ? "" : "/")index.html"
  }

  private static func unusable(_ path: String, _ code: Int32) -> FileError {
    FileError(
      path, wrong: "cannot take the report", code: code,
      remedy: "name a folder, which need not exist, where you may write",
      exitCode: .cannotCreate)
  }
}
