// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

extension RepeatBank {
  /// Computes the value of every slot at a time; read the values with ``withValues(_:)`` until the
  /// next frame.
  ///
  /// A time after the present moves the present there; an earlier time changes only the values.
  /// - Parameter time: Seconds, within ±``latestTime``.
  /// - Precondition: `time` is in that range.
  public mutating func evaluate(at time: Double) {
    Self.requireFrameTime(time)
    advance(to: time)
    showRamps(at: Int128(rk_time_of(time)))
    evaluateRows(at: time)
  }

  /// Passes the values of the last frame, in order of the slots, to `body`; they are in 0...1 if
  /// the curve is.
  public borrowing func withValues<Result, Failure: Error>(
    _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: firstValue, count: endIndex).span)
  }

  /// The value of a slot in the last frame.
  /// - Precondition: `index` is below ``endIndex``.
  @inlinable
  public subscript(index: Int) -> Float {
    precondition(index >= 0 && index < endIndex, "a slot must be below endIndex")
    return firstValue[index]
  }

  /// The address of the first value, for callers that keep the pointer.
  @usableFromInline
  package var firstValue: UnsafePointer<Float> { UnsafePointer(rows.values) }

  func evaluateRows(at time: Double) {
    withUnsafePointer(to: rows.inC) { rows in
      var frame = rk_frame(
        rows: rows, count: Int64(endIndex), time: rk_time_of(time), curve: curve.inC,
        one_way: mode == .sawtooth, values: self.rows.values)
      rk_evaluate(kernels.inC, &frame)
    }
  }

  /// Writes the phases of ramps into the rows.
  private func showRamps(at time: Int128) {
    for ramp in ramps where !ramp.isPaused {
      withUnsafePointer(to: rows.inC) {
        rk_run($0, Int64(ramp.slot), ramp.phase(at: time), rk_rate(0), rk_time(time))
      }
    }
  }
}

// MARK: - Fields

extension RepeatBank {
  /// Computes the value of every repeat at `time` with rates that follow a field, such as health,
  /// distance or music: `hertz` are the rates at `time`.
  ///
  /// From the bank's present, ``now``, to `time` each rate changes linearly to the new one; then it
  /// stays until the next call. So nothing jumps, and frames may be at any times. The phase is the
  /// exact integral. Each call rounds it by at most 2^-52 of the cycles of the interval, or of half
  /// a second if that is longer.
  ///
  /// A paused or idle repeat stores the rate for later. Pending changes and ramps are withdrawn.
  /// - Parameters:
  ///   - time: Seconds, not before ``now``.
  ///   - hertz: Cycles per second, one for each slot below ``endIndex``; those of free slots are
  ///     ignored, but must also be numbers.
  /// - Throws: ``BankError/wrongCount(given:needed:)``, ``BankError/invalidRate(_:)`` for the first
  ///   invalid rate, ``BankError/invalidTime(_:)``, ``BankError/timeHasPassed(time:now:)``,
  ///   ``BankError/noMemory``; nothing is changed then.
  public mutating func evaluate(at time: Double, following hertz: Span<Float>) throws(BankError) {
    guard hertz.count == endIndex else {
      throw .wrongCount(given: hertz.count, needed: endIndex)
    }
    let tick = Int128(try check(time))
    try hertz.withUnsafeBufferPointer { hertz throws(BankError) in
      guard let first = hertz.baseAddress else { return }
      if !rk_rates_are_within(kernels.inC, first, Int64(hertz.count), Float(Self.highestRate)) {
        for rate in hertz { try Self.check(.hertz(Double(rate))) }
      }
      guard rows.makeLowRow() else { throw .noMemory }
      let start = max(Int128(rk_time_of(now)), tick - Int128(rk_time_of(1e9)))
      let middle = start + (tick - start) / 2
      for chunk in 0..<chunkCount { follow(first, chunk, from: start, middle, to: tick) }
    }
    advance(to: time)
    evaluateRows(at: time)
  }

  /// Computes all values with rates from an array.
  public mutating func evaluate(at time: Double, following hertz: [Float]) throws(BankError) {
    try evaluate(at: time, following: hertz.span)
  }

  private mutating func follow(
    _ hertz: UnsafePointer<Float>, _ chunk: Int, from start: Int128, _ middle: Int128,
    to time: Int128
  ) {
    rows.inC.chunk[chunk].changed = .max
    let count = usedSlots(ofChunk: chunk)
    let header = rows.inC.chunk[chunk]
    guard header.plain == count, let low = rows.inC.low else {
      settle(chunk: chunk)
      return followWithCare(hertz, chunk, from: start, middle, to: time)
    }
    let first = chunk * BankRows.chunk
    if !header.follows {
      // The exact rates also change at the interval's middle, because from here on the rates are
      // `Float`s.
      followWithCare(hertz, chunk, from: start, middle, to: time)
      for slot in first..<first + count { low[slot] = rows.inC.slot[slot].phase_low }
      rows.inC.chunk[chunk].follows = true
      return
    }
    withUnsafePointer(to: rows.inC) {
      var field = rk_field(hertz: hertz, middle: rk_time(middle))
      rk_follow(kernels.inC, $0, Int64(chunk), Int64(count), &field, rk_time(time))
    }
  }

  /// Applies the field's rates to one slot after another.
  private mutating func followWithCare(
    _ hertz: UnsafePointer<Float>, _ chunk: Int, from start: Int128, _ middle: Int128,
    to time: Int128
  ) {
    let first = chunk * BankRows.chunk
    for slot in first..<first + usedSlots(ofChunk: chunk) where rows.inC.slot[slot].isLive {
      let (rate, state) = (RepeatRate.hertz(Double(hertz[slot])), rows.inC.slot[slot])
      if state.isPending, !state.isStill {
        // A ramp, because a stop that waits for the end of the cycle may be due on the way.
        request(rate, of: slot, at: start, over: time - start)
      } else {
        request(rate, of: slot, at: state.isStill ? start : middle, over: 0)
      }
    }
  }
}
