// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatBanks
import RepeatTiming

private let bankCheck: UInt32 = 0x4452_6231

@c @implementation
public func dr_default_bank_def() -> dr_bank_def {
  var def = dr_bank_def()
  def.internal_check = bankCheck
  def.timing = dr_default_curve_def()
  def.timing.kind = DR_CURVE_EASE_IN_OUT
  def.most_members = 1 << 28
  return def
}

@c @implementation
public func dr_bank_create(
  _ def: UnsafePointer<dr_bank_def>!, _ bank: UnsafeMutablePointer<dr_bank>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let def = try given(def).pointee
    let output = try given(bank)
    let mode = try def.check()
    let heap = try given(repeat_heap_make(BankObject.leastHeap), or: DR_ERROR_MEMORY)
    var curveHeap: OpaquePointer?
    do throws(StatusError) {
      output.pointee = try makeBank(def, mode, in: heap, &curveHeap)
    } catch {
      // The heaps outlive what lies in them.
      repeat_heap_end(heap)
      if let curveHeap { repeat_heap_end(curveHeap) }
      throw error
    }
  }
}

/// Apart, so that nothing is left of a bank that cannot be made when its heaps end.
@inline(never)
private func makeBank(
  _ def: dr_bank_def, _ mode: BankMode, in heap: OpaquePointer, _ curveHeap: inout OpaquePointer?
) throws(StatusError) -> dr_bank {
  let (curve, fitHeap) = try fitted(def)
  curveHeap = fitHeap
  let bank = dr_bank(
    id: try create(ObjectKind.bank, arrays: 0) { () throws(StatusError) -> BankObject in
      BankObject(def, mode, curve, in: heap, curveHeap: fitHeap)
    })
  do throws(StatusError) {
    try bank.object().pointee.makeRoom(for: def)
  } catch {
    try destroy(bank.id, ObjectKind.bank, BankObject.self)
    throw error
  }
  return bank
}

@c @implementation
public func dr_bank_destroy(_ bank: dr_bank) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    let heaps = (object.pointee.heap, object.pointee.curveHeap)
    // The heaps outlive what lies in them.
    try destroy(bank.id, ObjectKind.bank, BankObject.self)
    repeat_heap_end(heaps.0)
    repeat_heap_end(heaps.1)
  }
}

@c @implementation
public func dr_bank_is_valid(_ bank: dr_bank) -> Int32 {
  repeat_handle_find(bank.id, ObjectKind.bank) == nil ? 0 : 1
}

@c @implementation
public func dr_bank_get_info(
  _ bank: dr_bank, _ info: UnsafeMutablePointer<dr_bank_info>!
) -> dr_status {
  bank.answerMasked(in: info) { object throws(StatusError) in
    var info = object.pointee.info
    info.bytes += UInt64(Stored<BankObject>.head)
    return info
  }
}

@c @implementation
public func dr_bank_reserve(_ bank: dr_bank, _ total: UInt32) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    guard Int(total) <= object.pointee.bank.capacity else { throw StatusError(DR_ERROR_CAPACITY) }
    try object.pointee.makeRoom(for: Int(total))
  }
}

extension dr_bank: ObjectHandle {
  @inline(__always)
  func object() throws(StatusError) -> UnsafeMutablePointer<BankObject> {
    try named(id, ObjectKind.bank)
  }
}

extension dr_bank_def {
  /// Throws for what must be known before memory is taken.
  fileprivate func check() throws(StatusError) -> BankMode {
    guard internal_check == bankCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    try timing.check()
    guard most_members >= 1, most_members <= 1 << 31, room <= most_members,
      individual_room <= most_members
    else { throw StatusError(DR_ERROR_CAPACITY) }
    _ = try kernelMethod()
    switch mode {
    case DR_BANK_THERE_AND_BACK: return .autoreverse
    case DR_BANK_ONE_WAY: return .sawtooth
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_bank_def {
  /// `nil`: the cheapest.
  fileprivate func kernelMethod() throws(StatusError) -> KernelMethod? {
    switch method {
    case DR_BANK_CHEAPEST: nil
    case DR_BANK_LINE: .line
    case DR_BANK_ODD_POLYNOMIAL: .oddPolynomial
    case DR_BANK_PIECES_IN_REGISTERS: .piecesInRegisters
    case DR_BANK_PIECES_IN_MEMORY: .piecesInMemory
    case DR_BANK_GRADED_PIECES: .gradedPieces
    case DR_BANK_TIMING_FUNCTION: .timingFunction
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  /// The timing function fitted, with the method that the definition names.
  fileprivate func curve() throws(StatusError) -> BankCurve {
    let timing = try timing.timingFunction()
    guard let method = try kernelMethod() else { return BankCurve(timing) }
    // One that only other instructions have is not what was asked for.
    guard let curve = try? BankCurve(timing, method: method), curve.method() == method else {
      throw StatusError(DR_ERROR_CHOICE)
    }
    return curve
  }
}

// MARK: - The fit of a timing function

/// Bytes that fitting any timing function takes: the largest that was seen was 1.1 MB.
private let fitSize = 4 << 20

/// A timing function made ready for banks, in a heap of its own, which the caller ends.
///
/// Finding the fit takes a thousand times the memory that it comes to: it is copied out of that.
private func fitted(_ def: dr_bank_def) throws(StatusError) -> (BankCurve, OpaquePointer) {
  let scratch = try given(repeat_heap_make(fitSize), or: DR_ERROR_MEMORY)
  defer { repeat_heap_end(scratch) }
  return try copyOfFit(def, madeIn: scratch)
}

/// Apart, so that nothing of the original is left when its heap ends.
@inline(never)
private func copyOfFit(_ def: dr_bank_def, madeIn scratch: OpaquePointer) throws(StatusError) -> (
  BankCurve, OpaquePointer
) {
  repeat_heap_enter(scratch)
  defer { repeat_heap_leave() }
  let original = try def.curve()
  // Objects, tables and arrays: at most four to each of four sets of instructions, and some.
  let size = heapSize(original.tableSize) + heapSize(def.timing.arrayBytes) + 24 * heapSize(128)
  let heap = try given(repeat_heap_make(size), or: DR_ERROR_MEMORY)
  repeat_heap_enter(heap)
  return (BankCurve(copying: original, timing: try def.timing.timingFunction()), heap)
}
