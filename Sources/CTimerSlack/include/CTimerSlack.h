// SPDX-License-Identifier: Apache-2.0
// The clock, the sleep and the processor's hint that a frame loop needs of Linux. In C, because
// prctl() takes a variable number of arguments and the hint is an instruction, which Swift cannot
// call; and because Embedded Swift, which the C library is built with, has no Glibc. No system
// header is included here: Swift compiles this for other architectures too.
#pragma once

/// Asks the kernel to wake the calling thread at most `slack_ns` late (50 µs is its default).
int repeat_timer_slack_set(unsigned long slack_ns);

/// Nanoseconds of CLOCK_MONOTONIC.
long long repeat_clock_monotonic_ns(void);

/// Nanoseconds of processor time that the process has used, all threads together.
long long repeat_clock_process_ns(void);

/// Sleeps until CLOCK_MONOTONIC shows a positive number of nanoseconds; a signal ends it early.
void repeat_clock_sleep_until_ns(long long deadline_ns);

/// A number that the calling thread has and no other one that lives.
unsigned long long repeat_thread_number(void);

/// Hints to the processor that this loop only waits: it saves power, and helps its sibling.
static inline void processor_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
