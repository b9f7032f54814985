// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatBanks
import RepeatTiming

/// What a handle of a bank names.
struct BankObject: ~Copyable {
  var bank: RepeatBank
  /// Where the bank's lists lie; its rows are apart.
  var heap: OpaquePointer
  /// Where its curve lies.
  let curveHeap: OpaquePointer
  /// Of the frame whose blocks may be evaluated one by one.
  var frameTime: Double?
  /// Blocks of the last frame whose values are kept.
  var shownBlocks = 0
  /// Its fixed parts.
  private let facts: dr_bank_info

  /// What its heap must have room for at first: a chunk of values, short lists, the kernel's name.
  static let leastHeap = 16 << 10

  init(
    _ def: dr_bank_def, _ mode: BankMode, _ curve: BankCurve, in heap: OpaquePointer,
    curveHeap: OpaquePointer
  ) {
    repeat_heap_enter(heap)
    facts = dr_bank_info(curve)
    bank = RepeatBank(
      curve: curve, mode: mode, hasEnds: def.has_ends != 0, capacity: Int(def.most_members))
    repeat_heap_leave()
    bank.nameBase = repeat_name_base()
    self.heap = heap
    self.curveHeap = curveHeap
  }

  /// The room that a definition asks for.
  mutating func makeRoom(for def: dr_bank_def) throws(StatusError) {
    try makeRoom(for: Int(def.room))
    try makeIndividualRoom(for: Int(def.individual_room))
  }

  var info: dr_bank_info {
    var info = facts
    info.count = UInt32(bank.count)
    info.end = UInt32(truncatingIfNeeded: bank.endIndex)
    info.block_count = UInt32(bank.usedBlocks)
    info.individual_count = UInt32(bank.individualCount)
    info.bytes = UInt64(bank.rowSize + repeat_heap_size(heap) + repeat_heap_size(curveHeap))
    return info
  }
}

// MARK: - Memory

/// What an allocation of so many bytes takes of a heap, at most.
func heapSize(_ bytes: Int) -> Int { bytes + bytes / 4 + 2 * Int(REPEAT_MEMORY_OVERHEAD) }

extension BankObject {
  /// Lets the bank do something for whose allocations there is room.
  @inline(__always)
  mutating func withBank<Result>(
    _ body: (inout RepeatBank) throws(BankError) -> Result
  ) throws(StatusError) -> Result {
    repeat_heap_enter(heap)
    defer { repeat_heap_leave() }
    return try checked { () throws(BankError) in try body(&bank) }
  }

  /// Throws where the allocator gives no more.
  func ensure(_ size: Int) throws(StatusError) {
    guard repeat_heap_ensure(heap, size) else { throw StatusError(DR_ERROR_MEMORY) }
  }

  /// Room for so many members, and for their values: frames allocate nothing as long as it is enough.
  mutating func makeRoom(for total: Int) throws(StatusError) {
    let lists = bank.listSize(for: total)
    try ensure(heapSize(lists.blocks) + heapSize(lists.slabs) + 32 * heapSize(0))
    frameTime = nil
    let isDone = try withBank { bank throws(BankError) in
      bank.makeRoom(for: total) && bank.keepValuesOfRoom()
    }
    guard isDone else { throw StatusError(DR_ERROR_MEMORY) }
  }

  /// Room for so many members evaluated individually, or twice as many as now.
  mutating func makeIndividualRoom(for total: Int) throws(StatusError) {
    guard total > bank.individualRoom else { return }
    let room = max(total, 2 * bank.individualRoom, 4)
    try ensure(heapSize(room * RepeatBank.individualSize))
    try withBank { bank throws(BankError) in bank.reserveIndividuals(room) }
  }

  /// What a frame allocates: room for values where the bank has grown.
  mutating func prepareFrame(keepsValues: Bool) throws(StatusError) {
    guard !keepsValues || bank.keepValues() else { throw StatusError(DR_ERROR_MEMORY) }
  }

  /// To be called after members were removed: a block that goes has no values when it comes again.
  mutating func forgetFrame() {
    frameTime = nil
    shownBlocks = min(shownBlocks, bank.usedBlocks)
  }
}

extension BankError: ErrorWithStatus {
  var status: dr_status {
    switch self {
    case .invalidRate: DR_ERROR_RATE
    case .invalidCycleDuration: DR_ERROR_CYCLE_DURATION
    case .invalidPhase: DR_ERROR_PHASE
    case .invalidInterval: DR_ERROR_INTERVAL
    case .invalidTime: DR_ERROR_TIME
    case .invalidQuantum: DR_ERROR_QUANTUM
    case .invalidEnd, .hasNoEnds: DR_ERROR_ENDS
    case .staleID: DR_ERROR_HANDLE
    case .rangeOutside: DR_ERROR_RANGE
    case .full: DR_ERROR_FULL
    case .timeHasPassed: DR_ERROR_PAST
    case .noMemory, .noThreads: DR_ERROR_MEMORY
    case .wrongCount: DR_ERROR_CAPACITY
    case .methodDoesNotFit: DR_ERROR_CHOICE
    }
  }
}

/// Throws for a time that no bank has.
@inline(__always)
func checkBankTime(_ seconds: Double) throws(StatusError) {
  guard seconds.magnitude <= RepeatBank.latestTime else { throw StatusError(DR_ERROR_TIME) }
}

extension dr_bank_info {
  /// The parts that follow from the curve.
  fileprivate init(_ curve: BankCurve) {
    self.init()
    curve_bound = curve.bound()
    exact_curve_bound = curve.exactBound
    withUnsafeMutableBytes(of: &kernel) { Self.write(curve.kernelName(), to: $0) }
    withUnsafeMutableBytes(of: &instructions) { Self.write(KernelSet.best.name, to: $0) }
  }

  /// As much of a text as fits, and a 0 behind it.
  private static func write(_ text: String, to bytes: UnsafeMutableRawBufferPointer) {
    for (index, byte) in text.utf8.enumerated() where index < bytes.count - 1 {
      bytes[index] = byte
    }
  }
}
