// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
/// What a program sends: the action and its tick, not the state.
///
/// A tick is 1/60 s. All programs agree on a tick that none of them has reached.
struct Message {
  var tick: Int32
  var lamp: Int32
  var cycleDuration: Double
}

struct Lamps {
  var lamps: [RepeatController]
  var saved: [[RepeatController]] = []  // for rollback

  mutating func receive(_ message: Message) throws {
    try lamps[Int(message.lamp)].schedule(
      .rate(.cycleDuration(message.cycleDuration)), at: .time(Double(message.tick) / 60))
  }

  /// What the programs compare from time to time: FNV-1a of the saved states.
  var hash: UInt64 {
    lamps.flatMap(\.savedState).reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }
}
// End of recipe.

// Recipe:
extension Lamps {
  mutating func beginFrame() {
    saved.append(lamps)
    if saved.count > 8 { saved.removeFirst() }
  }

  mutating func goBack(_ frames: Int) {
    lamps = saved[saved.count - frames]
    saved.removeLast(frames)
  }
}
// End of recipe.

func hash(hearsLate: Bool) throws -> UInt64 {
  let message = Message(tick: 9, lamp: 1, cycleDuration: 0.3)
  var game = Lamps(lamps: [RepeatController](repeating: RepeatController(), count: 3))
  for index in 0..<3 { game.lamps[index].start() }
  func play(_ ticks: ClosedRange<Int>) {
    for tick in ticks {
      game.beginFrame()
      for index in 0..<3 { game.lamps[index].advance(to: Double(tick) / 60) }
    }
  }
  play(0...7)
  if !hearsLate { try game.receive(message) }
  play(8...10)
  if hearsLate {
    game.goBack(3)
    try game.receive(message)
    play(8...10)
  }
  play(11...100)
  return game.hash
}
let inTime = try hash(hearsLate: false)
print(String(inTime, radix: 16), try hash(hearsLate: true) == inTime)

// Output: c3751704a30769e2 true
