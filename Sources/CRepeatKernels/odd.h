// SPDX-License-Identifier: Apache-2.0
// Curves that are antisymmetric about their middle, for one instruction set: kernels.h includes it.
//
// The way along the leg, t, and what the curve adds to it: t + (t - 1/2) s R(s), with s = t - t^2, one
// odd polynomial about the middle. No piece is to be found, and no permutation, which many
// processors with AVX2 are slow at. At the ends s is 0 and nothing is added, to the last bit; near
// them little is, so that roundings are small there.
//
// The polynomial's steps wait for each other, so some vectors are worked on side by side: beside
// four, eight take 0.87 of the time with SSE2 and 0.95 with AVX-512, six 0.95 with AVX2, whose
// registers hold no more (Zen 5).
enum { RK_SIDE_BY_SIDE = W == 8 ? 6 : 8 };
#define EACH _Pragma("clang loop unroll(full)") for (int part = 0; part < RK_SIDE_BY_SIDE; part++)

typedef uint16_t v_words __attribute__((ext_vector_type(2 * W)));

// The way along the leg, 0 to 1. There and back it is the phase's magnitude: an integer of its own
// would cost an instruction more. The exponent is taken down by 31 with saturation, by which 0 stays
// 0, and not by a multiplication: the polynomial has enough for those units.
INLINE vf along_leg(vi phase, bool one_way) {
  vu bits = (vu)__builtin_convertvector(one_way ? (vi)((vu)phase >> 1) : phase, vf);
  if (!one_way) bits &= INT32_MAX;
  return (vf)__builtin_elementwise_sub_sat((v_words)bits, (v_words)(vu)(31u << 23));
}

// Both ways and both kinds of stores in one loop: unrolled, it is large, and a branch for so many
// vectors costs nothing. Fewer terms would need a loop each; any number of them in one takes a fifth
// more instructions.
RK_TARGET __attribute__((noinline)) static void odd_loop(const rk_curve *curve,
                                                         const rk_span *span, bool one_way,
                                                         bool streams) {
  const rk_span row = *span;
  enum { terms = RK_ODD_TERMS };
  vf odd[terms];
#pragma clang loop unroll(full)
  for (int term = 0; term < terms; term++) odd[term] = curve->table[term];
  int64_t i = 0;
  for (; i + RK_SIDE_BY_SIDE * W <= row.count; i += RK_SIDE_BY_SIDE * W) {
    vf t[RK_SIDE_BY_SIDE], s[RK_SIDE_BY_SIDE], sum[RK_SIDE_BY_SIDE];
    if (one_way) {
      EACH t[part] = along_leg(moved_phase(&row, i + part * W), true);
    } else {
      EACH t[part] = along_leg(moved_phase(&row, i + part * W), false);
    }
    EACH {
      s[part] = t[part] - t[part] * t[part];
      sum[part] = odd[terms - 1];
    }
#pragma clang loop unroll(full)
    for (int term = terms - 2; term >= 0; term--)
      EACH sum[part] = sum[part] * s[part] + odd[term];
    EACH sum[part] = sum[part] * ((t[part] - 0.5f) * s[part]) + t[part];
    if (streams) {
      EACH store(row.out + i + part * W, sum[part], true);
    } else {
      EACH store(row.out + i + part * W, sum[part], false);
    }
  }
#pragma clang loop unroll(disable)
  for (; i < row.count; i += W) {
    vf t = along_leg(moved_phase(&row, i), one_way), s = t - t * t, sum = odd[terms - 1];
#pragma clang loop unroll(full)
    for (int term = terms - 2; term >= 0; term--) sum = sum * s + odd[term];
    vf value = sum * ((t - 0.5f) * s) + t;
    if (i + W <= row.count) {
      store(row.out + i, value, false);
    } else {
      __builtin_memcpy(row.out + i, &value, (size_t)(row.count - i) * sizeof(float));
    }
  }
}

#define RK_ODD_LOOP(NAME, ONE_WAY, STREAMS)                                   \
  static void NAME(const rk_curve *curve, const rk_span *span) {         \
    odd_loop(curve, span, ONE_WAY, STREAMS);                             \
  }

RK_ODD_LOOP(odd_back, false, false)
RK_ODD_LOOP(odd_streams_back, false, true)
RK_ODD_LOOP(odd_one_way, true, false)
RK_ODD_LOOP(odd_streams_one_way, true, true)
#undef EACH
