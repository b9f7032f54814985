// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// Runs that are recorded and run again, in child processes.
@Suite struct ReplayTests {
  private func demo(_ arguments: String..., in folder: TemporaryFolder) throws -> Child.Ending {
    try Programs.run(Programs.demo, arguments, in: folder.path)
  }

  /// A folder with a run of 400 frames: `run.bin`, and its trace `first.csv`.
  private func recorded(_ arguments: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write("plan.csv", Array(FlashControllerTests.plan.utf8))
    let child = try Programs.run(
      Programs.demo,
      ["--headless", "--record-run", "run.bin", "--trace", "first.csv"] + arguments,
      in: folder.path)
    try #require(child.status == 0, "\(child.errors)")
    return folder
  }

  @Test(
    arguments: [
      ["--frames=400", "--attract"], ["--frames=400", "--autopilot=on"],
      ["--duration=5", "--mode=ramp", "--scene=modes"],
      ["--frames=300", "--attract", "--fixed-step=37", "--size=640x360"],
      ["--frames=300", "--play=plan.csv", "--no-flash-limit", "--rate=59.94"],
    ]
      + DemoOptions.builtInScenes.dropFirst(2)
      .map { ["--frames=300", "--scene=\($0)", "--attract"] })
  func `the trace of a replay is that of the run, byte for byte`(_ arguments: [String]) throws {
    let folder = try recorded(arguments)
    let replay = try demo(
      "--replay-run", "run.bin", "--trace", "second.csv", "--stats", in: folder)
    #expect(replay.status == 0, "\(replay.errors)")
    let first = try folder.bytes("first.csv")
    #expect(try folder.bytes("second.csv") == first)
    let rows = WrittenTrace(path: folder.file("first.csv")).rows().count
    #expect(rows >= 300)
    // The frame in which the time is over is in no trace.
    let frames = arguments[0].hasPrefix("--duration") ? rows + 1 : rows
    #expect(replay.output.contains("\nframes       \(frames)\n"), "\(replay.output)")
  }

  @Test func `pictures of a replay are the same each time`() throws {
    let folder = try recorded(["--frames", "60", "--attract"])
    for name in ["a", "b"] {
      let replay = try demo(
        "--replay-run", "run.bin", "--record", name, "--record-every", "25", in: folder)
      #expect(replay.status == 0, "\(replay.errors)")
    }
    for number in ["00", "25", "50"] {
      let picture = try folder.bytes("a/frame-0000\(number).png")
      #expect(try folder.bytes("b/frame-0000\(number).png") == picture)
    }
  }

  /// Changes to a recording, the exit code, what is said, and whether frames before are replayed.
  static let faults: [(name: String, code: Int32, says: String, isReplayed: Bool)] = [
    ("damaged", 65, "run.bin: is damaged at byte", false),
    ("cut", 65, "run.bin: ends at byte 9000, inside frame", true),
    ("head", 65, "run.bin: ends at byte 12, inside frame 0", false),
    ("empty", 65, "run.bin: is no recording of a run", false),
    ("other", 65, "run.bin: is no recording of a run", false),
    ("absent", 66, "run.bin: cannot be read: No such file or directory", false),
    ("folder", 66, "run.bin: cannot be read: Is a directory", false),
    ("plan", 65, "plan.csv: has other rate changes than when run.bin was recorded", false),
    ("no plan", 66, "plan.csv: cannot be read: No such file or directory", false),
  ]

  @Test(arguments: faults.indices)
  func `what cannot be replayed is said with its position in the file`(
    _ index: Int
  ) throws {
    let fault = Self.faults[index]
    let folder = try recorded(["--frames=400", "--play=plan.csv"])
    var bytes = try folder.bytes("run.bin")
    try FileManager.default.removeItem(atPath: folder.file("run.bin"))
    switch fault.name {
    case "damaged": bytes[9000] ^= 0x10
    case "cut": bytes = Array(bytes[..<9000])
    case "head": bytes = Array(bytes[..<12])
    case "empty": bytes = []
    case "other": bytes = Array("time,cycle_duration\n".utf8)
    case "plan": _ = try folder.write("plan.csv", Array("time,cycle_duration\n0,1\n".utf8))
    case "no plan": try FileManager.default.removeItem(atPath: folder.file("plan.csv"))
    default: break
    }
    if fault.name == "folder" {
      try FileManager.default.createDirectory(
        atPath: folder.file("run.bin"), withIntermediateDirectories: false)
    } else if fault.name != "absent" {
      _ = try folder.write("run.bin", bytes)
    }
    let replay = try demo("--replay-run", "run.bin", "--trace", "second.csv", in: folder)
    #expect(replay.status == fault.code)
    #expect(replay.errors.contains(fault.says), "\(replay.errors)")
    #expect(replay.errors.split(separator: "\n").count == 2)
    #expect(folder.names.contains("second.csv") == fault.isReplayed)
    guard fault.isReplayed else { return }
    let again = WrittenTrace(path: folder.file("second.csv")).rows()
    let first = WrittenTrace(path: folder.file("first.csv")).rows()
    #expect(again.count > 50 && again == Array(first.prefix(again.count)))
  }

  @Test func `a run that is killed can be replayed up to its last second`() throws {
    let folder = try TemporaryFolder()
    let trace = WrittenTrace(path: folder.file("first.csv"))
    let running = try Programs.start(
      Programs.demo,
      ["--headless", "--attract", "--record-run", "run.bin", "--trace", trace.path]
        + Programs.soonOver, in: folder)
    #expect(poll { trace.rows().count > 300 })
    running.send(SIGKILL)
    #expect(running.status() == -SIGKILL)
    let replay = try demo("--replay-run", "run.bin", "--trace", "second.csv", in: folder)
    #expect(replay.status == 65)
    #expect(replay.errors.contains("run.bin: ends "), "\(replay.errors)")
    #expect(replay.errors.contains("whole, and were replayed"), "\(replay.errors)")
    let (first, again) = (trace.rows(), WrittenTrace(path: folder.file("second.csv")).rows())
    // Both are handed over once a second of frame time, not at the same frame.
    #expect(abs(first.count - again.count) <= 61, "\(first.count) and \(again.count)")
    let common = min(first.count, again.count)
    #expect(common > 240 && first.prefix(common) == again.prefix(common))
  }
}
