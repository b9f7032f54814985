// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The signal that asked the process to end, or 0.
///
/// A handler may do hardly more than store this.
private let received = Atomic<CInt>(0)

/// Whether SIGUSR1 came and was not reported yet.
private let userAsked = Atomic(false)

/// Notices SIGINT, SIGTERM and SIGHUP as long as the value lives, also where a parent process had
/// them blocked or the first two ignored; afterwards all is as before.
///
/// SIGHUP that was ignored stays so: that is what `nohup` is for.
/// A second SIGINT or SIGTERM ends the process at once: a body that hangs can be stopped. SIGHUP
/// does not: of a terminal that is closed it comes twice, from the kernel and from the shell.
struct StopSignals: ~Copyable {
  private let numbers: [CInt]
  private let before: [sigaction]
  private let maskBefore: sigset_t

  /// - Parameter noticingUser: Whether SIGUSR1 is noticed too; it ends nothing, however often.
  init(noticingUser: Bool = false) {
    numbers =
      [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
      + (noticingUser ? [SIGUSR1] : [])
    userAsked.store(false, ordering: .sequentiallyConsistent)
    // This also makes the global before a handler can need it: its initialisation may take a lock.
    received.store(0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { received.store($0, ordering: .relaxed) }
    action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    before = numbers.map { number in
      if number == SIGHUP { action.sa_flags = 0 }
      if number == SIGUSR1 {
        action.__sigaction_handler.sa_handler = { _ in userAsked.store(true, ordering: .relaxed) }
        action.sa_flags = 0
      }
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
    for (number, action) in zip(numbers, before) {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// Whether SIGUSR1 came since the last call.
  func takeUser() -> Bool { userAsked.exchange(false, ordering: .relaxed) }

  /// Why the loop should end, if a signal came since the value was made.
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
