// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The signal that asked the process to end, or 0.
///
/// A handler may do hardly more than store this.
private let received = Atomic<CInt>(0)

/// Notices SIGINT and SIGTERM as long as the value lives, also where a parent process had them
/// ignored or blocked; afterwards all is as before.
///
/// A second signal of the same kind ends the process at once: a body that hangs can be stopped.
struct StopSignals: ~Copyable {
  private static let numbers = [SIGINT, SIGTERM]
  private let before: [sigaction]
  private let maskBefore: sigset_t

  init() {
    // This also makes the global before a handler can need it: its initialisation may take a lock.
    received.store(0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { received.store($0, ordering: .relaxed) }
    action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    before = Self.numbers.map { number in
      var old = sigaction()
      sigaction(number, &action, &old)
      sigaddset(&unblocked, number)
      return old
    }
    var mask = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &unblocked, &mask)
    maskBefore = mask
  }

  deinit {
    var mask = maskBefore
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    for (number, action) in zip(Self.numbers, before) {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// What was asked for since the value was made.
  var reason: QuitReason? {
    switch received.load(ordering: .relaxed) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    default: nil
    }
  }
}
