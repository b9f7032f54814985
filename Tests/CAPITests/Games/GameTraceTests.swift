// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The same schedule in C and in Swift gives the same trace, byte for byte.
@Suite struct GameTraceTests {
  static let modes = ["restart", "phase", "ramp", "naive", "frame"]

  /// Orders between frames, on frames, several at one time, ramps, and blanks where they are allowed.
  static let schedules = [
    "time,cycle_duration\n0,2\n0.7,0.5\n1.5,0.1\n3,1.25\n",
    "time,cycle_duration,ramp\r\n0,1,\r\n0.5,0.35,0.25\r\n0.5,2,\r\n1,1,0\r\n2.25, .4 ,1e0\r\n\r\n",
    "\u{FEFF}time,cycle_duration\n0.016666666666666666,1e-6\n1,1e9\n1,0.75\n5e0,0.3333333333333333",
  ]

  @Test(arguments: schedules.indices, modes)
  func `a schedule's trace is the Swift demo's`(_ schedule: Int, _ mode: String) throws {
    try Self.compare(Self.schedules[schedule], ["--mode", mode])
  }

  @Test(arguments: modes.prefix(2))
  func `every flash counts where there is no limit`(_ mode: String) throws {
    try Self.compare(Self.schedules[0], ["--mode", mode, "--no-flash-limit"])
  }

  /// What is asked for stands in the trace as it was read: numbers of every size and length.
  @Test(arguments: modes.prefix(2))
  func `random numbers are printed as Swift prints them`(_ mode: String) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    print("random numbers are printed as Swift prints them: seed \(seed)")
    var text = "time,cycle_duration\n"
    for frame in 0..<600 {
      let exponent = Int.random(in: -19...29, using: &random)
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      let choices = [
        power, power.nextUp, max(power.nextDown, 1e-6), Double.random(in: 1e-6...2, using: &random),
        Double(Int.random(in: 1...1_000_000_000, using: &random)),
      ]
      let duration = choices.randomElement(using: &random) ?? 1
      text += "\((Double(frame) - Double.random(in: 0..<1, using: &random)).magnitude / 60),"
      text += "\(duration)\n"
      if frame == 0 { text = "time,cycle_duration\n0,\(duration)\n" }
    }
    try Self.compare(text, ["--mode", mode, "--no-flash-limit"])
  }

  @Test func `without a schedule nothing but the flash moves`() throws {
    try Self.compare(nil, [])
  }

  @Test func `CMake builds the same game`() throws {
    let folder = try Folder()
    try Game.copySources("CGame", to: folder)
    let prefix = try Library.installed.get().prefix
    try Tool.run(["cmake", "-B", "build", "-DCMAKE_PREFIX_PATH=\(prefix)"], in: folder.path)
    try Tool.run(["cmake", "--build", "build"], in: folder.path)
    try Self.compare(Self.schedules[1], [], game: folder.file("build/flashing-square"))
  }

  @Test func `valgrind finds neither a wrong access nor a leak in the game`() throws {
    let folder = try Folder()
    try folder.write(Self.schedules[1], to: "plan.csv")
    let said = try Tool.run(
      [
        "valgrind", "--leak-check=full", "--show-leak-kinds=all",
        "--errors-for-leak-kinds=definite,indirect,possible", "--error-exitcode=9",
        Game.built.get().program, "--play", "plan.csv", "--trace", "t.csv", "--frames", "300",
        "--headless",
      ], in: folder.path)
    #expect(said.contains("ERROR SUMMARY: 0 errors"))
  }

  private static func compare(
    _ schedule: String?, _ options: [String], game: String? = nil
  ) throws {
    let folder = try Folder()
    var options = options + ["--frames", "600", "--headless"]
    if let schedule {
      try folder.write(schedule, to: "plan.csv")
      options += ["--play", "plan.csv"]
    }
    var traces: [Data] = []
    for (name, program) in try [("c", game ?? Game.built.get().program), ("swift", Game.demo)] {
      try Tool.run([program] + options + ["--trace", name], in: folder.path)
      traces.append(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
    }
    #expect(traces[0].split(separator: UInt8(ascii: "\n")).count == 601)
    // Not ==, which would print both files.
    #expect(traces[0].elementsEqual(traces[1]), "\(options)")
  }
}
