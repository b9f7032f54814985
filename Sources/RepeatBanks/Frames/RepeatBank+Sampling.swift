// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

// One repeat at any time, without touching the rest or the frame's values. For times before the
// last command the answer is as if what holds now had always held, as on a controller.

extension RepeatBank {
  /// The phase of a repeat at `time`, in [0, 1), rounded down to 2^-56.
  ///
  /// Within 1e-12 of a controller's with the same commands for 50 days after a change of its rate,
  /// and 2.1e-19 more for each second: 6.5e-12 after a year, 2.1e-10 after 1e9 s.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func position(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let index = try check(id)
    Self.requireFrameTime(time)
    return phase(at: index, time)
  }

  /// The progress of a repeat at `time`: 0 in the default state, 1 in the alternate one.
  ///
  /// Within ``BankCurve/exactBound`` of the timing function at the exact phase.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  @inlinable
  public func progress(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let quick = quickSample(of: id, at: time, sampler)
    if quick.is_known { return quick.progress }
    return try anyProgress(of: id, at: time)
  }

  /// The value of a repeat at `time`: its progress, between its ends where the bank has them.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  @inlinable
  public func value(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let quick = quickSample(of: id, at: time, valueSampler)
    if quick.is_known { return quick.progress }
    return try anyValue(of: id, at: time)
  }

  /// Cycles per second in effect at `time`; 0 while idle and paused.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func hertz(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let index = try check(id)
    Self.requireFrameTime(time)
    if let position = individualIndex(of: index) {
      return individuals[position].controller.sample(at: time).hertz
    }
    let (block, slot) = locate(index)
    return block.state[slot].isStill ? 0 : block.exactState(slot).rate.hertz.high
  }

  /// What a repeat is doing, after all its commands.
  /// - Throws: ``BankError/staleID(_:)``.
  public func state(of id: RepeatID) throws(BankError) -> BankState {
    let index = try check(id)
    if let position = individualIndex(of: index) {
      switch individuals[position].controller.state {
      case .idle: return .idle
      case .running: return .running
      case .stopping: return .stopping
      case .paused: return .paused
      }
    }
    let (block, slot) = locate(index)
    let state = block.state[slot]
    return state.isIdle ? .idle : state.isStill ? .paused : .running
  }

  @inline(__always)
  private func phase(at index: Int, _ time: Double) -> Double {
    let (block, slot) = locate(index)
    guard !block.state[slot].isStill else { return stillPhase(at: index, time) }
    return ExactPhase(bits: block.exactState(slot).phaseBits(at: time) >> 8).nearest
  }

  @inline(never)
  private func stillPhase(at index: Int, _ time: Double) -> Double {
    if let position = individualIndex(of: index) {
      return individuals[position].position(at: time).phase
    }
    let (block, slot) = locate(index)
    return block.exact[slot].stillPhase.nearest
  }

  /// What is sampled most: one that runs, on a curve with a table.
  @inlinable @inline(__always)
  func quickSample(of id: RepeatID, at time: Double, _ sampler: rk_sampler) -> rk_sample {
    rk_quick_sample(blocks, Int64(endIndex), nameBase, sampler, id, time)
  }

  /// The value of a repeat where that is quickly found; nil for others, and for wrong names and
  /// times.
  ///
  /// Apart from ``value(of:at:)`` for callers that read the bank through a pointer: with the long
  /// way in the same access, the compiler copies the bank for it, all its 240 bytes.
  @_spi(CLibrary) @inlinable @inline(__always)
  public func quickValue(of id: RepeatID, at time: Double) -> Double? {
    let quick = quickSample(of: id, at: time, valueSampler)
    return quick.is_known ? quick.progress : nil
  }

  /// The same for the phase.
  @_spi(CLibrary) @inlinable @inline(__always)
  public func quickPosition(of id: RepeatID, at time: Double) -> Double? {
    var phase: UInt64 = 0
    guard rk_quick_phase(blocks, Int64(endIndex), nameBase, id, time, &phase) else { return nil }
    return min(Double(phase >> 8) * 0x1p-56, (1.0).nextDown)
  }

  @usableFromInline @inline(never)
  func anyProgress(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let index = try check(id)
    Self.requireFrameTime(time)
    let (block, slot) = locate(index)
    // Of all 56 bits, as by the short way.
    if sampler.rows != nil, !block.state[slot].isStill {
      return rk_progress(sampler, block.exactState(slot).phaseBits(at: time))
    }
    return loop.progress(at: phase(at: index, time), sampler)
  }

  @usableFromInline @inline(never)
  func anyValue(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let progress = try progress(of: id, at: time)
    let (block, slot) = locate(id.index)
    guard let start = block.start, let change = block.change else { return progress }
    return Double(start[slot]) + Double(change[slot]) * progress
  }
}
