// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The signal that came while they were held, or 0.
private let received = Atomic<Int32>(0)

/// Holds back the signals that end a program while it gives files their names.
package enum HeldSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Runs `body`; a signal that comes meanwhile takes effect when it is done.
  ///
  /// For work of milliseconds that must not stay half done. One that is ignored stays so.
  package static func duringFileWork<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = hold()
    defer { release(before) }
    return try body()
  }

  /// What a signal does otherwise.
  private typealias Disposition = (number: Int32, action: sigaction)

  /// Notes the signals from now on; how each was handled before.
  private static func hold() -> [Disposition] {
    // This also makes the global before a handler can need it: its initialisation may take a lock.
    _ = received.load(ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { received.store($0, ordering: .relaxed) }
    action.sa_flags = SA_RESTART
    return numbers.compactMap { number in
      var old = sigaction()
      sigaction(number, nil, &old)
      let handler = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
      if handler == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
      sigaction(number, &action, nil)
      return (number, old)
    }
  }

  /// Handles them as before, also the one that was held back.
  private static func release(_ before: [Disposition]) {
    for (number, disposition) in before {
      var disposition = disposition
      sigaction(number, &disposition, nil)
    }
    let number = received.exchange(0, ordering: .sequentiallyConsistent)
    if number != 0 { raise(number) }
  }
}
