// SPDX-License-Identifier: Apache-2.0
// Repeats that get in step with a leader: a rate of their own until one time, and its rate from there.
#pragma once
#include "rk_block.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// The leader's line, and how gaps to it are closed; gaps are in 2^-56 period.
typedef struct rk_line {
  rk_time time;         // from which on
  rk_wide rate;         // of the line
  uint64_t phase;       // of the line at that time, 0 <= it < 2^56
  int64_t most_ahead;   // a line that is further ahead is waited for
  int64_t least_gain;   // what the bounds allow beside the line, <= 0
  int64_t most_gain;    // the same, >= 0
  int64_t factor;       // times 2^-shift: 2^35 divided by the nanoseconds that it takes
  int32_t shift;
} rk_line;

// The rate that leads from a phase onto the line, to nearest.
static inline rk_wide rk_rate_onto(const rk_line *line, uint64_t phase) {
  const int64_t period = (int64_t)1 << 56;
  int64_t gap = (int64_t)((line->phase - phase) & (uint64_t)(period - 1));
  if (gap > line->most_ahead) gap -= period;
  if (gap < line->least_gain) gap = line->least_gain;
  if (gap > line->most_gain) gap = line->most_gain;
  __int128 half = (__int128)1 << (line->shift - 1);
  __int128 more = ((__int128)gap * line->factor + half) >> line->shift;
  return rk_split((__int128)((unsigned __int128)(__int128)line->rate.high << 64 | line->rate.low) +
                  more);
}

// Lets the moving repeats of some slots catch up. The block must not follow a field. Returns whether
// there are any.
bool rk_catch_up(const rk_block *block, int64_t first, int64_t count, const rk_line *line);

// The end: from `time` on those that still catch up have the rate.
void rk_end_lock(const rk_block *block, int64_t first, int64_t count, rk_wide rate, rk_time time);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
