// SPDX-License-Identifier: Apache-2.0

import DemoAssets
import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

@Suite struct MakeGlyphsTests {
  static let assets = URL(fileURLWithPath: Programs.package).appendingPathComponent("Assets")

  @Test func `the program embeds the file that is in Assets`() throws {
    let file = try Data(contentsOf: Self.assets.appendingPathComponent("glyphs.bin"))
    let embedded = UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length())
    #expect(file.elementsEqual(embedded), "rebuild: assets.c is older than glyphs.bin")
  }

  @Test func `the committed glyphs equal the output of make-glyphs`() throws {
    let script = Self.assets.appendingPathComponent("make-glyphs").path
    let result = try Child.run(try #require(Child.find("python3")), [script, "--check"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
