// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// One repeat at any time, without touching the rest or the frame's values. For times before the last
// order the answer is as if what holds now had always held, as on a controller.

extension RepeatBank {
  /// The phase of a repeat at `time`, in [0, 1): within 1e-12 of a controller's with the same orders.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func position(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    phase(at: try check(id), Self.frameTime(time), time)
  }

  /// The progress of a repeat at `time`: 0 in the default state, 1 in the alternate one.
  ///
  /// Within ``BankCurve/exactBound`` of the timing function at the exact phase.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func progress(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    progress(at: try check(id), Self.frameTime(time), time)
  }

  /// The value of a repeat at `time`: its progress, between its ends where the bank has them.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func value(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let index = try check(id)
    let progress = progress(at: index, Self.frameTime(time), time)
    let (block, place) = locate(index)
    guard let start = block.start, let change = block.change else { return progress }
    return Double(start[place]) + Double(change[place]) * progress
  }

  /// Cycles per second in effect at `time`; 0 at rest and paused.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func hertz(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let index = try check(id)
    _ = Self.frameTime(time)
    if let position = asideIndex(of: index) {
      return aside[position].controller.sample(at: time).hertz
    }
    let (block, place) = locate(index)
    return block.state[place].isStill ? 0 : block.master[place].rate.hertz.high
  }

  /// What a repeat is doing, after all that it was told.
  /// - Throws: ``BankError/staleID(_:)``.
  public func state(of id: RepeatID) throws(BankError) -> BankState {
    let index = try check(id)
    if let position = asideIndex(of: index) {
      switch aside[position].controller.state {
      case .idle: return .idle
      case .running: return .running
      case .stopping: return .stopping
      case .paused: return .paused
      }
    }
    let (block, place) = locate(index)
    let state = block.state[place]
    return state.isIdle ? .idle : state.isStill ? .paused : .running
  }

  @inline(__always)
  func phase(at index: Int, _ bankTime: BankTime, _ time: Double) -> Double {
    let (block, place) = locate(index)
    let state = block.state[place]
    guard state.isStill else { return block.master[place].phase(at: bankTime) }
    return stillPhase(at: index, time)
  }

  /// Apart, so that what is asked for most needs no room on the stack for it.
  @inline(never)
  private func stillPhase(at index: Int, _ time: Double) -> Double {
    let (block, place) = locate(index)
    if let position = asideIndex(of: index) { return aside[position].phase(at: time) }
    return block.master[place].stillPhase.high
  }

  @inline(__always)
  private func progress(at index: Int, _ bankTime: BankTime, _ time: Double) -> Double {
    loop.progress(at: phase(at: index, bankTime, time))
  }
}
