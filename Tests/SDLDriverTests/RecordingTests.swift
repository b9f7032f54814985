// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import FramePacing
import RepeatTiming
import Testing

@testable import SDLDriver

extension WithSDL {
  struct RecordingTests {
    static let events: [InputEvent] = [
      .keyDown(.a, isRepeat: false), .keyDown(.rightSuper, isRepeat: true), .keyUp(.a),
      .mouseMoved(PixelPoint(x: 1.5, y: -2)), .mouseDown(.left, PixelPoint(x: 0.1, y: 7)),
      .mouseUp(.forward, PixelPoint(x: 3, y: 4)), .wheel(x: -0.25, y: 1), .controllerAdded(3),
      .controllerButtonDown(.dpadRight, controller: 3), .controllerButtonUp(.a, controller: 3),
      .controllerAxis(.rightTrigger, value: 0.3, controller: 3), .controllerRemoved(3),
      .resized(PixelSize(width: 80, height: 60)), .minimised, .restored, .focusGained, .focusLost,
      .renderTargetsReset, .deviceReset, .statisticsRequested,
    ]

    static func temporaryPath() -> String {
      FileManager.default.temporaryDirectory.path + "/run-\(UUID().uuidString).drun"
    }

    /// Twenty frames at uneven times, each with an event, a resize in frame 12, a quit in the last.
    static func record(to path: String, finishes: Bool = true) throws -> [RecordedFrame] {
      let recorder = try RunRecorder(path: path)
      var frames: [RecordedFrame] = []
      for number in 0..<20 {
        let time = Double(number) * 0.0166 + (number % 3 == 0 ? 1e-9 : 0)
        let frame = Frame(
          number: number, time: time, delta: 0.1 / 3, refreshPeriod: 1 / 59.94,
          missed: number % 2, rawDelta: 0.0171, presentationTime: time + 5,
          reportedPeriod: number % 2 == 0 ? nil : 1 / 60.0, isAfterStall: number == 7,
          mode: number < 9 ? .acquiring(.started) : .locked)
        let events = number == 19 ? [.quit(.windowClosed)] : [Self.events[number]]
        let size = PixelSize(width: number < 12 ? 64 : 80, height: number < 12 ? 48 : 60)
        try recorder.record(frame, events: events, outputSize: size)
        frames.append(RecordedFrame(frame: frame, events: events, outputSize: size))
      }
      if finishes { try recorder.finish() }
      return frames
    }

    @Test func `what was recorded is read bit for bit, and replayed without a display`() throws {
      let path = Self.temporaryPath()
      defer { unlink(path) }
      let written = try Self.record(to: path)
      let recording = try RunRecording(path: path)
      #expect(recording.frames == written && recording.isFinished)
      try WithSDL.window { window in
        var seen: [RecordedFrame] = []
        var held: [Bool] = []
        let end = try window.replay(recording) { frame, input, window in
          seen.append(
            RecordedFrame(
              frame: frame, events: input.events, outputSize: window.renderer.outputSize))
          held.append(input.state.isHeld(.a))
          return .continue
        }
        #expect(seen == written)
        #expect(end == .quit(.windowClosed))
        #expect(held[0] && held[1] && !held[2])
      }
    }

    @Test func `a loop that records replays to the same pictures`() throws {
      let path = Self.temporaryPath()
      defer { unlink(path) }
      func draw(_ frame: Frame, _ window: inout Window) throws -> PixelImage {
        try window.renderer.clear(.black)
        let x = Float(frame.time * 200).truncatingRemainder(dividingBy: 40)
        try window.renderer.fill(PixelRect(x: x, y: 5, width: 20, height: 20), .white)
        return try window.renderer.readPixels()
      }
      var pictures: [PixelImage] = []
      var frames: [Frame] = []
      try WithSDL.window { window in
        let recorder = try RunRecorder(path: path)
        var options = LoopOptions()
        options.timing = .timer(FrameRate(hertz: 500))
        options.frameLimit = 30
        try window.run(options, recorder: recorder) { frame, _, window in
          frames.append(frame)
          pictures.append(try draw(frame, &window))
          return .continue
        }
        try recorder.finish()
      }
      let recording = try RunRecording(path: path)
      #expect(recording.frames.map(\.frame) == frames)
      var replayed: [PixelImage] = []
      try WithSDL.window { window in
        try window.replay(recording) { frame, _, window in
          replayed.append(try draw(frame, &window))
          return .continue
        }
      }
      #expect(replayed == pictures && pictures.count == 30)
    }

    /// Every byte in turn, changed and cut off.
    @Test func `every damaged byte and every cut is an error that names the offset`() throws {
      let path = Self.temporaryPath()
      defer { unlink(path) }
      let written = try Self.record(to: path)
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= 0x40
        do {
          _ = try RunRecording(bytes: damaged, path: "x", allowsUnfinished: false)
          Issue.record("byte \(index) changed, and nobody noticed")
        } catch {
          if case .damaged(_, let offset, let frame, _) = error {
            #expect(offset <= index && frame <= written.count)
          }
        }
        let cut = Array(bytes[..<index])
        do {
          _ = try RunRecording(bytes: cut, path: "x", allowsUnfinished: false)
          Issue.record("cut at \(index), and nobody noticed")
        } catch {
          switch error {
          case .truncated(_, let offset, _): #expect(offset == index)
          case .unfinished, .notARecording: break
          default: Issue.record("cut at \(index): \(error)")
          }
        }
        guard index >= RecordingFormat.headerSize else { continue }
        // Where an unfinished recording is allowed, only whole frames are read, in order.
        let cutRun = try RunRecording(bytes: cut, path: "x", allowsUnfinished: true)
        #expect(cutRun.frames == Array(written.prefix(cutRun.frames.count)) && !cutRun.isFinished)
      }
    }

    @Test func `errors say what and where`() throws {
      let path = Self.temporaryPath()
      defer { unlink(path) }
      _ = try Self.record(to: path, finishes: false)
      #expect(throws: RecordingError.unfinished(path: path, frames: 20)) {
        _ = try RunRecording(path: path)
      }
      let cutRun = try RunRecording(path: path, allowsUnfinished: true)
      #expect(cutRun.frames.count == 20 && !cutRun.isFinished)
      #expect(throws: RecordingError.notARecording(path: "/dev/null")) {
        _ = try RunRecording(path: "/dev/null")
      }
      for version: UInt8 in [0, 1, 3] {
        var other = RecordingFormat.header
        other[8] = version
        let sum = other[..<12].withUnsafeBytes { Checksum.crc32($0) }
        for index in 0..<4 { other[12 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
        #expect(throws: RecordingError.unknownVersion(path: "x", version: UInt32(version))) {
          _ = try RunRecording(bytes: other, path: "x", allowsUnfinished: false)
        }
      }
      let folder = "/nonexistent/run"
      let error = #expect(throws: RecordingError.self) { try RunRecorder(path: folder) }
      #expect(error?.description == "cannot create \(folder): No such file or directory")
    }

    @Test func `sudden death leaves all but the last second`() async throws {
      let path = Self.temporaryPath()
      defer { unlink(path) }
      setenv("RECORDING_PATH", path, 1)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let path = String(cString: getenv("RECORDING_PATH"))
        let recorder = try RunRecorder(path: path)
        for number in 0..<150 {
          let frame = Frame(
            number: number, time: Double(number) / 60, delta: 1 / 60.0, refreshPeriod: 1 / 60.0)
          try recorder.record(frame, events: [], outputSize: PixelSize(width: 9, height: 9))
        }
        kill(getpid(), SIGKILL)
      }
      #expect(throws: RecordingError.unfinished(path: path, frames: 120)) {
        _ = try RunRecording(path: path)
      }
      let cutRun = try RunRecording(path: path, allowsUnfinished: true)
      #expect(cutRun.frames.map(\.frame.number) == Array(0..<120))
    }
  }
}
