// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@testable import DynamicRepeat

/// Commands that wait for positions, among many others and in any order.
@Suite struct ManyCommandsTests {
  @Test(arguments: [1, -1])
  func `each falls due at its position, in order of positions and then of scheduling`(
    direction: Int
  ) throws {
    var random = SeededRandom(seed: 31)
    var repeating = try RepeatController.started { $0.rate = .hertz(Double(direction)) }
    var expected: [(distance: Double, sequence: Int)] = []
    for sequence in 0..<200 {
      let phase = Double(Int.random(in: 0..<32, using: &random)) / 32
      let cycle = Int.random(in: 1...6, using: &random) * direction
      let moment: RepeatMoment = [.phase(phase), .cycle(cycle), .nextCycle].randomElement(
        using: &random)!
      // The policy that holds at the end shows which command came last.
      try repeating.schedule(.policy(.phaseMatched(ramp: Double(sequence))), at: moment)
      let distance =
        switch moment {
        case .phase(let phase) where phase > 0: direction > 0 ? phase : 1 - phase
        case .cycle(let cycle): Double(cycle * direction)
        default: 1.0
        }
      expected.append((distance, sequence))
    }
    expected.sort { ($0.distance, $0.sequence) < ($1.distance, $1.sequence) }
    for (index, due) in expected.enumerated() {
      let isLastThere = index + 1 == expected.count || expected[index + 1].distance > due.distance
      guard isLastThere else { continue }
      repeating.advance(to: due.distance)
      #expect(repeating.policy == .phaseMatched(ramp: Double(due.sequence)))
      #expect(repeating.waitingCommands == expected.count - index - 1)
    }
  }

  @Test func `those that wait are equal however they came there, and can be taken back`() throws {
    var random = SeededRandom(seed: 32)
    var a = try RepeatController.started(1)
    var ids: [ScheduledCommandID] = []
    for _ in 0..<100 {
      ids.append(try a.schedule(.reverse, at: .phase(random.double(in: 0.1...0.9))))
      ids.append(try a.schedule(.pause, at: .cycle(Int.random(in: 1...50, using: &random))))
    }
    var b = a
    for id in ids.shuffled(using: &random) {
      if random.chance(0.5) {
        let isFound = a.cancel(id)
        #expect(isFound)
      }
    }
    for id in ids where !a.cancelsInACopy(id) {
      let isFound = b.cancel(id)
      #expect(isFound)
    }
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    a.cancelAll()
    #expect(a != b)
    #expect(a.waitingCommands == 0)
  }

  @Test func `ten thousand that wait for positions cost a look at a few of them each`() throws {
    var repeating = try RepeatController.started(1)
    for cycle in 1...10_000 { try repeating.schedule(.resume, at: .cycle(cycle)) }
    repeating.advance(to: 5000.5)
    #expect(repeating.waitingCommands == 5000)
    repeating.reverse()
    for cycle in 1...10_000 { try repeating.schedule(.resume, at: .cycle(-cycle)) }
    repeating.advance(to: 20_000)
    #expect(repeating.waitingCommands == 5000 + 10_000 - 9999)
  }
}

extension RepeatController {
  fileprivate func cancelsInACopy(_ id: ScheduledCommandID) -> Bool {
    var copy = self
    return copy.cancel(id)
  }
}
