// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CFloatExceptions
import CRepeatMemory
import DynamicRepeat02
import RepeatBanks
import RepeatTiming

@c @implementation
public func dr_bank_evaluate(_ bank: dr_bank, _ time_s: Double) -> dr_status {
  answer { () throws(StatusError) in
    let object = try bank.object()
    let saved = object.pointee.maskExceptions()
    defer { if let saved { repeat_exceptions_restore(saved) } }
    let frame = try object.pointee.beginFrame(at: time_s)
    frame.evaluate(blocks: 0..<frame.blockCount)
  }
}

@c @implementation
public func dr_bank_evaluate_rates(
  _ bank: dr_bank, _ time_s: Double, _ rates_hz: UnsafePointer<Float>!, _ count: Int
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try checkBankTime(time_s)
    guard count == object.pointee.bank.endIndex else { throw StatusError(DR_ERROR_CAPACITY) }
    let rates = UnsafeBufferPointer(
      start: count == 0 ? rates_hz : try given(rates_hz), count: count)
    try object.pointee.evaluate(at: time_s, following: rates)
  }
}

@c @implementation
public func dr_bank_block(
  _ bank: dr_bank, _ block: UInt32, _ values: UnsafeMutablePointer<UnsafePointer<Float>?>!,
  _ count: UnsafeMutablePointer<UInt32>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    let output = try given(values)
    let countOutput = try given(count)
    guard Int(block) < object.pointee.bank.usedBlocks else { throw StatusError(DR_ERROR_RANGE) }
    let kept = object.pointee.bank.values(ofBlock: Int(block))
    // There may be memory for values before there are any.
    guard Int(block) < object.pointee.shownBlocks, let first = kept.baseAddress else {
      throw StatusError(DR_ERROR_NO_ANSWER)
    }
    output.pointee = first
    countOutput.pointee = UInt32(kept.count)
  }
}

@c @implementation
public func dr_bank_evaluate_into(
  _ bank: dr_bank, _ time_s: Double, _ values: UnsafeMutablePointer<Float>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try bank.object()
    let saved = object.pointee.maskExceptions()
    defer { if let saved { repeat_exceptions_restore(saved) } }
    let output = try given(values)
    let end = object.pointee.bank.endIndex
    guard UInt(bitPattern: capacity) >= UInt(end) else { throw StatusError(DR_ERROR_BUFFER) }
    let frame = try object.pointee.beginFrame(at: time_s, keepsValues: false)
    frame.evaluate(blocks: 0..<frame.blockCount, into: output)
    count?.pointee = end
  }
}

@c @implementation
public func dr_bank_begin_frame(
  _ bank: dr_bank, _ time_s: Double, _ block_count: UnsafeMutablePointer<UInt32>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try bank.object()
    let frame = try object.pointee.beginFrame(at: time_s)
    object.pointee.frameTime = time_s
    block_count?.pointee = UInt32(frame.blockCount)
  }
}

@c @implementation
public func dr_bank_evaluate_blocks(
  _ bank: dr_bank, _ first_block: UInt32, _ block_count: UInt32,
  _ values: UnsafeMutablePointer<Float>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    // Several threads are here at once: nothing but the blocks may change.
    let object = try bank.object()
    let time = try given(object.pointee.frameTime, or: DR_ERROR_NO_ANSWER)
    let frame = object.pointee.bank.frameAgain(at: time)
    let range = Int(first_block)..<Int(first_block) + Int(block_count)
    guard range.upperBound <= frame.blockCount else { throw StatusError(DR_ERROR_RANGE) }
    if let values {
      frame.evaluate(blocks: range, into: values)
    } else {
      frame.evaluate(blocks: range)
    }
  }
}

extension BankObject {
  /// Masks exceptions, as `answerMasked` does, but only where a frame may raise any: to read the masks
  /// waits for all that the processor still computes, a sixth of a frame of 1,000 members.
  fileprivate mutating func maskExceptions() -> UInt64? {
    bank.hasPlainFrames() ? nil : repeat_exceptions_mask()
  }

  fileprivate mutating func evaluate(at time: Double, following rates: UnsafeBufferPointer<Float>)
    throws(StatusError)
  {
    try prepareFrame(keepsValues: true)
    try withBank { bank throws(BankError) in
      try bank.evaluate(at: time, following: Span(_unsafeElements: rates))
    }
    frameTime = nil
    shownBlocks = bank.usedBlocks
  }

  fileprivate mutating func beginFrame(at time: Double, keepsValues: Bool = true)
    throws(StatusError) -> BankFrame
  {
    try checkBankTime(time)
    try prepareFrame(keepsValues: keepsValues)
    frameTime = nil
    let frame = try withBank { bank throws(BankError) in bank.makeFrame(at: time) }
    if keepsValues { shownBlocks = frame.blockCount }
    return frame
  }
}
