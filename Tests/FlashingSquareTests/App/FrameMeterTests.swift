// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

@testable import FlashingSquare

@Suite struct FrameMeterTests {
  /// A run of scenes, each at a rate of its own, as the loop reports it.
  private struct Frames {
    var meter = FrameMeter()
    var statistics = FrameStatistics()
    var number = 0
    var time = 0.0
    var shown: [FrameStatus] = []

    /// Shows so many frames of a scene, each of which takes `interval` seconds.
    mutating func show(_ count: Int, scene: Int, interval: Double) {
      for _ in 0..<count {
        let frame = Frame(number: number, time: time, delta: interval, refreshPeriod: 1 / 60.0)
        shown.append(meter.status(statistics, in: frame, of: scene))
        if number > 0 {
          var step = FrameStep()
          step.interval = interval
          statistics.trail.record(step)
          statistics.record(nanoseconds: Int64(interval * 1e9))
        }
        number += 1
        time += interval
      }
    }
  }

  @Test func `a scene's rate is its own a quarter of a second after it is opened`() {
    var frames = Frames()
    frames.show(300, scene: 8, interval: 0.2)
    #expect(abs((frames.shown.last?.framesPerSecond ?? 0) - 5) < 1e-9)
    frames.show(20, scene: 0, interval: 1 / 64.0)
    let opened = frames.shown.suffix(20)
    #expect(opened.prefix(16).allSatisfy { $0.text.isEmpty })
    let last = opened.last
    #expect(abs((last?.framesPerSecond ?? 0) - 64) < 1e-9)
    #expect(last?.p99Interval == 1 / 64.0)
    #expect(last?.text == "64.0 fps   p99 15.6 ms")
    // The loop's own figures are still those of the slow scene.
    #expect(frames.statistics.framesPerSecond < 6)
    #expect(last?.statistics != nil)
  }

  @Test func `the rate is that of the last second, the slowest of all frames of the scene`() {
    var frames = Frames()
    frames.show(600, scene: 0, interval: 1 / 64.0)
    frames.show(5, scene: 0, interval: 0.1)
    frames.show(33, scene: 0, interval: 1 / 64.0)
    // Half a second of fast frames, and before it half a second of slow ones.
    #expect(abs((frames.shown.last?.framesPerSecond ?? 0) - 37) < 2)
    frames.show(64, scene: 0, interval: 1 / 64.0)
    #expect(abs((frames.shown.last?.framesPerSecond ?? 0) - 64) < 1e-9)
    #expect(frames.shown.last?.p99Interval == 1 / 64.0)
    frames.show(5, scene: 0, interval: 0.1)
    frames.show(20, scene: 0, interval: 1 / 64.0)
    #expect(frames.shown.last?.p99Interval == 0.1)
  }

  @Test func `figures change four times a second, not in each frame`() {
    var frames = Frames()
    for number in 0..<640 { frames.show(1, scene: 0, interval: number % 3 == 0 ? 0.02 : 0.01) }
    let texts = frames.shown.map(\.text)
    let changes = zip(texts, texts.dropFirst()).count { $0 != $1 }
    #expect(changes <= Int(frames.time * 4) + 1 && changes > 3, "\(changes) in \(frames.time) s")
  }

  @Test func `where every frame is a stall the rate is that of the last`() {
    var meter = FrameMeter()
    var statistics = FrameStatistics()
    var texts: [String] = []
    for number in 0..<6 {
      // A stall's time does not pass: 60 of these would be a second.
      let frame = Frame(
        number: number, time: Double(number) / 10, delta: 0.1, refreshPeriod: 1 / 60.0,
        rawDelta: 0.5, isAfterStall: true)
      texts.append(meter.status(statistics, in: frame, of: 3).text)
      var step = FrameStep()
      step.isAfterStall = true
      statistics.trail.record(step)
    }
    #expect(texts[..<3].allSatisfy { $0.isEmpty })
    #expect(texts[3...].allSatisfy { $0 == "2.0 fps   p99 500.0 ms" })
  }
}
