// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// Compares the bits of Swift's results with those of the C library, which has its own build.
@Suite struct TraceTests {
  /// The value and the position in a frame, and the sums of the events until then.
  struct Row: Hashable, CustomStringConvertible {
    var value: UInt64
    var cycle: Int64
    var phase: UInt64
    var events: Int

    var description: String { "\(value) \(cycle) \(phase) \(events)" }
  }

  static let frames = 1_500

  @Test(arguments: 0..<2 as Range<UInt32>)
  func `the C library gives the same bits as the Swift controller`(policy: UInt32) throws {
    let swift = try Self.traceOfSwift(policy)
    let folder = try Folder()
    let program = try Library.installed.get().build(["trace.c"], into: folder)
    let lines = try Tool.run([program, "\(policy)"]).split(separator: "\n").map(String.init)
    #expect(lines == swift.map(\.description))
  }

  /// The trace of the Swift controller, with the commands of trace.c in the same frames.
  static func traceOfSwift(_ policy: UInt32) throws -> [Row] {
    let policies: [RatePolicy] = [.restartPerCycle, .phaseMatched(ramp: 0.7)]
    var controller = try RepeatController(
      RepeatSettings(policy: policies[Int(policy)], reporting: .all), now: 0)
    controller.start()
    return try (0..<frames).map { frame in
      let time = Double(frame) / 60
      let events = controller.advance(to: time).count
      switch frame % 100 {
      case 10: try controller.setRate(.cycleDuration(0.3 + Double(frame) / 1000))
      case 40: try controller.setRate(.hertz(Double(frame % 7) - 2.5))
      case 60:
        try controller.schedule(
          .seek(to: CyclePosition(cycle: 2, phase: 0.9), isSilent: true), at: .phase(0.4))
      case 90: try controller.schedule(.reverse, at: .time(time + 0.3))
      default: break
      }
      let sample = controller.sample(at: time + 0.005)
      return Row(
        value: sample.progress.bitPattern, cycle: Int64(sample.position.cycle),
        phase: sample.position.phase.bitPattern, events: events)
    }
  }
}
