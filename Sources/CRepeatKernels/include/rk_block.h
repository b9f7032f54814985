// SPDX-License-Identifier: Apache-2.0
// The rows of a bank's block, and the names of its repeats.
#pragma once
#include "rk_master.h"

// What a place holds, in 32 bits: these, and from RK_GENERATION_SHIFT on how often it has been
// used.
enum {
  RK_LIVE = 1,
  RK_STILL = 2,
  RK_TURNED = 32,  // the rate's direction is not the one that was requested
  RK_STATE_FLAGS = 0x3F,
  RK_GENERATION_SHIFT = 6,
  RK_BLOCK_PLACES = 4096,
};

// The rows of a block.
typedef struct rk_block_header {
  int64_t epoch;       // nanosecond at which the hot phases hold
  int64_t since;       // scratch of rk_prepare_changes
  float highest_rate;  // at least the largest magnitude in `rate`
  bool may_stand;      // whether a state may have the bit RK_STILL
  bool is_one_way;     // whether a frame must not show the cycle before the one that has begun
  bool may_run_back;   // whether a `rate` may be negative
} rk_block_header;

// What the hot phases of a block that is one way are put ahead of the exact ones, in 2^-32 period:
// more than what they, and a frame's integers, are rounded down by. The roundings of a frame's
// floats are the scale's matter.
enum { RK_LEAD = 6 };

// By what the hot phase of a repeat that moves is put ahead.
static inline int32_t rk_lead(const rk_block_header *header) {
  return header->is_one_way ? RK_LEAD : 0;
}

typedef struct rk_block {
  rk_block_header *header;
  rk_master *master;
  uint32_t *state;
  int32_t *phase;
  float *rate;
  float *others[3];
} rk_block;

typedef struct rk_name {
  uint32_t place;
  uint32_t generation;  // of the place's uses, above the bank's base of names
} rk_name;

// Any rate at any time: the short way's numbers would not do.
__attribute__((noinline, unused)) static int32_t rk_change_any_rate(
    rk_master *m, double hertz, rk_time time, const rk_block_header *header) {
  rk_set_rate(m, rk_rate_from_hertz(hertz, 0), time);
  return (int32_t)((uint32_t)rk_hot_phase(m, header->epoch) + (uint32_t)rk_lead(header));
}

// Another rate of so many Hz from `time` on, the change that games order most. Returns the hot phase
// that follows from the one before: within a unit, where the block's epoch is near.
static inline int32_t rk_change_rate(rk_master *m, double hertz, rk_change_time time,
                                     const rk_block_header *header, int32_t hot_phase) {
  rk_wide rate = rk_rate_from_hertz(hertz, 0);
  int64_t rate_high = (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8);
  int64_t since;
  int32_t turned;
  if (rk_since(&time, header->epoch, &since) &&
      rk_change_to(m, rate_high, rate.low & 0xFF, &time, since, &turned))
    return (int32_t)((uint32_t)hot_phase + (uint32_t)turned);
  return rk_change_any_rate(m, hertz, time.time, header);
}

// Whether a state is that of a repeat of so many uses that moves as requested.
static inline bool rk_moves(uint32_t state, uint32_t generation) {
  // In 64 bits, where a generation too large for a state does not look like a small one.
  return state == ((uint64_t)generation << RK_GENERATION_SHIFT | RK_LIVE);
}
