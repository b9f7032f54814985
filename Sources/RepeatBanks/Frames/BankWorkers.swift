// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// Threads that evaluate a bank's frames together with the one that asks.
///
/// ```
/// var workers = try BankWorkers(threads: 2)
/// workers.evaluate(&torches, at: frame.time)
/// ```
/// Each thread has its own part of the blocks of 4096, whose memory stays in the cache next to it,
/// and takes those of others when it is done, so the others do the work of a delayed thread. While
/// frames follow each other within microseconds the helpers wait awake, and two threads pay from
/// some 10,000 repeats on; after `spins` looks they sleep, and it takes some 50,000. No frame waits
/// for one to wake up: a frame that is over by then was evaluated without it.
///
/// The values are the same to the last bit as one thread's.
public struct BankWorkers: ~Copyable {
  /// Threads that take part, the asking one among them.
  public let threads: Int

  private let workers: OpaquePointer

  /// Starts the threads but the asking one.
  /// - Parameters:
  ///   - threads: 2 to 64, the asking one among them.
  ///   - spins: Looks for work before a thread sleeps; by default 2000, some 50 microseconds, so
  ///     that an
  ///     idle game wastes no processor.
  /// - Throws: ``BankError/noThreads(_:)`` where the system gives no more.
  /// - Precondition: the numbers are as said; `spins` is 0 to 1,000,000,000.
  public init(threads: Int, spins: Int = 2000) throws(BankError) {
    precondition(threads >= 2 && threads <= 64, "threads must be 2 to 64, but are \(threads)")
    precondition(
      spins >= 0 && spins <= 1_000_000_000, "spins must be 0 to 1,000,000,000, but are \(spins)")
    guard let workers = rk_workers_start(Int32(threads - 1), Int32(spins)) else {
      throw .noThreads(threads)
    }
    self.workers = workers
    self.threads = threads
  }

  deinit { rk_workers_stop(workers) }

  /// ``RepeatBank/evaluate(at:)`` by all threads.
  /// - Precondition: `time` is within ±``RepeatBank/latestTime``.
  public mutating func evaluate(_ bank: inout RepeatBank, at time: Double) {
    bank.withFrame(at: time) { frame in run(frame) }
  }

  /// Evaluates all blocks of a frame.
  func run(_ frame: BankFrame) {
    var frame = frame
    withUnsafeMutablePointer(to: &frame) { frame in
      rk_workers_run(
        workers, Int64(frame.pointee.blockCount),
        { frame, first, count in
          guard let frame = frame?.assumingMemoryBound(to: BankFrame.self) else { return }
          frame.pointee.evaluate(blocks: Int(first)..<Int(first + count))
        }, frame)
    }
  }
}
