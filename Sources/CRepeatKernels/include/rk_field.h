// SPDX-License-Identifier: Apache-2.0
// Rates that follow a field: new ones for all repeats of a bank before each frame.
//
// A rate that moves linearly from r0 at one time to r1 at another comes as far as r0 until the middle
// between the two and r1 from there on. So one frame adds (r0 + r1) times half its length to a phase.
//
// A block that follows a field has no exact states: their memory begins with the lower halves of
// its phases in 2^-64 period, `phase` has the upper halves, and `rate` the rates, which are floats
// then, all at the whole nanosecond `epoch`. So a frame touches 32 bytes of a repeat, not 52.
#pragma once
#include "rk_block.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// Half the whole nanoseconds between two frames, as rk_follow takes it.
typedef struct rk_field {
  double upper;    // in 2^-32 seconds: its upper 26 bits, so that a product with a rate is exact
  double lower;    // the rest, in 2^-63 seconds
  double offset;   // by what the middle between the frames is later than that of theirs, the same
  int64_t epoch;   // the later frame's whole nanosecond
} rk_field;

// The longest time between two frames for which the sums of rk_follow are wide enough.
enum { RK_FIELD_MOST_SECONDS = 10 };

static inline uint32_t rk_low_word(const rk_block *block, int64_t slot) {
  uint32_t word;
  __builtin_memcpy(&word, (const char *)block->exact + 4 * slot, sizeof word);
  return word;
}

// A slot's exact state, whether its block follows a field or not.
static inline rk_exact rk_exact_at(const rk_block *block, int64_t slot) {
  if (!block->header->follows) return block->exact[slot];
  rk_exact m = {0, 0};
  if (!(block->state[slot].bits & RK_LIVE)) return m;
  rk_wide rate = rk_rate_from_hertz(block->rate[slot], 0);
  uint32_t upper = (uint32_t)block->phase[slot] - (uint32_t)rk_lead(block->header);
  uint64_t phase = (uint64_t)upper << 32 | rk_low_word(block, slot);
  rk_change_time time = rk_change_time_of((rk_time){block->header->epoch, 0});
  m.rate_high = (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8);
  m.phase_and_rate_low = rate.low & 0xFF;
  m.phase_and_rate_low = rk_word_after(phase, rk_moved_at(&m, &time), rate.low & 0xFF);
  return m;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
