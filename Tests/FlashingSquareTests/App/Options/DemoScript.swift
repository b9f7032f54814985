// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// Runs `Demo/run` without installing or building anything.
///
/// The script is sourced with replacements: commands are small scripts in a folder that is the only
/// PATH, and a function reports whether SDL2 is installed.
enum DemoScript {
  /// Commands that every system has and the scripts use.
  private static let basics = [
    "bash", "env", "dirname", "mkdir", "rmdir", "mktemp", "cksum", "cat", "id", "touch", "rm",
    "true", "readlink", "sed", "sh", "tail", "grep", "chmod",
  ]
  /// A fake toolchain: it reports the path of a program that prints its arguments.
  static let swift = """
    case "$*" in
      --version) echo "Swift version ${FAKE_SWIFT:-6.3.1} (swift-RELEASE)" ;;
      *--show-bin-path*) echo "$BIN" ;;
      *) echo "swift $*" >>"$LOG" ;;
    esac
    """
  private static let program = #"printf '<%s>' "$@""#

  /// Runs its `main` with only these commands, with or without SDL2.
  static func run(
    _ arguments: [String], commands: [String: String] = ["swift": swift], hasSDL2: Bool = true,
    before: String = "",
    environment: [String: String] = [:], in folder: TemporaryFolder
  ) throws -> Child.Ending {
    let bin = folder.file("bin")
    var all = commands
    all["flashing-square"] = program
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    for (name, body) in all {
      try Child.writeScript("#!/bin/bash\n\(body)\n", to: "\(bin)/\(name)")
    }
    for name in basics {
      try? FileManager.default.createSymbolicLink(
        atPath: "\(bin)/\(name)", withDestinationPath: "/usr/bin/\(name)")
    }
    let sdl2 = folder.file("sdl2")
    if hasSDL2 { _ = try folder.write("sdl2", []) }
    let script = """
      script=$1 sdl2=$2; shift 2
      source "$script"
      has_sdl2() { [[ -e $sdl2 ]]; }
      \(before)
      main "$@"
      """
    return try Programs.run(
      "/bin/bash", ["-c", script, "test", "\(Programs.package)/Demo/run", sdl2] + arguments,
      in: folder.path,
      environment: [
        "PATH": bin, "BIN": bin, "LOG": folder.file("log"), "SDL2": sdl2, "HOME": folder.path,
        "SHELL": "/bin/bash", "TMPDIR": folder.path, "XDG_CACHE_HOME": "",
        "SWIFTLY_BIN_DIR": "/nonexistent", "PACKAGES_ARE_LISTED_IN": "",
      ].merging(environment) { $1 })
  }
}
