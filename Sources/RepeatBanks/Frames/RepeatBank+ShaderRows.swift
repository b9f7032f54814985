// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// A shader can evaluate a bank. The processor then writes only the rows of the repeats that have
// changed.

extension RepeatBank {
  /// Updates the rows for a shader, one for each slot in order, to `time`, which becomes ``now``.
  ///
  /// ```
  /// for range in try torches.updateShaderRows(&rows, at: frame.time) { upload(rows, range) }
  /// ```
  /// A row changes after a command or a change at a cycle's end. A row also changes in each call
  /// during a ramp, in the call after a frame whose rates come from a field, and every
  /// `ShaderRow.span` seconds. The rows of free slots stand still at phase 0. See `ShaderRow`.
  /// - Parameters:
  ///   - shaderRows: The array written by the last call, or an empty array to get all rows. The
  ///     array grows to ``endIndex`` rows.
  ///   - time: Seconds, not before ``now``.
  /// - Returns: The ranges of slots written, in rising order; slots are written in blocks of 16.
  /// - Throws: ``BankError/invalidTime(_:)``, ``BankError/timeHasPassed(time:now:)``.
  /// - Complexity: O(slots / 1024) if nothing has changed.
  public mutating func updateShaderRows(_ shaderRows: inout [ShaderRow], at time: Double)
    throws(BankError) -> [Range<Int>]
  {
    if shaderRows.isEmpty { shaderRowsEnd = -.infinity }
    let none = ShaderRow(time: 0, phase: 0, rate: 0, nextRate: 0)
    shaderRows += repeatElement(none, count: max(0, endIndex - shaderRows.count))
    var changed: [Range<Int>] = []
    try shaderRows.withUnsafeMutableBufferPointer { buffer throws(BankError) in
      try updateShaderRows(buffer, at: time) { changed.append($0) }
    }
    return changed
  }

  /// Updates the rows in a buffer that has room for ``endIndex`` rows.
  package mutating func updateShaderRows(
    _ shaderRows: UnsafeMutableBufferPointer<ShaderRow>, at time: Double,
    _ reportChange: (Range<Int>) -> Void
  ) throws(BankError) {
    _ = try check(time)
    advance(to: time)
    if time >= shaderRowsEnd {
      for chunk in 0..<chunkCount { rows.chunks[chunk].changed = .max }
      shaderRowsEnd = time + ShaderRow.span
    }
    for ramp in ramps where !ramp.motion.isPaused { mark(ramp.slot) }
    let tick = ShaderRow.tick(notBefore: Int128(rk_time_of(time)))
    var changed = 0..<0
    for chunk in 0..<chunkCount where rows.chunks[chunk].changed != 0 {
      var blocks = rows.chunks[chunk].changed
      rows.chunks[chunk].changed = 0
      while blocks != 0 {
        let start = chunk * BankRows.chunk + blocks.trailingZeroBitCount * Int(RK_BLOCK_SLOTS)
        blocks &= blocks - 1
        guard start < endIndex else { break }
        let block = start..<min(start + Int(RK_BLOCK_SLOTS), endIndex)
        for slot in block { shaderRows[slot] = shaderRow(ofSlot: slot, at: tick) }
        if changed.upperBound != start {
          if !changed.isEmpty { reportChange(changed) }
          changed = block
        }
        changed = changed.lowerBound..<block.upperBound
      }
    }
    if !changed.isEmpty { reportChange(changed) }
  }

  /// Marks a slot's row as out of date.
  @inline(__always)
  func mark(_ slot: Int) { rk_mark(rows.inC, Int64(slot)) }

  private func shaderRow(ofSlot slot: Int, at tick: Int128) -> ShaderRow {
    let (state, time) = (rows.slots[slot], tick << 38)
    guard state.isLive else { return ShaderRow(time: 0, phase: 0, rate: 0, nextRate: 0) }
    let isBackwards = isBackwards(ofSlot: slot, at: time)
    let phase = shaderPhase(phase(ofSlot: slot, at: time), isBackwards)
    let rate = state.isStill ? 0 : ShaderRow.rate(rate(ofSlot: slot, at: time), bits: 62)
    let steady = ShaderRow(
      tick: tick, before: phase, rate, after: phase, rate, first: (tick, phase))
    guard !state.isStill, state.isPending, rampIndex(of: slot) == nil else { return steady }
    let change = pendingChange(of: slot)
    let due = Int128(change.due)
    guard due - time <= Int128(ShaderRow.span) << 64 else { return steady }
    let end = ShaderRow.tick(notBefore: due)
    let next = change.waits_for_stop ? 0 : change.rate
    let goesBack = !change.waits_for_stop && (next != 0 ? next < 0 : isBackwards)
    let moved = (next * (end << 38 - due)) >> 62
    let after = shaderPhase(UInt64(truncatingIfNeeded: moved), goesBack)
    let passed = shaderPhase(self.phase(ofSlot: slot, at: end << 38), isBackwards)
    // At a turn, the phase before the change would show the wrong end for a tick.
    return ShaderRow(
      tick: end, before: goesBack == isBackwards ? passed : after, rate, after: after,
      ShaderRow.rate(next, bits: 62), first: (tick, phase))
  }

  /// A shader's phase, one unit less in one-way backward motion: so a boundary shows its end.
  private func shaderPhase(_ phase: UInt64, _ isBackwards: Bool) -> UInt64 {
    mode == .sawtooth && isBackwards ? phase &- 1 : phase
  }
}
