// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Foundation
import FramePacing
import LocalizedErrors
import RepeatBanks
import SDLDriver
import SDLLocalizedErrors
import Testing

@Suite struct LocalizedErrorsTests {
  @Test(
    arguments: [
      LayerError.noValues, RepeatError.invalidRate(7), BankError.full(capacity: 3),
      FramePacingError.invalidShift(nanoseconds: .max),
    ] as [any Error & CustomStringConvertible])
  func `the localized description of an error is its text`(
    error: any Error & CustomStringConvertible
  ) {
    #expect((error as any Error).localizedDescription == error.description)
  }

  @Test func `every public error type has a localized description`() throws {
    let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources").resolvingSymlinksInPath()
    var declared: Set<Substring> = []
    var described: Set<Substring> = []
    for path in try #require(FileManager.default.subpaths(atPath: sources.path))
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      declared.formUnion(
        text.matches(of: /\n *public (?:enum|struct) (\w+)[^{\n]*: (?:\w+, )*Error\b/).map(\.1))
      described.formUnion(text.matches(of: /\nextension (\w+): LocalizedError {}/).map(\.1))
    }
    #expect(declared.count > 5 && declared == described)
  }
}
