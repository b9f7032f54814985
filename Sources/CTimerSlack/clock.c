// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CTimerSlack.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

int repeat_timer_slack_set(unsigned long slack_ns) {
  return prctl(PR_SET_TIMERSLACK, slack_ns, 0ul, 0ul, 0ul);
}

unsigned long repeat_timer_slack(void) {
  return (unsigned long)prctl(PR_GET_TIMERSLACK, 0ul, 0ul, 0ul, 0ul);
}

static long long read_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

long long repeat_clock_monotonic_ns(void) { return read_ns(CLOCK_MONOTONIC); }

long long repeat_clock_process_ns(void) { return read_ns(CLOCK_PROCESS_CPUTIME_ID); }

void repeat_clock_sleep_until_ns(long long deadline_ns) {
  struct timespec time = {(time_t)(deadline_ns / 1000000000), (long)(deadline_ns % 1000000000)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

int repeat_has_memory(unsigned long bytes) {
  // Without `volatile`, the compiler would remove an allocation whose block is never read.
  void *volatile block = malloc(bytes);
  free(block);
  return block != NULL;
}

unsigned long long repeat_thread_number(void) { return (unsigned long long)pthread_self(); }
