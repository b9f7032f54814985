// SPDX-License-Identifier: Apache-2.0

import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

@Suite struct BankCurveTests {
  @Test func `every curve meets its target, and only odd ones take the timing function`() {
    for (name, curve) in BankCurves.fitted {
      for set in KernelSet.available {
        #expect(curve.bound(with: set) <= 2e-7 * 1.6, "\(name), \(set.name)")
        let isOneByOne = curve.kernelName(with: set) == "timing function, one by one"
        #expect(isOneByOne == (name == "uneven stops"), "\(name), \(set.name)")
      }
      #expect(curve.exactBound <= 1e-13, "\(name)")
    }
  }

  @Test func `the fastest set keeps the named curves in registers`() throws {
    guard KernelSet.available.contains(.avx512) else { return }
    for name in ["ease in, ease out", "default"] {
      let curve = try #require(BankCurves.fitted.first { $0.name == name }?.curve)
      #expect(curve.kernelName(with: .avx512).hasSuffix("in registers"))
    }
  }

  /// Which permutations and polynomials are the cheapest was measured: PlanCost has the figures.
  @Test(arguments: [
    ("ease in, ease out", KernelMethod.oddPolynomial), ("default", .piecesInMemory),
    ("sine inOut", .oddPolynomial), ("linear", .line),
  ])
  func `antisymmetric curves are odd polynomials without AVX-512's registers`(
    name: String, method: KernelMethod
  ) throws {
    let curve = try #require(BankCurves.fitted.first { $0.name == name }?.curve)
    #expect(curve.method(with: .baseline) == method)
    guard KernelSet.available.contains(.avx2) else { return }
    #expect(
      curve.method(with: .avx2) == (method == .piecesInMemory ? .piecesInRegisters : method))
  }

  @Test(arguments: KernelMethod.allCases)
  func `a method by name is used wherever it is near enough, within the same bound`(
    method: KernelMethod
  ) throws {
    let seed: UInt64 = 73
    for timing in [TimingFunction.easeInEaseOut, .easeIn, .easing(.sine, .inOut), .linear] {
      guard let curve = try? BankCurve(timing, method: method) else {
        // A line eases nothing, and no odd polynomial is a curve that begins slowly alone.
        #expect(timing != .linear || method != .line)
        #expect(timing != .easeInEaseOut || method != .oddPolynomial)
        continue
      }
      #expect(KernelSet.available.contains { curve.method(with: $0) == method })
      for set in KernelSet.available {
        #expect(curve.bound(with: set) <= 2e-7, "\(method), \(set.name)")
        for mode in BankMode.allCases {
          var random = SeededRandom(seed: seed)
          var bank = RepeatBank.on(set, curve: curve, mode: mode)
          let ids = try bank.fill(300, at: 0, &random)
          let values = try bank.values(at: 0.1)
          for id in ids {
            let position = try bank.position(of: id, at: 0.1)
            if mode == .sawtooth, position < 1e-7 || position > 1 - 1e-7 { continue }
            let exact = try bank.value(of: id, at: 0.1)
            #expect(
              (Double(values[id.index]) - exact).magnitude <= 2.5e-7,
              "\(method), \(set.name), seed \(seed)")
          }
        }
      }
    }
  }

  @Test func `a method that fits a curve with no instructions throws, and says so`() {
    #expect(throws: BankError.methodDoesNotFit(.line)) {
      try BankCurve(.easeInEaseOut, method: .line)
    }
    #expect(throws: BankError.methodDoesNotFit(.oddPolynomial)) {
      try BankCurve(.default, method: .oddPolynomial)
    }
    #expect(
      "\(BankError.methodDoesNotFit(.line))"
        == "the curve cannot be evaluated by straight line within the bound of 2e-7: let the bank"
        + " choose")
  }

  @Test func `a curve's plan is the same every time`() {
    for (name, curve) in BankCurves.fitted.prefix(8) {
      let again = BankCurve(curve.timing)
      for set in KernelSet.available {
        #expect(again.kernelName(with: set) == curve.kernelName(with: set), "\(name)")
        #expect(again.bound(with: set) == curve.bound(with: set), "\(name)")
      }
    }
  }

  /// Around the times from which and up to which values are worked out the short way.
  @Test(arguments: [-9e9, -3.5, -1e-300, 0, 1e-300, 0.2, 0.25, 4, 1e5, 8.589e9, 8.59e9, 9e9])
  func `an exact value is the curve's at the exact position, at any time`(middle: Double) throws {
    let seed: UInt64 = 72
    var random = SeededRandom(seed: seed)
    for (name, curve) in BankCurves.fitted {
      for (mode, hasEnds) in [(BankMode.autoreverse, false), (.sawtooth, false), (.sawtooth, true)]
      {
        var bank = RepeatBank(curve: curve, mode: mode, hasEnds: hasEnds)
        let ids = try bank.fill(20, upTo: 3, at: 0, &random)
        for id in ids {
          if hasEnds { try bank.setEnds(from: 2, to: 5, of: id) }
          let near = middle + random.double(in: -0.1...0.1) * min(1, middle.magnitude)
          let time = max(-RepeatBank.latestTime, min(near, RepeatBank.latestTime))
          let position = try bank.position(of: id, at: time)
          let leg = mode == .sawtooth ? position : min(2 * position, 2 - 2 * position)
          let progress = try bank.progress(of: id, at: time)
          #expect(
            (progress - curve.timing(leg)).magnitude <= curve.exactBound + 1e-14,
            "\(name), seed \(seed), at \(time)")
          let value = try bank.value(of: id, at: time)
          #expect((value - (hasEnds ? 2 + 3 * progress : progress)).magnitude <= 1e-15)
        }
      }
    }
  }

  @Test func `idle in the default state a smooth curve shows exactly its beginning`() throws {
    for (name, curve) in BankCurves.fitted.prefix(BankCurves.named.count) {
      for set in KernelSet.available {
        var bank = RepeatBank.on(set, curve: curve)
        try bank.add(.hertz(0), at: 0)
        let value = try bank.values(at: 1)[0]
        #expect(value == 0, "\(name), \(set.name), \(curve.kernelName(with: set))")
      }
    }
  }

  @Test func `equal timing functions make equal curves`() {
    #expect(BankCurve(.easeIn) == BankCurve(.easeIn))
    #expect(BankCurve(.easeIn) != BankCurve(.easeOut))
    #expect(BankCurve(.easeIn).hashValue == BankCurve(.easeIn).hashValue)
  }
}
