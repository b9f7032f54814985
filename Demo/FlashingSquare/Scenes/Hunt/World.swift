// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc

/// The state of the game: a player, a hunter, and health.
///
/// The state uses no clock, no randomness and no screen. It advances in steps of 1/240 s, counted
/// from the start of the run, so the frame rate does not affect the game.
struct World: Hashable, Sendable {
  /// The size of the field, in its own units.
  static let width = 30.0
  static let height = 10.6
  /// Half the side of the player's square, and the hunter's radius.
  static let playerHalf = 1.3
  static let hunterRadius = 0.9

  /// The steps per second, and the longest time in seconds that is simulated after a long gap
  /// between frames.
  static let stepsPerSecond = 240.0
  static let longestCatchUp = 0.25

  /// The speeds in units per second; the player is faster, so that it can escape.
  static let playerSpeed = 8.0
  static let hunterSpeed = 4.2
  /// The hunter's acceleration, which makes it overshoot in turns.
  static let hunterPull = 14.0
  /// The health lost by a hit, and the health gained per second.
  static let harm = 0.2
  static let healing = 0.05
  /// The seconds after a hit during which no other hit counts, and the hunter's recoil speed.
  static let mercySeconds = 1.3
  static let recoil = 9.0
  /// The seconds from a death to the next life.
  static let deathSeconds = 3.0
  /// The health in a heart, and the points at which hearts appear, two at a time.
  static let heart = 0.2
  static let heartPoints = [
    Point(x: 22, y: 2.5), Point(x: 27, y: 8), Point(x: 4, y: 2.8), Point(x: 14, y: 8.6),
    Point(x: 27.5, y: 2), Point(x: 7, y: 8.2), Point(x: 17, y: 1.8), Point(x: 2.5, y: 8.4),
  ]
  /// The steps between two points of the player's trail, and the number of points.
  static let trailSteps = 8
  static let trailCount = 38

  enum State: Hashable, Sendable {
    /// The hunter sleeps until the player's first move.
    case waiting
    case playing
    /// Dead; `left` is the number of seconds until the next life.
    case dead(left: Double)
  }

  private(set) var player = Point(x: 9, y: 5.3)
  private(set) var hunter = Point(x: 26, y: 3)
  private(set) var hunterVelocity = Point(x: 0, y: 0)
  /// The number of hits in this life, the point of the last hit, and the seconds since that hit.
  private(set) var hits = 0
  private(set) var hitPoint = Point(x: 0, y: 0)
  private(set) var secondsSinceHit = Double.infinity
  /// From 0 (dead) to 1.
  private(set) var health = 1.0
  private(set) var state = State.waiting
  /// The number of hearts found in this life, and the indices of those that can be found.
  private(set) var hearts = 0
  private(set) var heartPlaces = [0, 1]
  /// The player's last positions while playing, oldest first.
  private(set) var trail: [Point] = []
  private var steps = 0
  private var autopilot = Autopilot()
  private var owed = 0.0

  /// Advances by a frame.
  /// - Parameters:
  ///   - seconds: The frame's delta.
  ///   - move: The steering direction: length at most 1.
  ///   - steersItself: Whether the autopilot steers instead.
  mutating func advance(by seconds: Double, move: Point, steersItself: Bool) {
    owed += min(seconds, Self.longestCatchUp) * Self.stepsPerSecond
    // A frame of n/240 s is n steps, even if rounding makes it slightly shorter.
    let steps = Int(owed + 1e-6)
    owed -= Double(steps)
    advance(steps: steps, move: move, steersItself: steersItself)
  }

  mutating func advance(steps: Int, move: Point, steersItself: Bool) {
    for _ in 0..<steps {
      step(steersItself ? autopilot.move(player: player, hunter: hunter, health: health) : move)
    }
  }

  /// Changes health by hand.
  mutating func changeHealth(by amount: Double) {
    if case .dead = state { return }
    // Health is rounded to whole percents, so that a sum of tenths reaches exactly 0 or 1.
    health = min(max(((health + amount) * 100).rounded() / 100, 0), 1)
    if health == 0 { state = .dead(left: Self.deathSeconds) }
  }

  private mutating func step(_ move: Point) {
    let dt = 1 / Self.stepsPerSecond
    if case .dead(let left) = state {
      if left > dt { state = .dead(left: left - dt) } else { self = World() }
      return
    }
    if state == .waiting, move.x != 0 || move.y != 0 { state = .playing }
    player = Self.inField(player.moved(move, speed: Self.playerSpeed, seconds: dt))
    guard state == .playing else { return }
    chase(dt)
    if steps.isMultiple(of: Self.trailSteps) { trail.append(player, keeping: Self.trailCount) }
    steps += 1
    takeHearts()
    health = min(1, health + Self.healing * dt)
    secondsSinceHit += dt
    if secondsSinceHit >= Self.mercySeconds, let point = contact { hit(at: point) }
  }

  /// The point at which the hunter touches the player's square; nil if they do not touch.
  private var contact: Point? {
    let half = Self.playerHalf
    let nearest = Point(
      x: min(max(hunter.x, player.x - half), player.x + half),
      y: min(max(hunter.y, player.y - half), player.y + half))
    return distance(nearest, hunter) <= Self.hunterRadius ? nearest : nil
  }

  /// The hearts that can be found now.
  var shownHearts: [Point] {
    heartPlaces.map { Self.heartPoints[$0 % Self.heartPoints.count] }
  }

  /// The player takes a heart by touching it, unless it would gain nothing; another one appears.
  private mutating func takeHearts() {
    guard health < 1 else { return }
    let reach = Self.playerHalf + 0.4
    for (index, heart) in shownHearts.enumerated()
    where abs(heart.x - player.x) <= reach && abs(heart.y - player.y) <= reach {
      hearts += 1
      heartPlaces[index] = hearts + 1
      health = min(1, health + Self.heart)
    }
  }

  private mutating func hit(at point: Point) {
    hits += 1
    hitPoint = point
    secondsSinceHit = 0
    let away = direction(from: player, to: hunter)
    hunterVelocity = Point(x: away.x * Self.recoil, y: away.y * Self.recoil)
    // Five hits, each of a fifth of the health, must reach exactly 0.
    health = max(0, health - Self.harm)
    if health < 1e-9 {
      health = 0
      state = .dead(left: Self.deathSeconds)
    }
  }

  private mutating func chase(_ dt: Double) {
    let way = direction(from: hunter, to: player)
    pull(&hunterVelocity.x, towards: way.x * Self.hunterSpeed, Self.hunterPull * dt)
    pull(&hunterVelocity.y, towards: way.y * Self.hunterSpeed, Self.hunterPull * dt)
    hunter = Self.inField(hunter.moved(hunterVelocity, seconds: dt), Self.hunterRadius)
  }

  private func pull(_ value: inout Double, towards target: Double, _ most: Double) {
    value += min(max(target - value, -most), most)
  }

  /// The nearest point at which an object of this half width is completely inside the field.
  static func inField(_ point: Point, _ half: Double = playerHalf) -> Point {
    Point(x: min(max(point.x, half), width - half), y: min(max(point.y, half), height - half))
  }
}

extension Point {
  /// The point after a movement along a vector.
  func moved(_ way: Point, speed: Double = 1, seconds: Double) -> Point {
    Point(x: x + way.x * speed * seconds, y: y + way.y * speed * seconds)
  }
}

func distance(_ a: Point, _ b: Point) -> Double {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}

/// The vector of length 1 from one point towards another; 0 if they are equal.
func direction(from a: Point, to b: Point) -> Point {
  let length = max(distance(a, b), 1e-9)
  return Point(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
}

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
