// SPDX-License-Identifier: Apache-2.0
// One repeat's exact progress: C in a header, so that callers in other modules have it inlined.
#pragma once
#include "rk_block.h"

// What phases are turned into progress with.
typedef struct rk_sampler {
  const double *rows;  // polynomials of degree 7 as rk_polynomial takes them; NULL: there are none
  uint64_t shift;      // by so many bits a point on the leg is finer than 2^-52 of a piece
  uint64_t mirror;     // all ones where the second half of a period is the way back
} rk_sampler;

// For a table whose pieces are 2^shift of 2^63 long.
static inline rk_sampler rk_sampler_of(const double *rows, uint64_t shift, bool one_way) {
  // One way, a leg is the whole period. At most 2^11 pieces.
  return (rk_sampler){rows, shift + one_way - 52, one_way ? 0 : ~(uint64_t)0};
}

// A polynomial of degree 7 in Estrin's order: the three levels of it wait for each other, eight
// steps of Horner's would. Two powers at a time side by side: 0 2, 1 3, 4 6, 5 7.
static inline double rk_polynomial(const double *row, double t) {
#if defined(__clang__)
  // The same on every processor.
#pragma clang fp contract(off)
#endif
  typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
  const pair *c = (const pair *)row;
  double t2 = t * t, t4 = t2 * t2;
  pair both = {t, t}, fourth = {t4, t4};
  pair low = c[0] + c[1] * both, high = c[2] + c[3] * both;
  pair sum = low + high * fourth;
  return sum[0] + sum[1] * t2;
}

// The progress at a phase in 2^-64 period. In integers, so that neither the piece nor the point in
// it needs a conversion.
static inline double rk_progress(rk_sampler sampler, uint64_t phase) {
  // The way back is the way out's mirror image: the magnitude, and no branch that half of all
  // phases would take.
  uint64_t back = (uint64_t)((int64_t)phase >> 63) & sampler.mirror;
  uint64_t leg = (phase ^ back) - back;
  uint64_t point = leg >> (sampler.shift & 63), one = (uint64_t)0x3FF << 52;
  // A `double` in 1..<2 whose fraction is the point in the piece.
  uint64_t bits = (point & 0xFFFFFFFFFFFFF) | one;
  double t;
  __builtin_memcpy(&t, &bits, sizeof t);
  return rk_polynomial(sampler.rows + 8 * (point >> 52), t - 1);
}

typedef struct rk_sample {
  bool is_known;
  double progress;
} rk_sample;

// The phase in 2^-64 period of a repeat that its exact state alone moves, at 1/4 s or later, as
// rk_short_phase says. Returns false for others, stale names and wrong times.
static inline bool rk_quick_phase(const rk_block *blocks, int64_t slots, uint32_t name_base,
                                  rk_name name, double seconds, uint64_t *phase) {
  if (__builtin_expect(rk_slot_of(name) >= slots, 0)) return false;
  const rk_block *block = blocks + rk_slot_of(name) / RK_BLOCK_SLOTS;
  uint32_t slot = rk_slot_of(name) % RK_BLOCK_SLOTS;
  rk_slot_state state = {block->state[slot].bits & ~(uint32_t)RK_TURNED};
  bool moves = rk_moves(state, rk_generation_of(name) - name_base) && !block->header->follows;
  if (__builtin_expect(!moves, 0)) return false;
  return rk_short_phase(block->exact + slot, seconds, phase);
}

// What is sampled most: the progress of such a repeat. Not known for others.
static inline rk_sample rk_quick_sample(const rk_block *blocks, int64_t slots, uint32_t name_base,
                                        rk_sampler sampler, rk_name name, double seconds) {
  const rk_sample unknown = {false, 0};
  uint64_t phase;
  if (__builtin_expect(!sampler.rows, 0)) return unknown;
  if (!rk_quick_phase(blocks, slots, name_base, name, seconds, &phase)) return unknown;
  return (rk_sample){true, rk_progress(sampler, phase)};
}
