// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

@testable import benchmark

@Suite struct BankRowTests {
  /// What the bank's values have at up to 1 Hz, as its documentation says.
  static let hotValue = 2e-7

  private static func value(_ repeats: ManyRepeats, _ index: Int, at time: Double) -> Double {
    let position = Double(repeats.phases[index]) + Double(repeats.rates[index]) * time
    return TimingFunction.easeInEaseOut(2 * (position - position.rounded()).magnitude)
  }

  @Test(arguments: InstructionSet.available)
  func `the bank's frames show what the loops beside them show`(set: InstructionSet) throws {
    let repeats = ManyRepeats(count: 5000)
    let bank = MeasuredBank(repeats, kernels: try #require(set.kernels))
    #expect(bank.count == 5000)
    for frames in [1, 7, 60] {
      _ = bank.showFrames(frames)
    }
    for index in 0..<5000 {
      let miss = Double(bank[index]) - Self.value(repeats, index, at: 68.0 / 60)
      #expect(miss.magnitude <= Self.hotValue, "\(index)")
    }
    _ = bank.showSameFrame(3)
    for index in 0..<5000 {
      let miss = Double(bank[index]) - Self.value(repeats, index, at: 68.0 / 60 + 1.0 / 64)
      #expect(miss.magnitude <= Self.hotValue, "\(index)")
    }
  }

  @Test func `chunks and whole frames hand out the same values`() {
    let repeats = ManyRepeats(count: 5000)
    let (chunked, whole) = (MeasuredBank(repeats), MeasuredBank(repeats))
    for frames in [1, 2, 5] {
      let sum = chunked.readChunks(frames)
      #expect(sum > 0 && sum == whole.readFrames(frames))
    }
  }

  @Test func `two workers show what one thread shows`() throws {
    let repeats = ManyRepeats(count: 50_000)
    let (shared, alone) = (MeasuredBank(repeats), MeasuredBank(repeats))
    let workers = try #require(SharedWorkers())
    _ = shared.showFrames(20, with: workers)
    _ = alone.showFrames(20)
    #expect((0..<50_000).allSatisfy { shared[$0] == alone[$0] })
  }

  @Test(arguments: [1, 50, 1000], [true, false])
  func `one repeat in a hundred gets another rate before each frame`(count: Int, oneByOne: Bool) {
    let repeats = ManyRepeats(count: count)
    let bank = MeasuredBank(repeats)
    _ = bank.showChangingFrames(150, oneByOne: oneByOne)
    // In a hundred frames that is as many changes as there are repeats.
    #expect(bank.changes == count * 3 / 2)
    let moved = (0..<count).count {
      (Double(bank[$0]) - Self.value(repeats, $0, at: 150.0 / 60)).magnitude > Self.hotValue
    }
    #expect(Double(moved) >= 0.9 * Double(count))
  }

  /// The table of the issue, with a name for each row.
  @Test func `every figure that is asked for has its row`() {
    let names = Set(allBenchmarks().map(\.name))
    var asked = ["1", "1e3", "1e4", "1e5", "1e6", "1e7"].map { "bank/advance/\($0)" }
    asked += ["1", "1e3", "1e5", "1e6", "1e7"].map { "bank/rates/\($0)" }
    asked += ["1e5", "1e6", "1e7"].map { "bank/two-workers/\($0)" }
    asked += ["1e3", "1e4", "1e5"].map { "bank/swarm/\($0)" }
    for set in InstructionSet.available {
      asked += ["1e4", "1e5", "1e6", "1e7"].map { "kernel/\(set.word)/\($0)" }
      asked.append("objects/c++-\(set.word)")
    }
    asked += ["1e5", "1e7"].map { "bank/field/\($0)" }
    asked += ["1e5", "1e6"].map { "bank/lock/\($0)" }
    asked += ["exact-sample", "bytes", "allocations"].map { "bank/\($0)" }
    asked += ["c++-virtual", "swift-structs", "swift-classes"].map { "objects/\($0)" }
    asked += ["qt", "qt-bezier", "clutter", "godot"].map { "peers/\($0)" }
    asked += ["sample", "advance", "rate-change", "event-scan"].map { "controller/\($0)" }
    asked += ["layers", "media-timing/linear", "media-timing/eased"]
    asked += [
      "c-step", "c-value-linear", "c-value-eased", "swift-sample", "swift-advance", "bytes",
    ]
    .map { "single/\($0)" }
    for name in asked { #expect(names.contains(name), "\(name)") }
  }

  @Test func `allocations are not counted where nothing counts them`() {
    #expect(MemoryCount.allocations.figure() == nil)
  }

  @Test(arguments: [["allocations"], ["pages"], [], ["bytes", "bytes"]])
  func `what cannot be counted is rejected`(arguments: [String]) {
    let result = Command.run([MemoryCount.argument] + arguments) { _ in }
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    for benchmark in MemoryCount.bankBenchmarks + [MemoryCount.singleBenchmark] {
      #expect(result.errors.contains(benchmark.name))
    }
  }
}
