// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The squares as repeats: how alarmed each one is, the rate that comes of it, and what it shows.
///
/// A class, as the bank is never copied.
final class SwarmField {
  let grid: SwarmGrid
  /// How alarmed each square is, in 0..<`SwarmColors.levels`.
  private(set) var levels: [UInt8]
  /// What each square shows at the last time evaluated, 0...1.
  private(set) var values: [Float]
  /// Rates that the last frame ordered.
  private(set) var changes = 0
  /// Squares at each level.
  private(set) var population: [Int]
  /// The instructions that frames are evaluated with, and how the curve is.
  let kernels: (set: String, curve: String)

  private var bank: RepeatBank
  private let ids: [RepeatID]
  private let calmHertz: [Float]
  private let topHertz: Double
  /// How alarmed, 0...1, and what each square sees of the danger in this frame.
  private var alarm: [Float]
  private var sight: [Float]

  /// Seconds in which a square is wholly alarmed, and calm again.
  static let rise = 0.15
  static let fall = 2.0

  /// The curve of all squares: how it is fitted takes milliseconds, so it is kept.
  private static let curve = BankCurve(.easeInEaseOut)

  /// Squares that run from `now` on.
  /// - Parameters:
  ///   - topHertz: Cycles per second of a square that is wholly alarmed.
  ///   - before: What showed until now: each new square goes on as the one that was nearest.
  init(_ grid: SwarmGrid, topHertz: Double, now: Double, after before: SwarmField? = nil) {
    let count = grid.count
    var bank = RepeatBank(curve: Self.curve)
    bank.reserveCapacity(count)
    var ids: [RepeatID] = []
    ids.reserveCapacity(count)
    var calm: [Float] = []
    calm.reserveCapacity(count)
    levels = Array(repeating: 0, count: count)
    alarm = Array(repeating: 0, count: count)
    population = Array(repeating: 0, count: SwarmColors.levels)
    for index in 0..<count {
      var phase = grid.firstPhase(of: index)
      calm.append(Float(grid.calmHertz(of: index)))
      if let before {
        let nearest = before.grid.index(nearest: index, of: grid)
        phase = before.phase(of: nearest, at: now)
        levels[index] = before.levels[nearest]
        alarm[index] = before.alarm[nearest]
      }
      population[Int(levels[index])] += 1
      let hertz = Self.hertz(calm[index], topHertz, level: levels[index])
      do throws(BankError) {
        ids.append(try bank.add(.hertz(hertz), phase: phase, at: now))
      } catch {
        preconditionFailure("SwarmField(now: \(now)): \(error)")
      }
    }
    self.grid = grid
    self.topHertz = topHertz
    kernels = (bank.kernels.name, bank.curve.kernelName())
    self.bank = bank
    self.ids = ids
    calmHertz = calm
    values = Array(repeating: 0, count: count)
    sight = Array(repeating: 0, count: count)
  }

  // MARK: - A frame

  /// Looks where the danger is, and orders the rates that change by it.
  func look(at danger: SwarmDanger, after seconds: Double, now: Double) {
    see(danger)
    let rise = Float(seconds / Self.rise)
    let fall = Float(seconds / Self.fall)
    alarm.withUnsafeMutableBufferPointer { alarm in
      sight.withUnsafeBufferPointer { sight in
        for index in alarm.indices {
          let old = alarm[index]
          let seen = sight[index]
          let up = old + rise < seen ? old + rise : seen
          let down = old - fall > seen ? old - fall : seen
          alarm[index] = old < seen ? up : down
        }
      }
    }
    orderRates(now)
  }

  /// The values of all squares at a time.
  func evaluate(at time: Double) {
    values.withUnsafeMutableBufferPointer { values in
      Self.must { () throws(BankError) in try bank.evaluate(at: time, into: values) }
    }
  }

  /// Puts all squares back to the waves that they began with.
  func gather(at time: Double) {
    for index in 0..<grid.count {
      Self.must { () throws(BankError) in
        try bank.seek(to: grid.firstPhase(of: index), of: ids[index], at: time)
      }
    }
  }

  // MARK: - One square

  /// Where in its cycle a square is, in [0, 1), exactly.
  func phase(of index: Int, at time: Double) -> Double {
    Self.must { () throws(BankError) in try bank.position(of: ids[index], at: time) }
  }

  /// Cycles per second of a square.
  func hertz(of index: Int) -> Double {
    Self.hertz(calmHertz[index], topHertz, level: levels[index])
  }

  // MARK: - Alarm

  /// What each square sees, 0...1: nothing beyond the danger's reach, all of it in its middle.
  private func see(_ danger: SwarmDanger) {
    let cell = 1 / Float(grid.rows)
    let (x, y) = (Float(danger.place.x), Float(danger.place.y))
    let steepness = 1 / Float(SwarmDanger.reach * SwarmDanger.reach)
    sight.withUnsafeMutableBufferPointer { sight in
      for row in 0..<grid.rows {
        let dy = (Float(row) + 0.5) * cell - y
        let first = row * grid.columns
        for column in 0..<grid.columns {
          let dx = (Float(column) + 0.5) * cell - x
          let near = 1 - (dx * dx + dy * dy) * steepness
          sight[first + column] = near > 0 ? near * near : 0
        }
      }
    }
    for wave in danger.waves { see(wave) }
  }

  /// The rows that a ring crosses: it is narrow, and often outside already.
  private func see(_ wave: SwarmDanger.Wave) {
    let cell = 1 / Float(grid.rows)
    let (x, y) = (Float(wave.place.x), Float(wave.place.y))
    let radius = Float(wave.radius)
    let half = Float(SwarmDanger.waveWidth)
    let strength = Float(wave.strength)
    // d² - r² is about 2 r (d - r): the distance to the ring without a root. Thick while it is small.
    let steepness = 1 / ((2 * radius + half) * half)
    sight.withUnsafeMutableBufferPointer { sight in
      for row in 0..<grid.rows {
        let dy = (Float(row) + 0.5) * cell - y
        guard dy.magnitude < radius + half else { continue }
        let first = row * grid.columns
        for column in 0..<grid.columns {
          let dx = (Float(column) + 0.5) * cell - x
          let away = (dx * dx + dy * dy - radius * radius) * steepness
          let near = strength * (1 - away * away)
          let old = sight[first + column]
          sight[first + column] = near > old ? near : old
        }
      }
    }
  }

  private func orderRates(_ now: Double) {
    changes = 0
    let top = Float(SwarmColors.levels - 1)
    for index in 0..<grid.count {
      // Rounds as `SwarmColors.index` does.
      let level = UInt8(truncatingIfNeeded: (alarm[index] * top + 0x1p23).bitPattern)
      let old = levels[index]
      guard level != old else { continue }
      levels[index] = level
      population[Int(old)] -= 1
      population[Int(level)] += 1
      changes += 1
      let hertz = Self.hertz(calmHertz[index], topHertz, level: level)
      Self.must { () throws(BankError) in
        try bank.setRate(.hertz(hertz), of: ids[index], at: now, policy: .phaseMatched)
      }
    }
  }

  @inline(__always)
  private static func hertz(_ calm: Float, _ top: Double, level: UInt8) -> Double {
    // From the top down: there it is exact, and not above the limit by a rounding.
    let last = Double(SwarmColors.levels - 1)
    return top - (top - Double(calm)) * ((last - Double(level)) / last)
  }

  /// All orders are within what a bank takes.
  @inline(__always)
  private static func must<Result>(_ order: () throws(BankError) -> Result) -> Result {
    do throws(BankError) {
      return try order()
    } catch {
      preconditionFailure("SwarmField: \(error)")
    }
  }
}
