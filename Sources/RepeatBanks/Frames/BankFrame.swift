// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// One frame of a bank, whose blocks of 4096 repeats can be evaluated apart.
///
/// Made by ``RepeatBank/withFrame(at:_:)``, and valid only during that call.
public struct BankFrame: @unchecked Sendable {
  let time: BankTime
  let blocks: UnsafeMutablePointer<rk_block>
  /// Slots in use.
  public let count: Int
  /// Blocks of 4096 slots, the last one rarely full.
  public let blockCount: Int
  let loop: BankLoop

  /// New rates, where they follow a field.
  var step: FieldStep?

  /// Repeats in a chunk: 4 KB of values.
  public static let chunk = 1024

  /// Whether the values of so many slots are stored past the caches: where they are more than the
  /// last one holds, phases and rates included, which are 12 bytes a slot.
  ///
  /// Below that, what reads the values next finds them in a cache. A frame and one look at each value,
  /// in nanoseconds a repeat (AVX-512, Zen 5, 32 MB):
  ///
  /// | repeats | into the caches | past them |
  /// |---|---|---|
  /// | 100,000 | 0.16 | 0.26 |
  /// | 1,000,000 | 0.19 to 0.23 | 0.26 to 0.29 |
  /// | 2,000,000 | 0.32 to 0.34 | 0.34 to 0.37 |
  /// | 3,000,000 | 0.41 to 0.44 | 0.37 to 0.39 |
  package static func passesCaches(_ count: Int) -> Bool { 12 * Int64(count) > rk_last_cache() }

  /// Works out the values of some blocks, which the bank keeps.
  ///
  /// From any thread; no block may be evaluated by two at a time.
  /// - Precondition: `blocks` lies within 0..<``blockCount``.
  public func evaluate(blocks range: Range<Int>) {
    check(range)
    let streams = Self.passesCaches(count)
    for block in range {
      expect(block + 1)
      if let output = blocks[block].value { evaluate(block, into: output, streams: streams) }
    }
    if streams { rk_fence() }
  }

  /// Hands out the values of some blocks, ``chunk`` at a time.
  ///
  /// From any thread; no block may be evaluated by two at a time. Allocates the chunk's 4 KB.
  /// - Precondition: `range` lies within 0..<``blockCount``.
  public func forEachChunk<Failure: Error>(
    inBlocks range: Range<Int>, _ body: (Int, UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    check(range)
    let room = UnsafeMutableRawPointer.allocate(byteCount: 4 * Self.chunk, alignment: 64)
    defer { room.deallocate() }
    try forEachChunk(inBlocks: range, room.assumingMemoryBound(to: Float.self), body)
  }

  func forEachChunk<Failure: Error>(
    inBlocks range: Range<Int>, _ room: UnsafeMutablePointer<Float>,
    _ body: (Int, UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    for block in range {
      let pass = prepare(block)
      var first = 0
      while first < pass.count {
        let count = min(Self.chunk, pass.count - first)
        evaluate(pass, from: first, count: count, into: room, streams: false)
        try body(block * rk_block.slots + first, UnsafeBufferPointer(start: room, count: count))
        first += count
      }
    }
  }

  /// Works out the values of some blocks into memory that begins with those of the first one.
  package func evaluate(blocks range: Range<Int>, into output: UnsafeMutablePointer<Float>) {
    let isAligned = UInt(bitPattern: output) % 64 == 0
    let streams = isAligned && Self.passesCaches(count)
    for block in range {
      let first = output + (block - range.lowerBound) * rk_block.slots
      evaluate(block, into: first, streams: streams)
    }
    if streams { rk_fence() }
  }

  /// - Parameter output: 64-byte aligned, if it streams.
  private func evaluate(
    _ block: Int, into output: UnsafeMutablePointer<Float>, streams: Bool
  ) {
    if step != nil, goOn(block, into: output, streams: streams) { return }
    let pass = prepare(block)
    evaluate(pass, from: 0, count: pass.count, into: output, streams: streams)
  }

  /// Prefetches what decides how a block is evaluated: it follows on nothing that was read before.
  private func expect(_ block: Int) {
    if block < blockCount { rk_expect(blocks[block].header) }
  }

  private func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= blockCount,
      "the blocks \(range) must lie within 0..<\(blockCount)")
  }
}

// MARK: - A block

extension BankFrame {
  /// A block brought up to date.
  private struct Pass {
    let block: UnsafeMutablePointer<rk_block>
    let count: Int
    /// Seconds since the block's epoch, times 2^32.
    let scale: Float
  }

  private func prepare(_ index: Int) -> Pass {
    let block = blocks + index
    let header = block.pointee.header
    let count = slots(of: index)
    if step != nil { follow(index, count) }
    var age = seconds(since: header.pointee.epoch)
    let reach = Self.reach(of: header, loop.mode)
    // Not `>`: it has to be false for what is no number, too.
    if !(age.magnitude <= reach) {
      rebase(index, count, reach: reach)
      age = seconds(since: header.pointee.epoch)
    }
    return Pass(block: block, count: count, scale: scale(age))
  }

  /// Slots of a block that are in use.
  func slots(of block: Int) -> Int { min(rk_block.slots, count - block * rk_block.slots) }

  /// What the loops take for so many seconds since an epoch.
  func scale(_ age: Double) -> Float {
    loop.mode == .sawtooth ? Self.scaleAhead(age * 0x1p32) : Float(age * 0x1p32)
  }

  func seconds(since epoch: Int64) -> Double {
    let (whole, isFar) = time.nanoseconds.subtractingReportingOverflow(epoch)
    if isFar { return .infinity }
    return (Double(whole) + time.remainder) * 1e-9
  }

  /// A scale by which no rate above 0 comes out behind: more by the roundings of a rate and of the
  /// product to `Float`s, 2^-24 of it each.
  private static func scaleAhead(_ exact: Double) -> Float {
    let ahead = exact + exact.magnitude * (2.0001 * 0x1p-24)
    let nearest = Float(ahead)
    return Double(nearest) < ahead ? nearest.nextUp : nearest
  }

  /// Seconds from a block's epoch at which its frame phases are taken from the exact states again.
  ///
  /// One way, frames are not behind the exact phase, but ahead by twice as much in the same time.
  /// So they have half of it, and the same ``RepeatBank/phaseBound(hertz:)``.
  static func longestSpan(_ mode: BankMode) -> Double {
    mode == .sawtooth ? 0.5 * RepeatBank.longestSpan : RepeatBank.longestSpan
  }

  /// Seconds to either side of its epoch for which a block's frame phases are used.
  private static func reach(
    of header: UnsafeMutablePointer<rk_block_header>, _ mode: BankMode
  ) -> Double {
    // What is ahead of a negative rate is behind a positive one: they are taken in every frame.
    if header.pointee.is_one_way && header.pointee.may_run_back { return 0 }
    let longest = longestReach(mode)
    let highest = Double(header.pointee.highest_rate)
    // The division only where it is needed.
    let runLimit = RepeatBank.furthestRun / RepeatBank.longestSpan
    return highest <= runLimit ? longest : longest * (runLimit / highest)
  }

  /// The same for a block without fast repeats: what no rounding takes over the longest span.
  private static func longestReach(_ mode: BankMode) -> Double { 0.98 * longestSpan(mode) }

  /// Takes the frame phases from the exact states.
  @inline(never)
  private func rebase(_ index: Int, _ count: Int, reach: Double) {
    // Fast repeats are taken anew in every frame anyway: exactly at its time.
    let epoch =
      reach > 0.02 ? Self.epoch(ofBlock: index, at: time.nanoseconds, reach) : time.nanoseconds
    rk_settle(blocks + index, Int64(count))
    if let inC = loop.set.inC {
      rk_rebase(inC, blocks + index, Int64(count), epoch)
    } else {
      blocks[index].rebase(count: count, to: epoch)
    }
  }

  /// The epoch that a block has at a time: the middle of a turn of twice its reach.
  ///
  /// Turns begin at other times for each block, evenly spread, and at the same times whatever frames
  /// there were before. So as many blocks are due in each frame as in any other, also after a leap
  /// in time, in which all are.
  private static func epoch(ofBlock index: Int, at nanoseconds: Int64, _ reach: Double) -> Int64 {
    let turns = Double(nanoseconds) * 1e-9 / (2 * reach) - rk_block.share(index)
    let untilMiddle = (turns.rounded(.down) + 0.5 - turns) * 2 * reach
    return nanoseconds &+ Int64(untilMiddle * 1e9)
  }

  /// The epoch of a block whose first repeat comes at a time.
  static func firstEpoch(ofBlock index: Int, at nanoseconds: Int64, _ mode: BankMode) -> Int64 {
    epoch(ofBlock: index, at: nanoseconds, longestReach(mode))
  }

  private func evaluate(
    _ pass: Pass, from first: Int, count: Int, into output: UnsafeMutablePointer<Float>,
    streams: Bool
  ) {
    guard let starts = pass.block.pointee.start, let changes = pass.block.pointee.change else {
      return progress(pass, from: first, count: count, into: output, streams: streams)
    }
    // Into the output first: it is still in the nearest cache when the ends join it.
    var done = 0
    while done < count {
      let part = min(Self.chunk, count - done)
      let values = output + done
      progress(pass, from: first + done, count: part, into: values, streams: false)
      blend(values, starts + first + done, changes + first + done, count: part)
      done += part
    }
  }

  private func blend(
    _ values: UnsafeMutablePointer<Float>, _ starts: UnsafeMutablePointer<Float>,
    _ changes: UnsafeMutablePointer<Float>, count: Int
  ) {
    if let inC = loop.set.inC {
      rk_blend(inC, values, starts, changes, values, Int64(count))
    } else {
      for index in 0..<count { values[index] = starts[index] + changes[index] * values[index] }
    }
  }

  private func progress(
    _ pass: Pass, from first: Int, count: Int, into output: UnsafeMutablePointer<Float>,
    streams: Bool
  ) {
    let span = rk_span(
      phase: pass.block.pointee.phase + first, rate: pass.block.pointee.rate + first, out: output,
      count: Int64(count), scale: pass.scale)
    loop.run(span, streams: streams)
  }
}

extension rk_block {
  /// Takes frame phases from the exact states for whole nanosecond `epoch`.
  func rebase(count: Int, to epoch: Int64) {
    header.pointee.highest_rate = 0
    header.pointee.may_run_back = false
    header.pointee.epoch = epoch
    for slot in 0..<count where state[slot].isLive { refreshFrame(slot) }
  }
}
