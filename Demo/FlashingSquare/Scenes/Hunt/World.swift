// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The game's own state: a player, a hunter, and health.
///
/// No clock, no chance, no screen. It moves in steps of 1/240 s on a grid that begins with the run, so
/// frames do not change it.
struct World: Hashable, Sendable {
  /// The field, in units of its own.
  static let width = 24.0
  static let height = 11.0
  /// Half the side of the player's square, and the hunter's radius.
  static let playerHalf = 1.3
  static let hunterRadius = 0.9

  /// Steps a second; at most a quarter of a second is made up for after a stall.
  static let stepsPerSecond = 240.0
  static let longestCatchUp = 0.25

  /// Units a second: the player outruns the hunter, or there would be no escape.
  static let playerSpeed = 8.0
  static let hunterSpeed = 4.2
  /// Units a second, each second: the hunter overshoots its turns.
  static let hunterPull = 14.0
  /// Health that a hit takes, and health won in a second.
  static let harm = 0.2
  static let healing = 0.04
  /// Seconds after a hit in which there is no other, and units a second at which the hunter recoils.
  static let mercySeconds = 1.3
  static let recoil = 9.0
  /// Seconds that death lasts.
  static let deathSeconds = 2.0

  /// The state of the game.
  enum State: Hashable, Sendable {
    /// The hunter sleeps until the player first moves.
    case waiting
    case playing
    /// Dead; `left` is the seconds until the next life.
    case dead(left: Double)
  }

  private(set) var player = Point(x: 7, y: 5.5)
  private(set) var hunter = Point(x: 21, y: 3)
  private(set) var hunterVelocity = Point(x: 0, y: 0)
  /// Hits of this life, the point of the last, and seconds since it.
  private(set) var hits = 0
  private(set) var hitPoint = Point(x: 0, y: 0)
  private(set) var secondsSinceHit = Double.infinity
  /// 0, dead, to 1.
  private(set) var health = 1.0
  private(set) var state = State.waiting
  private var autopilot = Autopilot()
  private var owed = 0.0

  /// Moves on by a frame.
  /// - Parameters:
  ///   - seconds: The frame's delta.
  ///   - move: The way that the player is steered: at most 1 long.
  ///   - steersItself: The player follows its own head instead.
  mutating func advance(by seconds: Double, move: Point, steersItself: Bool) {
    owed += min(seconds, Self.longestCatchUp) * Self.stepsPerSecond
    // A frame of n/240 s is n steps, also where rounding makes it a little less.
    let steps = Int(owed + 1e-6)
    owed -= Double(steps)
    advance(steps: steps, move: move, steersItself: steersItself)
  }

  /// Moves on by whole steps.
  mutating func advance(steps: Int, move: Point, steersItself: Bool) {
    for _ in 0..<steps {
      step(steersItself ? autopilot.move(player: player, hunter: hunter, health: health) : move)
    }
  }

  /// Changes health by hand.
  mutating func changeHealth(by amount: Double) {
    if case .dead = state { return }
    // In whole percents: a sum of tenths is to end at 0 and 1 exactly.
    health = min(max(((health + amount) * 100).rounded() / 100, 0), 1)
    if health == 0 { state = .dead(left: Self.deathSeconds) }
  }

  private mutating func step(_ move: Point) {
    let dt = 1 / Self.stepsPerSecond
    if case .dead(let left) = state {
      if left > dt { state = .dead(left: left - dt) } else { revive() }
      return
    }
    if state == .waiting, move.x != 0 || move.y != 0 { state = .playing }
    player = Self.inField(
      Point(
        x: player.x + move.x * Self.playerSpeed * dt, y: player.y + move.y * Self.playerSpeed * dt))
    guard state == .playing else { return }
    chase(dt)
    health = min(1, health + Self.healing * dt)
    secondsSinceHit += dt
    if secondsSinceHit >= Self.mercySeconds, let point = contact { hit(at: point) }
  }

  /// The point of the player's square that the hunter touches.
  private var contact: Point? {
    let half = Self.playerHalf
    let nearest = Point(
      x: min(max(hunter.x, player.x - half), player.x + half),
      y: min(max(hunter.y, player.y - half), player.y + half))
    return distance(nearest, hunter) <= Self.hunterRadius ? nearest : nil
  }

  private mutating func hit(at point: Point) {
    hits += 1
    hitPoint = point
    secondsSinceHit = 0
    let away = max(distance(hunter, player), 1e-9)
    hunterVelocity = Point(
      x: (hunter.x - player.x) / away * Self.recoil, y: (hunter.y - player.y) / away * Self.recoil)
    // Five fifths are to end at 0 exactly.
    health = max(0, health - Self.harm)
    if health < 1e-9 {
      health = 0
      state = .dead(left: Self.deathSeconds)
    }
  }

  private mutating func chase(_ dt: Double) {
    let way = Point(x: player.x - hunter.x, y: player.y - hunter.y)
    let length = max(distance(player, hunter), 1e-9)
    pull(&hunterVelocity.x, towards: way.x / length * Self.hunterSpeed, Self.hunterPull * dt)
    pull(&hunterVelocity.y, towards: way.y / length * Self.hunterSpeed, Self.hunterPull * dt)
    hunter = Self.inField(
      Point(x: hunter.x + hunterVelocity.x * dt, y: hunter.y + hunterVelocity.y * dt),
      Self.hunterRadius)
  }

  private mutating func revive() {
    self = World()
  }

  private func pull(_ value: inout Double, towards target: Double, _ most: Double) {
    value += min(max(target - value, -most), most)
  }

  /// The point nearest to `point` where something of this half width is wholly on the field.
  static func inField(_ point: Point, _ half: Double = playerHalf) -> Point {
    Point(x: min(max(point.x, half), width - half), y: min(max(point.y, half), height - half))
  }
}

/// The distance between two points.
func distance(_ a: Point, _ b: Point) -> Double {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}
