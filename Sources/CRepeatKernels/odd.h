// SPDX-License-Identifier: Apache-2.0
// Curves that are antisymmetric about their middle, for one instruction set: kernels.h includes it.
//
// The way from the middle of the leg, and what the curve adds to it: one odd polynomial. No piece is
// to be found, and no permutation, which many processors with AVX2 are slow at. Near the ends little
// is added, so that roundings are small there.
//
// The polynomial's steps wait for each other, so some vectors are worked on side by side: beside
// four, eight take 0.87 of the time with SSE2 and 0.95 with AVX-512, six 0.95 with AVX2, whose
// registers hold no more (Zen 5).
enum { RK_SIDE_BY_SIDE = W == 8 ? 6 : 8 };
#define EACH _Pragma("clang loop unroll(full)") for (int part = 0; part < RK_SIDE_BY_SIDE; part++)

// The way from the leg's middle, -1/2 to 1/2. There and back it is the phase's magnitude: an integer
// of its own would cost two instructions more.
INLINE vf from_middle(vi phase, bool one_way) {
  if (one_way) return __builtin_convertvector(phase ^ INT32_MIN, vf) * 0x1p-32f;
  return (vf)((vi)__builtin_convertvector(phase, vf) & INT32_MAX) * 0x1p-31f - 0.5f;
}

// Both ways and both kinds of stores in one loop: unrolled, it is large, and a branch for so many
// vectors costs nothing. Fewer terms would need a loop each; any number of them in one takes a fifth
// more instructions.
RK_TARGET __attribute__((noinline)) static void odd_loop(const rk_curve *curve,
                                                         const rk_span *span, bool one_way,
                                                         bool streams) {
  const rk_span s = *span;
  enum { terms = RK_ODD_TERMS };
  vf odd[terms];
#pragma clang loop unroll(full)
  for (int term = 0; term < terms; term++) odd[term] = curve->table[term];
  int64_t i = 0;
  for (; i + RK_SIDE_BY_SIDE * W <= s.count; i += RK_SIDE_BY_SIDE * W) {
    vf x[RK_SIDE_BY_SIDE], square[RK_SIDE_BY_SIDE], sum[RK_SIDE_BY_SIDE];
    if (one_way) {
      EACH x[part] = from_middle(moved_phase(&s, i + part * W), true);
    } else {
      EACH x[part] = from_middle(moved_phase(&s, i + part * W), false);
    }
    EACH {
      square[part] = x[part] * x[part];
      sum[part] = odd[terms - 1];
    }
#pragma clang loop unroll(full)
    for (int term = terms - 2; term >= 0; term--)
      EACH sum[part] = sum[part] * square[part] + odd[term];
    EACH sum[part] = (sum[part] * x[part] + x[part]) + 0.5f;
    if (streams) {
      EACH store(s.out + i + part * W, sum[part], true);
    } else {
      EACH store(s.out + i + part * W, sum[part], false);
    }
  }
#pragma clang loop unroll(disable)
  for (; i < s.count; i += W) {
    vf x = from_middle(moved_phase(&s, i), one_way), square = x * x, sum = odd[terms - 1];
#pragma clang loop unroll(full)
    for (int term = terms - 2; term >= 0; term--) sum = sum * square + odd[term];
    vf value = (sum * x + x) + 0.5f;
    if (i + W <= s.count) {
      store(s.out + i, value, false);
    } else {
      __builtin_memcpy(s.out + i, &value, (size_t)(s.count - i) * sizeof(float));
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
