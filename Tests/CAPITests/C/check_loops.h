// SPDX-License-Identifier: Apache-2.0
// What the tests of loops have in common.
#pragma once
#include "check.h"

static inline dr_loop_def manual(dr_loop_timing timing, double rate_hz) {
  dr_loop_def def = dr_default_loop_def();
  def.timing = timing;
  def.rate_hz = rate_hz;
  def.has_manual_clock = 1;
  return def;
}

static inline dr_loop created_loop(const dr_loop_def *def) {
  dr_loop loop = {0};
  FINE(dr_loop_create(def, &loop));
  return loop;
}
