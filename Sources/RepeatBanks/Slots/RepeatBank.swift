// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

/// Many repeats that share a curve and a mode, each with a rate of its own that may change at any
/// time.
///
/// ```
/// var torches = RepeatBank(curve: BankCurve(.easeInEaseOut))
/// let torch = try torches.add(.hertz(1.5), phase: 0.2, at: frame.time)
/// try torches.setRate(.hertz(3), of: torch, at: frame.time, policy: .phaseMatched)  // nothing jumps
/// torches.evaluate(at: frame.time)
/// let glow = torches[torch.index]                                  // 0...1 as a Float
/// let exact = try torches.value(of: torch, at: frame.time)         // as a controller's
/// ```
/// Each repeat keeps an exact state and a fast copy in `Float`s, which frames are evaluated from.
/// ``RepeatBank/position(of:at:)`` equals a controller's with the same commands within 1e-12 cycle
/// for 50 days after a change of its rate; from then on the rate's own rounding shows, 2.1e-19
/// cycle a second: 6.5e-12 after a year, 2.1e-10 after 1e9 s.
///
/// **Phases.** At the time for which a phase was requested
/// (``RepeatBank/add(_:phase:from:to:at:)``, ``RepeatBank/seek(to:of:at:)``,
/// ``RepeatBank/start(_:at:)``) the exact phase is that or at most 2^-53 above, never below. One
/// way, frames are not behind the exact phase either: one that starts a repeat shows its start, not
/// the end of the cycle before.
///
/// **Rates.** One that a repeat gets by itself says when it takes effect, as a controller's policy
/// does; those of ``RepeatBank/setRates(_:of:at:)-(Span<Double>,_,_)`` take effect at once.
///
/// **Slots.** A repeat keeps its slot, `id.index`, as long as it is in the bank; a freed slot goes
/// to the next repeat added, the lowest first. So the order of iteration is that of the slots, and
/// removal changes nothing in it but for the hole, which shows the value of progress 0.
///
/// **Time.** Seconds as `Double`s, as everywhere, within ±``RepeatBank/latestTime``. The bank has
/// no clock: every command has the time at which it takes effect, and none may precede the bank's
/// present, ``RepeatBank/now``. Frames and exact values may be evaluated for any time, in any
/// order.
///
/// **Threads.** A value with one owner, not copied: commands take it exclusively, and the compiler
/// sees to it. ``RepeatBank/withFrame(at:_:)`` hands out a frame whose blocks different threads
/// evaluate at once, without locks.
///
/// Noncopyable, because it owns its memory, up to hundreds of megabytes: a copy made by mistake
/// would cost more than a frame. To copy one on purpose, restore its ``RepeatBank/snapshot()``.
public struct RepeatBank: ~Copyable {
  /// The curve of every cycle.
  public let curve: BankCurve

  /// The shape of a cycle.
  public let mode: BankMode

  /// Whether each repeat has a start and an end of its own, instead of 0 and 1; 8 bytes each.
  public let hasEnds: Bool

  /// The most repeats that it takes.
  public let capacity: Int

  /// The instructions that frames are evaluated with.
  ///
  /// Default: the fastest that the processor has.
  /// - Precondition: on setting: one of ``KernelSet/available``.
  public var kernels: KernelSet {
    get { loop.set }
    set { loop = BankLoop(curve, mode, newValue) }
  }

  /// The present: the latest time of a command or a frame, in seconds.
  ///
  /// A command for an earlier time throws ``BankError/timeHasPassed(time:now:)``, whichever command
  /// and repeat it is. Frames and values may be evaluated for any time; a frame ahead of the
  /// present moves it there. In a new bank it is -``latestTime``.
  public internal(set) var now = -RepeatBank.latestTime

  /// Repeats in it.
  public internal(set) var count = 0

  /// The slots in use: one more than the highest, holes included.
  public internal(set) var endIndex = 0

  /// The slots that have ever been used: what has been dropped from the end keeps its count of
  /// uses.
  var usedEnd = 0

  private(set) var loop: BankLoop
  /// For exact progress, apart from what else a curve has, as other modules ask for it.
  @usableFromInline let sampler: rk_sampler
  /// The same where progress is the value; else without a table.
  @usableFromInline let valueSampler: rk_sampler
  @usableFromInline var blocks: UnsafeMutablePointer<rk_block>
  var blockCount = 0
  var blockCapacity: Int
  var slabs: [BankSlab] = []
  /// How many of the slabs have memory for values.
  var slabsWithValues = 0
  /// The values of a chunk.
  let chunkRoom: UnsafeMutablePointer<Float>
  /// Slots in each block; below ``rk_block/slots`` only while there is a single one.
  var slotsPerBlock = 64
  /// No block before it has a free slot.
  var firstRoomyBlock = 0
  /// Whether a block may follow a field.
  var mayFollow = false
  /// Added to the generations in names, so that other banks' names are known as foreign.
  @usableFromInline package var nameBase: UInt32 = 0
  /// Repeats that a phase and a rate do not describe: under a ramp, or with a pending change.
  var individuals: [IndividualRepeat] = []

  /// An empty bank.
  /// - Parameters:
  ///   - curve: How each leg moves; ease in, ease out by default, as a controller's.
  ///   - mode: The shape of a cycle; there and back by default, as a controller's.
  ///   - hasEnds: Whether each repeat has a start and an end of its own.
  ///   - capacity: The most repeats that it takes, 1 to 2^31; by default 2^28, whose 7 GB no game
  ///     has.
  /// - Precondition: `capacity` is in that range.
  public init(
    curve: BankCurve = BankCurve(.easeInEaseOut), mode: BankMode = .autoreverse,
    hasEnds: Bool = false, capacity: Int = 1 << 28
  ) {
    precondition(
      capacity >= 1 && capacity <= 1 << 31, "a capacity must be 1 to 2^31, but is \(capacity)")
    self.curve = curve
    self.mode = mode
    self.hasEnds = hasEnds
    self.capacity = capacity
    loop = BankLoop(curve, mode, .best)
    let exact = curve.fit.exact
    sampler = rk_sampler_of(
      exact.map { UnsafePointer($0.rows) }, exact?.shift ?? 0, mode == .sawtooth)
    valueSampler = hasEnds ? rk_sampler() : sampler
    blockCapacity = 4
    blocks = .allocate(capacity: blockCapacity)
    chunkRoom = .allocateAligned(BankFrame.chunk, 0)
  }

  deinit {
    for slab in slabs { slab.free() }
    blocks.deallocate()
    chunkRoom.deallocate()
  }
}

// MARK: - Ranges of its numbers

extension RepeatBank {
  /// The largest magnitude of a rate, in cycles per second: what 72 bits of rate hold.
  public static let highestRate = 953.0

  /// Seconds that a cycle may take.
  public static let cycleDurations: ClosedRange<Double> = 1 / 953.0...1e9

  /// The largest magnitude of a time, in seconds: 285 years, whose nanoseconds fit 64 bits.
  public static let latestTime = 9e9

  /// The time of a command; the caller moves the present there once nothing else can throw.
  @inline(__always)
  func check(_ time: Double) throws(BankError) -> BankTime {
    guard time >= now, time <= Self.latestTime else { throw Self.wrong(time, now) }
    return BankTime(time)
  }

  // Without the bank: before such a call, the compiler copies all of its 270 bytes.
  @inline(never)
  private static func wrong(_ time: Double, _ now: Double) -> BankError {
    time.magnitude <= Self.latestTime
      ? .timeHasPassed(time: time, now: now) : .invalidTime(time)
  }

  /// For the time of a frame, which no outside data bring in.
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
}

// MARK: - Finding a slot

extension RepeatBank {
  /// The block of a slot, and the slot in it.
  @inline(__always)
  func locate(_ index: Int) -> (block: rk_block, slot: Int) {
    // Only the first block is ever smaller, and then it is alone.
    (blocks[index >> 12], index & (rk_block.slots - 1))
  }

  /// Whether the repeat is in the bank.
  @inline(__always)
  public func contains(_ id: RepeatID) -> Bool {
    guard id.index < endIndex else { return false }
    let (block, slot) = locate(id.index)
    let state = block.state[slot]
    return state.isLive && state.generation &+ nameBase == id.generation
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

  func isLive(_ index: Int) -> Bool {
    let (block, slot) = locate(index)
    return block.state[slot].isLive
  }

  /// The name of the repeat at a slot; `nil` where there is a hole, or no slot.
  public func id(at index: Int) -> RepeatID? {
    guard index >= 0, index < endIndex else { return nil }
    let (block, slot) = locate(index)
    let state = block.state[slot]
    return state.isLive ? name(of: index, state) : nil
  }

  @inline(__always)
  func name(of index: Int, _ state: rk_slot_state) -> RepeatID {
    RepeatID(index: index, generation: state.generation &+ nameBase)
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
