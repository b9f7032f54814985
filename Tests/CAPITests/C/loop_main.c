// SPDX-License-Identifier: Apache-2.0
// Calls every function of dynamic_repeat_loop.h with valid and invalid arguments.
#ifdef TRAP_EXCEPTIONS
#define _GNU_SOURCE
#include <fenv.h>
#endif
#include "check_loops.h"

int failures;

void test_loops(void);
void test_loop_errors(void);
void test_loop_memory(void);

static void test_status(void) {
  // A part of each status text, in the order of the codes.
  static const char *const words[] = {"fine", "NULL", "dr_default_loop_def", "not listed", "a rate",
    "longest_advance_s", "most_steps", "a time", "a later time", "system's clock", "between frames",
    "only the thread", "memory"};
  for (int code = -3; code < 15; code++) {
    const char *text = dr_loop_status_text((dr_loop_status)code);
    int is_known = code >= DR_LOOP_OK && code <= DR_LOOP_ERROR_MEMORY;
    CHECK(text && strstr(text, is_known ? words[code] : "not a status of this library"));
  }
}

int main(void) {
#ifdef TRAP_EXCEPTIONS
  // As in some debug builds of games, a division by zero in a call ends the program.
  feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
#endif
  test_status();
  test_loops();
  test_loop_errors();
  test_loop_memory();
  if (!failures) puts("every function answers as it should");
  return failures != 0;
}
