// SPDX-License-Identifier: Apache-2.0
// What the library uses of time.h, as Linux has it on x86-64 and aarch64, in glibc and musl.
#pragma once
#include <stddef.h>
typedef long time_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define TIMER_ABSTIME 1
int clock_gettime(clockid_t clock, struct timespec *time);
int clock_nanosleep(
  clockid_t clock, int flags, const struct timespec *time, struct timespec *left);
