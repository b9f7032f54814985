// SPDX-License-Identifier: Apache-2.0
// The rows of a bank's block, and the names of its repeats.
#pragma once
#include "rk_master.h"

// What a place holds, in 32 bits: these, and from RK_GENERATION_SHIFT on how often it has been
// used.
enum {
  RK_LIVE = 1,
  RK_STILL = 2,
  RK_STATE_FLAGS = 0x1F,
  RK_GENERATION_SHIFT = 5,
  RK_BLOCK_PLACES = 4096,
};

// The rows of a block.
typedef struct rk_block_header {
  int64_t epoch;       // nanosecond at which the hot phases hold
  int64_t since;       // scratch of rk_prepare_changes
  float highest_rate;  // at least the largest magnitude in `rate`
  bool may_stand;      // whether a state may have the bit RK_STILL
} rk_block_header;

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

// Whether a state is that of a repeat of so many uses, and nothing else can be said of it.
static inline bool rk_moves(uint32_t state, uint32_t generation) {
  // In 64 bits, where a generation too large for a state does not look like a small one.
  return state == ((uint64_t)generation << RK_GENERATION_SHIFT | RK_LIVE);
}
