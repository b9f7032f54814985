// SPDX-License-Identifier: Apache-2.0
// Checks for the programs with the frame loop. A failed check is printed with its line, and the
// program continues.
#pragma once
#include <dynamic_repeat_loop.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int failures;

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
#define EXPECT(status, call) expect((status), (call), #call, __FILE__, __LINE__)
#define FINE(call) EXPECT(DR_LOOP_OK, call)

static inline void check(int holds, const char *text, const char *file, int line) {
  if (holds) return;
  failures++;
  fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
}

static inline void expect(
  dr_loop_status wanted, dr_loop_status answer, const char *text, const char *file, int line) {
  if (answer == wanted) return;
  failures++;
  fprintf(stderr, "%s:%d: %s answers \"%s\" instead of \"%s\"\n", file, line, text,
    dr_loop_status_text(answer), dr_loop_status_text(wanted));
}

static inline dr_loop_def manual(dr_loop_timing timing, double rate_hz) {
  dr_loop_def def = dr_default_loop_def();
  def.timing = timing;
  def.rate_hz = rate_hz;
  def.has_manual_clock = 1;
  return def;
}

static inline dr_loop *created_loop(const dr_loop_def *def) {
  dr_loop *loop = NULL;
  FINE(dr_loop_create(def, &loop));
  return loop;
}
