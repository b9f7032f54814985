// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing

@testable import FlashingSquare

@Suite struct FileTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func `a file is read whole, whatever its size`(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try InputFile.bytes(of: folder.write("f", bytes)) == bytes)
  }

  @Test func `a limit is a limit, also where the size is not known before`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("f", [UInt8](repeating: 1, count: 1000))
    #expect(try InputFile.bytes(of: path, limit: 1000).count == 1000)
    for (path, limit) in [(path, 999), ("/dev/zero", 200_000)] {
      let error = try #require(throws: FileError.self) {
        try InputFile.bytes(of: path, limit: limit)
      }
      #expect(error.wrong == "is longer than \(limit) bytes")
      #expect(error.exitCode == .badData)
    }
  }

  @Test func `an unreadable file is named with the system's reason`() throws {
    let folder = try TemporaryFolder()
    for (path, reason) in [
      (folder.file("absent"), "No such file or directory"), (folder.path, "Is a directory"),
      (folder.file(String(repeating: "n", count: 300)), "File name too long"),
    ] {
      let error = try #require(throws: FileError.self) { try InputFile.bytes(of: path) }
      #expect(error.wrong == "cannot be read: \(reason)")
      #expect(error.exitCode == .noInput)
    }
    // Root may read everything: the rule can only be shown to others.
    if geteuid() != 0 {
      let path = try folder.write("secret", [1])
      try #require(chmod(path, 0) == 0)
      let error = try #require(throws: FileError.self) { try InputFile.bytes(of: path) }
      #expect(error.wrong == "cannot be read: Permission denied")
    }
  }

  @Test func `one file has many paths, also before it is there`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("f", [1])
    let other = try folder.write("g", [1])
    let (link, inLink) = (folder.file("link"), folder.file("folder/f"))
    try #require(symlink("f", link) == 0 && symlink(".", folder.file("folder")) == 0)
    for same in [path, link, inLink, folder.file("./f")] { #expect(areSameFile(path, same)) }
    for differs in [other, folder.path, folder.file("new")] { #expect(!areSameFile(path, differs)) }
    let new = folder.file("new")
    for same in [new, folder.file("./new"), folder.file("folder/new")] {
      #expect(areSameFile(new, same))
    }
    for differs in [folder.file("new2"), folder.file("absent/new"), "new"] {
      #expect(!areSameFile(new, differs))
    }
    #expect(!areSameFile("/dev/null", "/dev/null"), "a device takes all that is written")
    #expect(areSameFile("no such file here", "./no such file here"))
  }

  @Test(arguments: ["new", "a/b/c", "a//b/", "./x", "with space/\u{E9}"])
  func `a record folder is made with its parents, and may exist`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    for _ in 0..<2 {
      let record = try RecordFolder(preparing: path)
      #expect(record.path == path)
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
      #expect(isFolder.boolValue)
    }
  }

  @Test(arguments: [
    ("frame-000000.png", true), ("frame-7.png", true), ("frame-12345678.png", true),
    ("frame-.png", false), ("frame-00000a.png", false), ("frame-000000.bmp", false),
    ("trace.csv", false), ("FRAME-000000.PNG", false),
  ]) func `a folder that holds frames is rejected, any other file may lie there`(
    _ row: (name: String, isFrame: Bool)
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(row.name, [1])
    do throws(FileError) {
      _ = try RecordFolder(preparing: folder.path)
      #expect(!row.isFrame)
    } catch {
      #expect(row.isFrame)
      #expect(error.wrong == "holds frames of an earlier run, which are not overwritten")
      #expect(error.exitCode == .cannotCreate)
    }
    #expect(folder.names == [row.name])
  }

  @Test func `frames are named with six digits, and more where they need more`() throws {
    let folder = try TemporaryFolder()
    let record = try RecordFolder(preparing: folder.path)
    #expect(record.path(ofFrame: 0) == folder.file("frame-000000.png"))
    #expect(record.path(ofFrame: 123) == folder.file("frame-000123.png"))
    #expect(record.path(ofFrame: 1_234_567) == folder.file("frame-1234567.png"))
    let slashed = try RecordFolder(preparing: "\(folder.path)/")
    #expect(slashed.path(ofFrame: 1) == folder.file("frame-000001.png"))
  }
}
