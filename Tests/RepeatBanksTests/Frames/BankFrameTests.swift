// SPDX-License-Identifier: Apache-2.0

import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// What frames show, against the exact values.
@Suite struct BankFrameTests {
  /// A frame's value at up to 1 Hz.
  static let frameBound = 2e-7
  /// Between sets of instructions.
  static let setBound: Float = 1e-6

  @Test(arguments: KernelSet.available, BankMode.allCases)
  func `frames of the named curves are within 2e-7 of exact at up to 1 Hz`(
    set: KernelSet, mode: BankMode
  ) throws {
    let seed: UInt64 = 21
    var random = SeededRandom(seed: seed)
    for (name, curve) in BankCurves.fitted.prefix(BankCurves.named.count) {
      var bank = RepeatBank.on(set, curve: curve, mode: mode)
      let ids = try bank.fill(300, at: 0, &random)
      var worst = 0.0
      for frame in 1...40 {
        let time = Double(frame) / 60 + (frame > 30 ? 1e6 : 0)
        let values = try bank.values(at: time)
        for id in ids where !isNearJump(try bank.position(of: id, at: time), mode) {
          let exact = try bank.value(of: id, at: time)
          worst = max(worst, (Double(values[id.index]) - exact).magnitude)
        }
      }
      #expect(worst <= Self.frameBound, "\(name), \(set.name), seed \(seed)")
      print("\(name), \(mode), \(set.name): frames off by at most \(worst)")
    }
  }

  /// One way, the value jumps from 1 to 0 where a cycle ends.
  private func isNearJump(_ phase: Double, _ mode: BankMode) -> Bool {
    mode == .sawtooth && (phase < 1e-7 || phase > 1 - 1e-7)
  }

  @Test(arguments: KernelSet.available)
  func `any curve's frames are within the fit's bound of what the curve takes there`(
    set: KernelSet
  ) throws {
    let seed: UInt64 = 22
    var random = SeededRandom(seed: seed)
    for (name, curve) in BankCurves.fitted {
      for mode in BankMode.allCases {
        var bank = RepeatBank.on(set, curve: curve, mode: mode)
        let ids = try bank.fill(200, at: 3, &random)
        for time in [3, 3.06, 3.2, 500.4] {
          let values = try bank.values(at: time)
          for id in ids {
            // The point is rounded by 2^-25 of a leg by the fit, and by the frame.
            let reach = RepeatBank.phaseBound(hertz: 1) + 0x1p-25
            let miss = distance(
              of: values[id.index], from: curve.timing,
              atPhase: try bank.position(of: id, at: time), within: reach, mode)
            // Between the points tried, a curve may still rise a little.
            #expect(
              miss <= curve.bound(with: set) * 1.5 + 1e-7,
              "\(name), \(mode), \(set.name), seed \(seed), \(id.index) at \(time)")
          }
        }
      }
    }
  }

  @Test func `all sets of instructions give the same values within 1e-6`() throws {
    let seed: UInt64 = 23
    for (name, curve) in BankCurves.fitted where name != "uneven stops" {
      for mode in BankMode.allCases {
        var all: [[Float]] = []
        for set in KernelSet.available {
          var random = SeededRandom(seed: seed)
          var bank = RepeatBank.on(set, curve: curve, mode: mode)
          _ = try bank.fill(501, at: 0, &random)
          all.append(try bank.values(at: 0.1))
        }
        var differing = 0
        for values in all.dropFirst() {
          for index in values.indices
          where (values[index] - all[0][index]).magnitude > Self.setBound { differing += 1 }
        }
        // Where the curve jumps or is upright, sets round a point to either side.
        let mayDiffer = name.contains("step") || name.contains("upright") || name.contains("circ")
        #expect(differing <= (mayDiffer ? 3 : 0), "\(name), \(mode)")
      }
    }
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 63, 64, 65, 1023, 4095, 4096, 4097, 12_345, 100_000])
  func `banks of any size show every repeat once`(count: Int) throws {
    let seed: UInt64 = 24
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank(hasEnds: true)
    for index in 0..<count {
      try bank.add(
        .hertz(random.double(in: -1...1)), phase: 0.25, from: Float(index), to: Float(index) + 1,
        at: 1)
    }
    #expect(bank.count == count && bank.endIndex == count)
    let values = try bank.values(at: 1)
    let areRight = values.indices.allSatisfy { index in
      (values[index] - Float(index) - 0.5).magnitude < 0.01
    }
    #expect(areRight, "seed \(seed)")
    bank.evaluate(at: 1)
    var seen = 0
    bank.forEachBlock { first, block in
      #expect(first == seen)
      #expect(block.elementsEqual(values[first..<first + block.count]))
      seen += block.count
    }
    #expect(seen == count)
    seen = 0
    bank.forEachChunk(at: 1) { first, chunk in
      #expect(first == seen && chunk.count <= BankFrame.chunk)
      #expect(chunk.elementsEqual(values[first..<first + chunk.count]))
      seen += chunk.count
    }
    #expect(seen == count)
  }

  @Test(arguments: KernelSet.available)
  func `fast repeats stay within the documented bound`(set: KernelSet) throws {
    let seed: UInt64 = 25
    var random = SeededRandom(seed: seed)
    for hertz in [2, 10, 60, 950.0] {
      var bank = RepeatBank.on(set, curve: BankCurve(.linear))
      let ids = try bank.fill(50, upTo: hertz, at: 0, &random)
      for frame in 1...60 {
        let time = Double(frame) / 60
        let values = try bank.values(at: time)
        for id in ids {
          let miss = (Double(values[id.index]) - (try bank.value(of: id, at: time))).magnitude
          let bound = 2 * RepeatBank.phaseBound(hertz: hertz) + bank.curve.bound(with: set)
          #expect(miss <= bound, "\(hertz) Hz, \(set.name), seed \(seed)")
        }
      }
    }
  }

  @Test func `a frame does not depend on the frames before it beyond its bound`() throws {
    let seed: UInt64 = 26
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    let ids = try bank.fill(9000, at: 0, &random)
    for _ in 0..<100 {
      // Leaps, standing still, and backwards.
      let time = random.chance(0.3) ? random.double(in: -1e8...1e8) : random.double(in: 0...1)
      let values = try bank.values(at: time)
      for id in ids where id.index % 7 == 0 {
        let miss = (Double(values[id.index]) - (try bank.value(of: id, at: time))).magnitude
        #expect(miss <= Self.frameBound, "seed \(seed), at \(time)")
      }
    }
  }

  @Test func `a change of rate moves no value at its time`() throws {
    let seed: UInt64 = 27
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    let ids = try bank.fill(5000, at: 0, &random)
    for frame in 1...20 {
      let time = Double(frame) / 60
      let before = try bank.values(at: time)
      let rates = ids.map { _ in random.double(in: -1...1) }
      try bank.setRates(rates, of: ids, at: time)
      let after = try bank.values(at: time)
      let jump = zip(before, after).map { ($0 - $1).magnitude }.max()!
      #expect(jump <= Float(Self.frameBound), "seed \(seed)")
    }
  }

  @Test func `a buffer of another size than the bank throws`() throws {
    var bank = RepeatBank()
    try bank.add(.hertz(1), at: 0)
    #expect(throws: BankError.wrongCount(given: 3, needed: 1)) {
      var values = [Float](repeating: 0, count: 3)
      try values.withUnsafeMutableBufferPointer { try bank.evaluate(at: 0, into: $0) }
    }
  }

  @Test func `only what no cache holds is stored past the caches`() {
    // 1.2 MB, and 24 GB.
    #expect(!BankFrame.passesCaches(100_000))
    #expect(BankFrame.passesCaches(2_000_000_000))
  }

  /// What one of a curve's loops makes of plain arrays, 0.1 s on; `nil` where there is no such loop.
  private static func values(
    _ timing: TimingFunction, _ method: KernelMethod, _ set: KernelSet, streams: Bool,
    phases: [Int32], hertz: (Int) -> Float
  ) -> [Float]? {
    guard let kernel = (try? BankCurve(timing, method: method))?.bareKernel(of: method, with: set)
    else { return nil }
    // Readable to a multiple of 16; a value behind the last one must stay.
    let room = (phases.count / 16 + 1) * 16
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 12 * room, alignment: 64)
    defer { memory.deallocate() }
    let inputs = memory.initializeMemory(as: Int32.self, repeating: 0, count: room)
    let rates = (memory + 4 * room).initializeMemory(as: Float.self, repeating: 0, count: 2 * room)
    for index in phases.indices { (inputs[index], rates[index]) = (phases[index], hertz(index)) }
    let values = rates + room
    values[phases.count] = -7
    kernel.run(
      phases: inputs, rates: rates, into: values, count: phases.count, seconds: 0.1,
      streams: streams)
    #expect(values[phases.count] == -7)
    return Array(UnsafeBufferPointer(start: values, count: phases.count))
  }

  @Test(arguments: KernelSet.available, KernelMethod.allCases)
  func `stores past the caches leave the same bits`(set: KernelSet, method: KernelMethod) {
    // No whole number of vectors, nor of vectors side by side.
    let phases = (0..<1003).map { Int32(truncatingIfNeeded: $0 * 0x9E37_79B9) }
    let timing = method == .line ? TimingFunction.linear : .easeInEaseOut
    let both = [false, true].map { streams in
      Self.values(timing, method, set, streams: streams, phases: phases) { Float($0) * 0x1p-10 }
    }
    #expect(both[0] == both[1])
  }

  @Test(arguments: KernelSet.available, [TimingFunction.easeInEaseOut, .easing(.sine, .inOut)])
  func `an odd polynomial stays within 0 and 1 next to the ends`(
    set: KernelSet, timing: TimingFunction
  ) {
    let phases = (0..<30_000).flatMap { [$0 - 15_000, $0 &- 15_000 &+ .min] as [Int32] }
    guard
      let values = Self.values(
        timing, .oddPolynomial, set, streams: false, phases: phases, hertz: { _ in 0 })
    else { return }
    #expect(values.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(values[phases.firstIndex(of: 0)!] == 0 && values[phases.firstIndex(of: .min)!] == 1)
  }
}
