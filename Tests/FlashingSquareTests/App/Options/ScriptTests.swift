// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// `Demo/run` with a fake toolchain and a fake apt-get that record their arguments.
@Suite struct ScriptTests {
  @Test func `arguments reach the demo unchanged`() throws {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(["--headless", "--trace", "a b*.csv", ""], in: folder)
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.output == "<--headless><--trace><a b*.csv><>")
    let log = String(decoding: try folder.bytes("log"), as: UTF8.self)
    #expect(log.contains("-c release --product flashing-square"))
  }

  @Test func `without a display it plays ten seconds and prints the folder of the pictures`() throws
  {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(["--mode", "phase"], in: folder)
    #expect(child.status == 0)
    let name = try #require(folder.names.first { $0.hasPrefix("flashing-square-") })
    let path = folder.file(name)
    #expect(
      child.output
        == "<--headless><--attract><--duration><10><--record><\(path)>"
        + "<--trace><\(path)/trace.csv><--record-every><120><--mode><phase>")
    #expect(child.errors.hasSuffix("Left a trace and pictures in \(path)\n"))
    let shown = try DemoScript.run(["--attract"], environment: ["DISPLAY": "x"], in: folder)
    #expect(shown.output == "<--attract>")
  }

  /// Toolchains and their messages; without a message the build continues.
  @Test(arguments: [
    ("6.3.1", ""), ("6.10", ""), ("7.0", ""), ("6.2.4", "Swift 6.2 is too old"),
    ("none", "There is no Swift toolchain here"),
  ]) func `a toolchain that is too old is rejected`(_ row: (String, String)) throws {
    let child = try DemoScript.run(
      ["--headless"], commands: row.0 == "none" ? [:] : ["swift": DemoScript.swift],
      environment: ["FAKE_SWIFT": row.0], in: TemporaryFolder())
    #expect(child.status == (row.1.isEmpty ? 0 : 69))
    #expect(row.1.isEmpty || child.errors.contains(row.1))
    #expect(child.errors.contains("swift.org/install") == !row.1.isEmpty)
    #expect(child.errors.contains("dynamicrepeat-*.tar.gz") == !row.1.isEmpty)
  }

  /// A fake apt-get that records its arguments and installs SDL2.
  private static let aptGet = #"""
    echo "apt-get $*" >>"$LOG"
    case "$*" in *install*) touch "$SDL2" ;; esac
    """#

  @Test(arguments: [true, false])
  func `a missing package is installed, or the command to run is shown`(_ mayInstall: Bool) throws {
    let folder = try TemporaryFolder()
    let child = try DemoScript.run(
      ["--headless"],
      commands: [
        "swift": DemoScript.swift, "apt-get": Self.aptGet,
        "sudo": #"[[ $1 == -n ]] && shift; exec "$@""#,
      ],
      hasSDL2: false, before: mayInstall ? "" : "may_install() { return 1; }", in: folder)
    #expect(child.status == (mayInstall ? 0 : 69), "\(child.errors)")
    if mayInstall {
      #expect(child.errors.hasPrefix("Installing libsdl2-dev with apt-get\n"))
      #expect(child.output == "<--headless>")
    } else {
      #expect(child.errors.contains("\n  sudo apt-get install -y libsdl2-dev\n"))
      #expect(!folder.names.contains("log"))
    }
  }
}
