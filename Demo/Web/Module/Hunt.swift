// SPDX-License-Identifier: Apache-2.0
//
// The game of the tab "Play": a square, a hunter, and the health that sets the rate.

/// What the page draws of the game: numbers of eight bytes, in the order of strategies.js.
struct Hunt {
  /// Of the field, in units of its own.
  static let (width, height) = (960.0, 540.0)
  /// Health until the player's first move: each for so many seconds, which end on no boundary of a cycle.
  private static let plan: InlineArray<5, Double> = [1, 0.2, 0.8, 0, 0.5]
  private static let planSeconds = 3.3
  /// Units a second.
  private static let (speed, hunterSpeed) = (300.0, 150.0)
  /// Units from the hunter within which it hurts.
  private static let danger = 200.0

  var health = 1.0
  /// Seconds, as last requested.
  var cycleDuration = 0.0
  /// 1 from the player's first change on; before, the health follows a plan.
  var isOwn = 0.0
  private var (playerX, playerY) = (330.0, 270.0)
  private var (hunterX, hunterY) = (760.0, 150.0)
  /// Whether the hunter follows: from a move of the square on.
  private var isAwake = false

  /// In steps of a tenth of the health: 2 s a cycle where it is full, 0.35 s where there is none.
  var durationOfHealth: Double {
    ((0.35 + 0.165 * (10 * health).rounded()) * 1000).rounded() / 1000
  }

  mutating func putHunterToSleep() { (isAwake, hunterX, hunterY) = (false, 760, 150) }

  /// Moves the square to a point, or the way of the keys where there is none, and the hunter after it.
  ///
  /// Until something has been done, the health follows the plan.
  mutating func move(
    by seconds: Double, at time: Double, right: Double, down: Double,
    to point: (x: Double, y: Double)
  ) {
    var (right, down) = (right, down)
    let (toX, toY) = (point.x * Self.width - playerX, point.y * Self.width - playerY)
    let way = length(toX, toY)
    if way > 6 { (right, down) = (toX / way, toY / way) }
    if right != 0 || down != 0 { isAwake = true }
    if isAwake || way.isFinite { isOwn = 1 }
    if isOwn == 0 { health = Self.plan[Int(time / Self.planSeconds) % Self.plan.count] }
    guard isAwake else { return }
    playerX = min(max(playerX + Self.speed * right * seconds, 40), Self.width - 40)
    playerY = min(max(playerY + Self.speed * down * seconds, 40), Self.height - 48)
    let (x, y) = (playerX - hunterX, playerY - hunterY)
    let distance = length(x, y)
    if distance > 60 {
      hunterX += Self.hunterSpeed * seconds * x / distance
      hunterY += Self.hunterSpeed * seconds * y / distance
    }
    let change = distance < Self.danger ? 0.36 * (distance / Self.danger - 1) : 0.08
    health = min(max(health + change * seconds, 0), 1)
  }

  private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
