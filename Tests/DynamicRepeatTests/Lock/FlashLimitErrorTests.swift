// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct FlashLimitErrorTests {
  /// A running repeat with a flash limit.
  private func flash(_ limit: Double) throws -> RepeatController {
    var flash = try RepeatController(RepeatSettings(maxFlashRate: limit), now: 0)
    flash.start()
    return flash
  }

  private static let bounds: [RateBounds?] = [
    nil, try? RateBounds(minimumRate: 1, maximumRate: 8),
  ]

  @Test(arguments: bounds)
  func `a lock to too fast a line names the limit and a possible line`(bounds: RateBounds?) throws {
    var flash = try flash(3)
    let before = flash
    let line = try BeatClock(beatsPerMinute: 300, at: 0).line
    let error = try #require(throws: RepeatError.self) { try flash.lock(to: line, within: bounds) }
    #expect(error == .rateAboveFlashLimit(5, limit: 3))
    #expect(error.description.contains("the flash limit allows 3.0 cycles per second"))
    #expect(error.description.contains("line.times(1, over: 2)"))
    #expect(flash == before)
    try flash.lock(to: line.times(1, over: 2))
    flash.advance(to: 20)
    #expect(flash.lockState == .locked && flash.sample(at: 20).hertz == 2.5)
  }

  @Test func `the line that the error names is possible`() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      let (limit, hertz) = (random.double(in: 0.1...5), random.double(in: 5...50))
      var flash = try flash(limit)
      let line = try RepeatLine(CyclePosition(0.25), at: 0, hertz: hertz)
      let error = try #require(throws: RepeatError.self) { try flash.lock(to: line) }
      let text = error.description
      let start = try #require(text.split(separator: "over: ").last)
      let divisor = try #require(Int(start.prefix { $0.isNumber }))
      #expect(error == .rateAboveFlashLimit(hertz, limit: limit))
      do throws(RepeatError) {
        try flash.lock(to: line.times(1, over: divisor))
      } catch {
        Issue.record("\(hertz) Hz, limit \(limit), over \(divisor): \(error)")
      }
    }
  }

  @Test func `an arrival that the limit prevents names the limit`() throws {
    var flash = try flash(2)
    let bounds = try RateBounds(minimumRate: 0, maximumRate: 8)
    let error = try #require(throws: RepeatError.self) {
      try flash.arrive(at: .position(CyclePosition(9)), by: 3, within: bounds)
    }
    #expect(error == .outOfReach(nearestTime: 4.5, limit: 2))
    #expect(error.description.contains("the flash limit narrows to 2.0 cycles per second"))
  }

  @Test(arguments: [-1, 0, 1e-9, .nan] as [Double])
  func `a flash limit that is not possible is refused`(limit: Double) {
    #expect(throws: RepeatError.self) { try flash(limit) }
  }
}
