// SPDX-License-Identifier: Apache-2.0
// Checks for the programs in this folder. A failed check is printed with its line, and the program
// continues.
#pragma once
#include <dynamic_repeat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The number of failed checks.
extern int failures;

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
#define EXPECT(status, call) expect((status), (call), #call, __FILE__, __LINE__)
#define FINE(call) EXPECT(DR_OK, call)

static inline void check(int holds, const char *text, const char *file, int line) {
  if (holds) return;
  failures++;
  fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
}

static inline void expect(
  dr_status wanted, dr_status answer, const char *text, const char *file, int line) {
  if (answer == wanted) return;
  failures++;
  fprintf(
    stderr, "%s:%d: %s answers \"%s\" instead of \"%s\"\n", file, line, text,
    dr_status_text(answer), dr_status_text(wanted));
}

// A new repeat at 0 s: linear, one second there and one second back.
static inline dr_repeat made(dr_repeat_def *def) {
  dr_repeat repeat;
  def->pace.kind = DR_CURVE_LINEAR;
  def->rate = dr_seconds(2);
  def->now_s = 0;
  FINE(dr_repeat_init(&repeat, def));
  return repeat;
}

// A repeat as from `made`, after its start.
static inline dr_repeat started(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = made(&def);
  FINE(dr_repeat_start(&repeat, DR_NOW));
  return repeat;
}

static inline dr_repeat_info info_of(const dr_repeat *repeat) {
  dr_repeat_info info = {0};
  FINE(dr_repeat_get_info(repeat, &info));
  return info;
}

static inline double value_at(const dr_repeat *repeat, double time) {
  double value = -1;
  FINE(dr_repeat_value(repeat, time, &value));
  return value;
}
