// SPDX-License-Identifier: Apache-2.0

/// The goals of the frame loop, in the order in which they are measured.
let loopSubjects = [
  timerSubject, idleSubject, keySubject, stopSubject, freeRunSubject, lossSubject,
  simulationSubject, westonSubject, deadlineSubject, scoreboardSubject,
]
