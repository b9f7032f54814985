// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// From one frame to the next, with rates that follow a field: each moves linearly from the one that
/// it had to the new one.
struct FieldStep: @unchecked Sendable {
  /// The new rates, in order of the slots.
  let hertz: UnsafePointer<Float>
  /// The whole nanoseconds nearest to the two frames.
  let start: Int64
  let end: Int64
  /// Half the time between them; `nil` where it is too long for the loops' sums.
  let field: rk_field?
  /// Halfway between the frames: a change of rate there comes as far as the linear one.
  let middle: rk_time

  /// - Parameter time: Not before `present`.
  init(_ hertz: UnsafePointer<Float>, from present: Double, to time: Double) {
    self.hertz = hertz
    let (first, last) = (BankTime(present), BankTime(time))
    (start, end) = (first.nearestNanosecond, last.nearestNanosecond)
    let (length, isTooLong) = end.subtractingReportingOverflow(start)
    let offset = (first.fromNearestNanosecond + last.fromNearestNanosecond) / 2
    middle = BankTime.middle(first, last).inC
    guard !isTooLong, length <= Int64(RK_FIELD_MOST_SECONDS) * 1_000_000_000 else {
      field = nil
      return
    }
    // The quotient, and what its rounding left: the remainder of whole numbers is exact.
    let nearest = Double(length) / 2e9
    let half = DoubleDouble(
      high: nearest, low: Double(length).addingProduct(-nearest, 2e9) / 2e9)
    // 26 bits: a product with the sum of two rates, which are floats, is exact.
    let upper = Double(bitPattern: half.high.bitPattern & ~(1 << 27 - 1))
    let lower = (half.high - upper) + half.low
    field = rk_field(
      upper: upper * 0x1p32, lower: lower * 0x1p63, offset: offset * 1e-9 * 0x1p63, epoch: end)
  }
}

extension BankFrame {
  /// Moves a block on to the frame's time, and gives it the field's rates, if there is a field.
  ///
  /// Once more, it changes nothing.
  @inline(never)
  func follow(_ index: Int, _ count: Int) {
    guard let step else { return }
    let block = blocks[index]
    let hertz = step.hertz + index * rk_block.slots
    if block.header.pointee.follows {
      if block.header.pointee.epoch == step.end, step.start != step.end { return }
      if let inC = loop.set.inC, block.header.pointee.epoch == step.start, var field = step.field {
        return rk_follow(inC, blocks + index, hertz, Int64(count), &field)
      }
      rk_settle(blocks + index, Int64(count))
    }
    if loop.set.inC != nil,
      rk_begin_following(blocks + index, hertz, Int64(count), step.middle, step.end)
    {
      return
    }
    let middle = BankTime(inC: step.middle)
    for slot in 0..<count { block.follow(Double(hertz[slot]), at: middle, slot) }
  }
}

extension BankFrame {
  /// Does the same for a block that follows already, and evaluates it: part by part, each while it is
  /// in the nearest cache.
  /// - Returns: Whether it is such a block; if not, nothing is changed.
  @inline(never)
  func goOn(_ index: Int, into output: UnsafeMutablePointer<Float>, streams: Bool) -> Bool {
    let block = blocks[index]
    let header = block.header
    guard let step, let inC = loop.set.inC, var field = step.field, header.pointee.follows,
      header.pointee.epoch == step.start, step.start != step.end, block.start == nil
    else { return false }
    let count = slots(of: index)
    let hasHoles = header.pointee.live_count < Int64(count)
    let scale = scale(seconds(since: step.end))
    var ofPart = header.pointee
    var (highest, mayRunBack) = (Float(0), false)
    for first in stride(from: 0, to: count, by: Self.chunk) {
      let part = min(Self.chunk, count - first)
      ofPart.live_count = hasHoles ? -1 : Int64(part)
      withUnsafeMutablePointer(to: &ofPart) { ofPart in
        var rows = block.following(from: first, ofPart)
        let hertz = step.hertz + index * rk_block.slots + first
        rk_follow(inC, &rows, hertz, Int64(part), &field)
      }
      highest = max(highest, ofPart.highest_rate)
      mayRunBack = mayRunBack || ofPart.may_run_back
      let span = rk_span(
        phase: block.phase + first, rate: block.rate + first, out: output + first,
        count: Int64(part), scale: scale)
      loop.run(span, streams: streams)
    }
    header.pointee.highest_rate = highest
    header.pointee.may_run_back = mayRunBack
    header.pointee.epoch = step.end
    return true
  }
}

extension rk_block {
  /// The rows of a block that follows a field from a slot on, which is a multiple of 16.
  fileprivate func following(from first: Int, _ header: UnsafeMutablePointer<rk_block_header>)
    -> rk_block
  {
    // The lower halves of its phases are 4 bytes each.
    let low = UnsafeMutableRawPointer(exact) + 4 * first
    return rk_block(
      header: header, exact: low.assumingMemoryBound(to: rk_exact.self), state: state + first,
      phase: phase + first, rate: rate + first, start: nil, change: nil, value: nil)
  }

  /// The same for a slot whose block keeps its exact states.
  fileprivate func follow(_ hertz: Double, at middle: BankTime, _ slot: Int) {
    guard state[slot].isLive, !state[slot].isIndividual else { return }
    // Where its rate is 0, it counts as one that runs forwards.
    set(rk_slot_state.turned | rk_slot_state.backwards, false, slot)
    let rate = StoredRate(DoubleDouble(hertz))
    if state[slot].isStill {
      exact[slot].setStillRate(rate)
    } else if exact[slot].rate != rate {
      exact[slot].setRate(rate, at: middle)
    }
    refreshFrame(slot)
  }

  /// A slot's exact state, whether or not its block follows a field.
  @inline(__always)
  func exactState(_ slot: Int) -> rk_exact {
    withUnsafePointer(to: self) { rk_exact_at($0, Int64(slot)) }
  }
}
