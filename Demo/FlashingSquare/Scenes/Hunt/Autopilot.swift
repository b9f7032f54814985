// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc

/// Steers the player without input: provokes the hunter, and flees at low health.
struct Autopilot: Hashable, Sendable {
  /// The health below which the player flees, and the health above which it approaches again.
  static let fear = 0.45
  static let courage = 0.7

  private var isFleeing = false

  /// The direction for one step of the world: length at most 1.
  mutating func move(player: Point, hunter: Point, health: Double) -> Point {
    if health < Self.fear { isFleeing = true }
    if health > Self.courage { isFleeing = false }
    let toHunter = direction(from: player, to: hunter)
    return isFleeing
      ? Self.flee(player, hunter) : Point(x: toHunter.x / 2, y: toHunter.y / 2)
  }

  /// The best escape among sixteen directions, each straight or turning.
  ///
  /// The search looks three seconds ahead, which is enough to recognize a corner as a trap. Hits on
  /// the way count most.
  private static func flee(_ player: Point, _ hunter: Point) -> Point {
    var best = (way: Point(x: 0, y: 0), score: -Double.infinity)
    for start in 0..<16 {
      for turn in -2...2 {
        var (me, it, pain) = (player, hunter, 0.0)
        for step in 0..<12 {
          let turned = unit(start, turn * step)
          me = World.inField(me.moved(turned, speed: World.playerSpeed, seconds: seconds))
          let away = max(distance(me, it), World.hunterSpeed * seconds)
          let way = Point(x: (me.x - it.x) / away, y: (me.y - it.y) / away)
          it = it.moved(way, speed: World.hunterSpeed, seconds: seconds)
          pain += max(0, 1 - distance(me, it) / 4.2)
        }
        let score = distance(me, it) - 10 * pain
        if score > best.score { best = (unit(start, 0), score) }
      }
    }
    return best.way
  }

  /// The step of the lookahead in seconds.
  private static let seconds = 0.25

  /// The unit vector at an angle of `sixteenths`/16 + `eighteenths`/18 turns.
  private static func unit(_ sixteenths: Int, _ eighteenths: Int) -> Point {
    let turns = Double(sixteenths) / 16 + Double(eighteenths) / 18
    return Point(x: cos(turns * 2 * Double.pi), y: sin(turns * 2 * Double.pi))
  }
}
