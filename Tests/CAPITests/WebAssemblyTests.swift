// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The library for WebAssembly, run by the toolchain's own runtime, with the same values as here.
@Suite(.long) struct WebAssemblyTests {
  /// Builds a program of a source in Tests/CAPITests/C; returns the runtime's command and the
  /// program.
  private static func build(_ source: String, into folder: Folder) throws -> (String, String) {
    let program = folder.file("program.wasm")
    let script = "\(Library.package)/Tests/CAPITests/Scripts/wasm_program.sh"
    let said = try Tool.run([script, program, "\(Library.sources)/\(source)"])
    return (said.trimmingCharacters(in: .newlines), program)
  }

  @Test
  func `scripts in WebAssembly match an independent model that computes with fractions`() throws {
    let folder = try Folder()
    let (runner, driver) = try Self.build("scripts.c", into: folder)
    try ScriptTests.check(driver, ["--under", runner, "--seed", "9", "--scripts", "300"])
  }

  /// WebAssembly uses musl's libm, this machine glibc's.
  @Test func `timing functions that need no libm have the same bits in WebAssembly`() throws {
    let folder = try Folder()
    let native = try Library.installed.get().build(["curve_bits.c"], into: folder)
    let (runner, program) = try Self.build("curve_bits.c", into: folder)
    let lines = try ["\"\(native)\"", "\(runner) \"\(program)\""].map {
      try Tool.run(["sh", "-c", $0]).split(separator: "\n")
    }
    try CurveBits.compare(lines[0], lines[1])
  }
}

/// The lines of curve_bits.c on two machines.
enum CurveBits {
  static func compare(_ here: [Substring], _ there: [Substring]) throws {
    try #require(here.count == 43 && there.count == 43)
    for (here, there) in zip(here, there) {
      let (here, there) = (here.split(separator: " "), there.split(separator: " "))
      #expect(here.count == 203 && here[0] == there[0] && here[1] == there[1])
      for (a, b) in zip(here.dropFirst(2), there.dropFirst(2)) where a != b {
        let values = try [a, b].map { Double(bitPattern: try #require(UInt64($0, radix: 16))) }
        #expect((values[0] - values[1]).magnitude <= 1e-15, "\(here[0]) \(here[1])")
        // All other functions use only sums and products, whose results are the same on every
        // machine.
        #expect(["sine", "exponential", "elastic", "spring"].contains(here[0]), "\(here[0])")
      }
    }
  }
}
