// SPDX-License-Identifier: Apache-2.0
// Linux's timer slack, and the processor's hint for waits. prctl() takes a variable number of
// arguments, and the hint is an instruction: Swift can call neither.
#pragma once
#include <sys/prctl.h>

/// Asks the kernel to wake the calling thread at most `slack_ns` late (50 µs is its default).
static inline int timer_slack_set(unsigned long slack_ns) {
  return prctl(PR_SET_TIMERSLACK, slack_ns, 0ul, 0ul, 0ul);
}

/// Hints to the processor that this loop only waits: it saves power, and helps its sibling.
static inline void processor_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
