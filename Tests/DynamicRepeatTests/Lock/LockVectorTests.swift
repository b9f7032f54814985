// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing

/// Locks and arrivals against lock.jsonl: durations by a planner of robot motion, cruise
/// rates by bisection.
@Suite struct LockVectorTests {
  /// Seconds; a lock has to be as soon as this.
  static let durationTolerance = 1e-12
  /// Cycles per second.
  static let cruiseTolerance = 1e-9

  struct Record: Decodable {
    let id: String
    let kind: String
    let rate, leastRate, mostRate, slope: Double
    let gap, leaderRate, duration: Double?
    let distance, time, endRate, cruise: Double?

    var bounds: RateBounds {
      get throws {
        try RateBounds(minimumRate: leastRate, maximumRate: mostRate, slope: slope)
      }
    }
  }

  static func records(_ kind: String) throws -> [Record] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("lock.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Record.self, from: Data($0.utf8))
    }.filter { $0.kind == kind }
  }

  private func running(at hertz: Double) throws -> RepeatController {
    var settings = RepeatSettings()
    settings.rate = .hertz(hertz)
    var controller = try RepeatController(settings, now: 0)
    try controller.perform(.start)
    return controller
  }

  @Test func `a lock is as soon as the bounds allow`() throws {
    let records = try Self.records("soonest")
    #expect(records.count == 300)
    for record in records {
      let (gap, leader) = (try #require(record.gap), try #require(record.leaderRate))
      let duration = try #require(record.duration)
      var controller = try running(at: record.rate)
      let line = try RepeatLine(
        CyclePosition(cycle: 0, phase: gap - gap.rounded(.down)), at: 0, hertz: leader)
      try controller.lock(to: line, within: record.bounds)
      let events = controller.advance(to: 1000)
      let locked = try #require(events.first { $0.kind == .locked }, "\(record.id)")
      #expect((locked.time - duration).magnitude < Self.durationTolerance, "\(record.id)")
      let sample = controller.sample(at: 1000)
      let distance = sample.position.phase - (gap + leader * 1000)
      #expect((distance - distance.rounded()).magnitude < 1e-11, "\(record.id)")
      #expect(sample.hertz == leader, "\(record.id)")
    }
  }

  @Test func `an arrival is exact, at the rate that bisection finds or impossible`() throws {
    let records = try Self.records("arrive")
    #expect(records.count == 300)
    var impossible = 0
    for record in records {
      let (distance, time) = (try #require(record.distance), try #require(record.time))
      let cycle = distance.rounded(.down)
      let point = ArrivalPoint.position(
        CyclePosition(cycle: Int(cycle), phase: distance - cycle))
      let endRate = RepeatRate.hertz(try #require(record.endRate))
      func arrive(by time: Double) throws -> RepeatController {
        var controller = try running(at: record.rate)
        try controller.arrive(at: point, by: time, then: endRate, within: record.bounds)
        return controller
      }
      guard let cruise = record.cruise else {
        impossible += 1
        do {
          _ = try arrive(by: time)
          Issue.record("\(record.id) is impossible")
        } catch RepeatError.outOfReach(let nearest) where nearest < .infinity {
          #expect(throws: Never.self, "\(record.id)") { try arrive(by: nearest) }
        } catch RepeatError.outOfReach {}
        continue
      }
      var controller = try arrive(by: time)
      let entry = (cruise - record.rate).magnitude / record.slope
      let hertz = controller.sample(at: entry).hertz
      #expect((hertz - cruise).magnitude < Self.cruiseTolerance, "\(record.id)")
      let arrived = controller.advance(to: time).first { $0.kind == .arrived }
      #expect(arrived?.time == time, "\(record.id)")
      let sample = controller.sample(at: time)
      #expect(
        (Double(sample.position.cycle) + sample.position.phase - distance).magnitude < 1e-12,
        "\(record.id)")
    }
    #expect(impossible > 50)
  }
}
