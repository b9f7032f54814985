// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The controller against a model in exact fractions, which shares no code with it.
@Suite struct ScriptTests {
  /// The controller, and the core of version 0.3 that will take its place.
  static let drivers = ["controller-scripts", "core-scripts"]
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("ControllerScripts").path

  @Test(arguments: drivers, 1...4)
  func `random scripts do what an independent model in fractions says`(driver: String, seed: Int)
    throws
  {
    let check = try check(driver, ["--seed", "\(seed)", "--scripts", "500"])
    #expect(check.status == 0, "\(check.text)")
    #expect(check.output.hasSuffix(" 0 wrong\n"), "\(check.text)")
  }

  @Test(arguments: [(drivers[0], "found"), (drivers[1], "found"), (drivers[1], "found-core")])
  func `the scripts that once showed a fault do what the model says`(driver: String, file: String)
    throws
  {
    let check = try check(driver, ["--replay", "\(Self.folder)/\(file).txt"])
    #expect(check.status == 0, "\(check.text)")
    #expect(check.output.hasSuffix(" 0 wrong\n"), "\(check.text)")
  }

  func check(_ driver: String, _ arguments: [String]) throws -> Child.Ending {
    let program = Child.built(driver)
    return try Child.run(
      "/usr/bin/env", ["python3", "\(Self.folder)/check.py", program] + arguments, within: 300)
  }
}
