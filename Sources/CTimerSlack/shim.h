// SPDX-License-Identifier: Apache-2.0
// The clock, the sleep and the processor's hint that a frame loop needs of Linux. In C, because
// prctl() takes a variable number of arguments and the hint is an instruction, which Swift cannot
// call; and because Embedded Swift, which the C library is built with, has no Glibc.
#pragma once
#include <pthread.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>

/// Asks the kernel to wake the calling thread at most `slack_ns` late (50 µs is its default).
static inline int timer_slack_set(unsigned long slack_ns) {
  return prctl(PR_SET_TIMERSLACK, slack_ns, 0ul, 0ul, 0ul);
}

/// Nanoseconds of one of the kernel's clocks.
static inline int64_t clock_read_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Nanoseconds of CLOCK_MONOTONIC.
static inline int64_t clock_monotonic_ns(void) { return clock_read_ns(CLOCK_MONOTONIC); }

/// Nanoseconds of processor time that the process has used, all threads together.
static inline int64_t clock_process_ns(void) { return clock_read_ns(CLOCK_PROCESS_CPUTIME_ID); }

/// Sleeps until CLOCK_MONOTONIC shows a positive number of nanoseconds; a signal ends it early.
static inline void clock_sleep_until_ns(int64_t deadline_ns) {
  struct timespec time = {(time_t)(deadline_ns / 1000000000), (long)(deadline_ns % 1000000000)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

/// A number that the calling thread has and no other one that lives.
static inline uint64_t thread_number(void) { return (uint64_t)pthread_self(); }

/// Hints to the processor that this loop only waits: it saves power, and helps its sibling.
static inline void processor_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
