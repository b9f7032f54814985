// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

/// The folder that takes a report; made where it is missing.
struct ReportFolder {
  private let made: MadeFolders
  /// The page's file.
  let page: String

  /// Makes it, before anything is run.
  /// - Throws: Exit code 73: a file is in its place, it cannot be made, or not be written to.
  init(_ path: String) throws(PictureFailure) {
    let page = "\(path)\(path.hasSuffix("/") ? "" : "/")index.html"
    let made: MadeFolders
    do throws(Descriptor.Failure) {
      made = try MadeFolders(to: path)
    } catch {
      throw PictureFailure(Self.unusable(path, error.code))
    }
    do throws(FileError) {
      var status = stat()
      guard stat(path, &status) == 0 else { throw Self.unusable(path, errno) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw Self.unusable(path, ENOTDIR) }
      try OutputPlace.check(page)
    } catch {
      made.remove()
      throw PictureFailure(error)
    }
    self.made = made
    self.page = page
  }

  /// Writes the page as a whole, or leaves nothing that was not there before.
  func write(_ html: String) throws(PictureFailure) {
    do throws(FileError) {
      try WholeFile.write(Array(html.utf8), to: page)
    } catch {
      remove()
      throw PictureFailure(error)
    }
  }

  /// Takes away what was made, as far as it is empty.
  func remove() { made.remove() }

  private static func unusable(_ path: String, _ code: Int32) -> FileError {
    FileError(
      path, wrong: "cannot take the report", code: code,
      remedy: "name a folder, there or not, in a place that you may write to",
      exitCode: .cannotCreate)
  }
}
