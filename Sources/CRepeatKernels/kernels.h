// SPDX-License-Identifier: Apache-2.0
// The loops, for one instruction set. Included once for each, with
//   RK_LANES_OF_SET   floats in a vector
//   RK_NAME(name)     the name with the set's ending
//   RK_TARGET         what makes clang use the set
//   RK_HAS_FUSED_ADD  whether it multiplies and adds with one rounding
#include <stddef.h>

#include "sets.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// A multiply and an add become one instruction where the set has it.
#pragma clang fp contract(fast)

#define W RK_LANES_OF_SET
typedef float vf __attribute__((ext_vector_type(W)));
typedef int32_t vi __attribute__((ext_vector_type(W)));
typedef uint32_t vu __attribute__((ext_vector_type(W)));
typedef float vf_anywhere __attribute__((ext_vector_type(W), aligned(4)));
typedef float v4f __attribute__((ext_vector_type(4)));
#define INLINE static inline __attribute__((always_inline)) RK_TARGET

// MARK: Where on the leg

// Integers wrap by themselves, so the fractional part costs nothing, and the sum is exact.
INLINE vi moved_phase(const rk_span *span, int64_t i) {
  vf moved = *(const vf *)(span->rate + i) * span->scale;
  return *(const vi *)(span->phase + i) + __builtin_convertvector(moved, vi);
}

INLINE vu leg(const rk_span *span, int64_t i, bool one_way) {
  vi phase = moved_phase(span, i);
  // There and back: the second half of the period is the first one's mirror image. All ones'
  // complement, as -2^31 has no negative.
  return one_way ? (vu)phase >> 1 : (vu)(phase ^ (phase >> 31));
}

INLINE vf as_float(vu u) { return __builtin_convertvector((vi)u, vf); }

INLINE void store(float *out, vf value, bool streams) {
  if (streams) {
    __builtin_nontemporal_store(value, (vf *)out);
  } else {
    *(vf_anywhere *)out = value;
  }
}

// MARK: Curves

#if W == 16
#define RK_PIECES 32
typedef struct piece_table { vf low, high; } piece_table;
INLINE piece_table load_table(const float *table, int power) {
  const vf *t = (const vf *)(table + power * RK_PIECES);
  return (piece_table){t[0], t[1]};
}
INLINE vf look_up(piece_table t, vu piece) {
  return (vf)_mm512_permutex2var_ps((__m512)t.low, (__m512i)piece, (__m512)t.high);
}
#elif W == 8
#define RK_PIECES 8
typedef vf piece_table;
INLINE piece_table load_table(const float *table, int power) {
  return *(const vf *)(table + power * RK_PIECES);
}
INLINE vf look_up(piece_table t, vu piece) {
  return (vf)_mm256_permutevar8x32_ps((__m256)t, (__m256i)piece);
}
#endif

INLINE void point_in_piece(vu u, const rk_curve *curve, bool any_number, vu *piece, vf *t) {
  if (any_number) {
    vf point = as_float(u) * ((float)curve->pieces * 0x1p-31f);
    vi whole = __builtin_convertvector(point, vi);
    *piece = (vu)whole;
    *t = point - __builtin_convertvector(whole, vf);
  } else {
    uint32_t shift = (uint32_t)curve->shift;
    *piece = u >> shift;
    *t = as_float(u & ((1u << shift) - 1));
  }
}

// Four lanes' cubics, from rows in memory.
INLINE v4f cubics(const v4f *rows, vu piece, vf t, int k) {
  v4f r0 = rows[piece[k]], r1 = rows[piece[k + 1]];
  v4f r2 = rows[piece[k + 2]], r3 = rows[piece[k + 3]];
  v4f low01 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5);
  v4f low23 = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
  v4f high01 = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
  v4f high23 = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
  v4f c0 = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  v4f c1 = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  v4f c2 = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  v4f c3 = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
  v4f x = {t[k], t[k + 1], t[k + 2], t[k + 3]};
  return ((c3 * x + c2) * x + c1) * x + c0;
}

INLINE vf rows_value(const rk_curve *curve, vu piece, vf t) {
  const v4f *rows = (const v4f *)curve->table;
#if W == 4
  return cubics(rows, piece, t, 0);
#else
  vf value;
  for (int k = 0; k < W; k += 4) {
    v4f four = cubics(rows, piece, t, k);
    for (int j = 0; j < 4; j++) value[k + j] = four[j];
  }
  return value;
#endif
}

// The distance from the nearest of the leg's ends and its middle, by octave and piece of octave.
INLINE void point_in_octave(vu u, vu *piece, vf *t) {
  vu inner = u & 0x3FFFFFFFu;
  vu mirrored = (vu)((vi)(inner << 2) >> 31) & 0x3FFFFFFFu;
  // To 24 bits, so that none is rounded up into the next quarter.
  vu bits = (vu)as_float((inner ^ mirrored) & ~0x1Fu);
  const uint32_t first = (127 + RK_GRADED_FIRST_OCTAVE) * RK_GRADED_PIECES;
  vu step = bits >> 20;
  vu is_far = (vu)(step >= first);
  *piece = (u >> 29) * RK_GRADED_ROWS + ((step - first + 1) & is_far);
  *t = (vf)((bits & 0xFFFFFu) | 0x3F800000u) - 1.0f;
}

// MARK: Loops

// How many vectors a turn, where it is not one.
#define RK_UNROLLED

// BODY turns `u` into the value of one vector; SETUP has what it needs outside of the loop.
// The last values go through a buffer: the inputs may be read beyond the count, `out` not written.
#define RK_LOOP(NAME, ONE_WAY, STREAMS, SETUP, BODY)                              \
  RK_TARGET static void NAME(const rk_curve *curve, const rk_span *span) {        \
    SETUP;                                                                        \
    const rk_span s = *span;                                                      \
    int64_t whole = s.count / W * W, i = 0;                                       \
    RK_UNROLLED for (; i < whole; i += W) {                                       \
      vu u = leg(&s, i, ONE_WAY);                                                 \
      store(s.out + i, BODY, STREAMS);                                            \
    }                                                                             \
    if (i < s.count) {                                                            \
      vu u = leg(&s, i, ONE_WAY);                                                 \
      vf last = BODY;                                                             \
      __builtin_memcpy(s.out + i, &last, (size_t)(s.count - i) * sizeof(float));  \
    }                                                                             \
  }

#define RK_BOTH_WAYS(NAME, STREAMS, SETUP, BODY)       \
  RK_LOOP(NAME##_back, false, STREAMS, SETUP, BODY)    \
  RK_LOOP(NAME##_one_way, true, STREAMS, SETUP, BODY)

#define RK_ALL_WAYS(NAME, SETUP, BODY)                 \
  RK_BOTH_WAYS(NAME, false, SETUP, BODY)               \
  RK_BOTH_WAYS(NAME##_streams, true, SETUP, BODY)

RK_ALL_WAYS(linear, (void)curve, as_float(u) * 0x1p-31f)

#ifdef RK_PIECES
INLINE vf lanes_value(const piece_table *tables, int degree, vu piece, vf t) {
  vf value = look_up(tables[degree], piece);
  for (int power = degree - 1; power >= 0; power--)
    value = value * t + look_up(tables[power], piece);
  return value;
}

INLINE vf lanes_of_power_of_two(const piece_table *tables, int degree, vu u,
                                const rk_curve *curve) {
  const uint32_t shift = RK_PIECES == 32 ? 26 : 28;
  (void)curve;
  vf t = as_float(u & ((1u << shift) - 1));
  // A cubic's coefficients take the scale in; those of higher powers would be too small for a
  // float.
  if (degree > 3) t *= 1.0f / (float)(1u << shift);
  return lanes_value(tables, degree, u >> shift, t);
}

INLINE vf lanes_of_any(const piece_table *tables, vu u, const rk_curve *curve) {
  vu piece;
  vf t;
  point_in_piece(u, curve, true, &piece, &t);
  return lanes_value(tables, 3, piece, t);
}

#define RK_TABLES(DEGREE)                  \
  piece_table tables[DEGREE + 1];          \
  for (int power = 0; power <= DEGREE; power++) tables[power] = load_table(curve->table, power)
#define RK_LANES_AT(DEGREE) lanes_of_power_of_two(tables, DEGREE, u, curve)
#define RK_LANES_OF(DEGREE) RK_ALL_WAYS(lanes##DEGREE, RK_TABLES(DEGREE), RK_LANES_AT(DEGREE))

#if W == 16
// Most curves' kernel with 512 bits: two vectors a turn are 3 % faster (Zen 5), not past the caches.
#undef RK_UNROLLED
#define RK_UNROLLED _Pragma("clang loop unroll_count(2)")
RK_BOTH_WAYS(lanes3, false, RK_TABLES(3), RK_LANES_AT(3))
#undef RK_UNROLLED
#define RK_UNROLLED
RK_BOTH_WAYS(lanes3_streams, true, RK_TABLES(3), RK_LANES_AT(3))
#else
RK_LANES_OF(3)
#endif
RK_LANES_OF(4)
RK_LANES_OF(5)
RK_LANES_OF(6)
RK_LANES_OF(7)
RK_BOTH_WAYS(lanes_any, false, RK_TABLES(3), lanes_of_any(tables, u, curve))
#endif

INLINE vf rows_at(vu u, const rk_curve *curve, bool any_number) {
  vu piece;
  vf t;
  point_in_piece(u, curve, any_number, &piece, &t);
  return rows_value(curve, piece, t);
}

INLINE vf graded_at(vu u, const rk_curve *curve) {
  vu piece;
  vf t;
  point_in_octave(u, &piece, &t);
  return rows_value(curve, piece, t);
}

RK_BOTH_WAYS(rows, false, (void)0, rows_at(u, curve, false))
RK_BOTH_WAYS(rows_any, false, (void)0, rows_at(u, curve, true))
RK_BOTH_WAYS(graded, false, (void)0, graded_at(u, curve))

#include "odd.h"

RK_TARGET static void blend(const float *progress, const float *start, const float *change,
                            float *out, int64_t count) {
#pragma clang loop interleave_count(1) unroll(disable)
  for (int64_t i = 0; i < count; i++) out[i] = start[i] + change[i] * progress[i];
}

// MARK: Rebasing

// Half as many integers of 64 bits.
#define H (RK_LANES_OF_SET / 2)
typedef uint64_t vq __attribute__((ext_vector_type(H)));
typedef uint32_t vh __attribute__((ext_vector_type(H)));
typedef float vh_float __attribute__((ext_vector_type(H)));
#if H == 8
#define RK_EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define RK_ODD 1, 3, 5, 7, 9, 11, 13, 15
#elif H == 4
#define RK_EVEN 0, 2, 4, 6
#define RK_ODD 1, 3, 5, 7
#else
#define RK_EVEN 0, 2
#define RK_ODD 1, 3
#endif

// The bits of rate * time that count, 59 to 90 of 2^-91 period, out of products of 32 bits, which
// every set multiplies side by side. What each product loses below is within one unit of 2^-32.
INLINE vh moved(vq high, vq low, int64_t time, bool is_near) {
  const uint64_t word = 0xFFFFFFFF;
  const vq n0 = (uint64_t)time & word, n1 = (uint64_t)time >> 32;
  vq h0 = high & word, h1 = high >> 32;
  vq h1_is_negative = 0 - (h1 >> 31);
  vq sum = (h1 * n1) << 13;
  sum += ((h1 * n0) >> 19) - ((n0 << 13) & h1_is_negative);
  sum += (h0 * n1) >> 19;
  sum += (h0 * n0) >> 51;
  if (!is_near) {
    const vq n1_is_negative = time < 0 ? ~(uint64_t)0 : 0;
    vq rest = low & 0xFF;
    sum += ((rest * n1) >> 27) - ((h0 << 13 | rest << 5) & n1_is_negative);
  }
  return __builtin_convertvector(sum, vh);
}

// The upper 32 bits of 64, rounded up; not beyond the last of them, which would be the next cycle.
INLINE vh upper_half_up(vq bits) {
  vh upper = __builtin_convertvector(bits >> 32, vh);
  vh rest = __builtin_convertvector(((bits & 0xFFFFFF00) + 0xFFFFFF00) >> 32, vh);
  return upper + (rest & (vh)(upper != ~(uint32_t)0));
}

// Where none is still, the states are not looked at.
INLINE void rebase_loop(const rk_block *block, int64_t count, int64_t time, bool is_near,
                        bool may_be_still, bool is_one_way) {
  const rk_exact *exact = block->exact;
  vh_float highest = 0;
  vh any_still = 0, back = 0;
  // Whole vectors: the memory reaches to a multiple of 64 repeats. The states come past the caches
  // where the processor can: they are read in one frame of many, the rows in each.
  for (int64_t i = 0; i < count; i += H) {
    for (int b = 0; b < 16 * H; b += 64)
      __builtin_prefetch((const char *)(exact + i + 512) + b, 0, 0);
    const vq *words = (const vq *)(exact + i);
    vq first = words[0], second = words[1];
    vq high = __builtin_shufflevector(first, second, RK_EVEN);
    vq low = __builtin_shufflevector(first, second, RK_ODD);
    vh phase = __builtin_convertvector(low >> 32, vh) + moved(high, low, time, is_near);
    if (is_one_way)
      phase += (vh)((*(const vh *)(block->state + i) & RK_LIVE) != 0) & RK_LEAD;
    if (may_be_still) {
      vh still = (vh)((*(const vh *)(block->state + i) & RK_STILL) != 0);
      any_still |= still;
      phase = (phase & ~still) | (upper_half_up(low) & still);
    }
    *(vh *)(block->phase + i) = phase;
    vh_float rate = *(const vh_float *)(block->rate + i), size = __builtin_elementwise_abs(rate);
    highest = size > highest ? size : highest;
    if (is_one_way) back |= (vh)rate;
  }
  rk_block_header *header = block->header;
  header->highest_rate = __builtin_reduce_max(highest);
  header->may_be_still = may_be_still && __builtin_reduce_or(any_still) != 0;
  if (is_one_way) header->may_run_back = __builtin_reduce_or(back) >> 31;
}

RK_TARGET static void rebase(const rk_block *block, int64_t count, int64_t time) {
  rk_block_header *header = block->header;
  // In the first 26 days the lowest 8 bits of the rate move nothing by a unit.
  bool is_near = time >= 0 && time < (int64_t)1 << 51 && !header->may_be_still;
  if (header->is_one_way) {
    if (is_near)
      rebase_loop(block, count, time, true, false, true);
    else
      rebase_loop(block, count, time, false, true, true);
  } else {
    if (is_near)
      rebase_loop(block, count, time, true, false, false);
    else
      rebase_loop(block, count, time, false, true, false);
  }
  header->epoch = time;
}

#include "changes.h"
#include "follow.h"

// MARK: The set

const rk_functions RK_NAME(rk_functions) = {
    .linear = {{linear_back, linear_streams_back}, {linear_one_way, linear_streams_one_way}},
#ifdef RK_PIECES
#define RK_ENTRY(D)                          \
  {                                          \
    {lanes##D##_back, lanes##D##_streams_back}, \
    {lanes##D##_one_way, lanes##D##_streams_one_way}, \
  }
    .lanes = {RK_ENTRY(3), RK_ENTRY(4), RK_ENTRY(5), RK_ENTRY(6), RK_ENTRY(7)},
    .lanes_of_any_number = {lanes_any_back, lanes_any_one_way},
#endif
    .odd = {{odd_back, odd_streams_back}, {odd_one_way, odd_streams_one_way}},
    .rows = {rows_back, rows_one_way},
    .rows_of_any_number = {rows_any_back, rows_any_one_way},
    .graded = {graded_back, graded_one_way},
    .blend = blend,
    .rebase = rebase,
    .follow = follow,
    .are_within = are_within,
    .check_changes = check_changes,
    .change_rates = change_rates,
};
