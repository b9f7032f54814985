// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing
import WindowRigs

/// Demo/Web in a real headless browser, with real input events in real time.
@Suite(.serialized) struct PageTests {
  private let seen: PageRecord

  init() throws { seen = try PageRecord.only.get() }

  @Test func `the module has at most 120 KB`() {
    print("the page's module has \(PageRecord.moduleSize) bytes")
    #expect(PageRecord.moduleSize > 30_000 && PageRecord.moduleSize <= 120_000)
  }

  /// Layout, names, links, search, stories, shader, keys, reduced motion, addresses and the console.
  @Test func `the site passes every check of check_page.py`() {
    for remark in seen.remarks { Issue.record("\(remark)", severity: .warning) }
    for wrong in seen.wrong { Issue.record("\(wrong)") }
  }

  /// Compares the shown values with those of a repeat that gets the same requests and is advanced
  /// frame by frame.
  private func check(
    _ play: PageRecord.Play, _ policy: RatePolicy,
    shown: (PageRecord.Play.Frame) -> (time: Double, value: Double)
  ) throws {
    let settings = RepeatSettings(
      rate: .cycleDuration(play.begun.duration), policy: policy,
      maxFlashRate: RepeatRate.safeFlashes)
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    var requests = play.requests[...]
    var different = 0
    for frame in play.frames {
      let (time, value) = shown(frame)
      while let request = requests.first, request.time <= time {
        controller.advance(to: request.time)
        try controller.setRate(.cycleDuration(request.duration))
        requests.removeFirst()
      }
      controller.advance(to: time)
      if controller.progress(at: time) != value { different += 1 }
    }
    #expect(different == 0, "\(different) of \(play.frames.count) values under \(policy)")
    #expect(play.frames.count > 200 && play.requests.count - requests.count > 20)
  }

  @Test func `each frame's values are bit for bit those of the library on this machine`() throws {
    let policies: [RatePolicy] = [.restartPerCycle, .phaseMatched, .phaseMatched(ramp: 0.5)]
    for play in seen.plays {
      try check(play, .restartPerCycle) { ($0.time, $0.answers.restart) }
      try check(play, .phaseMatched) { ($0.time, $0.answers.phase) }
      for game in 0..<3 {
        try check(play, policies[play.begun.policy]) {
          ($0.runs[game].time, $0.runs[game].shown)
        }
      }
    }
  }

  @Test func `the hand-written pulse depends on the frames, and the repeat does not`() throws {
    for play in seen.plays {
      let runs = try #require(play.frames.last?.runs)
      #expect(runs.allSatisfy { $0.worstOwnGap == 0 })
      #expect(runs.allSatisfy { $0.worstGap > 0 } && runs[2].worstGap > 0.1)
      #expect(runs[2].worstLateness > 0.1)
    }
  }

  @Test func `no square flashes more than three times a second during wild input`() {
    for play in seen.plays {
      let squares: [(PageRecord.Play.Frame) -> Double] = [
        { $0.answers.restart }, { $0.answers.phase }, { $0.runs[0].shown },
        { $0.runs[1].handShown },
        { $0.runs[2].handShown },
      ]
      for (index, square) in squares.enumerated() {
        var turns: [Double] = []
        var (extreme, direction) = (square(play.frames[0]), 0.0)
        for frame in play.frames {
          let change = square(frame) - extreme
          if change * direction >= 0, direction != 0 {
            extreme = square(frame)
          } else if abs(change) >= 0.1 {
            (extreme, direction) = (square(frame), change > 0 ? 1 : -1)
            turns.append(frame.clock)
          }
        }
        // Three flashes have six turns, and half of the next flash may have begun.
        for (number, turn) in turns.enumerated().dropFirst(7) {
          #expect(turn - turns[number - 7] >= 1 - 1e-9, "square \(index) at \(turn) s")
        }
        #expect(turns.count > 4)
      }
    }
  }

  /// The processor time of a frame is printed, but not checked, because it depends on the machine.
  @Test func `each run draws more than 200 frames`() {
    for play in seen.plays {
      let times = play.work.sorted()
      #expect(times.count > 200)
      print("\(times.count) frames: 95 % within \(times[times.count * 95 / 100]) ms")
    }
  }
}
