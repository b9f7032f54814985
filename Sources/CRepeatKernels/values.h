// SPDX-License-Identifier: Apache-2.0
// The values of a chunk's slots, for each of the four forms of a curve. A part of loops.h.

#if W == 16
#define RK_LOW_LANES 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define RK_HIGH_LANES 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define RK_EVEN_PAIRS 0, 8, 2, 10, 4, 12, 6, 14
#define RK_ODD_PAIRS 1, 9, 3, 11, 5, 13, 7, 15
#elif W == 8
#define RK_LOW_LANES 0, 8, 1, 9, 4, 12, 5, 13
#define RK_HIGH_LANES 2, 10, 3, 11, 6, 14, 7, 15
#define RK_EVEN_PAIRS 0, 4, 2, 6
#define RK_ODD_PAIRS 1, 5, 3, 7
#else
#define RK_LOW_LANES 0, 4, 1, 5
#define RK_HIGH_LANES 2, 6, 3, 7
#define RK_EVEN_PAIRS 0, 2
#define RK_ODD_PAIRS 1, 3
#endif

// The data of a chunk for one frame: its phases at a time near the frame's, and its rates.
typedef struct span {
  const uint32_t *phase;
  const float *rate;
  float *values;
  int64_t count;
  float seconds;  // from the phases' time to the frame's
  float later;    // the same plus 2 to 4 relative errors of 2^-24
} span;

// The variant of a loop, which is a constant there. Only fast loops remove whole cycles; a chunk
// with a rate above RK_SLOW needs a fast loop.
typedef struct kind {
  rk_method method;
  bool one_way, is_fast;
} kind;

INLINE vi moved_phase(const span *s, int64_t i, kind kind) {
  // A one-way phase that is behind would show the end of the previous cycle. The rate and the
  // product each have a relative error of 2^-24. Therefore, `later` exceeds the exact seconds by at
  // least two such errors, in both directions of motion.
  float seconds = kind.one_way ? s->later : s->seconds;
  vf rate = *(const vf *)(s->rate + i), cycles = rate * seconds;
  vf units = rate * (seconds * 0x1p32f);
  // 32 bits hold one cycle, so whole cycles are subtracted first. Adding 1.5 * 2^23 rounds to an
  // integer.
  if (kind.is_fast) units = (cycles - ((cycles + 0x1.8p23f) - 0x1.8p23f)) * 0x1p32f;
  vi phase = *(const vi *)(s->phase + i) + __builtin_convertvector(units, vi);
  if (!kind.one_way) return phase;
  // 3 units forwards or 4 units backwards; the phase and the conversion are rounded by up to 1 unit.
  return phase + (((vi)rate >> 31) ^ 3);
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
  if (kind.method == RK_SMOOTHSTEP) {  // never below 0 or above 1, also if it is rounded
    EACH value[k] = t[k] * t[k] * (3 - 2 * t[k]);
    return;
  }
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
RK_LOOPS(smooth, RK_SMOOTHSTEP, false)
RK_LOOPS(smooth_one_way, RK_SMOOTHSTEP, true)
RK_LOOPS(polynomial, RK_POLYNOMIAL, false)
RK_LOOPS(polynomial_one_way, RK_POLYNOMIAL, true)
// With a table, most time is spent on finding the pieces. Slow and fast rates therefore share one
// loop, which removes whole cycles.
RK_LOOP(table, table_span, RK_TABLE, false, true)
RK_LOOP(table_one_way, table_span, RK_TABLE, true, true)

// The indices are the method of the curve, `one_way` and `is_fast`.
static const loop loops[4][2][2] = {
    {{line, line_fast}, {line_one_way, line_one_way_fast}},
    {{smooth, smooth_fast}, {smooth_one_way, smooth_one_way_fast}},
    {{polynomial, polynomial_fast}, {polynomial_one_way, polynomial_one_way_fast}},
    {{table, table}, {table_one_way, table_one_way}},
};
