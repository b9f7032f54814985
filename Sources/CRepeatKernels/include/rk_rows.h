// SPDX-License-Identifier: Apache-2.0
// The rows of a bank, and the exact arithmetic of one slot. The arithmetic is in C, because 128-bit
// arithmetic takes few instructions in C, and because the loops and Swift share it.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define RK_NULLABLE _Nullable
#else
#define RK_NULLABLE
#endif

// A 128-bit integer in two's complement, as a structure because Swift does not import __int128.
typedef struct rk_wide {
  uint64_t low;
  int64_t high;
} rk_wide;

// A time in 2^-64 s.
typedef rk_wide rk_time;

// Cycles per second in 2^-62 Hz: 73 bits, less than 1024 Hz.
typedef rk_wide rk_rate;

static inline __int128 rk_int(rk_wide a) { return (__int128)a.high << 64 | a.low; }

static inline rk_wide rk_wide_of(__int128 a) { return (rk_wide){(uint64_t)a, (int64_t)(a >> 64)}; }

// value * 2^bits, rounded down; the result must be within 2^126.
static inline __int128 rk_fixed(double value, int bits) {
  uint64_t word;
  __builtin_memcpy(&word, &value, sizeof word);
  int exponent = (int)(word >> 52 & 0x7FF);
  if (exponent == 0) return 0;
  __int128 size = (int64_t)((word & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52);
  if ((int64_t)word < 0) size = -size;
  int shift = exponent - 1075 + bits;
  if (shift >= 0) return (__int128)((unsigned __int128)size << shift);
  return size >> (shift > -127 ? -shift : 127);
}

static inline rk_time rk_time_of(double seconds) { return rk_wide_of(rk_fixed(seconds, 64)); }

static inline rk_rate rk_rate_of(double hertz) { return rk_wide_of(rk_fixed(hertz, 62)); }

// A slot's data except the upper half of its phase. 16 bytes.
typedef struct rk_slot {
  uint64_t rate_low;  // the lower 64 bits of the rate
  uint32_t state;     // from the top: the upper 9 bits of the rate, the flags, and the generation
  uint32_t phase_low;  // the lower half of the phase
} rk_slot;

enum {
  RK_GENERATION_BITS = 17,
  RK_LIVE = 1 << 17,       // the slot holds a repeat
  RK_STILL = 1 << 18,      // paused or idle: the phase is constant, and the rate is stored
  RK_IDLE = 1 << 19,       // stopped; only with RK_STILL
  RK_PENDING = 1 << 20,    // a rate or a stop waits for the cycle's end, or a ramp runs
  // The last motion ran backwards. In an idle slot: what is shown at phase 0 is the cycle's end.
  RK_BACKWARDS = 1 << 21,
  RK_TURNED = 1 << 22,     // the motion, or an idle slot's next run, is against the request
  RK_FLAGS = 0x3F << 17,
  RK_RATE_SHIFT = 23,
  RK_CHUNK_SLOTS = 1024,
  RK_BLOCK_SLOTS = 16,  // the slots that share a bit of `changed`
  RK_SPARE_SLOTS = 2,   // extra elements of a list for all slots of a chunk
  RK_SPAN = 32,  // the interval between two epochs of a chunk, in 2^-6 s
  RK_DUE_REACH = 1 << 30,  // the farthest entry in `due` from the current time, in 2^-10 s: 12 days
};

// A pending change of a slot, in 32 bytes; all zeros if no change is pending.
typedef struct rk_change {
  rk_time due;        // the awaited boundary or the end of the ramp, whichever is earlier
  uint64_t rate_low;  // the waiting rate
  int16_t rate_high;
  bool waits_for_rate, waits_for_stop;
  int32_t ramp_number;  // the index of the slot's ramp plus 1; 0 without a ramp
} rk_change;

// A chunk: 1024 neighbouring slots, whose phases are stored for one time, the chunk's epoch. The
// possible epochs of a chunk are half a second apart: in units of 2^-6 s, an epoch and the chunk's
// index are congruent modulo 32. Epochs do not depend on the frames, so each frame updates about
// the same number of chunks.
typedef struct rk_chunk {
  int64_t epoch;    // 2^-6 s
  int64_t next;     // a lower bound of the pending slots' entries in `due`
  float highest;    // an upper bound of the magnitudes in `rate`
  int32_t plain;    // slots that run without a pending change
  // Whether the chunk follows a field: new rates for each frame, see rk_field. Then each slot that is
  // not settled runs, its rate is in `rate`, and its phase at `field_time` is in `field_phase`.
  bool follows;
  rk_time field_time;
  // While the chunk follows a field: a bit for each settled slot, whose phase and rate are stored as in
  // other chunks. A command settles its slot.
  uint64_t settled[RK_CHUNK_SLOTS / 64];
  uint64_t changed;  // a bit for each 16 slots: whether one of their shader rows is out of date
} rk_chunk;

typedef struct rk_rows {
  rk_slot *slot;
  uint32_t *phase;  // the upper half of the phase at the chunk's epoch; constant in a still slot
  float *rate;  // Hz, with the sign of the direction, also if 0; 0 in a still slot
  uint64_t *RK_NULLABLE field_phase;  // the phases of chunks that follow a field
  rk_change *RK_NULLABLE change;
  // For a slot with a pending change: the time of the change or an earlier time, in 2^-10 s modulo
  // 2^32. Arbitrary for other slots.
  uint32_t *RK_NULLABLE due;
  rk_chunk *chunk;
  int64_t next;  // a lower bound of all chunks' `next`, and of the pending slots' entries in `due`
} rk_rows;

// The epoch of a chunk that is nearest to a time, at most 1/4 s away.
static inline int64_t rk_epoch(int64_t chunk, rk_time time) {
  int64_t share = chunk % RK_SPAN, units = (int64_t)(rk_int(time) >> 58);
  return ((units + RK_SPAN / 2 - share) & -(int64_t)RK_SPAN) + share;
}

// The time since an epoch.
static inline __int128 rk_since(rk_time time, int64_t epoch) {
  return rk_int(time) - ((__int128)epoch << 58);
}

static inline rk_rate rk_rate_of_slot(const rk_slot *slot) {
  return (rk_rate){slot->rate_low, (int32_t)slot->state >> RK_RATE_SHIFT};
}

// The change of the phase at a rate over a time, in 2^-64 cycle, modulo one cycle and rounded down.
static inline uint64_t rk_moved(rk_rate rate, __int128 time) {
  unsigned __int128 product = (unsigned __int128)rk_int(rate) * (unsigned __int128)time;
  return (uint64_t)(product >> 62);
}

static inline uint64_t rk_stored_phase(const rk_rows *rows, int64_t slot) {
  return (uint64_t)rows->phase[slot] << 32 | rows->slot[slot].phase_low;
}

// Whether a slot follows a field.
static inline bool rk_follows(const rk_rows *rows, int64_t slot) {
  const rk_chunk *chunk = rows->chunk + slot / RK_CHUNK_SLOTS;
  return chunk->follows && !(chunk->settled[slot % RK_CHUNK_SLOTS / 64] >> slot % 64 & 1);
}

// The rate of a slot; for a still slot, the stored rate.
static inline rk_rate rk_rate_at(const rk_rows *rows, int64_t slot) {
  if (rk_follows(rows, slot)) return rk_rate_of((double)rows->rate[slot]);
  return rk_rate_of_slot(rows->slot + slot);
}

// The phase of a slot at its chunk's epoch; for a still slot, its constant phase.
static inline uint64_t rk_phase_at_epoch(const rk_rows *rows, int64_t slot) {
  const rk_chunk *chunk = rows->chunk + slot / RK_CHUNK_SLOTS;
  if (!rk_follows(rows, slot)) return rk_stored_phase(rows, slot);
  __int128 since = rk_since(chunk->field_time, chunk->epoch);
  return rows->field_phase[slot] - rk_moved(rk_rate_at(rows, slot), since);
}

// The phase of a slot that does not ramp, at a time, in 2^-64 cycle.
static inline uint64_t rk_phase_at(const rk_rows *rows, int64_t slot, rk_time time) {
  uint64_t phase = rk_phase_at_epoch(rows, slot);
  if (rows->slot[slot].state & RK_STILL) return phase;
  __int128 since = rk_since(time, rows->chunk[slot / RK_CHUNK_SLOTS].epoch);
  return phase + rk_moved(rk_rate_at(rows, slot), since);
}

static inline float rk_hertz(rk_rate rate) { return (float)((double)rk_int(rate) * 0x1p-62); }

// Up to this rate, a slot moves by less than half a cycle within 1/4 s of an epoch.
#define RK_SLOW 1.99f

// Stores a rate with the sign of the direction. Also 0 has a sign, because at a whole phase a one-way
// cycle shows its start in forward motion and its end in backward motion.
static inline void rk_put_hertz(const rk_rows *rows, int64_t slot, rk_rate rate) {
  rk_chunk *chunk = rows->chunk + slot / RK_CHUNK_SLOTS;
  float size = __builtin_fabsf(rk_hertz(rate));
  rows->rate[slot] = rows->slot[slot].state & RK_BACKWARDS ? -size : size;
  if (size > chunk->highest) chunk->highest = size;
}

static inline void rk_mark(const rk_rows *rows, int64_t slot) {
  int64_t block = slot % RK_CHUNK_SLOTS / RK_BLOCK_SLOTS;
  rows->chunk[slot / RK_CHUNK_SLOTS].changed |= (uint64_t)1 << block;
}

static inline void rk_put_phase(const rk_rows *rows, int64_t slot, uint64_t phase) {
  rows->phase[slot] = (uint32_t)(phase >> 32);
  rows->slot[slot].phase_low = (uint32_t)phase;
}

static inline void rk_store_rate(rk_slot *slot, rk_rate rate) {
  slot->rate_low = rate.low;
  slot->state = (slot->state & ((1u << RK_RATE_SHIFT) - 1)) | (uint32_t)rate.high << RK_RATE_SHIFT;
}

static inline void rk_put_direction(rk_slot *slot, bool backwards) {
  slot->state = (slot->state & ~(uint32_t)RK_BACKWARDS) | (backwards ? RK_BACKWARDS : 0);
}

// Stores the rate of a running slot. At rate 0, the direction stays.
static inline void rk_put_rate(rk_slot *slot, rk_rate rate) {
  if (rate.low | (uint64_t)rate.high) rk_put_direction(slot, rate.high < 0);
  rk_store_rate(slot, rate);
}

// Sets and clears flags of a slot.
static inline void rk_set_flags(const rk_rows *rows, int64_t slot, uint32_t flags, uint32_t cleared) {
  uint32_t old = rows->slot[slot].state, state = (old & ~cleared) | flags;
  const uint32_t mask = RK_LIVE | RK_STILL | RK_PENDING;
  rows->slot[slot].state = state;
  rows->chunk[slot / RK_CHUNK_SLOTS].plain +=
      ((state & mask) == RK_LIVE) - ((old & mask) == RK_LIVE);
}

// Stores the time of a slot's change in `due`. A time farther ahead than RK_DUE_REACH is replaced
// by the end of that reach; at that time, `due` is written again.
static inline void rk_enter(rk_rows *rows, int64_t slot, rk_time due, rk_time present) {
  __int128 reach = (rk_int(present) >> 54) + RK_DUE_REACH, unit = rk_int(due) >> 54;
  int64_t entry = (int64_t)(unit < reach ? unit : reach);
  rk_chunk *chunk = rows->chunk + slot / RK_CHUNK_SLOTS;
  rows->due[slot] = (uint32_t)entry;
  if (entry < chunk->next) chunk->next = entry;
  if (entry < rows->next) rows->next = entry;
}

// Starts a slot at a phase and a time. The slot must not follow a field.
static inline void rk_run(const rk_rows *rows, int64_t slot, uint64_t phase, rk_rate rate,
                          rk_time time) {
  int64_t epoch = rows->chunk[slot / RK_CHUNK_SLOTS].epoch;
  rk_put_phase(rows, slot, phase - rk_moved(rate, rk_since(time, epoch)));
  rk_put_rate(rows->slot + slot, rate);
  rk_put_hertz(rows, slot, rate);
  rk_mark(rows, slot);
}

// Changes the rate of a running slot that does not follow a field. The phase at `time` is kept or moves on by 2^-64 cycle in the
// new direction. It never moves back, because that could show the end of the previous cycle.
static inline void rk_change_rate(const rk_rows *rows, int64_t slot, rk_rate rate, rk_time time) {
  __int128 since = rk_since(time, rows->chunk[slot / RK_CHUNK_SLOTS].epoch);
  __int128 slower = rk_int(rk_rate_of_slot(rows->slot + slot)) - rk_int(rate);
  rows->slot[slot].state &= ~(uint32_t)RK_TURNED;
  rk_put_rate(rows->slot + slot, rate);
  uint64_t rounding = rows->slot[slot].state & RK_BACKWARDS ? 0 : ((uint64_t)1 << 62) - 1;
  unsigned __int128 product = (unsigned __int128)slower * (unsigned __int128)since;
  uint64_t moved = (uint64_t)((product + rounding) >> 62);
  rk_put_phase(rows, slot, rk_stored_phase(rows, slot) + moved);
  rk_put_hertz(rows, slot, rate);
  rk_mark(rows, slot);
}

// Holds a slot at a phase, and stores the rate at which the slot will run again. RK_BACKWARDS stays.
// The slot must not follow a field.
static inline void rk_hold(const rk_rows *rows, int64_t slot, uint64_t phase, rk_rate rate) {
  rk_put_phase(rows, slot, phase);
  rk_store_rate(rows->slot + slot, rate);
  rk_put_hertz(rows, slot, (rk_rate){0});
  rk_mark(rows, slot);
}

// Ends a slot's following of a field, and stores the slot's exact phase and rate.
static inline void rk_settle(const rk_rows *rows, int64_t slot) {
  if (!rk_follows(rows, slot)) return;
  rk_rate rate = rk_rate_at(rows, slot);
  rk_put_phase(rows, slot, rk_phase_at_epoch(rows, slot));
  rk_put_direction(rows->slot + slot, __builtin_signbit(rows->rate[slot]));
  rk_store_rate(rows->slot + slot, rate);
  rows->chunk[slot / RK_CHUNK_SLOTS].settled[slot % RK_CHUNK_SLOTS / 64] |= (uint64_t)1 << slot % 64;
}

// Ends a chunk's following of a field.
static inline void rk_settle_chunk(const rk_rows *rows, int64_t chunk, int64_t count) {
  if (!rows->chunk[chunk].follows) return;
  for (int64_t i = 0; i < count; i++) rk_settle(rows, chunk * RK_CHUNK_SLOTS + i);
  rows->chunk[chunk].follows = false;
}

// The ID of a repeat. The lower 32 bits are its slot; the upper 32 bits are the slot's generation
// plus the bank's base.
typedef struct rk_name {
  uint64_t raw;
} rk_name;

static inline uint32_t rk_slot_of(rk_name name) { return (uint32_t)name.raw; }

static inline uint32_t rk_generation_of(rk_name name) { return (uint32_t)(name.raw >> 32); }

// Whether a slot holds a repeat of this generation (without the bank's base).
static inline bool rk_holds(const rk_slot *slot, uint32_t generation) {
  return slot->state & RK_LIVE && (slot->state & ((1u << RK_GENERATION_BITS) - 1)) == generation;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
