// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat02
import DynamicRepeatC
import RepeatTiming
import TestSupport
import Testing

/// The same bits from Swift, from the C functions in a Swift program, and from the C library.
@Suite struct TraceTests {
  /// A frame's value and position, and what the events until then add up to.
  struct Row: Hashable, CustomStringConvertible {
    var value: UInt64
    var cycle: Int64
    var phase: UInt64
    var events: Int

    var description: String { "\(value) \(cycle) \(phase) \(events)" }
  }

  static let frames = 1_500

  @Test(arguments: 0..<2 as Range<UInt32>)
  func `the C library shows what the Swift controller shows`(policy: UInt32) throws {
    let swift = try Self.traceOfSwift(policy)
    #expect(try Self.traceOfFunctions(policy) == swift)
    let folder = try Folder()
    let program = try Library.installed.get().build(["trace.c"], into: folder)
    let lines = try Tool.run([program, "\(policy)"]).split(separator: "\n").map(String.init)
    #expect(lines == swift.map(\.description))
  }

  /// The commands of all three, by the number of the frame.
  static func traceOfSwift(_ policy: UInt32) throws -> [Row] {
    let policies: [RatePolicy] = [
      .restartPerCycle, .phaseMatched(ramp: 0.7, shape: .smooth),
    ]
    var settings = RepeatSettings()
    settings.policy = policies[Int(policy)]
    settings.flood = .all
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    return try (0..<frames).map { frame in
      let time = Double(frame) / 60
      let events = controller.advance(to: time).count
      switch frame % 100 {
      case 10: try controller.setCycleDuration(0.3 + Double(frame) / 1000)
      case 40: try controller.setRate(hertz: Double(frame % 7) - 2.5)
      case 60:
        try controller.schedule(.seek(to: CyclePosition(cycle: 2, phase: 0.9)), at: .phase(0.4))
      case 90: try controller.schedule(.reverse, at: .time(time + 0.3))
      default: break
      }
      let sample = controller.sample(at: time + 0.005)
      return Row(
        value: sample.progress.bitPattern, cycle: Int64(sample.position.cycle),
        phase: sample.position.phase.bitPattern, events: events)
    }
  }

  /// The same through the functions of the header, as they are in this program.
  private static func traceOfFunctions(_ policy: UInt32) throws -> [Row] {
    var def = dr_default_repeat_def()
    def.policy = dr_policy(
      ramp_s: 0.7, kind: dr_policy_kind(rawValue: policy), shape: DR_RAMP_SMOOTH)
    def.flood = DR_FLOOD_ALL
    def.event_capacity = 1000
    var flash = dr_repeat()
    try #require(dr_repeat_create(&def, &flash) == DR_OK)
    defer { #expect(dr_repeat_destroy(flash) == DR_OK) }
    try #require(dr_repeat_start(flash) == DR_OK)
    return (0..<frames).map { frame in
      let time = Double(frame) / 60
      var count = dr_event_count()
      #expect(dr_repeat_advance(flash, time, nil, 0, &count) == DR_OK)
      let events = count.waiting
      withUnsafeTemporaryAllocation(of: dr_event.self, capacity: 1000) {
        #expect(dr_repeat_take_events(flash, $0.baseAddress, 1000, nil) == DR_OK)
      }
      command(flash, frame, time)
      var sample = dr_sample()
      #expect(dr_repeat_sample(flash, time + 0.005, &sample) == DR_OK)
      return Row(
        value: sample.value.bitPattern, cycle: sample.position.cycle,
        phase: sample.position.phase.bitPattern, events: Int(events))
    }
  }

  private static func command(_ flash: dr_repeat, _ frame: Int, _ time: Double) {
    var command = dr_command()
    var moment = dr_moment()
    switch frame % 100 {
    case 10: #expect(dr_repeat_set_cycle_duration(flash, 0.3 + Double(frame) / 1000) == DR_OK)
    case 40: #expect(dr_repeat_set_rate(flash, Double(frame % 7) - 2.5) == DR_OK)
    case 60:
      command.kind = DR_COMMAND_SEEK
      command.position = dr_position(cycle: 2, phase: 0.9)
      command.is_silent = 1
      moment.kind = DR_MOMENT_PHASE
      moment.phase = 0.4
      #expect(dr_repeat_schedule(flash, &command, &moment, nil) == DR_OK)
    case 90:
      command.kind = DR_COMMAND_REVERSE
      moment.kind = DR_MOMENT_TIME
      moment.time_s = time + 0.3
      #expect(dr_repeat_schedule(flash, &command, &moment, nil) == DR_OK)
    default: break
    }
  }
}
