// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The signal that asked the process to end, or 0.
///
/// A signal handler may do little more than store a number.
private let received = Atomic<CInt>(0)

/// Whether SIGUSR1 was received and not yet reported.
private let userAsked = Atomic(false)

/// Catches SIGINT, SIGTERM and SIGHUP while the value lives, and then restores the previous
/// handlers.
///
/// The signals are also caught if a parent process blocked them, or ignored SIGINT or SIGTERM.
/// An ignored SIGHUP stays ignored, as `nohup` requires. A second SIGINT or SIGTERM ends the
/// process at once, so a hanging body can be stopped. A second SIGHUP does not, because closing a
/// terminal sends it twice, from the kernel and from the shell.
struct StopSignals: ~Copyable {
  private let numbers: [CInt]
  private let before: [sigaction]
  private let maskBefore: sigset_t

  /// - Parameter noticingUser: Whether SIGUSR1 is caught too; it never ends the process.
  init(noticingUser: Bool = false) {
    numbers =
      [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
      + (noticingUser ? [SIGUSR1] : [])
    userAsked.store(false, ordering: .sequentiallyConsistent)
    // The store also initializes the global before a handler can run, because initialization may
    // take a lock.
    received.store(0, ordering: .sequentiallyConsistent)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    before = numbers.map { number in
      var (action, old) = (sigaction(), sigaction())
      action.__sigaction_handler.sa_handler = { number in
        if number == SIGUSR1 { userAsked.store(true, ordering: .relaxed) }
        if number != SIGUSR1 { received.store(number, ordering: .relaxed) }
      }
      if number == SIGINT || number == SIGTERM {
        action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      }
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
    for (number, action) in zip(numbers, before) {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// Whether SIGUSR1 was received since the last call.
  func takeUser() -> Bool { userAsked.exchange(false, ordering: .relaxed) }

  /// The reason to end the loop, if a signal was received since the value was made.
  var reason: QuitReason? {
    switch received.load(ordering: .relaxed) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    case SIGHUP: .hungUp
    default: nil
    }
  }

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
