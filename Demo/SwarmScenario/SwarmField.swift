// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import RepeatBanks

/// The squares as repeats: their alarm levels, the resulting rates, and the displayed values.
///
/// The demo's scene draws the field, and the benchmark measures it. The field is a class, because
/// the bank is never copied.
package final class SwarmField {
  package let grid: SwarmGrid
  /// The alarm level of each square, in 0..<`levelCount`.
  package private(set) var levels: [UInt8]
  /// The number of squares whose level, and so the target rate, changed in the last frame.
  package private(set) var changes = 0
  /// The displayed value of the middle square in the last frame, 0...1.
  package private(set) var middleValue: Float = 0
  /// The CPU's instruction set with which frames are evaluated, and the form in which the curve is
  /// stored.
  package let kernels: (set: String, curve: String)

  private var bank: RepeatBank
  private let ids: [RepeatID]
  private let calmHertz: [Float]
  private let topHertz: Double
  /// Each square's alarm, 0...1, and the danger at its position in this frame.
  private var alarm: [Float]
  private var dangers: [Float]
  /// The target rate of each square, in cycles per second.
  ///
  /// During the next evaluation, the bank's rates change linearly to these rates.
  private var rates: [Float]

  /// The number of alarm levels, 0 (calm) to 31.
  ///
  /// A square's level and its calm rate determine its target rate.
  package static let levelCount = 32
  /// The seconds until a square is fully alarmed, and until it is calm again.
  package static let rise = 0.15
  package static let fall = 2.0
  /// The curve of all squares, stored because fitting it takes milliseconds.
  private static let curve = BankCurve(.easeInEaseOut)

  /// Squares that start at `now`.
  /// - Parameters:
  ///   - topHertz: Cycles per second of a fully alarmed square.
  ///   - before: The previous field. Each new square continues the motion of the nearest square in
  ///     that field.
  package init(
    _ grid: SwarmGrid, topHertz: Double, now: Double, after before: SwarmField? = nil
  ) {
    let count = grid.count
    var bank = RepeatBank(curve: Self.curve)
    bank.reserveCapacity(count)
    var ids: [RepeatID] = []
    ids.reserveCapacity(count)
    var calm: [Float] = []
    calm.reserveCapacity(count)
    levels = Array(repeating: 0, count: count)
    alarm = Array(repeating: 0, count: count)
    for index in 0..<count {
      var phase = grid.firstPhase(of: index)
      calm.append(Float(grid.calmHertz(of: index)))
      if let before {
        let nearest = before.grid.index(nearest: index, of: grid)
        phase = before.phase(of: nearest, at: now)
        levels[index] = before.levels[nearest]
        alarm[index] = before.alarm[nearest]
      }
      let hertz = Self.hertz(calm[index], topHertz, level: levels[index])
      do throws(BankError) {
        ids.append(try bank.add(.hertz(hertz), phase: phase, at: now))
      } catch {
        preconditionFailure("SwarmField(now: \(now)): \(error)")
      }
    }
    self.grid = grid
    self.topHertz = topHertz
    kernels = (bank.kernels.name, bank.curve.methodName)
    self.bank = bank
    calmHertz = calm
    dangers = Array(repeating: 0, count: count)
    rates = (0..<count).map { [levels, calm] in
      Self.rate(Self.hertz(calm[$0], topHertz, level: levels[$0]))
    }
    self.ids = ids
  }

  // MARK: - A frame

  /// Updates the alarm of all squares for the danger; the next evaluation uses the resulting rates.
  package func look(at danger: SwarmDanger, after seconds: Double) {
    computeDangers(danger)
    let rise = Float(seconds / Self.rise)
    let fall = Float(seconds / Self.fall)
    alarm.withUnsafeMutableBufferPointer { alarm in
      dangers.withUnsafeBufferPointer { dangers in
        for index in alarm.indices {
          let old = alarm[index]
          let danger = dangers[index]
          let up = old + rise < danger ? old + rise : danger
          let down = old - fall > danger ? old - fall : danger
          alarm[index] = old < danger ? up : down
        }
      }
    }
    changeRates()
  }

  /// Passes the values of all squares at a time to `body`.
  /// - Parameter body: Gets the index of the first value, 0, and the values, which are valid only
  ///   during the call.
  package func evaluate(at time: Double, _ body: (Int, UnsafeBufferPointer<Float>) -> Void) {
    if time < bank.now {
      // A bank can follow given rates only forwards in time.
      bank.evaluate(at: time)
    } else {
      let rates = rates
      Self.perform { () throws(BankError) in try bank.evaluate(at: time, following: rates) }
    }
    middleValue = bank[grid.middle]
    bank.withValues { values in values.withUnsafeBufferPointer { body(0, $0) } }
  }

  /// Moves all squares back to their initial phases, which form waves.
  package func gather(at time: Double) {
    for index in 0..<grid.count {
      Self.perform { () throws(BankError) in
        try bank.seek(to: grid.firstPhase(of: index), of: ids[index], at: time)
      }
    }
  }

  // MARK: - One square

  /// A square's exact phase, in [0, 1).
  package func phase(of index: Int, at time: Double) -> Double {
    Self.perform { () throws(BankError) in try bank.phase(of: ids[index], at: time) }
  }

  /// A square's target rate, in cycles per second.
  package func hertz(of index: Int) -> Double { Double(rates[index]) }

  // MARK: - Alarm

  /// Computes the danger at each square: 1 at the danger's position, 0 beyond the danger's reach.
  private func computeDangers(_ danger: SwarmDanger) {
    let cell = 1 / Float(grid.rows)
    let (x, y) = (Float(danger.center.x), Float(danger.center.y))
    let steepness = 1 / Float(SwarmDanger.reach * SwarmDanger.reach)
    dangers.withUnsafeMutableBufferPointer { dangers in
      for row in 0..<grid.rows {
        let dy = (Float(row) + 0.5) * cell - y
        let first = row * grid.columns
        for column in 0..<grid.columns {
          let dx = (Float(column) + 0.5) * cell - x
          let near = 1 - (dx * dx + dy * dy) * steepness
          dangers[first + column] = near > 0 ? near * near : 0
        }
      }
    }
    for wave in danger.waves { add(wave) }
  }

  /// Adds a ring's danger.
  ///
  /// Only the rows that the ring crosses are visited, because a ring is narrow and often partly
  /// outside the field.
  private func add(_ wave: SwarmDanger.Wave) {
    let cell = 1 / Float(grid.rows)
    let (x, y) = (Float(wave.center.x), Float(wave.center.y))
    let radius = Float(wave.radius)
    let half = Float(SwarmDanger.waveWidth)
    let strength = Float(wave.strength)
    // With the ring's radius r and a square's distance d from the centre, d² - r² is about
    // 2 r (d - r) near the ring, so the distance d - r to the ring needs no root. A small ring is
    // thicker.
    let steepness = 1 / ((2 * radius + half) * half)
    dangers.withUnsafeMutableBufferPointer { dangers in
      for row in 0..<grid.rows {
        let dy = (Float(row) + 0.5) * cell - y
        guard dy.magnitude < radius + half else { continue }
        let first = row * grid.columns
        for column in 0..<grid.columns {
          let dx = (Float(column) + 0.5) * cell - x
          let away = (dx * dx + dy * dy - radius * radius) * steepness
          let near = strength * (1 - away * away)
          let old = dangers[first + column]
          dangers[first + column] = near > old ? near : old
        }
      }
    }
  }

  /// Updates the rates of all squares whose level has changed.
  private func changeRates() {
    var count = 0
    let top = Float(Self.levelCount - 1)
    for index in 0..<grid.count {
      // Adding 2^23 rounds to the nearest integer and leaves it in the low bits.
      let level = UInt8(truncatingIfNeeded: (alarm[index] * top + 0x1p23).bitPattern)
      guard level != levels[index] else { continue }
      levels[index] = level
      rates[index] = Self.rate(Self.hertz(calmHertz[index], topHertz, level: level))
      count += 1
    }
    changes = count
  }

  /// The rate as a Float, rounded down so that it does not exceed the limit.
  private static func rate(_ hertz: Double) -> Float {
    let nearest = Float(hertz)
    return Double(nearest) > hertz ? nearest.nextDown : nearest
  }

  @inline(__always)
  private static func hertz(_ calm: Float, _ top: Double, level: UInt8) -> Double {
    // The rate is the top rate minus a difference, so that the highest level has exactly the top
    // rate, and rounding never raises a rate above it.
    let last = Double(levelCount - 1)
    return top - (top - Double(calm)) * ((last - Double(level)) / last)
  }

  /// Runs a command that is always within the bank's limits.
  @inline(__always)
  private static func perform<Result>(_ command: () throws(BankError) -> Result) -> Result {
    do throws(BankError) {
      return try command()
    } catch {
      preconditionFailure("SwarmField: \(error)")
    }
  }
}
