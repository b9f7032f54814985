// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat
import RepeatBanks
import RepeatTiming

@c @implementation
public func dr_bank_add(
  _ bank: dr_bank, _ rate: dr_rate, _ phase: Double, _ time_s: Double,
  _ member: UnsafeMutablePointer<dr_member>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    let output = try given(member)
    let rate = try rate.swiftRate()
    if object.pointee.value.bank.count < object.pointee.value.bank.capacity,
      !object.pointee.value.bank.hasFreeSlot()
    {
      let lists = object.pointee.value.bank.listSize(for: 0)
      try object.pointee.value.ensure(
        heapSize(lists.blocks) + heapSize(lists.slabs) + 8 * heapSize(0))
    }
    let id = try object.pointee.value.withBank { bank throws(BankError) in
      try bank.add(rate, phase: phase, at: time_s)
    }
    object.pointee.value.frameTime = nil
    output.pointee = dr_member(id)
  }
}

@c @implementation
public func dr_bank_remove(_ bank: dr_bank, _ member: dr_member) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    try object.pointee.value.withBank { bank throws(BankError) in
      try bank.remove(member.swiftID)
    }
    object.pointee.value.frameTime = nil
  }
}

@c @implementation
public func dr_bank_remove_range(
  _ bank: dr_bank, _ first: UInt32, _ count: UInt32
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    try object.pointee.value.withBank { bank throws(BankError) in
      try bank.remove(in: Int(first)..<Int(first) + Int(count))
    }
    object.pointee.value.frameTime = nil
  }
}

@c @implementation
public func dr_bank_contains(_ bank: dr_bank, _ member: dr_member) -> Int32 {
  guard let object = try? bank.object() else { return 0 }
  return object.pointee.value.bank.contains(member.swiftID) ? 1 : 0
}

@c @implementation
public func dr_bank_slot(
  _ bank: dr_bank, _ member: dr_member, _ slot: UnsafeMutablePointer<UInt32>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    let output = try given(slot)
    guard object.pointee.value.bank.contains(member.swiftID) else {
      throw StatusError(DR_ERROR_HANDLE)
    }
    output.pointee = UInt32(member.swiftID.index)
  }
}

@c @implementation
public func dr_bank_member_at(
  _ bank: dr_bank, _ slot: UInt32, _ member: UnsafeMutablePointer<dr_member>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    let output = try given(member)
    guard Int(slot) < object.pointee.value.bank.endIndex else { throw StatusError(DR_ERROR_RANGE) }
    guard let id = object.pointee.value.bank.id(at: Int(slot)) else {
      throw StatusError(DR_ERROR_NO_ANSWER)
    }
    output.pointee = dr_member(id)
  }
}

@c @implementation
public func dr_bank_set_ends(
  _ bank: dr_bank, _ member: dr_member, _ start: Float, _ end: Float
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    try object.pointee.value.withBank { bank throws(BankError) in
      try bank.setEnds(from: start, to: end, of: member.swiftID)
    }
  }
}

extension dr_member {
  @inline(__always)
  var swiftID: RepeatID { RepeatID(rawValue: id) }

  @inline(__always)
  init(_ id: RepeatID) { self.init(id: id.rawValue) }
}
