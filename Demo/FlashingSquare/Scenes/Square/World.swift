// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The game's own state: a player, a hunter, and health.
///
/// No clock, no chance, no screen. It moves in steps of 1/240 s, or as long as it is made with, on a
/// grid that begins with the run, so frames do not change it.
struct World: Hashable, Sendable {
  /// The field, in units of its own; the player is two of them wide.
  static let width = 32.0
  static let height = 16.0
  /// Half the side of the player's square, and the hunter's radius.
  static let playerHalf = 1.1
  static let hunterRadius = 0.8
  /// Units within which the hunter hurts, middle to middle.
  static let danger = 5.5

  /// Steps a second; at most a quarter of a second is made up for after a stall.
  static let stepsPerSecond = 240.0
  static let longestCatchUp = 0.25

  /// Units a second: the player outruns the hunter, or there would be no escape.
  static let playerSpeed = 8.0
  static let hunterSpeed = 4.7
  /// Units a second, each second: the hunter overshoots its turns.
  static let hunterPull = 16.0
  /// Health lost a second where the hunter is nearest, and won where it is far.
  ///
  /// Beside the hunter, which comes no nearer than touching, death takes seven seconds: the flash
  /// speeds up step by step, for several cycles, before it comes.
  static let harm = 0.2
  static let healing = 0.1
  /// Seconds that death lasts.
  static let deathSeconds = 2.0

  /// What the game is doing.
  enum State: Hashable, Sendable {
    /// The hunter sleeps until the player first moves.
    case waiting
    case playing
    /// Dead; `left` is the seconds until the next life.
    case dead(left: Double)
  }

  private(set) var player = Point(x: 10, y: 8)
  private(set) var hunter = Point(x: 27, y: 4.5)
  private(set) var hunterVelocity = Point(x: 0, y: 0)
  /// 0, dead, to 1.
  private(set) var health = 1.0
  private(set) var state = State.waiting
  /// Whether the hunter sleeps for good: the durations come from a file.
  var isPeaceful = false
  /// Seconds of a step.
  private let stepSeconds: Double
  /// Where both were a step ago.
  private var playerBefore: Point
  private var hunterBefore: Point
  private var autopilot: Autopilot
  private var owed = 0.0

  /// A world at its beginning.
  /// - Parameter stepSeconds: The length of a step; positive.
  init(stepSeconds: Double = 1 / stepsPerSecond) {
    self.stepSeconds = stepSeconds
    autopilot = Autopilot(stepSeconds: stepSeconds)
    (playerBefore, hunterBefore) = (player, hunter)
  }

  /// Where both are drawn: `fraction` of the way from where they were a step ago, 0...1.
  func positions(at fraction: Double) -> (player: Point, hunter: Point) {
    (
      .interpolate(from: playerBefore, to: player, progress: fraction),
      .interpolate(from: hunterBefore, to: hunter, progress: fraction)
    )
  }

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
      (playerBefore, hunterBefore) = (player, hunter)
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

  /// How near the hunter is: 0 at the rim of its danger or beyond, 1 where it touches.
  var threat: Double {
    guard state == .playing, !isPeaceful else { return 0 }
    return max(0, 1 - distance(player, hunter) / Self.danger)
  }

  private mutating func step(_ move: Point) {
    let dt = stepSeconds
    if case .dead(let left) = state {
      if left > dt { state = .dead(left: left - dt) } else { revive() }
      return
    }
    if state == .waiting, move.x != 0 || move.y != 0 { state = .playing }
    player = Self.inField(
      Point(
        x: player.x + move.x * Self.playerSpeed * dt, y: player.y + move.y * Self.playerSpeed * dt))
    guard state == .playing, !isPeaceful else { return }
    chase(dt)
    let threat = threat
    health = min(1, health + (threat > 0 ? -Self.harm * threat : Self.healing) * dt)
    if health <= 0 {
      health = 0
      state = .dead(left: Self.deathSeconds)
    }
  }

  private mutating func chase(_ dt: Double) {
    let way = Point(x: player.x - hunter.x, y: player.y - hunter.y)
    let length = max(distance(player, hunter), 1e-9)
    // It does not sit down on its prey.
    let wanted = length > Self.playerHalf + Self.hunterRadius ? Self.hunterSpeed : 0
    pull(&hunterVelocity.x, towards: way.x / length * wanted, Self.hunterPull * dt)
    pull(&hunterVelocity.y, towards: way.y / length * wanted, Self.hunterPull * dt)
    hunter.x += hunterVelocity.x * dt
    hunter.y += hunterVelocity.y * dt
  }

  private mutating func revive() {
    let wasPeaceful = isPeaceful
    self = World(stepSeconds: stepSeconds)
    isPeaceful = wasPeaceful
  }

  private func pull(_ value: inout Double, towards target: Double, _ most: Double) {
    value += min(max(target - value, -most), most)
  }

  /// The point nearest to `point` where the player is wholly on the field.
  static func inField(_ point: Point) -> Point {
    Point(
      x: min(max(point.x, playerHalf), width - playerHalf),
      y: min(max(point.y, playerHalf), height - playerHalf))
  }
}

/// The distance between two points.
func distance(_ a: Point, _ b: Point) -> Double {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}
