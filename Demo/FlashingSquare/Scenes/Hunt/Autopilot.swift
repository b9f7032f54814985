// SPDX-License-Identifier: Apache-2.0

import Glibc
import RepeatTiming

/// The player's own head, where no hand steers: looks for trouble, and runs when it hurts.
struct Autopilot: Hashable, Sendable {
  /// Health below which it runs, and from which it dares again.
  static let fear = 0.45
  static let courage = 0.7
  /// Seconds between two decisions: twenty a second look alive and cost nothing.
  static let decisionSeconds = 0.05

  /// Steps of the world between two decisions.
  private let stepsPerDecision: Int
  private var isFleeing = false
  private var way = Point(x: 0, y: 0)
  private var stepsLeft = 0

  /// An autopilot for a world with steps of `stepSeconds`.
  init(stepSeconds: Double) {
    stepsPerDecision = max(1, Int((Self.decisionSeconds / stepSeconds).rounded()))
  }

  /// The way to go for one step of the world: at most 1 long.
  mutating func move(player: Point, hunter: Point, health: Double) -> Point {
    if health < Self.fear { isFleeing = true }
    if health > Self.courage { isFleeing = false }
    if stepsLeft == 0 {
      stepsLeft = stepsPerDecision
      way = isFleeing ? Self.flee(player, hunter) : Self.tease(player, hunter)
    }
    stepsLeft -= 1
    return way
  }

  /// Walks up to the hunter, and then round it.
  private static func tease(_ player: Point, _ hunter: Point) -> Point {
    let away = max(distance(player, hunter), 1e-9)
    let x = (hunter.x - player.x) / away
    let y = (hunter.y - player.y) / away
    if away > 3.5 { return Point(x: x * 0.8, y: y * 0.8) }
    return Point(x: -y * 0.5, y: x * 0.5)
  }

  /// Of sixteen directions, each straight on or turning, the way that a hunter can follow worst.
  private static func flee(_ player: Point, _ hunter: Point) -> Point {
    var best = Point(x: 0, y: 0)
    var bestScore = -Double.infinity
    for direction in directions {
      for turn in turns {
        let score = score(direction, turn, player, hunter)
        if score > bestScore {
          best = direction
          bestScore = score
        }
      }
    }
    return best
  }

  /// Looks three seconds ahead, in quarters of a second: so far that a corner is seen as a trap.
  ///
  /// What hurts on the way counts most, then how far from the hunter it leads.
  private static func score(
    _ start: Point, _ turn: Point, _ player: Point, _ hunter: Point
  ) -> Double {
    var way = start
    var me = player
    var it = hunter
    var pain = 0.0
    for _ in 0..<12 {
      me = World.inField(
        Point(
          x: me.x + way.x * World.playerSpeed * 0.25, y: me.y + way.y * World.playerSpeed * 0.25))
      let away = max(distance(me, it), 1e-9)
      let step = min(away, World.hunterSpeed * 0.25)
      it = Point(x: it.x + (me.x - it.x) / away * step, y: it.y + (me.y - it.y) / away * step)
      pain += max(0, 1 - distance(me, it) / 4.2)
      way = Point(x: way.x * turn.x - way.y * turn.y, y: way.x * turn.y + way.y * turn.x)
    }
    return min(14, distance(me, it)) - 10 * pain
  }

  private static let directions = (0..<16).map { unit(turns: Double($0) / 16) }
  /// Turns in a quarter of a second: none, an eighteenth, a ninth, to either side.
  private static let turns = (-2...2).map { unit(turns: Double($0) / 18) }

  private static func unit(turns: Double) -> Point {
    Point(x: cos(turns * 2 * Double.pi), y: sin(turns * 2 * Double.pi))
  }
}
