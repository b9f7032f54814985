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

  /// What each further repeat takes: besides, a bank has the fit of its curve, and malloc keeps what
  /// the fitting took.
  private static func bytesPerRepeat(_ show: (MeasuredBank) -> Double) -> Double {
    // So many that pages, also large ones, are small beside them.
    let (few, many) = (100_000, 1_000_000)
    // The program's own pages that a bank and its measure touch are no repeat's.
    _ = growth(by: few, show)
    return (growth(by: many, show) - growth(by: few, show)) / Double(many - few)
  }

  private static func growth(by count: Int, _ show: (MeasuredBank) -> Double) -> Double {
    let repeats = ManyRepeats(count: count)
    let before = residentBytes()
    let bank = MeasuredBank(repeats)
    _ = show(bank)
    return withExtendedLifetime(bank) { residentBytes() - before }
  }

  /// Memory of this process that is really there, wherever it comes from, by the kernel's walk through
  /// all pages: the sums in /proc/self/statm are off by some dozens of pages for each processor.
  private static func residentBytes() -> Double {
    let lines = Machine.textOfFile("/proc/self/smaps_rollup").split(separator: "\n")
    let words = lines.first { $0.hasPrefix("Rss:") }?.split(separator: " ") ?? []
    guard words.count == 3, let kibibytes = Double(words[1]) else { return .nan }
    return kibibytes * 1024
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
      description:
        "resident memory for each further repeat in a bank of 1,000,000 whose values are kept",
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
