// SPDX-License-Identifier: Apache-2.0

import DemoAssets
import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

@Suite struct MakeGlyphsTests {
  static let assets = URL(fileURLWithPath: Programs.package).appendingPathComponent("Assets")

  static let python = Child.find("python3")

  static let missing: Comment = "SKIPPED: no python3 in PATH, so glyphs.bin was not compared"

  @Test func `the program embeds the file that is in Assets`() throws {
    let file = try Data(contentsOf: Self.assets.appendingPathComponent("glyphs.bin"))
    let embedded = UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length())
    #expect(file.elementsEqual(embedded), "rebuild: assets.c is older than glyphs.bin")
  }

  @Test(.enabled(if: python != nil, missing))
  func `the committed glyphs equal the output of make-glyphs`() throws {
    let script = Self.assets.appendingPathComponent("make-glyphs").path
    let result = try Child.run(try #require(Self.python), [script, "--check"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
