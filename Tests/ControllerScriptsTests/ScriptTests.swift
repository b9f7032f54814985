// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The controller compared with a model that computes in exact fractions, and shares no code with
/// the controller.
@Suite struct ScriptTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("ControllerScripts").path

  @Test(arguments: 1...4)
  func `random scripts give the answers of a model that computes in fractions`(seed: Int) throws {
    let check = try check(["--seed", "\(seed)", "--scripts", "500"])
    #expect(check.status == 0, "\(check.text)")
    #expect(check.output.hasSuffix(" 0 wrong\n"), "\(check.text)")
  }

  @Test func `the scripts that once showed a fault give the model's answers`() throws {
    let check = try check(["--replay", "\(Self.folder)/found.txt"])
    #expect(check.status == 0, "\(check.text)")
    #expect(check.output.hasSuffix(" 0 wrong\n"), "\(check.text)")
  }

  func check(_ arguments: [String]) throws -> Child.Ending {
    let program = Child.beside("controller-scripts")
    return try Child.run(
      "/usr/bin/env", ["python3", "\(Self.folder)/check.py", program] + arguments, within: 300)
  }
}
