// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatBanks
import RepeatTiming

@c @implementation
public func dr_bank_add(
  _ bank: dr_bank, _ rate: dr_rate, _ phase: Double, _ time_s: Double,
  _ member: UnsafeMutablePointer<dr_member>!
) -> dr_status {
  bank.answerMasked(in: member) { object throws(StatusError) in
    let rate = try rate.swiftRate()
    if object.pointee.bank.count < object.pointee.bank.capacity,
      !object.pointee.bank.hasFreeSlot()
    {
      let lists = object.pointee.bank.listSize(for: 0)
      try object.pointee.ensure(
        heapSize(lists.blocks) + heapSize(lists.slabs) + 8 * heapSize(0))
    }
    let id = try object.pointee.withBank { bank throws(BankError) in
      try bank.add(rate, phase: phase, at: time_s)
    }
    object.pointee.frameTime = nil
    return dr_member(id)
  }
}

@c @implementation
public func dr_bank_remove(_ bank: dr_bank, _ member: dr_member) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try object.pointee.withBank { bank throws(BankError) in
      try bank.remove(member.swiftID)
    }
    object.pointee.forgetFrame()
  }
}

@c @implementation
public func dr_bank_remove_range(
  _ bank: dr_bank, _ first: UInt32, _ count: UInt32
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try object.pointee.withBank { bank throws(BankError) in
      try bank.remove(in: Int(first)..<Int(first) + Int(count))
    }
    object.pointee.forgetFrame()
  }
}

@c @implementation
public func dr_bank_contains(_ bank: dr_bank, _ member: dr_member) -> Int32 {
  guard let object = try? bank.object() else { return 0 }
  return object.pointee.bank.contains(member.swiftID) ? 1 : 0
}

@c @implementation
public func dr_bank_slot(
  _ bank: dr_bank, _ member: dr_member, _ slot: UnsafeMutablePointer<UInt32>!
) -> dr_status {
  bank.answerMasked(in: slot) { object throws(StatusError) in
    guard object.pointee.bank.contains(member.swiftID) else { throw StatusError(DR_ERROR_HANDLE) }
    return UInt32(member.swiftID.index)
  }
}

@c @implementation
public func dr_bank_member_at(
  _ bank: dr_bank, _ slot: UInt32, _ member: UnsafeMutablePointer<dr_member>!
) -> dr_status {
  bank.answerMasked(in: member) { object throws(StatusError) in
    guard Int(slot) < object.pointee.bank.endIndex else { throw StatusError(DR_ERROR_RANGE) }
    let id = try given(object.pointee.bank.id(at: Int(slot)), or: DR_ERROR_NO_ANSWER)
    return dr_member(id)
  }
}

@c @implementation
public func dr_bank_set_ends(
  _ bank: dr_bank, _ member: dr_member, _ start: Float, _ end: Float
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try object.pointee.withBank { bank throws(BankError) in
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
