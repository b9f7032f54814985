// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import Testing

@testable import FlashingSquare
@testable import SDLDriver

/// What a recording knows of its program.
@Suite struct RunNoteTests {
  private static let frame = Frame(number: 0, time: 0, delta: 0, refreshPeriod: 1.0 / 60)

  @Test(arguments: [
    [], ["--autopilot=off"], ["--mode=phase", "--scene=modes"], ["--attract", "--no-flash-limit"],
    ["--fixed-step=60000/1001"], ["--duration=0.1"], ["--size=640x360"],
    ["--play=a\nb = c.csv"], ["--fixed-step=59.94", "--scene=pull", "--attract"],
  ]) func `the noted arguments make the same run`(_ arguments: [String]) throws {
    guard case .run(let options) = try DemoOptions.parse(arguments) else { return }
    let note = try #require(RunNote(RunNote(options, nil).text))
    guard case .run(let again) = try DemoOptions.parse(note.arguments) else { return }
    #expect(again == options)
    #expect(note.playSum == nil)
  }

  @Test(arguments: ["", "flashing-square", "other\0\0--attract", "flashing-square \0"])
  func `another program's note is none of ours`(_ text: String) {
    #expect(RunNote(text) == nil)
  }

  @Test func `any other rate change makes another sum`() throws {
    func sum(_ text: String) throws -> String {
      try PlaySchedule.parse(Array("time,cycle_duration,ramp\n\(text)\n".utf8), name: "x").checksum
    }
    let sums = try ["0,1,", "0,1,0", "0,2,", "1,1,", "0,1,\n0,1,", "0,1,\n0,2,"].map(sum)
    #expect(Set(sums).count == sums.count)
    #expect(try sum("0.50,1,") == sum("0.5,1.0,"))
  }

  @Test(arguments: ["", "a", "two\nlines\0and a NUL", String(repeating: "\u{E9}", count: 99)])
  func `a note and the density come back from the file`(_ note: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run")
    let recorder = try RunRecorder(path: path, note: note)
    try recorder.record(
      Self.frame, events: [], outputSize: .init(width: 9, height: 8), pixelDensity: 1.5)
    try recorder.finish()
    let recording = try RunRecording(path: path)
    #expect(recording.note == note)
    #expect(recording.frames.map(\.pixelDensity) == [1.5])
  }

  /// Records that are whole, with contents that cannot be.
  @Test func `a note among the frames, or of no text, is damage`() throws {
    let note = RecordingFormat.record([RecordingFormat.noteKind] + Array("n".utf8))
    let bad = RecordingFormat.record([RecordingFormat.noteKind, 0xFF, 0xC0])
    for (records, reason) in [(note + note, "among the frames"), (bad, "not UTF-8")] {
      let error = #expect(throws: RecordingError.self) {
        try RunRecording(bytes: RecordingFormat.header + records, path: "x")
      }
      #expect(error.map { "\($0)".contains(reason) } == true, "\(String(describing: error))")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e300])
  func `a frame with a time that no frame has is damage`(_ delta: Double) throws {
    let frame = Frame(number: 0, time: 0, delta: delta, refreshPeriod: 1.0 / 60)
    let content = RecordedFrame(
      frame: frame, events: [], outputSize: .init(width: 9, height: 8))
    let bytes = RecordingFormat.header + RecordingFormat.record(content.bytes)
    #expect(throws: RecordingError.self) {
      try RunRecording(bytes: bytes, path: "x", allowsUnfinished: true)
    }
  }

  @Test func `counts, deltas and points that no frame has are damage`() {
    func frame(_ number: Int = 0, delta: Double = 0, missed: Int = 0) -> Frame {
      Frame(number: number, time: 0, delta: delta, refreshPeriod: 1.0 / 60, missed: missed)
    }
    let nowhere = [
      InputEvent.mouseMoved(PixelPoint(x: .nan, y: 0)), .wheel(x: 0, y: .infinity),
      .controllerAxis(.leftX, value: .nan, controller: 1),
    ]
    let frames =
      [frame(-1), frame(missed: -1), frame(missed: .max), frame(delta: 2e9)].map { ($0, []) }
      + nowhere.map { (frame(), [$0]) }
    for (frame, events) in frames {
      let content = RecordedFrame(
        frame: frame, events: events, outputSize: .init(width: 9, height: 8))
      let bytes = RecordingFormat.header + RecordingFormat.record(content.bytes)
      #expect(throws: RecordingError.self, "\(frame) \(events)") {
        try RunRecording(bytes: bytes, path: "x", allowsUnfinished: true)
      }
    }
  }

  @Test func `a recording names no file to write, and its film has the rate of the run`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run")
    let note = ["flashing-square", "", "--record-run=\(folder.file("other"))"]
    let recorder = try RunRecorder(path: path, note: note.joined(separator: "\0"))
    for number in 0..<40 {
      let frame = Frame(
        number: number, time: Double(number) / 30, delta: 1 / 30, refreshPeriod: 1 / 30)
      try recorder.record(frame, events: [], outputSize: .init(width: 9, height: 8))
    }
    try recorder.finish()
    var given = DemoOptions()
    given.replayRunFile = path
    let options = try ReplayFile(reading: path).options(for: given)
    #expect(options.recordRunFile == nil && options.picturesPerSecond == 30)
  }

  @Test(arguments: [[0, 0], [0.5], [0, 1, 0.5], [0, 1, 12], [8e9], [-11, 0], [-9.9, 0.05]])
  func `times that no run of the demo has are damage`(_ times: [Double]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run")
    let recorder = try RunRecorder(path: path, note: "flashing-square\0")
    for (number, time) in times.enumerated() {
      let frame = Frame(number: number, time: time, delta: 0.5, refreshPeriod: 1.0 / 60)
      try recorder.record(frame, events: [], outputSize: .init(width: 9, height: 8))
    }
    try recorder.finish()
    let error = #expect(throws: FileError.self) { _ = try ReplayFile(reading: path) }
    #expect(error?.problem.contains("which no run has there") == true)
  }
}
