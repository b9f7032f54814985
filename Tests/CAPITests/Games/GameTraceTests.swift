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

  /// The naive way jumps at each of these: the guard holds what shows.
  static let jumps =
    "time,cycle_duration\n0,2\n"
    + (0..<60).map { "\(5 + Double($0) / 16),\($0 % 2 == 0 ? 0.4 : 2)\n" }.joined()

  /// All modes for one, both ways out for each.
  static let runs =
    modes.map { (schedules[0], $0) } + [(jumps, "naive")]
    + schedules.dropFirst().flatMap { schedule in modes.prefix(2).map { (schedule, $0) } }

  @Test(arguments: runs.indices) func `a schedule's trace is the Swift demo's`(_ run: Int) throws {
    try Self.compare(Self.runs[run].0, ["--mode", Self.runs[run].1])
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

  /// Powers of two are where the shortest number is not the nearest one of its length.
  @Test func `powers of two, their neighbours and random bits are printed as Swift prints them`()
    throws
  {
    let folder = try Folder()
    let library = try Library.installed.get()
    let sdl = try Tool.run(["pkg-config", "--cflags", "--libs", "sdl2"])
    try Tool.run(
      ["gcc", "-O1", "-I", "\(Library.package)/Demo/CGame", "-I", "\(library.prefix)/include"]
        + ["\(Library.sources)/numbers.c", library.archive]
        + sdl.split(whereSeparator: \.isWhitespace).map(String.init)
        + ["-lm", "-o", folder.file("numbers")])
    var state = UInt64.random(in: 0 ... .max)
    print("random bits are printed as Swift prints them: seed \(state)")
    let said = try Tool.run([folder.file("numbers"), "\(state)"])
    var expected = (-1074...1023).map { exponent -> String in
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      return "\(power),\(-power.nextDown),\(power.nextUp),"
    }
    for _ in 0..<20000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state)
      if !value.isNaN { expected.append("\(value),") }
    }
    let lines = said.split(separator: "\n")
    #expect(lines.count == expected.count)
    let first = zip(lines, expected).first { String($0) != $1 }
    #expect(first == nil)
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
