// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The ids of children that live: a signal that ends this program ends them too, for
/// an X server that nobody knows of would stay for ever.
package enum StartedProcesses {
  /// More than a measurement starts at a time; tests may start more, and do without.
  private static let slots: [6 of Atomic<pid_t>] = [
    Atomic(0), Atomic(0), Atomic(0), Atomic(0), Atomic(0), Atomic(0),
  ]

  static func add(_ id: pid_t) {
    for slot in slots.indices
    where slots[slot].compareExchange(
      expected: 0, desired: id, ordering: .sequentiallyConsistent
    ).exchanged {
      break
    }
  }

  static func remove(_ id: pid_t) {
    for slot in slots.indices {
      _ = slots[slot].compareExchange(
        expected: id, desired: 0, ordering: .sequentiallyConsistent)
    }
  }

  /// Ends the children when a signal ends this program.
  package static func endWithThisProgram() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        for slot in StartedProcesses.slots.indices {
          let id = StartedProcesses.slots[slot].load(ordering: .relaxed)
          if id > 0 { kill(id, SIGKILL) }
        }
        _exit(128 + number)
      }
      sigaction(number, &action, nil)
    }
  }
}
