// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

/// Many repeats that share a curve and a mode, each with a rate of its own that may change at any
/// time.
///
/// ```
/// var torches = RepeatBank(curve: BankCurve(.easeInEaseOut))
/// let torch = try torches.add(.hertz(1.5), phase: 0.2, at: frame.time)
/// try torches.setRate(.hertz(3), of: torch, at: frame.time, policy: .phaseMatched)  // nothing jumps
/// torches.evaluate(at: frame.time)
/// let glow = torches[torch.index]                             // 0...1 as a Float
/// let exact = try torches.value(of: torch, at: frame.time)    // the controller's, to the last bits
/// ```
/// A slot is a phase and a rate, in integers: `position(t) = phase + rate * (t - epoch)`. Frames take
/// the upper half of the phase and the rate as a `Float`, and leave the values in one array, one for
/// each slot. Three things may happen to a slot later: a waiting rate takes effect or a stop ends the
/// run at the end of the cycle, and a ramp ends. A delay, a count, a lock or events need a controller:
/// ``controller(of:at:)`` makes one that goes on from there.
///
/// **Phases.** The phase of a repeat is within 1e-12 cycle of a controller's with the same commands
/// for 50 days after a change of its rate; from then on the rate's rounding shows, 2.2e-19 cycle a
/// second. A requested phase is exact at its time. One way, frames are not behind the exact phase: one
/// that starts a repeat shows its start, not the end of the cycle before.
///
/// **Slots.** A repeat keeps its slot, `id.index`, as long as it is in the bank; the slot freed last
/// goes to the next repeat added. A free slot shows the value of progress 0.
///
/// **Time.** Seconds within ±``latestTime``. The bank has no clock: a command has the time at which it
/// takes effect, not before the bank's present, ``now``. Frames and exact values may be evaluated for
/// any time, in any order.
///
/// Noncopyable, because it owns its memory, up to hundreds of megabytes: a copy made by mistake would
/// cost more than a frame. To copy one on purpose, restore its ``savedState``.
public struct RepeatBank: ~Copyable {
  /// The curve of every cycle.
  public let curve: BankCurve

  /// The shape of a cycle.
  public let mode: BankMode

  /// The most repeats that it takes.
  public let capacity: Int

  /// The instructions that frames are evaluated with.
  ///
  /// Default: the fastest that the processor has.
  public var kernels = KernelSet.best

  /// The present: the latest time of a command or a frame, in seconds; -``latestTime`` in a new bank.
  public internal(set) var now = -RepeatBank.latestTime

  /// Repeats in it.
  public internal(set) var count = 0

  /// The slots that have been used so far: one more than the highest, free ones included.
  public internal(set) var endIndex = 0

  var rows: BankRows
  /// The slot freed last, which names the one before it in place of its rate; -1 for none.
  var firstFree = -1
  /// Added to the generations in names, so that other banks' names are known as foreign.
  package var nameBase: UInt32 = 0
  var ramps: [BankRamp] = []
  var queue = DueQueue()

  /// An empty bank.
  /// - Parameters:
  ///   - curve: How each leg moves; ease in, ease out by default, as a controller's.
  ///   - mode: The shape of a cycle; there and back by default, as a controller's.
  ///   - capacity: The most repeats that it takes, 1 to 2^31; by default 2^28, whose 7 GB no game
  ///     has.
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

// MARK: - Ranges of its numbers

extension RepeatBank {
  /// The largest magnitude of a rate, in cycles per second.
  public static let highestRate = 953.0

  /// Seconds that a cycle may take.
  public static let cycleDurations: ClosedRange<Double> = 1 / 953.0...1e9

  /// The largest magnitude of a time, in seconds: 285 years.
  public static let latestTime = 9e9

  /// Validates the time of a command; the caller moves the present there once nothing else can throw.
  @inline(__always)
  func check(_ time: Double) throws(BankError) -> rk_time {
    guard time >= now, time <= Self.latestTime else { throw Self.wrong(time, now) }
    return rk_time_of(time)
  }

  @inline(never)
  private static func wrong(_ time: Double, _ now: Double) -> BankError {
    time.magnitude <= latestTime ? .timeHasPassed(time: time, now: now) : .invalidTime(time)
  }

  /// For the time of a frame, which the program makes itself.
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

// MARK: - Names

extension RepeatBank {
  /// Whether the repeat is in the bank.
  @inline(__always)
  public func contains(_ id: RepeatID) -> Bool {
    id.index < endIndex && rk_holds(rows.inC.slot + id.index, id.generation &- nameBase)
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

  /// The name of the repeat at a slot; `nil` if the slot is free, or does not exist.
  public func id(at index: Int) -> RepeatID? {
    guard index >= 0, index < endIndex, rows.inC.slot[index].isLive else { return nil }
    return RepeatID(index: index, generation: rows.inC.slot[index].generation &+ nameBase)
  }

  /// Calls `body` with the name of every repeat, in order of the slots.
  public func forEachRepeat<Failure: Error>(_ body: (RepeatID) throws(Failure) -> Void)
    throws(Failure)
  {
    for index in 0..<endIndex {
      if let id = id(at: index) { try body(id) }
    }
  }
}

// MARK: - States

extension RepeatBank {
  /// Sets and clears flags of a slot.
  @inline(__always)
  func setFlags(_ flags: UInt32, clearing cleared: UInt32 = 0, of slot: Int) {
    let chunk = rows.inC.chunk + slot / BankRows.chunk
    let wasPlain = rows.inC.slot[slot].isPlain
    rows.inC.slot[slot].state = rows.inC.slot[slot].state & ~cleared | flags
    chunk.pointee.plain += (rows.inC.slot[slot].isPlain ? 1 : 0) - (wasPlain ? 1 : 0)
  }

  /// Gives a slot whose chunk follows a field its exact numbers back, before a command changes one.
  @inline(__always)
  func settle(_ slot: Int) {
    let chunk = slot / BankRows.chunk
    if rows.inC.chunk[chunk].follows { settle(chunk: chunk) }
  }

  func settle(chunk: Int) {
    withUnsafePointer(to: rows.inC) {
      rk_settle($0, Int64(chunk), Int64(usedSlots(ofChunk: chunk)))
    }
  }

  func usedSlots(ofChunk chunk: Int) -> Int {
    min(BankRows.chunk, endIndex - chunk * BankRows.chunk)
  }

  var chunkCount: Int { (endIndex + BankRows.chunk - 1) / BankRows.chunk }
}
