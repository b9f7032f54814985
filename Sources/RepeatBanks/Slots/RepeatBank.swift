// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

/// Many repeats that share a curve and a mode; each has its own rate, which may change at any time.
///
/// ```
/// var torches = RepeatBank(curve: BankCurve(.easeInEaseOut))
/// let torch = try torches.add(.hertz(1.5), phase: 0.2, at: frame.time)
/// try torches.setRate(.hertz(3), of: torch, at: frame.time, policy: .phaseMatched)  // nothing jumps
/// torches.evaluate(at: frame.time)
/// let glow = torches[torch.index]                           // 0...1 as a Float
/// let exact = try torches.value(of: torch, at: frame.time)    // as exact as a controller's
/// ```
/// A slot is a phase and a rate, in integers: `position(t) = phase + rate * (t - epoch)`, where the
/// epoch is a time near ``now``. A frame uses the phase's upper half, and the rate as a `Float`; it
/// writes one value per slot to an array. Three changes of a slot can be pending: a new rate at the
/// end of the cycle, a stop there, and the end of a ramp. A delay, a count, a lock or events need a
/// controller, which ``controller(of:at:)`` makes.
///
/// **Phases.** For 50 days after a change of its rate, the phase of a repeat is within 1e-12 cycle
/// of the phase of a controller with the same commands. After that, the rate's rounding adds
/// 2.2e-19 cycle a second. A restart keeps the phase's error in seconds: if the new rate is n times
/// the old rate, the error in cycles becomes n times as large. A requested phase is exact at
/// its time. In sawtooth mode, a whole phase shows the first value of the pass that the direction,
/// or at rest the last direction, begins: its start, or its end backwards. No frame is behind.
///
/// **Slots.** A repeat keeps its slot, `id.index`, as long as it is in the bank. The slot freed
/// last is reused first. A free slot shows the value of progress 0.
///
/// **Time.** Times are seconds within ±``latestTime``. The bank has no clock: a command takes
/// effect at a given time, not before ``now``, the bank's present time. Frames and exact values may
/// be evaluated for any time, in any order.
///
/// A bank is noncopyable, because an accidental copy of its memory, up to hundreds of megabytes,
/// would cost more than a frame. To copy a bank, restore its ``savedState``.
public struct RepeatBank: ~Copyable {
  /// The curve of every cycle.
  public let curve: BankCurve

  /// The shape of a cycle.
  public let mode: BankMode

  /// The largest number of repeats.
  public let capacity: Int

  /// The instruction set used to evaluate frames.
  ///
  /// Default: the fastest of this processor.
  package var kernels = KernelSet.best

  /// The bank's present time in seconds: the latest time of a command or frame so far; at first
  /// -``latestTime``.
  public internal(set) var now = -RepeatBank.latestTime

  /// The number of repeats.
  public internal(set) var count = 0

  /// The number of slots used so far, including free ones: one more than the highest index.
  public internal(set) var endIndex = 0

  var rows: BankRows
  /// The free slot that was freed last, or -1.
  ///
  /// The rate of each free slot holds the slot freed before it.
  var firstFree = -1
  /// Added to the generations in IDs, so that IDs of other banks are detected.
  package var nameBase: UInt32 = 0
  var ramps: [BankRamp] = []
  /// The time in seconds until which unchanged shader rows remain valid.
  var shaderRowsEnd = -Double.infinity

  /// An empty bank.
  /// - Parameters:
  ///   - curve: The easing of each direction; default: ease in and out, as in a controller.
  ///   - mode: The shape of a cycle; default: there and back, as in a controller.
  ///   - capacity: The largest number of repeats, 1 to 2^31; default: 2^28, which would take 7 GB.
  /// - Precondition: `capacity` is in that range, and there are 30 KB of memory.
  public init(
    curve: BankCurve = BankCurve(.easeInEaseOut), mode: BankMode = .autoreverse,
    capacity: Int = 1 << 28
  ) {
    precondition(
      capacity >= 1 && capacity <= 1 << 31, "a capacity must be 1 to 2^31, but is \(capacity)")
    guard let rows = BankRows(slots: 1) else {
      preconditionFailure("there is no memory for a bank")
    }
    self.curve = curve
    self.mode = mode
    self.capacity = capacity
    self.rows = rows
  }

  deinit { rows.free() }
}

// MARK: - Ranges

extension RepeatBank {
  /// The largest magnitude of a rate, in cycles per second.
  public static let highestRate = 953.0

  /// The valid durations of a cycle, in seconds.
  public static let cycleDurations: ClosedRange<Double> = 1 / 953.0...1e9

  /// The largest magnitude of a time, in seconds: 285 years.
  public static let latestTime = 9e9

  /// Validates a command's time.
  ///
  /// The caller sets ``now`` to that time after all other checks.
  @inline(__always)
  func check(_ time: Double) throws(BankError) -> rk_time {
    guard time >= now, time <= Self.latestTime else { throw Self.wrong(time, now) }
    return rk_time_of(time)
  }

  @inline(never)
  private static func wrong(_ time: Double, _ now: Double) -> BankError {
    time.magnitude <= latestTime ? .timeHasPassed(time: time, now: now) : .invalidTime(time)
  }

  /// Validates the time of a frame, which comes from the program itself.
  static func requireFrameTime(_ time: Double) {
    precondition(
      time.magnitude <= latestTime, "a time in a bank must be within ±9e9 seconds, but is \(time)")
  }

  @inline(__always)
  static func check(_ rate: RepeatRate) throws(BankError) {
    switch rate {
    case .hertz(let hertz):
      guard hertz.magnitude <= highestRate else { throw .invalidRate(hertz) }
    case .cycleDuration(let seconds):
      guard cycleDurations.contains(seconds) else { throw .invalidCycleDuration(seconds) }
    }
  }

  static func check(interval seconds: Double) throws(BankError) {
    guard RepeatLimits.intervals.contains(seconds) else { throw .invalidInterval(seconds) }
  }

  /// A phase in 2^-64 cycle.
  static func check(phase: Double) throws(BankError) -> UInt64 {
    guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
    return UInt64(phase * 0x1p64)
  }
}

// MARK: - IDs

extension RepeatBank {
  /// Whether the repeat is in the bank.
  @inline(__always)
  public func contains(_ id: RepeatID) -> Bool {
    id.index < endIndex && rk_holds(rows.slots + id.index, id.generation &- nameBase)
  }

  @inline(__always)
  func check(_ id: RepeatID) throws(BankError) -> Int {
    guard contains(id) else { throw .staleID(id) }
    return id.index
  }

  func check(_ range: Range<Int>) throws(BankError) {
    guard range.lowerBound >= 0, range.upperBound <= endIndex else {
      throw .rangeOutside(range, count: endIndex)
    }
  }

  /// The ID of the repeat in a slot; `nil` if the slot is free or does not exist.
  public func id(at index: Int) -> RepeatID? {
    guard index >= 0, index < endIndex, rows.slots[index].isLive else { return nil }
    return RepeatID(index: index, generation: rows.slots[index].generation &+ nameBase)
  }
}

// MARK: - States

extension RepeatBank {
  /// Sets and clears flags of a slot.
  @inline(__always)
  func setFlags(_ flags: UInt32, clearing cleared: UInt32 = 0, of slot: Int) {
    rk_set_flags(rows.inC, Int64(slot), flags, cleared)
  }

  /// Before a command: if the slot follows a field (see ``evaluate(at:following:)``), ends this, and
  /// stores the slot's exact phase and rate.
  @inline(__always)
  func settle(_ slot: Int) { rk_settle(rows.inC, Int64(slot)) }

  func settle(chunk: Int) {
    rk_settle_chunk(rows.inC, Int64(chunk), Int64(usedSlots(ofChunk: chunk)))
  }

  func usedSlots(ofChunk chunk: Int) -> Int {
    min(BankRows.chunk, endIndex - chunk * BankRows.chunk)
  }

  var chunkCount: Int { (endIndex + BankRows.chunk - 1) / BankRows.chunk }
}
