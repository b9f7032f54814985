// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
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
      #expect(curve.kernelName(with: .baseline).hasSuffix("in memory"))
    }
  }

  @Test func `progress at a phase is the timing function's`() throws {
    let seed: UInt64 = 71
    var random = SeededRandom(seed: seed)
    for (name, curve) in BankCurves.fitted {
      for mode in BankMode.allCases {
        var bank = RepeatBank(curve: curve, mode: mode)
        for _ in 0..<200 {
          let phase =
            random.chance(0.1)
            ? [0, 0.25, 0.5, 0.75][Int.random(in: 0...3, using: &random)]
            : random.double(in: 0...0.9999)
          let id = try bank.add(.hertz(0), phase: phase, at: 0)
          let position = try bank.position(of: id, at: 0)
          #expect((position - phase).magnitude <= 0x1p-53, "\(name)")
          let leg =
            mode == .sawtooth ? position : position < 0.5 ? 2 * position : 2 - 2 * position
          let progress = try bank.progress(of: id, at: 0)
          let miss = (progress - curve.timing(leg)).magnitude
          #expect(miss <= curve.exactBound + 1e-14, "\(name), seed \(seed)")
        }
      }
    }
  }

  @Test func `at rest in the default state a smooth curve shows exactly its beginning`() throws {
    for (name, curve) in BankCurves.fitted.prefix(BankCurves.named.count) {
      for set in KernelSet.available {
        var bank = RepeatBank(curve: curve)
        bank.kernels = set
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
