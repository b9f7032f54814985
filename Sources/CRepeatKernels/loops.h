// SPDX-License-Identifier: Apache-2.0
// The loops for one instruction set. The C file of each set includes this file with these macros:
//   W              floats in a vector
//   RK_NAME(name)  the name with the set's suffix
//   RK_TARGET      the attribute that makes clang use the set
#include <stddef.h>

#include "sets.h"

// Allows a multiply and an add to become one instruction if the set has such an instruction.
#pragma clang fp contract(fast)

typedef float vf __attribute__((ext_vector_type(W)));
typedef int32_t vi __attribute__((ext_vector_type(W)));
typedef uint32_t vu __attribute__((ext_vector_type(W)));
typedef float quad __attribute__((ext_vector_type(4), aligned(4)));
typedef float vf_anywhere __attribute__((ext_vector_type(W), aligned(4)));
typedef uint16_t half_lanes __attribute__((ext_vector_type(2 * W)));
#define H (W / 2)
typedef uint64_t vq __attribute__((ext_vector_type(H)));
typedef double vd __attribute__((ext_vector_type(H)));
typedef uint32_t half_words __attribute__((ext_vector_type(H)));
typedef float half_floats __attribute__((ext_vector_type(H)));
typedef float half_anywhere __attribute__((ext_vector_type(H), aligned(4)));
#define INLINE static inline __attribute__((always_inline)) RK_TARGET

#include "values.h"

// MARK: Epochs

#if W == 16
#define RK_ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define RK_RATES 0, 2, 4, 6, 8, 10, 12, 14
#define RK_OTHERS 1, 3, 5, 7, 9, 11, 13, 15
#define RK_LOW_PAIRS 0, 8, 1, 9, 2, 10, 3, 11
#define RK_HIGH_PAIRS 4, 12, 5, 13, 6, 14, 7, 15
#elif W == 8
#define RK_ODD 1, 3, 5, 7, 9, 11, 13, 15
#define RK_RATES 0, 2, 4, 6
#define RK_OTHERS 1, 3, 5, 7
#define RK_LOW_PAIRS 0, 4, 1, 5
#define RK_HIGH_PAIRS 2, 6, 3, 7
#else
#define RK_ODD 1, 3, 5, 7
#define RK_RATES 0, 2
#define RK_OTHERS 1, 3
#define RK_LOW_PAIRS 0, 2
#define RK_HIGH_PAIRS 1, 3
#endif

// Converts a chunk's phases from its current epoch (the time to which the phases refer) to `epoch`.
// This is exact, because in half a second each rate covers a whole number of units of 2^-64 cycle.
RK_TARGET static void rebase(const rk_rows *rows, int64_t chunk, int64_t count, int64_t epoch) {
  // In half a second, a phase moves by 2 * rate, in units of 2^-64 cycle.
  uint64_t halves = 2 * (uint64_t)((epoch - rows->chunk[chunk].epoch) / RK_SPAN);
  int64_t first = chunk * RK_CHUNK_SLOTS;
  half_floats highest = 0;
  for (int64_t i = first; i < first + count; i += H) {
    vq *words = (vq *)(rows->slot + i);
    for (int byte = 0; byte < 16 * H; byte += 64) __builtin_prefetch((char *)words + byte + 4096, 1);
    vq a = words[0], b = words[1];
    vq rate = __builtin_shufflevector(a, b, RK_RATES);
    // The lower 32 bits are the state, the upper 32 bits are the lower half of the phase.
    vq other = __builtin_shufflevector(a, b, RK_OTHERS);
    vq moves = (vq)((other & (RK_LIVE | RK_STILL)) == RK_LIVE);
    vq upper = __builtin_convertvector(*(const half_words *)(rows->phase + i), vq);
    vq phase = (upper << 32 | other >> 32) + (rate & moves) * halves;
    *(half_words *)(rows->phase + i) = __builtin_convertvector(phase >> 32, half_words);
    other = (other & 0xFFFFFFFF) | phase << 32;
    words[0] = __builtin_shufflevector(rate, other, RK_LOW_PAIRS);
    words[1] = __builtin_shufflevector(rate, other, RK_HIGH_PAIRS);
    half_floats size = __builtin_elementwise_abs(*(const half_floats *)(rows->rate + i));
    highest = size > highest ? size : highest;
  }
  rows->chunk[chunk].highest = __builtin_reduce_max(highest);
  rows->chunk[chunk].epoch = epoch;
}

// MARK: Frames

// The data of a chunk for one frame. `phase` points to the chunk's phases: those in the rows, which
// refer to the chunk's epoch, or computed phases.
INLINE span span_of(const rk_frame *frame, int64_t chunk, const uint32_t *phase) {
  int64_t first = chunk * RK_CHUNK_SLOTS, rest = frame->count - first;
  return (span){phase, frame->rows->rate + first, frame->values + first,
                rest < RK_CHUNK_SLOTS ? rest : RK_CHUNK_SLOTS, 0, 0};
}

INLINE void put_seconds(span *s, __int128 time) {
  double seconds = (double)(int64_t)(time >> 8) * 0x1p-56;
  s->seconds = (float)seconds;
  s->later = (float)(seconds + __builtin_fabs(seconds) * 0x3.1p-24);
}

// Whether a frame can use the phases at `field_time`: the whole chunk must follow a field, and `time`
// must be within 1/4 s of `field_time`.
INLINE bool shows_field_phase(const rk_chunk *chunk, rk_time time) {
  for (int i = 0; i < RK_CHUNK_SLOTS / 64; i++)
    if (chunk->settled[i]) return false;
  int64_t quarters = (int64_t)((rk_int(time) - rk_int(chunk->field_time)) >> 62);
  return chunk->follows && (quarters == 0 || quarters == -1);
}

RK_TARGET static void evaluate(const rk_frame *frame) {
  uint32_t upper[RK_CHUNK_SLOTS] __attribute__((aligned(64)));
  const rk_rows *rows = frame->rows;
  for (int64_t chunk = 0; chunk * RK_CHUNK_SLOTS < frame->count; chunk++) {
    const rk_chunk *header = rows->chunk + chunk;
    int64_t first = chunk * RK_CHUNK_SLOTS;
    if (header->follows && frame->follows) continue;
    span s = span_of(frame, chunk, rows->phase + first);
    if (shows_field_phase(header, frame->time)) {
      for (int64_t i = 0; i < s.count; i++) upper[i] = (uint32_t)(rows->field_phase[first + i] >> 32);
      s.phase = upper;
      put_seconds(&s, rk_int(frame->time) - rk_int(header->field_time));
    } else {
      rk_settle_chunk(rows, chunk, s.count);
      int64_t epoch = rk_epoch(chunk, frame->time);
      if (header->epoch != epoch) rebase(rows, chunk, s.count, epoch);
      put_seconds(&s, rk_since(frame->time, epoch));
    }
    bool is_fast = header->highest > RK_SLOW;
    loops[frame->curve->method][frame->one_way][is_fast](&s, frame->curve);
  }
}

// MARK: Fields

// The interval in which rates change linearly.
typedef struct change_time {
  double half;    // seconds, halved
  double dither;  // a number in -1/2...1/2, different in each frame
} change_time;

INLINE change_time change_time_of(const rk_chunk *chunk, rk_time time) {
  double half = (double)(rk_int(time) - rk_int(chunk->field_time)) * 0x1p-65;
  // The 21 highest bits of the time's product with 2^64 / golden ratio. The last bit is set to 1,
  // so that the mean of the dither is 0.
  uint64_t mixed = (uint64_t)(rk_int(time) >> 24) * 0x9E3779B97F4A7C15 >> 43 | 1;
  return (change_time){half, (double)mixed * 0x1p-21 - 0.5};
}

// The distance covered while a rate changes, in 2^-64 cycle: the product of the rates' sum and half
// the time. Unless `is_far`, the distance must be less than a cycle.
//
// Adding 1.5 * 2^52 to a double rounds it to an integer, which is then in its low bits; the unit
// here is 2^-51 cycle. This replaces a 64-bit conversion, which most sets lack. The dither rounds a
// constant distance up in some frames and down in others, so that the errors cancel out.
// Nothing is contracted here, because phases must be the same with every instruction set.
INLINE vq distance(half_floats from, half_floats to, change_time time, bool is_far) {
#pragma clang fp contract(off)
  const double rounder = 0x1.8p52;
  vd sum = __builtin_convertvector(from, vd) + __builtin_convertvector(to, vd);
  if (!is_far) return (vq)((sum * (time.half * 0x1p51) + time.dither) + rounder) << 13;
  vd whole = (sum * time.half + rounder) - rounder;
  return (vq)(((sum * time.half - whole) * 0x1p51 + time.dither) + rounder) << 13;
}

// Moves a vector of slots while their rates change to `hertz`, and stores the upper halves of their
// phases.
INLINE void move_some(uint64_t *phase, float *rate, const float *hertz, change_time time,
                      bool is_far, uint32_t *upper) {
  vq low = distance(*(half_floats *)rate, *(const half_anywhere *)hertz, time, is_far);
  vq high = distance(*(half_floats *)(rate + H), *(const half_anywhere *)(hertz + H), time, is_far);
  vf rates = *(const vf_anywhere *)hertz;
  rates = rates == 0 ? (vf)(*(vi *)rate & INT32_MIN) : rates;  // 0 keeps the direction, its sign
  low += *(vq *)phase;
  high += *(vq *)(phase + H);
  *(vq *)phase = low;
  *(vq *)(phase + H) = high;
  *(vf *)rate = rates;
  *(vu *)upper = __builtin_shufflevector((vu)low, (vu)high, RK_ODD);
}

INLINE void move(uint64_t *phase, float *rate, const float *hertz, int64_t count,
                 change_time time, bool is_far, uint32_t *upper) {
  int64_t i = 0;
  for (; i + W <= count; i += W)
    move_some(phase + i, rate + i, hertz + i, time, is_far, upper + i);
  if (i == count) return;
  float rest[W] = {0};
  for (int64_t k = i; k < count; k++) rest[k - i] = hertz[k];
  move_some(phase + i, rate + i, rest, time, is_far, upper + i);
}

// Lets the settled slots of a chunk follow a field again. A slot then moves from rate 0, so its phase is
// set to where its rate would take it by the middle of the change.
static void join(const rk_rows *rows, rk_chunk *header, int64_t first, rk_time start, rk_time end) {
  rk_time middle = rk_wide_of((rk_int(start) + rk_int(end)) >> 1);
  for (int word = 0; word < RK_CHUNK_SLOTS / 64; word++) {
    for (uint64_t left = header->settled[word]; left; left &= left - 1) {
      int64_t slot = first + 64 * word + __builtin_ctzll(left);
      rows->field_phase[slot] = rk_phase_at(rows, slot, middle);
      rows->slot[slot].state &= ~(uint32_t)RK_TURNED;
      rows->rate[slot] = rows->slot[slot].state & RK_BACKWARDS ? -0.0f : 0;
    }
    header->settled[word] = 0;
  }
}

RK_TARGET static void follow(const rk_frame *frame, int64_t chunk, const rk_field *field) {
  uint32_t upper[RK_CHUNK_SLOTS] __attribute__((aligned(64)));
  rk_chunk *header = frame->rows->chunk + chunk;
  span s = span_of(frame, chunk, upper);
  uint64_t *phase = frame->rows->field_phase + chunk * RK_CHUNK_SLOTS;
  float *rate = frame->rows->rate + chunk * RK_CHUNK_SLOTS;
  if (!header->follows) {
    header->follows = true;
    header->field_time = field->start;
    __builtin_memset(header->settled, 0xFF, sizeof header->settled);
  }
  join(frame->rows, header, chunk * RK_CHUNK_SLOTS, field->start, frame->time);
  change_time steady = change_time_of(header, field->start);
  if (steady.half > 0) {
    move(phase, rate, rate, s.count, steady, true, upper);
    header->field_time = field->start;
  }
  const float *hertz = field->hertz + chunk * RK_CHUNK_SLOTS;
  change_time time = change_time_of(header, frame->time);
  if ((header->highest + field->highest) * time.half < 1)
    move(phase, rate, hertz, s.count, time, false, upper);
  else
    move(phase, rate, hertz, s.count, time, true, upper);
  header->field_time = frame->time;
  header->highest = field->highest;
  loops[frame->curve->method][frame->one_way][false](&s, frame->curve);
}

RK_TARGET static bool are_within(const float *hertz, int64_t count, float highest) {
  int32_t wrong = 0;
  for (int64_t i = 0; i < count; i++) wrong |= !(__builtin_fabsf(hertz[i]) <= highest);
  return !wrong;
}

// MARK: Changes to come

typedef bool lanes __attribute__((ext_vector_type(W)));

// One bit for each lane: whether the lane is all ones.
INLINE uint64_t bits(vi mask) {
  lanes all = __builtin_convertvector(mask, lanes);
  uint64_t result = 0;
  __builtin_memcpy(&result, &all, (W + 7) / 8);
  return W == 4 ? result & 15 : result;
}

// Stores `first` plus the index of each set bit of a word. Some arbitrary numbers may follow in
// `list`. Returns the number of set bits.
//
// The first bits are handled without a loop, because the end of a loop would be mispredicted in
// most words. A word with more bits is rare.
INLINE int64_t list_bits(uint64_t word, int64_t first, uint32_t *list) {
  const uint64_t none = (uint64_t)1 << 63;
  int64_t count = __builtin_popcountll(word);
#pragma clang loop unroll(full)
  for (int k = 0; k < RK_SPARE_SLOTS; k++, word &= word - 1)
    list[k] = (uint32_t)(first + __builtin_ctzll(word | none));
  for (list += RK_SPARE_SLOTS; word; word &= word - 1)
    *list++ = (uint32_t)(first + __builtin_ctzll(word));
  return count;
}

// Stores the slots of a chunk whose entries in `due` are at most `last`. Returns the number of
// stored slots. The chunk's `next` becomes the earliest of the other entries.
RK_TARGET static int64_t find_due(const rk_rows *rows, int64_t chunk, int64_t last, uint32_t *slots) {
  const int64_t first = chunk * RK_CHUNK_SLOTS;
  int64_t count = 0;
  vi least = INT32_MAX;
  for (int64_t i = first; i < first + RK_CHUNK_SLOTS; i += 64) {
    uint64_t found = 0;
    for (int k = 0; k < 64; k += 16) __builtin_prefetch(rows->due + i + k + RK_CHUNK_SLOTS, 1);
#pragma clang loop unroll(full)
    for (int k = 0; k < 64; k += W) {
      // `left` is negative if the entry is due. A negative `left` without its sign bit is larger
      // than any `left` that is not negative, so it is not the least.
      vi left = (vi)(*(const vu *)(rows->due + i + k) - (uint32_t)(last + 1));
      least = __builtin_elementwise_min(least, left & INT32_MAX);
      found |= bits(left < 0) << k;
    }
    count += list_bits(found, i, slots + count);
  }
  rows->chunk[chunk].next = last + 1 + __builtin_reduce_min(least);
  return count;
}

const rk_functions RK_NAME(rk_functions) = {evaluate, follow, are_within, find_due};
