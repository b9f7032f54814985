// SPDX-License-Identifier: Apache-2.0
// The rows of a bank's block, and the names of its repeats.
#pragma once
#include "rk_exact.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define RK_NULLABLE _Nullable
#else
#define RK_NULLABLE
#endif

// What a slot holds, in 32 bits: these, and from RK_GENERATION_SHIFT on how often it has been used.
typedef struct rk_slot_state {
  uint32_t bits;
} rk_slot_state;

enum {
  RK_LIVE = 1,         // a repeat is here
  RK_STILL = 2,        // its phase stays: paused, idle, or individual; its rate is for later
  RK_INDIVIDUAL = 4,   // a controller evaluates it; the rate's upper word is the controller's index
  RK_IDLE = 8,         // stopped; only where RK_STILL is set
  RK_BACKWARDS = 16,   // its direction at rate 0, where the rate has none; unknown at other rates
  RK_TURNED = 32,      // its direction is not that of the requested rate
  RK_STATE_FLAGS = 0x3F,
  RK_GENERATION_SHIFT = 6,
  // Of one that moves as requested, in the slot's first use.
  RK_FIRST_STATE = 1 << RK_GENERATION_SHIFT | RK_LIVE,
  RK_BLOCK_SLOTS = 4096,
};

// What holds for a whole block.
typedef struct rk_block_header {
  int64_t epoch;        // nanosecond at which the frame phases hold
  int64_t since;        // scratch of rk_prepare_changes
  float highest_rate;   // at least the largest magnitude in `rate`
  bool may_be_still;    // whether a state may have the bit RK_STILL
  bool is_one_way;      // whether a frame must not show the cycle before the one that has begun
  bool may_run_back;    // whether a `rate` may be negative
  bool may_be_marked;   // whether a slot in use may have another state than RK_FIRST_STATE
  bool follows;         // whether its rates follow a field: rk_field.h
  int64_t live_count;   // slots that hold a repeat
  int64_t lowest_free;  // no slot below it is free
} rk_block_header;

// By what the frame phases of a block that is one way are ahead of the exact ones, in 2^-32
// period: more than what they, and a frame's integers, are rounded down by. The roundings of a frame's
// floats are the scale's matter.
enum { RK_LEAD = 6 };

// By what the frame phase of a repeat that moves is put ahead.
static inline int32_t rk_lead(const rk_block_header *header) {
  return header->is_one_way ? RK_LEAD : 0;
}

// To be called for every rate that is put into a block's row of them.
static inline void rk_note_rate(rk_block_header *header, float hertz) {
  float size = __builtin_fabsf(hertz);
  if (size > header->highest_rate) header->highest_rate = size;
  if (hertz < 0) header->may_run_back = true;
}

// The rows of a block of up to RK_BLOCK_SLOTS slots.
typedef struct rk_block {
  rk_block_header *header;
  rk_exact *exact;
  rk_slot_state *state;
  int32_t *phase;              // 2^-32 period at the epoch
  float *rate;                 // Hz
  float *RK_NULLABLE start;    // the value at progress 0; NULL without ends
  float *RK_NULLABLE change;   // what progress 1 adds to it
  float *RK_NULLABLE value;    // of the last frame; NULL until values are kept
} rk_block;

// The name of a repeat: its slot, and above 32 bits the generation, which is the slot's uses above
// the bank's base of names.
typedef struct rk_name {
  uint64_t raw;
} rk_name;

static inline uint32_t rk_slot_of(rk_name name) { return (uint32_t)name.raw; }

static inline uint32_t rk_generation_of(rk_name name) { return (uint32_t)(name.raw >> 32); }

// Any rate at any time: the short way's numbers would not do.
__attribute__((noinline, unused)) static int32_t rk_change_any_rate(
    rk_exact *m, double hertz, rk_time time, const rk_block_header *header) {
  rk_set_rate(m, rk_rate_from_hertz(hertz, 0), time);
  return (int32_t)((uint32_t)rk_frame_phase(m, header->epoch) + (uint32_t)rk_lead(header));
}

// Another rate of so many Hz from `time` on, the change that games request most. Returns the frame
// phase that follows from the one before: within a unit, where the block's epoch is near.
static inline int32_t rk_change_rate(rk_exact *m, double hertz, rk_change_time time,
                                     const rk_block_header *header, int32_t frame_phase) {
  rk_wide rate = rk_rate_from_hertz(hertz, 0);
  int64_t rate_high = (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8);
  int64_t since;
  int32_t turned;
  if (rk_since(&time, header->epoch, &since) &&
      rk_change_to(m, rate_high, rate.low & 0xFF, &time, since, &turned))
    return (int32_t)((uint32_t)frame_phase + (uint32_t)turned);
  return rk_change_any_rate(m, hertz, time.time, header);
}

// Whether a state is that of a repeat of so many uses that moves as requested.
static inline bool rk_moves(rk_slot_state state, uint32_t generation) {
  // In 64 bits, where a generation too large for a state does not look like a small one.
  return state.bits == ((uint64_t)generation << RK_GENERATION_SHIFT | RK_LIVE);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
