// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

// All rates at once, before each frame: by health, distance or music.

extension RepeatBank {
  /// Works out the value of every repeat at `time`, as ``evaluate(at:)`` does, with rates that follow
  /// a field: `hertz` are those that it has at `time`.
  ///
  /// From the bank's present, ``now``, to `time` each rate moves linearly from the one that it has to
  /// the new one, and the phase is the exact integral of that; from then on the rate stays, until
  /// the next call. So nothing jumps, and frames may come at any times. The integral is rounded by
  /// less than 2^-60 cycle a call, and by 2^-53 of itself where one rate is less than 2^-29 of the
  /// other.
  ///
  /// A repeat that is paused or idle takes the rate for later; one that is evaluated individually
  /// ramps to it. One at 0 Hz counts as one that runs forwards. Commands, exact values and snapshots
  /// between the frames are the same as otherwise; a command for a repeat costs its block of 4096 a
  /// few microseconds in the next call.
  /// - Parameters:
  ///   - time: Seconds, not before ``now``.
  ///   - hertz: Cycles per second, one for each slot below ``endIndex``; those of holes are ignored,
  ///     but must be numbers too.
  /// - Throws: ``BankError/wrongCount(given:needed:)``, ``BankError/invalidRate(_:)`` for the first
  ///   wrong one, ``BankError/invalidTime(_:)``, ``BankError/timeHasPassed(time:now:)``; nothing is
  ///   changed then.
  /// - Precondition: the system has the memory for the values.
  public mutating func evaluate(at time: Double, following hertz: Span<Float>) throws(BankError) {
    try withFrame(at: time, following: hertz) { frame in
      frame.evaluate(blocks: 0..<frame.blockCount)
    }
  }

  /// The same for an array.
  public mutating func evaluate(at time: Double, following hertz: [Float]) throws(BankError) {
    try evaluate(at: time, following: hertz.span)
  }

  /// Prepares such a frame for several threads, as ``withFrame(at:_:)`` does.
  ///
  /// Each block must be evaluated at least once: its rates change when it is. The values, and all
  /// that follows, are the same to the last bit in whatever order and by whichever threads.
  public mutating func withFrame<Result>(
    at time: Double, following hertz: Span<Float>, _ body: (BankFrame) -> Result
  ) throws(BankError) -> Result {
    try hertz.withUnsafeBufferPointer { hertz throws(BankError) in
      let step = try begin(at: time, following: hertz)
      precondition(keepValues(), "there is no memory for \(endIndex) values")
      var frame = frameAgain(at: time)
      frame.step = step
      return body(frame)
    }
  }

  /// Checks a frame's time and rates, and moves the present and the individual repeats there.
  /// - Parameter hertz: Must outlive the frame.
  private mutating func begin(at time: Double, following hertz: UnsafeBufferPointer<Float>)
    throws(BankError) -> FieldStep?
  {
    guard hertz.count == endIndex else {
      throw .wrongCount(given: hertz.count, needed: endIndex)
    }
    _ = try check(time)
    guard let first = hertz.baseAddress, endIndex > 0 else {
      now = time
      moveIndividuals(to: time)
      return nil
    }
    try Self.check(hertz, with: kernels)
    mayFollow = true
    let step = FieldStep(first, from: now, to: time)
    rampIndividuals(hertz, to: time)
    now = time
    moveIndividuals(to: time)
    return step
  }

  private static func check(_ hertz: UnsafeBufferPointer<Float>, with kernels: KernelSet)
    throws(BankError)
  {
    let set = kernels.inC ?? RK_BASELINE
    if rk_rates_are_within(set, hertz.baseAddress!, Int64(hertz.count), Float(highestRate)) {
      return
    }
    for rate in hertz { try check(.hertz(Double(rate))) }
  }

  /// Lets the individual repeats ramp to the field's rates.
  private mutating func rampIndividuals(_ hertz: UnsafeBufferPointer<Float>, to time: Double) {
    // A new bank's present is before all times.
    let seconds = min(time - now, RepeatLimits.intervals.upperBound)
    let start = time - seconds
    for position in individuals.indices {
      let rate = RepeatRate.hertz(Double(hertz[individuals[position].index]))
      individuals[position].controller.apply(
        .ramp(to: rate, over: seconds, shape: .linear), .phaseMatched,
        at: max(start, individuals[position].controller.now))
    }
  }

  /// Gives the block of a slot its exact states back, before a command changes one.
  @inline(__always)
  func settle(_ index: Int) {
    let block = index / rk_block.slots
    guard blocks[block].header.pointee.follows else { return }
    rk_settle(blocks + block, Int64(min(slotsPerBlock, endIndex - block * rk_block.slots)))
  }

  /// The same for all blocks.
  mutating func settleAll() {
    // Looking at the headers costs what the changes of a frame do not have.
    guard mayFollow else { return }
    for block in 0..<usedBlocks { settle(block * rk_block.slots) }
    mayFollow = false
  }
}

extension BankWorkers {
  /// ``RepeatBank/evaluate(at:following:)-(_,Span<Float>)`` by all threads.
  /// - Throws: As that does.
  public mutating func evaluate(
    _ bank: inout RepeatBank, at time: Double, following hertz: Span<Float>
  ) throws(BankError) {
    try bank.withFrame(at: time, following: hertz) { frame in run(frame) }
  }
}
