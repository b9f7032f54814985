// SPDX-License-Identifier: Apache-2.0
// What beats.c and locks.c share.
#pragma once
#include "check.h"

static const double wrong_times[] = {NAN, INFINITY, -INFINITY, 1.1e12};

// 120 beats a minute, from 0 s on.
static inline dr_beat_clock music(void) {
  dr_beat_clock_def def = dr_default_beat_clock_def();
  dr_beat_clock clock = {0};
  FINE(dr_beat_clock_create(&def, &clock));
  return clock;
}
