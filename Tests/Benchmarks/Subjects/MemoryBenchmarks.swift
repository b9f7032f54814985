// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import CReference
import DynamicRepeatC
import Glibc
import WindowRigs

/// What is counted of the memory of a bank, or of a single repeat, each in a process of its own, where nobody else takes any.
enum MemoryCount: String, CaseIterable {
  case bytes
  case bytesInChunks = "bytes-in-chunks"
  case allocations
  case singleBytes = "single-bytes"

  /// The row that has it.
  var row: String { self == .singleBytes ? "single/bytes" : "bank/\(rawValue)" }

  /// The argument that asks the benchmark for nothing but one of these.
  static let argument = "--count"

  private static let repeats = 100_000
  private static let frames = 100

  /// Counts it in this process; `nil` for allocations where this program's malloc does not count.
  func figure() -> Double? {
    switch self {
    case .bytes: Self.bytesPerRepeat { $0.showFrames(1) }
    case .bytesInChunks: Self.bytesPerRepeat { $0.readChunks(1) }
    case .allocations: Self.allocationsPerFrame()
    case .singleBytes: Self.bytesPerSingleRepeat()
    }
  }

  /// Of repeats that have run for a while and changed their rates, so that what grows has grown.
  private static func bytesPerSingleRepeat() -> Double? {
    let count = 1000
    // The library's own tables, which it makes once.
    _ = SingleRepeatsInC(ManyRepeats(count: 100), DR_CURVE_EASE_IN_OUT).steps(1)
    let repeats = ManyRepeats(count: count)
    let before = reference_allocated_bytes()
    let flashes = SingleRepeatsInC(repeats, DR_CURVE_EASE_IN_OUT)
    flashes.changeRates()
    precondition(flashes.steps(roundOfFrames).isFinite, "a repeat has no value")
    let after = reference_allocated_bytes()
    return after > before ? Double(after - before) / Double(count) : nil
  }

  private static func bytesPerRepeat(_ show: (MeasuredBank) -> Double) -> Double {
    // The program's own pages that a bank touches are no repeat's.
    _ = show(MeasuredBank(ManyRepeats(count: 10_000)))
    // So many that pages, also large ones, are small beside them.
    let repeats = ManyRepeats(count: 1_000_000)
    let before = residentBytes()
    let bank = MeasuredBank(repeats)
    _ = show(bank)
    return (residentBytes() - before) / Double(bank.count)
  }

  /// Memory of this process that is really there, wherever it comes from: the second number in the
  /// kernel's file counts its pages.
  private static func residentBytes() -> Double {
    let pages = Machine.textOfFile("/proc/self/statm").split(separator: " ").dropFirst().first
    guard let pages = pages.flatMap({ Double($0) }) else { return .nan }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func allocationsPerFrame() -> Double? {
    guard let symbol = dlsym(nil, "allocation_count") else { return nil }
    let count = unsafeBitCast(symbol, to: (@convention(c) () -> UInt).self)
    let before = count()
    let bank = MeasuredBank(ManyRepeats(count: repeats))
    precondition(count() > before, "malloc is not counted")
    // The first frames make room for the values.
    _ = bank.showChangingFrames(frames)
    let start = count()
    _ = bank.showChangingFrames(frames)
    return Double(count() - start) / Double(frames)
  }

  /// Starts the benchmark anew to count it.
  func figureOfOwnProcess() throws(PeerPrograms.Missing) -> Double {
    var environment: [String: String?] = [:]
    if self == .allocations {
      environment["LD_PRELOAD"] = try PeerPrograms().path(of: rawValue)
    }
    let program = PeerPrograms.folderOfThisProgram + "/benchmark"
    let arguments = [Self.argument, rawValue]
    do throws(RigProblem) {
      let end = try Child.run(program, arguments, environment: environment, within: 600)
      guard end.status == 0, let figure = Double(end.output.dropLast()) else {
        throw RigProblem(
          "\(program) \(arguments.joined(separator: " ")) said \"\(end.lastLine)\"")
      }
      return figure
    } catch {
      throw PeerPrograms.Missing(problem: error.problem)
    }
  }

  private var contenders: Contenders {
    do throws(PeerPrograms.Missing) {
      let unit = self == .allocations ? rawValue : "bytes"
      return Contenders(.counted(try figureOfOwnProcess(), unit: unit))
    } catch {
      return Contenders(.missing(error.problem))
    }
  }

  /// The row of a single repeat.
  static let singleBenchmark = Benchmark(
    name: singleBytes.row,
    description: "bytes that malloc hands out for a repeat through C with the defaults of its"
      + " definition, after a rate change and some frames",
    goals: [Goal(figure: .ours, must: 1024, after: 512)]
  ) { singleBytes.contenders }

  /// The rows of a bank.
  static let bankBenchmarks = [
    Benchmark(
      name: bytes.row,
      description: "resident memory for a repeat in a bank of 1,000,000 whose values are kept",
      goals: [Goal(figure: .ours, must: 28, after: 24)]
    ) { Self.bytes.contenders },
    Benchmark(
      name: bytesInChunks.row,
      description: "the same where values are only handed out in chunks: RepeatBank.forEachChunk"
    ) { Self.bytesInChunks.contenders },
    Benchmark(
      name: allocations.row,
      description: "calls of malloc and the like in a frame with new rates, over 100 frames of"
        + " 100,000 repeats",
      goals: [Goal(figure: .ours, must: 0, after: 0)]
    ) { Self.allocations.contenders },
  ]
}
