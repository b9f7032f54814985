// SPDX-License-Identifier: Apache-2.0

import RepeatBanks

/// A bank of many repeats in the midst of its run.
final class MeasuredBank {
  private var bank: RepeatBank
  private var frame = 0
  private var queue = ChangeQueue()

  /// Rates changed so far.
  var changes: Int { queue.changes }

  /// - Parameter kernels: By default the fastest that the processor has.
  init(_ repeats: ManyRepeats, kernels: KernelSet = .best) {
    bank = RepeatBank()
    bank.kernels = kernels
    bank.add(repeats)
  }

  var count: Int { bank.count }

  /// The loop that evaluates its frames.
  var kernelName: String { bank.curve.kernelName(with: bank.kernels) }

  /// The time of the present frame, in seconds.
  private var now: Double { Self.seconds(atFrame: frame) }

  private static func seconds(atFrame frame: Int) -> Double { Double(frame) / 60 }

  /// Begins anew with the first frame.
  func rewind() { frame = 0 }

  /// Works out all values of so many frames, a sixtieth of a second apart.
  func showFrames(_ count: Int) -> Double {
    Self.showFrames(&bank, after: frame, count)
    frame += count
    return Double(bank[0])
  }

  /// The bank is lent once for all: to come by it through a class anew for each frame, Swift checks
  /// that nobody else changes it, which is no work of the bank's.
  private static func showFrames(_ bank: inout RepeatBank, after frame: Int, _ count: Int) {
    for number in frame..<frame + count { bank.evaluate(at: seconds(atFrame: number + 1)) }
  }

  /// The same as ``showFrames(_:)``, by several threads.
  func showFrames(_ count: Int, with shared: SharedWorkers) -> Double {
    for _ in 0..<count {
      frame += 1
      shared.workers.evaluate(&bank, at: now)
    }
    return Double(bank[0])
  }

  /// Works out all values at a time soon after the present frame, so many times.
  func showSameFrame(_ count: Int) -> Double {
    for _ in 0..<count { bank.evaluate(at: now + 1.0 / 64) }
    return Double(bank[0])
  }

  /// Frames as those of ``showFrames(_:)``, with another rate for one in a hundred before each frame, without a jump.
  /// - Parameter oneByOne: With a call for each, not with one call for all of a frame.
  func showChangingFrames(_ count: Int, oneByOne: Bool = false) -> Double {
    let (names, rates) = (shuffledNames, newRates)
    Self.showChangingFrames(
      &bank, &queue, names.span, rates.span, after: frame, count, oneByOne: oneByOne)
    frame += count
    return Double(bank[0])
  }

  private static func showChangingFrames(
    _ bank: inout RepeatBank, _ queue: inout ChangeQueue, _ all: Span<RepeatID>,
    _ rates: Span<Double>, after frame: Int, _ count: Int, oneByOne: Bool
  ) {
    for number in frame..<frame + count {
      let now = seconds(atFrame: number + 1)
      // Each frame begins at another index in the rates, so that nobody gets the rate that it has.
      var first = (number + 1) & 255
      while let part = queue.next(of: all.count) {
        let (names, hertz) = (all.extracting(part), rates.extracting(first..<first + part.count))
        do {
          if oneByOne {
            for entry in names.indices {
              try bank.setRate(
                .hertz(hertz[entry]), of: names[entry], at: now, policy: .phaseMatched)
            }
          } else {
            try bank.setRates(hertz, of: names, at: now)
          }
        } catch {
          preconditionFailure("a bank takes no good rate: \(error)")
        }
        first += part.count
      }
      bank.evaluate(at: now)
    }
  }

  /// All names, neighbours far from one another, as in a game: in a hundred frames each has its turn.
  private lazy var shuffledNames: [RepeatID] = (0..<bank.count).map { number in
    guard let id = bank.id(at: number * 7919 % bank.count) else {
      preconditionFailure("the bank has a hole")
    }
    return id
  }

  /// What changes are to, made before, as the bank's share alone is to be measured.
  private lazy var newRates = (0..<bank.count / 100 + 1 + 256).map { number in
    Double(ManyRepeats.rate(share: Double(number * 37 & 255) / 256))
  }

  /// Works out frames a chunk at a time, and reads each while it is in the nearest cache.
  func readChunks(_ count: Int) -> Double {
    var sum: UInt32 = 0
    for _ in 0..<count {
      frame += 1
      bank.forEachChunk(at: now) { _, values in sum ^= checksum(of: values) }
    }
    return Double(sum)
  }

  /// Works out frames, and reads each when it is there as a whole.
  func readFrames(_ count: Int) -> Double {
    var sum: UInt32 = 0
    for _ in 0..<count {
      frame += 1
      bank.evaluate(at: now)
      bank.forEachBlock { _, values in sum ^= checksum(of: values) }
    }
    return Double(sum)
  }

  /// Asks single repeats for their exact values at times to come.
  func sampleExactly(_ count: Int) -> Double {
    Self.sampleExactly(bank, count)
  }

  /// The bank is lent once for all: to come by it through a class anew for each value, Swift checks
  /// that nobody else changes it, which is no work of the bank's.
  private static func sampleExactly(_ bank: borrowing RepeatBank, _ count: Int) -> Double {
    guard let id = bank.id(at: bank.count / 2) else { preconditionFailure("the bank is empty") }
    var sum = 0.0
    do {
      for number in 0..<count { sum += try bank.value(of: id, at: time(ofRepetition: number)) }
    } catch {
      preconditionFailure("a bank answers no good question: \(error)")
    }
    return sum
  }

  /// What the present frame shows.
  subscript(index: Int) -> Float { bank[index] }
}

/// Reads all values: as little work as reading can be.
func checksum(of values: UnsafeBufferPointer<Float>) -> UInt32 {
  var sum: UInt32 = 0
  for value in values { sum ^= value.bitPattern }
  return sum
}

/// Which changes are due: for one repeat in a hundred each frame.
private struct ChangeQueue {
  /// The next name, and how many hundredths of a change are due.
  private var nextChange = 0
  private var dueHundredths = 0
  private var isBetweenFrames = true
  private(set) var changes = 0

  /// The next names whose turn it is; `nil` when a frame has had its changes.
  mutating func next(of count: Int) -> Range<Int>? {
    if isBetweenFrames { dueHundredths += count }
    isBetweenFrames = dueHundredths < 100
    guard !isBetweenFrames else { return nil }
    // At the end of the names it begins anew.
    let part = nextChange..<min(nextChange + dueHundredths / 100, count)
    dueHundredths -= 100 * part.count
    changes += part.count
    nextChange = part.upperBound % count
    return part
  }
}

extension RepeatBank {
  /// Adds many repeats that run from time 0 on.
  mutating func add(_ repeats: ManyRepeats) {
    reserveCapacity(repeats.count)
    do {
      for index in 0..<repeats.count {
        try add(.hertz(Double(repeats.rates[index])), phase: Double(repeats.phases[index]), at: 0)
      }
    } catch {
      preconditionFailure("a bank takes no good repeat: \(error)")
    }
  }
}
