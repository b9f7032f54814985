// SPDX-License-Identifier: Apache-2.0
// Calls fuzz.c with random bytes for some seconds of processor time: driver SECONDS SEED, or
// driver SECONDS SEED ROUND to repeat one round. If libFuzzer can be linked, it replaces this
// driver.
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t state;

// SplitMix64.
static uint64_t next(void) {
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static volatile uint64_t seed, round_number;

static void report(int signal_number) {
  char text[128];
  int length = snprintf(
    text, sizeof text, "signal %d at seed %" PRIu64 ", round %" PRIu64 "\n", signal_number, seed,
    round_number);
  ssize_t written = write(2, text, (size_t)length);
  (void)written;
  _exit(1);
}

// The processor time of this process, so that a busy machine does not shorten the run.
static double used_s(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  static uint8_t data[4096];
  double seconds = count > 1 ? atof(arguments[1]) : 10;
  seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  static const int signals[] = {SIGPROF, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGFPE, SIGBUS};
  for (int index = 0; index < 7; index++) signal(signals[index], report);
  uint64_t only = count > 3 ? strtoull(arguments[3], NULL, 10) : 0;
  for (round_number = 1; only ? round_number <= only : used_s() < seconds; round_number++) {
    state = seed * UINT64_C(0x100000001) + round_number;
    size_t size = 64 + next() % (sizeof data - 64);
    for (size_t index = 0; index < size; index += 8) {
      uint64_t word = next();
      memcpy(data + index, &word, 8);
    }
    if (only && round_number != only) continue;
    // A round takes far less processor time than this limit, unless it hangs.
    static const struct itimerval limit = {.it_value = {.tv_sec = 30}};
    setitimer(ITIMER_PROF, &limit, NULL);
    LLVMFuzzerTestOneInput(data, size);
  }
  printf("%" PRIu64 " rounds of seed %" PRIu64 " are fine\n", round_number - 1, seed);
  return 0;
}
