// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlashingSquare

/// `Demo/FlashingSquare/README.md`.
@Suite struct SceneReadmeTests {
  @Test func `the demo's README lists each scene with its key, in order`() throws {
    let text = try String(
      contentsOfFile: "\(Programs.package)/Demo/FlashingSquare/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    let listed = rows.map { row in
      row.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let scenes = SceneList.demo.names.enumerated().map { ["\($0 + 1)", "`\($1)`"] }
    #expect(listed == scenes)
  }
}
