// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc

/// A danger that moves over the field, and the waves that it sends out.
///
/// Lengths are in units of the field's height. The danger moves by itself until the user steers it.
package struct SwarmDanger: Hashable, Sendable {
  /// A ring that expands.
  package struct Wave: Hashable, Sendable {
    package let center: Point
    package internal(set) var age = 0.0
    /// The radius of the ring's middle line.
    package var radius: Double { SwarmDanger.waveSpeed * age }
    /// The wave's remaining strength, 1 to 0.
    package var strength: Double {
      let left = max(0, 1 - age / SwarmDanger.waveSeconds)
      return left * left
    }
  }

  /// The danger's radius of influence.
  package static let reach = 0.3
  /// The speed of a ring, in field heights per second.
  package static let waveSpeed = 0.55
  package static let waveSeconds = 2.2
  /// Half of a ring's width.
  package static let waveWidth = 0.09
  /// The largest number of waves; a further wave replaces the oldest.
  package static let waveCount = 4
  /// The speed with arrow keys, in field heights per second.
  private static let speed = 0.7
  /// The time constant, in seconds, of the danger's approach to the position set by the user.
  private static let lag = 0.12
  /// The seconds without input after which the danger moves by itself again.
  private static let patience = 6.0
  /// The seconds between two automatic waves.
  private static let wavePause = 8.0

  package private(set) var center: Point
  package private(set) var waves: [Wave] = []
  private var aim: Point
  private var lastPointer: Point?
  /// The seconds since the last input; infinite if there was none.
  private var idle = Double.infinity
  private var wandered = 0.0
  private var untilWave: Double

  package init() {
    center = Self.path(0)
    aim = center
    untilWave = 2
    waves.reserveCapacity(Self.waveCount)
  }

  /// Whether the danger moves by itself, without input.
  package var isWandering: Bool { idle >= Self.patience }

  /// Advances by a time in seconds.
  /// - Parameters:
  ///   - move: The direction of the arrow keys, at most 1 long.
  ///   - pointer: The mouse's position, if it is on the field.
  ///   - width: The field's width, which bounds the danger's position.
  /// - Returns: Whether an automatic wave was sent.
  package mutating func move(_ seconds: Double, _ move: Point, pointer: Point?, width: Double)
    -> Bool
  {
    idle += seconds
    if let pointer, pointer != lastPointer {
      // The mouse's position before its first movement is not an input.
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
    // The danger approaches its automatic path more slowly, so that it does not jump to the path.
    let share = seconds / (seconds + (isWandering ? 8 * Self.lag : Self.lag))
    center.x += (aim.x - center.x) * share
    center.y += (aim.y - center.y) * share
    return moveWaves(seconds)
  }

  /// Sends a wave out from the danger's position.
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

  /// The danger's automatic path: a curve that closes only after many rounds.
  private static func path(_ time: Double) -> Point {
    Point(
      x: 0.8 + 0.62 * sin(0.43 * time + 2.2), y: 0.5 + 0.36 * sin(0.61 * time + 0.9))
  }
}
