// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc

/// The danger that moves over the field, and the waves that run out from it.
///
/// Lengths are heights of the field. It wanders by itself until it is led.
package struct SwarmDanger: Hashable, Sendable {
  /// A ring that runs outwards.
  package struct Wave: Hashable, Sendable {
    package let center: Point
    package internal(set) var age = 0.0
    /// The ring's middle line.
    package var radius: Double { SwarmDanger.waveSpeed * age }
    /// How much it still frightens, 1 to 0.
    package var strength: Double {
      let left = max(0, 1 - age / SwarmDanger.waveSeconds)
      return left * left
    }
  }

  /// How far the danger reaches.
  package static let reach = 0.3
  /// Heights a second.
  package static let waveSpeed = 0.55
  package static let waveSeconds = 2.2
  /// Half a ring's width.
  package static let waveWidth = 0.09
  /// Waves at a time; another one replaces the oldest.
  package static let waveCount = 4
  /// Heights a second at which arrows move it.
  private static let speed = 0.7
  /// Seconds in which it covers about two thirds of the way to where it is led.
  private static let lag = 0.12
  /// Seconds without a hand after which it wanders again.
  private static let patience = 6.0
  /// Seconds between two waves that come by themselves.
  private static let wavePause = 8.0

  package private(set) var center: Point
  package private(set) var waves: [Wave] = []
  private var aim: Point
  private var lastPointer: Point?
  /// Seconds since the last hand; infinite if there was none.
  private var idle = Double.infinity
  private var wandered = 0.0
  private var untilWave: Double

  package init() {
    center = Self.path(0)
    aim = center
    untilWave = 2
    waves.reserveCapacity(Self.waveCount)
  }

  /// Whether it wanders, as no input leads it.
  package var isWandering: Bool { idle >= Self.patience }

  /// Moves on.
  /// - Parameters:
  ///   - move: The direction of the arrows, at most 1 long.
  ///   - pointer: The mouse's position, if it is on the field.
  ///   - width: The field's width: it stays inside.
  /// - Returns: Whether a wave came by itself.
  package mutating func move(_ seconds: Double, _ move: Point, pointer: Point?, width: Double)
    -> Bool
  {
    idle += seconds
    if let pointer, pointer != lastPointer {
      // The mouse's position before its first move is not an input.
      if lastPointer != nil || !isWandering {
        aim = pointer
        idle = 0
      }
      lastPointer = pointer
    }
    if move.x != 0 || move.y != 0 {
      aim.x += move.x * Self.speed * seconds
      aim.y += move.y * Self.speed * seconds
      idle = 0
    }
    wandered += seconds
    if isWandering { aim = Self.path(wandered) }
    aim = Point(x: min(max(aim.x, 0), width), y: min(max(aim.y, 0), 1))
    // Slower where it is led anew: it must not jump.
    let share = seconds / (seconds + (isWandering ? 8 * Self.lag : Self.lag))
    center.x += (aim.x - center.x) * share
    center.y += (aim.y - center.y) * share
    return moveWaves(seconds)
  }

  /// Sends a wave out from where the danger is.
  package mutating func sendWave() {
    if waves.count == Self.waveCount { waves.removeFirst() }
    waves.append(Wave(center: center))
    untilWave = Self.wavePause
  }

  private mutating func moveWaves(_ seconds: Double) -> Bool {
    for index in waves.indices { waves[index].age += seconds }
    waves.removeAll { $0.strength == 0 }
    guard isWandering else { return false }
    untilWave -= seconds
    guard untilWave <= 0 else { return false }
    sendWave()
    return true
  }

  /// Its path when nobody leads it: a curve that closes only after many rounds.
  private static func path(_ time: Double) -> Point {
    Point(
      x: 0.8 + 0.62 * sin(0.43 * time + 2.2), y: 0.5 + 0.36 * sin(0.61 * time + 0.9))
  }
}
