// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing

@testable import FlashingSquare

/// `Demo/run` and what it shares with the other commands, without installing or building anything.
@Suite struct ScriptTests {
  @Test func `arguments reach the demo as they were given`() throws {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(["--headless", "--trace", "a b*.csv", ""], in: folder)
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.output == "<--headless><--trace><a b*.csv><>")
    #expect(child.errors.split(separator: "\n").count == 1)
    let log = String(decoding: try folder.bytes("log"), as: UTF8.self)
    #expect(log.contains("-c release --product flashing-square"))
  }

  @Test(arguments: ["--headless", "--headless=1"])
  func `without a display, what needs none is passed on`(_ argument: String) throws {
    let child = try DemoScript.run([argument], in: TemporaryFolder())
    #expect(child.output == "<\(argument)>")
  }

  /// The commands that have a help, and what they run.
  private static let helped = [
    ("Demo/run", ProgramText.flashingSquare), ("Demo/run-compare", .compare),
    ("Tests/run-benchmark", .benchmark), ("Tests/run-conformance", .conformance),
  ]

  @Test(arguments: helped)
  func `help and version are the program's own, and need no toolchain and no build`(
    _ row: (script: String, program: ProgramText)
  ) throws {
    let isDemo = row.program == .flashingSquare
    let help = isDemo ? DemoOptions.answer(to: .help) : row.program.help
    for (arguments, text) in [
      (["--help"], help), (["-h"], help), (["--bogus", "--help", "--version"], help),
      (["--version"], row.program.version), (["x", "--version", "-h"], row.program.version),
    ] {
      let folder = try TemporaryFolder()
      let child = try DemoScript.run(
        arguments, script: row.script, commands: [:], hasSDL2: false, in: folder)
      #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
      #expect(child.output == text + "\n")
      #expect(!folder.names.contains("log"))
    }
    let full = try Programs.run(
      "\(Programs.package)/\(row.script)", ["--help"], in: "/", outputPath: "/dev/full")
    #expect(full.status == 74)
  }

  /// Commands, arguments, what reaches the program, and what is built.
  @Test(arguments: [
    ("Demo/run-compare", ["--schedule", "a b"], "<--schedule><a b>", "compare"),
    ("Demo/run-plain-loop", ["--stats"], "<--stats>", "plain-loop"),
    ("Tests/run-benchmark", ["--quick"], "<--quick>", "benchmark"),
    ("Tests/run-conformance", ["x"], "<x>", "conformance"),
    ("Tests/run-conformance", [], "<\(Programs.package)/Tests/Vectors>", "conformance"),
  ]) func `a command builds its program where this user may, and runs it`(
    _ row: (script: String, arguments: [String], output: String, product: String)
  ) throws {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(
      row.arguments, script: row.script, before: "may_build_in() { return 1; }", in: folder)
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.output == row.output)
    let log = String(decoding: try folder.bytes("log"), as: UTF8.self)
    #expect(log.contains("--scratch-path \(folder.file(".cache"))/dynamic-repeat/"))
    #expect(log.contains("-c release --product \(row.product)\n"))
    #expect(child.errors == "Building \(row.product) (the first time takes some minutes)\n")
  }

  /// Arguments of `Tests/run`, its exit code, and what it says; neither builds anything.
  @Test(arguments: [
    (["--help"], 0, "Usage: Tests/run"), (["--list"], 0, "  ScriptTests\n"),
    (["--bogus"], 64, "no option --bogus"), (["NoTests"], 64, "no module or suite NoTests"),
    (["--quick", "ScriptTests"], 64, "--quick goes without other arguments"),
  ]) func `the tests' command names what it does not know`(
    _ row: (arguments: [String], status: Int32, text: String)
  ) throws {
    let run = try Programs.run("\(Programs.package)/Tests/run", row.arguments, in: "/")
    #expect(run.status == row.status && run.text.contains(row.text), "\(run.text)")
  }

  @Test(arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
  func `with a display the demo opens there`(_ variable: String) throws {
    let child = try DemoScript.run(
      ["--attract"], environment: [variable: "x"], in: TemporaryFolder())
    #expect(child.output == "<--attract>")
  }

  @Test func `without a display it plays ten seconds and says where the pictures are`() throws {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(["--mode", "phase"], in: folder)
    #expect(child.status == 0)
    let name = try #require(folder.names.first { $0.hasPrefix("flashing-square-") })
    let path = folder.file(name)
    #expect(
      child.output
        == "<--headless><--attract><--duration><10><--record><\(path)>"
        + "<--trace><\(path)/trace.csv><--record-every><120><--mode><phase>")
    let lines = child.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("No display"))
    #expect(lines[2] == "Left a trace and pictures in \(path)")
  }

  @Test(arguments: [
    (["--frames=9"], "<--headless><--attract><--record>", "--duration"),
    (["--play", "p"], "<--headless><--duration><10>", "--attract"),
    (["--attract"], "<--headless><--duration><10>", ""),
    (["--autopilot", "on"], "<--headless><--duration><10>", "--attract"),
    (["--trace=t"], "<--headless><--attract><--duration><10><--trace=t>", "--record"),
    (["--record", "r"], "<--headless><--attract><--duration><10><--record><r>", "--trace"),
  ]) func `without a display, what was asked for is kept`(
    _ row: (arguments: [String], starts: String, lacks: String)
  ) throws {
    let child = try DemoScript.run(row.arguments, in: TemporaryFolder())
    #expect(child.output.hasPrefix(row.starts), "\(child.output)")
    if !row.lacks.isEmpty { #expect(!child.output.contains("<\(row.lacks)>")) }
  }

  @Test func `without a display, a refusal keeps its exit code and leaves no folder`() throws {
    let folder = try TemporaryFolder()
    let commands = ["swift": DemoScript.swift, "flashing-square": "exit 64"]
    let child = try DemoScript.run(["--bogus"], commands: commands, in: folder)
    #expect(child.status == 64)
    #expect(!folder.names.contains { $0.hasPrefix("flashing-square-") })
    #expect(!child.errors.contains("Left"))
  }

  /// Toolchains, and what is said of them; an empty text: the build goes on.
  @Test(arguments: [
    ("6.3", ""), ("6.3.1", ""), ("6.4-dev", ""), ("6.10", ""), ("7.0", ""),
    ("6.2.4", "Swift 6.2 is too old"), ("5.10.1", "Swift 5.10 is too old"),
  ]) func `a toolchain is as new as needed or rejected`(_ row: (String, String)) throws {
    let child = try DemoScript.run(
      ["--headless"], environment: ["FAKE_SWIFT": row.0], in: TemporaryFolder())
    #expect(child.status == (row.1.isEmpty ? 0 : 69))
    #expect(row.1.isEmpty || child.errors.contains(row.1))
    #expect(child.errors.contains("swift.org/install") == !row.1.isEmpty)
  }

  @Test(arguments: [nil, "echo python-swiftclient 4.1.0", "exit 1"] as [String?])
  func `no toolchain is said, with where to get one`(_ swift: String?) throws {
    let child = try DemoScript.run(
      ["--headless"], commands: swift.map { ["swift": $0] } ?? [:], in: TemporaryFolder())
    #expect(child.status == 69)
    #expect(child.errors.hasPrefix("There is no Swift toolchain here"))
    #expect(child.errors.contains("https://www.swift.org/install"))
  }

  /// An apt-get that notes its arguments and brings SDL2.
  private static let aptGet = #"""
    echo "apt-get $* ($DEBIAN_FRONTEND)" >>"$LOG"
    case "$*" in *install*) touch "$SDL2" ;; esac
    """#
  /// One whose package lists are missing until it is updated.
  private static let aptGetWithoutLists = #"""
    echo "apt-get $*" >>"$LOG"
    case "$*" in
      *update*) touch "$LOG.updated" ;;
      *) [[ -e $LOG.updated ]] || { echo "E: Unable to locate package" >&2; exit 100; }
         touch "$SDL2" ;;
    esac
    """#

  @Test(arguments: [aptGet, aptGetWithoutLists])
  func `root installs what is missing, and the demo starts`(_ aptGet: String) throws {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(
      ["--headless"], commands: ["swift": DemoScript.swift, "apt-get": aptGet, "sudo": Self.sudo],
      hasSDL2: false, in: folder)
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.errors.hasPrefix("Installing libsdl2-dev with apt-get\n"))
    #expect(child.output == "<--headless>")
    let log = String(decoding: try folder.bytes("log"), as: UTF8.self)
    #expect(log.contains("install -y --no-install-recommends libsdl2-dev"))
    // The second time there is nothing to install.
    let second = try DemoScript.run(["--headless"], in: folder)
    #expect(!second.errors.contains("Installing"))
  }

  /// Lets anyone be root, without a password.
  private static let sudo = #"[[ $1 == -n ]] && shift; exec "$@""#

  @Test func `what may not be installed is left, with the command to run`() throws {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(
      ["--headless"],
      commands: ["swift": DemoScript.swift, "apt-get": Self.aptGet, "sudo": "exit 1"],
      hasSDL2: false,
      before: "may_install() { return 1; }", in: folder)
    #expect(child.status == 69)
    #expect(child.errors.contains("\n  sudo apt-get install -y libsdl2-dev\n"))
    #expect(!folder.names.contains("log"))
  }

  @Test(arguments: [
    ("dnf", "dnf install SDL2-devel"), ("pacman", "pacman -S sdl2"),
    ("zypper", "zypper install libSDL2-devel"), ("apk", "apk add sdl2-dev"),
    ("", "SDL2-devel, sdl2, libSDL2-devel or sdl2-dev"),
  ]) func `other distributions get the name of their package`(
    _ row: (manager: String, says: String)
  ) throws {
    var commands = ["swift": DemoScript.swift]
    if !row.manager.isEmpty { commands[row.manager] = "echo must not run >&2; exit 1" }
    let missing = try DemoScript.run(
      ["--headless"], commands: commands, hasSDL2: false, in: TemporaryFolder())
    #expect(missing.status == 69)
    #expect(missing.errors.contains(row.says), "\(missing.errors)")
    #expect(!missing.errors.contains("must not run"))
    let present = try DemoScript.run(["--headless"], commands: commands, in: TemporaryFolder())
    #expect(present.output == "<--headless>")
  }

  @Test func `a package folder that may not be written to is built elsewhere`() throws {
    let folder = try TemporaryFolder()
    // Root may write everywhere but to read-only disks: the check itself is replaced.
    let child = try DemoScript.run(
      ["--headless"], before: "may_build_in() { return 1; }",
      environment: ["XDG_CACHE_HOME": folder.file("a cache")],
      in: folder)
    #expect(child.status == 0, "\(child.errors)")
    let log = String(decoding: try folder.bytes("log"), as: UTF8.self)
    #expect(log.contains("--scratch-path \(folder.file("a cache"))/dynamic-repeat/"))
  }

  @Test func `a build folder is one's own, or a new one where one may write`() throws {
    let folder = try TemporaryFolder()
    // The root folder belongs to root: to others it is another user's, and not to be written to.
    let script = """
      source "$1"
      mkdir own
      may_build_in "$PWD/own" && may_build_in "$PWD/new" && ! may_build_in "$PWD/absent/new" &&
        { ((EUID == 0)) || { ! may_build_in / && ! may_build_in /new; }; }
      """
    let setup = "\(Programs.package)/Demo/setup.sh"
    let child = try Programs.run("/bin/bash", ["-c", script, "test", setup], in: folder.path)
    #expect(child.status == 0)
  }
}
