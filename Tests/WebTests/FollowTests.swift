// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing
import WindowRigs

/// The page's tab of the beat, played by real input events.
@Suite(.serialized) struct FollowTests {
  private let seen: PageSight.Follow

  init() throws { seen = try PageSight.only.get().beat }

  /// What is in step, and what each runs at by itself; as in FollowerExports.swift.
  private static let freeShares = [0.88, 0.93, 0.82, 1.1]

  /// The page's hand, given to the library on this machine.
  private struct Replay {
    private var clock: BeatClock
    private var own: [RepeatController]
    private var target = RepeatLeader(hertz: 1, at: 0)

    init(from first: PageSight.Follow.HandOver) throws {
      clock = BeatClock(beatsPerMinute: first.tempo, at: 0)
      let hertz = Replay.hertz(first)
      own = try freeShares.prefix(2).map { share in
        var settings = RepeatSettings(policy: .phaseMatched)
        settings.rate = .cycleDuration(1 / (share * hertz))
        settings.maxFlashRate = 3
        var controller = try RepeatController(settings)
        controller.start()
        return controller
      }
    }

    private static func hertz(_ hand: PageSight.Follow.HandOver) -> Double {
      hand.tempo / 60 * (Double(hand.ratio[0]) / Double(hand.ratio[1]))
    }

    mutating func move(to time: Double) {
      for index in own.indices { own[index].advance(to: time) }
    }

    mutating func handOver(_ hand: PageSight.Follow.HandOver) throws {
      let time = hand.time
      let beat = CyclePosition(cycle: hand.count, phase: hand.phase)
      try clock.setTempo(beatsPerMinute: hand.tempo, at: time)
      // Another position: the hand has skipped, or tapped.
      if clock.beat(at: time) != beat { try clock.seek(toBeat: beat, at: time) }
      let hertz = Replay.hertz(hand)
      let ratio = CycleRatio(hand.ratio[0], hand.ratio[1])
      for (index, style) in [LockStyle.phase, .wholeCycles].enumerated() {
        if hand.isLocked {
          let bounds = LockBounds(leastRate: 0.8 * hertz, mostRate: 1.2 * hertz, slope: 2 * hertz)
          try own[index].lock(to: .beats(of: clock), ratio: ratio, within: bounds, style: style)
        } else {
          own[index].unlock()
          try own[index].setRate(hertz: hertz * freeShares[index])
        }
      }
      let cycles = ratio.phase(at: PrecisePosition(beat)).high
      let position = CyclePosition(cycle: 0, phase: cycles - cycles.rounded(.down))
      target = RepeatLeader(hertz: hertz, at: time, position: position)
    }

    /// Value, rate and gap of the library's own two.
    mutating func frame(at time: Double) -> [[Double]] {
      own.map { controller in
        let sample = controller.sample(at: time)
        let gap = target.position(at: time).phase - sample.position.phase
        return [sample.progress, sample.hertz, gap - gap.rounded()]
      }
    }
  }

  @Test func `locks and their gaps have the bits of the library on this machine`() throws {
    var replay = try Replay(from: #require(seen.handOvers.first))
    var hands = seen.handOvers[...]
    var samples = 0
    var different: [String] = []
    for frame in seen.beatFrames {
      replay.move(to: frame.time)
      while let hand = hands.first, hand.time == frame.time {
        try replay.handOver(hand)
        hands.removeFirst()
      }
      for (index, expected) in replay.frame(at: frame.time).enumerated() {
        let row = frame.views[index]
        if [row.value, row.hertz, row.gap] != expected {
          different.append("row \(index) at \(frame.time)")
        }
        samples += 1
      }
    }
    print("\(samples - different.count) of \(samples) samples in step with a beat are bit-equal")
    #expect(hands.isEmpty && seen.handOvers.count > 6 && samples > 1000)
    #expect(different.isEmpty, "\(different.count), first \(different.prefix(3))")
  }

  @Test func `locks get in step within their bounds and without a jump, the others do not`() throws
  {
    let skip = try #require(seen.handOvers.dropFirst(2).first)
    let next = try #require(seen.handOvers.dropFirst(3).first)
    let last = try #require(seen.beatFrames.last { $0.time < next.time })
    for row in last.views.prefix(2) {
      #expect(row.lockTime ?? 0 > 0.5 && row.gap.magnitude < 1e-12 && row.deviation <= 0.2 + 1e-9)
    }
    let skipped = try #require(seen.beatFrames.first { $0.time == skip.time })
    #expect(skipped.views.prefix(2).allSatisfy { $0.newJump == 0 })
    #expect(skipped.views[2].newJump > 0.01 && last.views[3].deviation == 1)
    #expect(seen.beatFrames.allSatisfy { $0.views.prefix(2).allSatisfy { $0.newJump == 0 } })
  }

  @Test func `the texts say when each was in step, and which ratio would flash too often`() throws {
    try #require(seen.texts.count == 4)
    for text in seen.texts {
      #expect(text[0].wholeMatch(of: /after \d\.\d\d s/) != nil, "\(text)")
    }
    #expect(seen.texts[0][1...] == ["20 %", "0"] && seen.texts[1][2] == "0")
    #expect(seen.texts[3][1] == "100 %")
    let times = seen.texts.prefix(2).map { $0[0] }
    #expect(seen.said == "In step: in phase \(times[0]), in whole cycles \(times[1]).")
    #expect(seen.note == "2:1 would flash more than 3 times a second: 3:2 instead.")
    #expect(seen.refused.wholeMatch(of: /#beat=\d+,3:2,locked/) != nil, "\(seen.refused)")
    #expect(seen.fragment.wholeMatch(of: /#beat=\d+,(3:2|2:1),free/) != nil, "\(seen.fragment)")
  }

  /// However long a busy machine lets them wait.
  @Test func `taps set the tempo at which they came`() {
    #expect(
      seen.taps.count == 4 && zip(seen.taps.dropFirst(), seen.taps).allSatisfy { $0 - $1 < 2 })
    let tempo = 60 * 3 / ((seen.taps.last ?? 0) - (seen.taps.first ?? 0))
    #expect(seen.tapped == min(max(tempo.rounded(), 50), 120))
  }
}
