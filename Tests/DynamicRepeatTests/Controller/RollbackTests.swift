// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Rollback and lockstep, as the recipe "Play over a network" has them.
@Suite struct RollbackTests {
  static let repeats = 1000
  static let savedFrames = 8
  static let frameRate = 60.0

  struct Order: Hashable {
    var repeatIndex: Int
    /// The frame before which it is given, and the one in which it is heard of.
    var frame: Int
    var heard: Int
    var command: RepeatCommand
  }

  /// A game: the repeats, and what they were before each of the latest frames.
  struct Game {
    var repeats: [RepeatController]
    var saved: [[RepeatController]] = []
    var orders: [Order] = []
    /// The events of each frame, each with its repeat.
    var events: [[Event]] = []

    struct Event: Hashable {
      var repeatIndex: Int
      var event: RepeatEvent
    }

    init() throws {
      let settings = RepeatSettings(rate: .hertz(3), policy: .phaseMatched, reporting: .all)
      repeats = Array(
        repeating: try RepeatController(settings, now: 0), count: RollbackTests.repeats)
    }

    var frame: Int { events.count }

    mutating func playFrame() {
      saved.append(repeats)
      if saved.count > RollbackTests.savedFrames { saved.removeFirst() }
      for order in orders where order.frame == frame {
        try? repeats[order.repeatIndex].perform(order.command)
      }
      let time = Double(frame + 1) / RollbackTests.frameRate
      var said: [Event] = []
      for index in repeats.indices {
        repeats[index].advance(to: time) { said.append(Event(repeatIndex: index, event: $0)) }
      }
      events.append(said)
    }

    /// Takes an order for a frame that is over, if it is: goes back, and plays the frames since again.
    mutating func hear(_ order: Order) {
      orders.append(order)
      let late = frame - order.frame
      guard late > 0 else { return }
      repeats = saved[saved.count - late]
      saved.removeLast(late)
      events.removeLast(late)
      for _ in 0..<late { playFrame() }
    }
  }

  static func command(_ random: inout Sequence64) -> RepeatCommand {
    let hertz = Double.random(in: -4...4, using: &random)
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: .pause
    case 1: .reverse
    case 2: .ramp(to: .hertz(hertz), over: 0.1)
    case 3: .seek(to: CyclePosition(cycle: 1, phase: 0.25), isSilent: false)
    case 4: .rate(.cycleDuration(0.1 + hertz.magnitude))
    default: .start
    }
  }

  static func orders(seed: UInt64, latest: Int) -> [Order] {
    var random = Sequence64(state: seed)
    let starts = (0..<repeats).map {
      Order(repeatIndex: $0, frame: 0, heard: 0, command: .start)
    }
    return starts
      + (0..<200).map { _ in
        let frame = Int.random(in: 1..<50, using: &random)
        return Order(
          repeatIndex: Int.random(in: 0..<repeats, using: &random), frame: frame,
          heard: frame + Int.random(in: 0...latest, using: &random),
          command: command(&random))
      }
  }

  /// Plays sixty frames, and hears of each order in a frame.
  static func play(_ orders: [Order], hears: (Order) -> Int) throws -> Game {
    var game = try Game()
    for frame in 0..<60 {
      for order in orders where hears(order) == frame { game.hear(order) }
      game.playFrame()
    }
    return game
  }

  @Test(arguments: 1...2)
  func `a command heard late and applied by going back leads to the same bytes and events`(
    seed: UInt64
  ) throws {
    var orders = Self.orders(seed: seed, latest: Self.savedFrames)
    // Of two orders for one repeat and frame, the later heard would be given last.
    var taken: Set<[Int]> = []
    orders.removeAll { !taken.insert([$0.repeatIndex, $0.frame]).inserted }
    let onTime = try Self.play(orders, hears: \.frame)
    let late = try Self.play(orders, hears: \.heard)
    #expect(orders.contains { $0.heard == $0.frame + Self.savedFrames })
    #expect(late.repeats.map(\.savedState) == onTime.repeats.map(\.savedState))
    #expect(late.events == onTime.events)
    #expect(MemoryLayout<RepeatController>.stride * Self.repeats * Self.savedFrames < 9_000_000)
  }

  @Test func `the same commands at the same times in other frames lead to the same bytes`() throws {
    let orders = Self.orders(seed: 3, latest: 0)
    func states(_ frameTimes: [Double]) throws -> [[UInt8]] {
      var repeats = try Game().repeats
      for order in orders {
        try repeats[order.repeatIndex].schedule(
          order.command, at: .time(Double(order.frame) / Self.frameRate))
      }
      for time in frameTimes {
        for index in repeats.indices { repeats[index].advance(to: time) { _ in } }
      }
      return repeats.map(\.savedState)
    }
    let whole = try states([1])
    #expect(try states((1...60).map { Double($0) / 60 }) == whole)
    #expect(try states((1...144).map { Double($0) / 144 }) == whole)
    var random = Sequence64(state: 4)
    let uneven = (0..<40).map { _ in Double.random(in: 0...1, using: &random) }.sorted()
    #expect(try states(uneven + [1]) == whole)
    #expect(Set(whole).count > 100)
  }
}
