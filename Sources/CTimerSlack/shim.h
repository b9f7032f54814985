// SPDX-License-Identifier: Apache-2.0
// Linux's timer slack. prctl() takes a variable number of arguments, which Swift cannot call.
#pragma once
#include <sys/prctl.h>

/// Asks the kernel to wake the calling thread at most `slack_ns` late (50 µs is its default).
static inline int timer_slack_set(unsigned long slack_ns) {
  return prctl(PR_SET_TIMERSLACK, slack_ns, 0ul, 0ul, 0ul);
}
