// SPDX-License-Identifier: Apache-2.0
// Calls every function of dynamic_repeat.h, rightly and wrongly. With an argument its longest
// loops are short, for what runs it slowly.
#ifdef TRAP_EXCEPTIONS
#define _GNU_SOURCE
#include <fenv.h>
#endif
#include "check.h"

int failures, is_brief;

void test_memory(void);
void test_curves(void);
void test_repeats(void);
void test_commands(void);
void test_snapshots(void);
void test_short_forms(void);
void test_limits(void);
void test_clocks(void);
void test_beat_clocks(void);
void test_locks(void);
void test_threads(void);
void test_banks(void);

static void test_status(void) {
  CHECK(dr_version() == (DR_VERSION_MAJOR << 16 | DR_VERSION_MINOR << 8 | DR_VERSION_PATCH));
  // A word of each text, in the order of the codes.
  static const char *const words[] = {
    "fine",        "NULL",     "handle",     "dr_default_", "not listed", "cycle duration",
    "rate must",   "ramp or",  "count must", "phase must",  "time must",  "cycle must",
    "has passed",  "timing",   "capacity",   "full",        "memory",     "too small",
    "or are damaged",   "another",  "65,536",     "no answer",   "allocator",  "not waiting",
    "does not have", "has_ends", "another timing", "another repeat_count", "quantum",
    "tempo", "ratio", "bounds must be", "must hold", "out of reach", "stands still", "follower"};
  for (int code = -3; code < 37; code++) {
    const char *text = dr_status_text((dr_status)code);
    int is_known = code >= DR_OK && code <= DR_ERROR_NUMBER;
    CHECK(text && strstr(text, is_known ? words[code] : "not a status of this library"));
  }
}

int main(int count, char **arguments) {
  (void)arguments;
  is_brief = count > 1;
#ifdef TRAP_EXCEPTIONS
  // As some debug builds of games do: a division by zero in a call ends the program.
  feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
#endif
  test_status();
  test_memory();
  test_curves();
  test_repeats();
  test_commands();
  test_snapshots();
  test_short_forms();
  test_limits();
  test_clocks();
  test_beat_clocks();
  test_locks();
  test_threads();
  test_banks();
  test_memory();
  if (!failures) puts("every function answers as it should");
  return failures != 0;
}
