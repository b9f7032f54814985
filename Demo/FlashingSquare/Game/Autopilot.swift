// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The player's own head for `--attract`: looks for trouble, and runs when it hurts.
struct Autopilot: Hashable, Sendable {
  /// Health below which it runs, and from which it dares again.
  static let fear = 0.24
  static let courage = 0.62

  private var isFleeing = false

  /// The way to go: at most 1 long.
  mutating func move(player: Point, hunter: Point, health: Double) -> Point {
    if health < Self.fear { isFleeing = true }
    if health > Self.courage { isFleeing = false }
    return isFleeing ? flee(player, hunter) : tease(player, hunter)
  }

  /// Strolls around the middle at walking pace, towards the hunter while that is far.
  private func tease(_ player: Point, _ hunter: Point) -> Point {
    let away = distance(player, hunter)
    let near = World.danger * 0.45
    if away > near { return unit(from: player, to: hunter, length: 0.6) }
    return unit(from: player, to: onTrack(ahead(of: player, by: 1)), length: 0.5)
  }

  /// Runs round the middle to the side where the hunter is not: the way never leads past it.
  private func flee(_ player: Point, _ hunter: Point) -> Point {
    let side = cross(hunter, player) < 0 ? -1.0 : 1.0
    return unit(from: player, to: onTrack(ahead(of: player, by: side)), length: 1)
  }

  /// A direction from the middle, an eighth of a turn further on from the player's.
  private func ahead(of player: Point, by side: Double) -> Point {
    let x = (player.x - World.width / 2) / World.width
    let y = (player.y - World.height / 2) / World.height
    let half = 0.5.squareRoot()
    return Point(x: (x - side * y) * half, y: (side * x + y) * half)
  }

  /// The place on an ellipse inside the field, in a direction from its middle.
  private func onTrack(_ direction: Point) -> Point {
    let length = max((direction.x * direction.x + direction.y * direction.y).squareRoot(), 1e-9)
    return Point(
      x: World.width * (0.5 + 0.4 * direction.x / length),
      y: World.height * (0.5 + 0.36 * direction.y / length))
  }

  /// Above 0 where the shorter way round from `a` to `b` is that of rising angles.
  private func cross(_ a: Point, _ b: Point) -> Double {
    let ax = (a.x - World.width / 2) / World.width
    let ay = (a.y - World.height / 2) / World.height
    let bx = (b.x - World.width / 2) / World.width
    let by = (b.y - World.height / 2) / World.height
    return ax * by - ay * bx
  }

  private func unit(from a: Point, to b: Point, length: Double) -> Point {
    let way = max(distance(a, b), 1e-9)
    return Point(x: (b.x - a.x) / way * length, y: (b.y - a.y) / way * length)
  }
}
