// SPDX-License-Identifier: Apache-2.0
// Checks for the programs of this folder: a failure is printed with its line, and the program goes
// on.
#pragma once
#include <dynamic_repeat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How many checks have failed, and whether the longest loops are short.
extern int failures, is_brief;

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

static inline dr_repeat created(const dr_repeat_def *def) {
  dr_repeat repeat = {0};
  FINE(dr_repeat_create(def, &repeat));
  return repeat;
}

static inline dr_repeat started_as(const dr_repeat_def *def) {
  dr_repeat repeat = created(def);
  FINE(dr_repeat_start(repeat));
  return repeat;
}

// A repeat with linear legs of a second each, started at 0.
static inline dr_repeat started(dr_repeat_def *def) {
  def->timing.kind = DR_CURVE_LINEAR;
  def->rate.value = 2;
  def->now_s = 0;
  return started_as(def);
}

static inline dr_repeat_info info_of(dr_repeat repeat) {
  dr_repeat_info info = {0};
  FINE(dr_repeat_get_info(repeat, &info));
  return info;
}

static inline dr_bank created_bank(const dr_bank_def *def) {
  dr_bank bank = {0};
  FINE(dr_bank_create(def, &bank));
  return bank;
}

static inline dr_bank_info bank_info_of(dr_bank bank) {
  dr_bank_info info = {0};
  FINE(dr_bank_get_info(bank, &info));
  return info;
}

static inline double value_at(dr_repeat repeat, double time) {
  double value = -1;
  FINE(dr_repeat_value(repeat, time, &value));
  return value;
}
