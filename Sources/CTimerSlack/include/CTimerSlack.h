// SPDX-License-Identifier: Apache-2.0
// The clock, the sleep, the processor's wait hint and a test for memory, for a frame loop on Linux.
// They are in C for three reasons: Swift cannot call prctl(), which has variable arguments; Swift
// has no access to the instruction of the wait hint; and Embedded Swift, used for the C library,
// has no Glibc. This header includes no system header, because Swift also compiles it for other
// architectures.
#pragma once

/// Limits the lateness of the calling thread's wake-ups to `slack_ns` (the kernel's default is 50
/// µs).
int repeat_timer_slack_set(unsigned long slack_ns);

/// The slack of the calling thread in nanoseconds.
unsigned long repeat_timer_slack(void);

/// Nanoseconds of CLOCK_MONOTONIC.
long long repeat_clock_monotonic_ns(void);

/// Processor time of all threads of the process, in nanoseconds.
long long repeat_clock_process_ns(void);

/// Sleeps until CLOCK_MONOTONIC reaches a positive number of nanoseconds. A signal ends the sleep
/// early.
void repeat_clock_sleep_until_ns(long long deadline_ns);

/// A number of the calling thread; unique among living threads.
unsigned long long repeat_thread_number(void);

/// Returns 1 if a block of this size can be allocated now, else 0.
int repeat_has_memory(unsigned long bytes);

/// Hints to the processor that this loop only waits, which saves power and helps the sibling core.
static inline void processor_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
