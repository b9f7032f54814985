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

#if W == 16
#define RK_ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define RK_LOW_LANES 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define RK_HIGH_LANES 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define RK_EVEN_PAIRS 0, 8, 2, 10, 4, 12, 6, 14
#define RK_ODD_PAIRS 1, 9, 3, 11, 5, 13, 7, 15
#elif W == 8
#define RK_ODD 1, 3, 5, 7, 9, 11, 13, 15
#define RK_LOW_LANES 0, 8, 1, 9, 4, 12, 5, 13
#define RK_HIGH_LANES 2, 10, 3, 11, 6, 14, 7, 15
#define RK_EVEN_PAIRS 0, 4, 2, 6
#define RK_ODD_PAIRS 1, 5, 3, 7
#else
#define RK_ODD 1, 3, 5, 7
#define RK_LOW_LANES 0, 4, 1, 5
#define RK_HIGH_LANES 2, 6, 3, 7
#define RK_EVEN_PAIRS 0, 2
#define RK_ODD_PAIRS 1, 3
#endif

// MARK: Epochs

#if W == 16
#define RK_RATES 0, 2, 4, 6, 8, 10, 12, 14
#define RK_OTHERS 1, 3, 5, 7, 9, 11, 13, 15
#define RK_LOW_PAIRS 0, 8, 1, 9, 2, 10, 3, 11
#define RK_HIGH_PAIRS 4, 12, 5, 13, 6, 14, 7, 15
#elif W == 8
#define RK_RATES 0, 2, 4, 6
#define RK_OTHERS 1, 3, 5, 7
#define RK_LOW_PAIRS 0, 4, 1, 5
#define RK_HIGH_PAIRS 2, 6, 3, 7
#else
#define RK_RATES 0, 2
#define RK_OTHERS 1, 3
#define RK_LOW_PAIRS 0, 2
#define RK_HIGH_PAIRS 1, 3
#endif

// Converts a chunk's phases from its present epoch (the time that the phases refer to) to the epoch
// `epoch`. This is exact, because in half a second each rate covers a whole number of units of
// 2^-64 cycle.
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

// MARK: Values

// The data of a chunk for one frame: its phases at a time near the frame's, and its rates.
typedef struct span {
  const uint32_t *phase;
  const float *rate;
  float *values;
  int64_t count;
  float seconds;  // from the phases' time to the frame's
} span;

// The variant of a loop, a constant in each loop. Only fast loops remove whole cycles; a chunk with
// a rate above RK_SLOW needs a fast loop.
typedef struct kind {
  rk_method method;
  bool one_way, is_fast;
} kind;

INLINE vi moved_phase(const span *s, int64_t i, kind kind) {
  vf rate = *(const vf *)(s->rate + i), cycles = rate * s->seconds;
  vf units = rate * (s->seconds * 0x1p32f);
  // 32 bits hold one cycle, so whole cycles are subtracted first. Adding 1.5 * 2^23 rounds to an
  // integer.
  if (kind.is_fast) units = (cycles - ((cycles + 0x1.8p23f) - 0x1.8p23f)) * 0x1p32f;
  vi phase = *(const vi *)(s->phase + i) + __builtin_convertvector(units, vi);
  if (!kind.one_way) return phase;
  // The phase is moved ahead by the rounding error: a phase that is behind would show the end of the
  // previous cycle. The rate, the seconds and the product each have a relative error of 2^-24,
  // together 3 * 2^8 units per cycle.
  vf lead = __builtin_elementwise_abs(cycles) * 780.0f + 3.0f;
  return phase + __builtin_convertvector(lead, vi);
}

// The point in the leg, 0 to 1. In autoreverse mode, the point is the magnitude of the phase as a
// signed number.
//
// The exponent is reduced by 31 with saturation, so that 0 stays 0. A multiplication instead would
// compete with the polynomial's multiplications.
INLINE vf point_of(vi phase, kind kind) {
  vi u = kind.one_way ? (vi)((vu)phase >> 1) : phase;
  vf size = __builtin_elementwise_abs(__builtin_convertvector(u, vf));
  return (vf)__builtin_elementwise_sub_sat((half_lanes)size, (half_lanes)(vu)(31u << 23));
}

// The point in the leg, in units of 2^-31. A negative phase becomes its one's complement, because
// -2^31 has no negative in 32 bits.
INLINE vu leg(const span *s, int64_t i, kind kind) {
  vi phase = moved_phase(s, i, kind);
  return kind.one_way ? (vu)phase >> 1 : (vu)(phase ^ (phase >> 31));
}

// The number of vectors computed together. One chain of multiplications and additions waits for its
// own results; several chains keep the processor busy.
#define PARTS (W == 8 ? 4 : 8)
#define EACH _Pragma("clang loop unroll(full)") for (int k = 0; k < PARTS; k++)

INLINE void values_at(const span *span, int64_t i, const rk_curve *curve, kind kind, vf *value) {
  vf t[PARTS], s[PARTS], sum[PARTS];
  EACH t[k] = point_of(moved_phase(span, i + k * W, kind), kind);
  EACH value[k] = t[k];
  if (kind.method == RK_LINE) return;
  EACH s[k] = t[k] - t[k] * t[k];
  EACH sum[k] = curve->terms[RK_TERMS - 1];
#pragma clang loop unroll(full)
  for (int term = RK_TERMS - 2; term >= 0; term--) EACH sum[k] = sum[k] * s[k] + curve->terms[term];
  EACH value[k] = t[k] + s[k] * ((t[k] - 0.5f) * sum[k]);
  EACH value[k] = value[k] < curve->low ? (vf)curve->low : value[k];
  EACH value[k] = value[k] > curve->high ? (vf)curve->high : value[k];
}

// Rows have whole chunks, so the last vectors may also compute slots beyond the count.
INLINE void smooth_span(const span *span, const rk_curve *curve, kind kind) {
  const struct span s = *span;
  const rk_curve c = *curve;
  for (int64_t i = 0; i < s.count; i += PARTS * W) {
    vf value[PARTS];
    values_at(&s, i, &c, kind, value);
    EACH *(vf_anywhere *)(s.values + i + k * W) = value[k];
  }
}

// For each point of a chunk: the table's piece that contains the point, and the distance of the
// point from the start of that piece.
typedef struct places {
  uint32_t piece[RK_CHUNK_SLOTS] __attribute__((aligned(64)));
  float distance[RK_CHUNK_SLOTS] __attribute__((aligned(64)));
} places;

INLINE void place_in_cells(const span *s, const rk_curve *c, kind kind, places *places) {
  const uint32_t shift = c->cell_shift, flip = c->is_reversed ? INT32_MAX : 0;
  for (int64_t i = 0; i < s->count; i += W) {
    vu point = leg(s, i, kind) ^ flip;
    vu cell = (vu)(__builtin_convertvector((vi)point, vf) + c->offset) >> shift;
    cell = __builtin_elementwise_min(cell, (vu)(c->first_cell + c->last_cell));
    vi start = __builtin_convertvector((vf)(cell << shift) - c->offset, vi);
    *(vu *)(places->piece + i) = cell - c->first_cell;
    *(vf *)(places->distance + i) = __builtin_convertvector((vi)point - start, vf);
  }
}

// Each memory access has a loop of its own over the chunk, so that the processor overlaps the waits
// for memory.
INLINE void place_in_pieces(const span *s, const rk_curve *curve, kind kind, places *places) {
  uint32_t points[RK_CHUNK_SLOTS] __attribute__((aligned(64)));
  uint32_t *piece = places->piece;
  const rk_curve c = *curve;
  const int64_t count = (s->count + W - 1) / W * W;  // the next loop stores whole vectors
  for (int64_t i = 0; i < count; i += W) *(vu *)(points + i) = leg(s, i, kind);
  for (int64_t i = 0; i < count; i++) piece[i] = c.first[points[i] >> c.shift];
  for (uint32_t jump = c.jump; jump; jump >>= 1)
    for (int64_t i = 0; i < count; i++)
      piece[i] += points[i] >= c.starts[piece[i] + jump] ? jump : 0;
  for (int64_t i = 0; i < count; i++)
    places->distance[i] = (float)(int32_t)(points[i] - c.starts[piece[i]]);
}

// Reads the piece numbers of lanes 0, 4, 8, ... and joins the coefficients of these pieces in one
// vector.
INLINE vf joined(const rk_piece *pieces, const uint32_t *piece) {
  const quad *rows[W / 4];
  for (int k = 0; k < W / 4; k++) rows[k] = (const quad *)(pieces + piece[4 * k]);
#if W == 4
  return *rows[0];
#elif W == 8
  return __builtin_shufflevector(*rows[0], *rows[1], 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return __builtin_shufflevector(
      __builtin_shufflevector(*rows[0], *rows[1], 0, 1, 2, 3, 4, 5, 6, 7),
      __builtin_shufflevector(*rows[2], *rows[3], 0, 1, 2, 3, 4, 5, 6, 7),
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

// Transposes 4 x 4 blocks of four vectors.
INLINE void transpose(vf a, vf b, vf c, vf d, vf *columns) {
  vq low[2] = {(vq)__builtin_shufflevector(a, b, RK_LOW_LANES),
               (vq)__builtin_shufflevector(c, d, RK_LOW_LANES)};
  vq high[2] = {(vq)__builtin_shufflevector(a, b, RK_HIGH_LANES),
                (vq)__builtin_shufflevector(c, d, RK_HIGH_LANES)};
  columns[0] = (vf)__builtin_shufflevector(low[0], low[1], RK_EVEN_PAIRS);
  columns[1] = (vf)__builtin_shufflevector(low[0], low[1], RK_ODD_PAIRS);
  columns[2] = (vf)__builtin_shufflevector(high[0], high[1], RK_EVEN_PAIRS);
  columns[3] = (vf)__builtin_shufflevector(high[0], high[1], RK_ODD_PAIRS);
}

INLINE void table_span(const span *s, const rk_curve *curve, kind kind) {
  places places;
  if (curve->cell_shift)
    place_in_cells(s, curve, kind, &places);
  else
    place_in_pieces(s, curve, kind, &places);
  const rk_piece *pieces = curve->pieces;
  const float low = curve->low, high = curve->high;
  for (int64_t i = 0; i < s->count; i += W) {
    const uint32_t *piece = places.piece + i;
    vf k[4];
    transpose(joined(pieces, piece), joined(pieces, piece + 1), joined(pieces, piece + 2),
              joined(pieces, piece + 3), k);
    vf t = *(const vf *)(places.distance + i);
    vf value = ((k[3] * t + k[2]) * t + k[1]) * t + k[0];
    value = value < low ? (vf)low : value;
    *(vf_anywhere *)(s->values + i) = value > high ? (vf)high : value;
  }
}

typedef void (*loop)(const span *, const rk_curve *);

#define RK_LOOP(NAME, SPAN, ...)                                                      \
  RK_TARGET __attribute__((noinline)) static void NAME(const span *s, const rk_curve *c) { \
    SPAN(s, c, (kind){__VA_ARGS__});                                                  \
  }
#define RK_LOOPS(NAME, METHOD, ONE_WAY)              \
  RK_LOOP(NAME, smooth_span, METHOD, ONE_WAY, false) \
  RK_LOOP(NAME##_fast, smooth_span, METHOD, ONE_WAY, true)
RK_LOOPS(line, RK_LINE, false)
RK_LOOPS(line_one_way, RK_LINE, true)
RK_LOOPS(polynomial, RK_POLYNOMIAL, false)
RK_LOOPS(polynomial_one_way, RK_POLYNOMIAL, true)
// A table's time is mostly spent on finding the pieces, so tables have one loop for slow and fast
// rates, the loop that removes whole cycles.
RK_LOOP(table, table_span, RK_TABLE, false, true)
RK_LOOP(table_one_way, table_span, RK_TABLE, true, true)

// The indices are the method of the curve, `is_one_way` and `is_fast`.
static const loop loops[3][2][2] = {
    {{line, line_fast}, {line_one_way, line_one_way_fast}},
    {{polynomial, polynomial_fast}, {polynomial_one_way, polynomial_one_way_fast}},
    {{table, table}, {table_one_way, table_one_way}},
};

// The span of a chunk. `phase` holds its phases: either the rows' own, at the chunk's epoch, or
// computed ones.
INLINE span span_of(const rk_frame *frame, int64_t chunk, const uint32_t *phase) {
  int64_t first = chunk * RK_CHUNK_SLOTS, rest = frame->count - first;
  return (span){phase, frame->rows->rate + first, frame->values + first,
                rest < RK_CHUNK_SLOTS ? rest : RK_CHUNK_SLOTS, 0};
}

INLINE float seconds_of(__int128 time) { return (float)((double)(int64_t)(time >> 8) * 0x1p-56); }

// Whether a frame is within 1/4 s of the last frame in which the chunk followed a field, so that
// the phases of that last frame can be used.
INLINE bool shows_field_phase(const rk_chunk *chunk, rk_time time) {
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
      s.seconds = seconds_of(rk_int(frame->time) - rk_int(header->field_time));
    } else {
      rk_settle(rows, chunk, s.count);
      int64_t epoch = rk_epoch(chunk, frame->time);
      if (header->epoch != epoch) rebase(rows, chunk, s.count, epoch);
      s.seconds = seconds_of(rk_since(frame->time, epoch));
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
  // The 21 highest bits of a product with 2^64 / golden ratio, with the last bit set to 1.
  uint64_t mixed = (uint64_t)(rk_int(time) >> 24) * 0x9E3779B97F4A7C15 >> 43 | 1;
  return (change_time){half, (double)mixed * 0x1p-21 - 0.5};
}

// The distance covered while a rate changes, in 2^-64 cycle: the product of the rates' sum and half
// the time. Unless `is_far`, the distance must be less than a cycle.
//
// Adding 1.5 * 2^52 rounds to an integer in a double's low bits, here in 2^-51 cycle. This replaces
// a 64-bit conversion, which most sets lack. The dither rounds a constant distance up in some frames
// and down in others, so that the errors cancel out.
INLINE vq distance(half_floats from, half_floats to, change_time time, bool is_far) {
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

RK_TARGET static void follow(const rk_frame *frame, int64_t chunk, const rk_field *field) {
  uint32_t upper[RK_CHUNK_SLOTS] __attribute__((aligned(64)));
  rk_chunk *header = frame->rows->chunk + chunk;
  span s = span_of(frame, chunk, upper);
  uint64_t *phase = frame->rows->field_phase + chunk * RK_CHUNK_SLOTS;
  float *rate = frame->rows->rate + chunk * RK_CHUNK_SLOTS;
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

// A bit for each lane that is all ones.
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
      // Negative if due. Without the sign bit, a due entry is later than all others, so it is not
      // the least.
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
