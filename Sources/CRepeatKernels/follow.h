// SPDX-License-Identifier: Apache-2.0
// Rates that follow a field, for one instruction set: kernels.h includes it; rk_field.h says how.

typedef double vd __attribute__((ext_vector_type(H)));
#if H == 8
#define RK_FIRST_HALF 0, 1, 2, 3, 4, 5, 6, 7
#define RK_SECOND_HALF 8, 9, 10, 11, 12, 13, 14, 15
#define RK_EVEN_OF_TWO 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define RK_ODD_OF_TWO 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#elif H == 4
#define RK_FIRST_HALF 0, 1, 2, 3
#define RK_SECOND_HALF 4, 5, 6, 7
#define RK_EVEN_OF_TWO 0, 2, 4, 6, 8, 10, 12, 14
#define RK_ODD_OF_TWO 1, 3, 5, 7, 9, 11, 13, 15
#else
#define RK_FIRST_HALF 0, 1
#define RK_SECOND_HALF 2, 3
#define RK_EVEN_OF_TWO 0, 2, 4, 6
#define RK_ODD_OF_TWO 1, 3, 5, 7
#endif

// What half of a vector moves in a frame: units of 2^-32 period in the lower words of `upper`, and the
// rest, in units of 2^-64, in `lower`.
//
// Adding 1.5 * 2^52 rounds to an integer and leaves it in a double's low bits: no conversion, which
// most sets do not have for 64 bits. The first sum is exact, and what it leaves goes into the second.
typedef struct moved_half {
  vq upper, lower;
} moved_half;

INLINE moved_half moved_in_frame(vh_float from, vh_float to, const rk_field *field) {
  // The rounder's own bits are above the words that count, but for those in the second sum's upper
  // word: the first one is less by them.
  const double rounder = 0x1.8p52, first_rounder = rounder - (double)(0x4338u << 17);
  vd first = __builtin_convertvector(from, vd), last = __builtin_convertvector(to, vd);
  vd sum = first + last;
  vd upper = sum * field->upper, rounded = upper + first_rounder;
  vd rest = upper - (rounded - first_rounder);
  vd lower = (rest * 0x1p31 + (sum * field->lower + (first - last) * field->offset)) + rounder;
  return (moved_half){(vq)rounded, (vq)lower << 1};
}

INLINE vf some_rates(const float *hertz, int64_t left) {
  if (left >= W) return *(const vf_anywhere *)hertz;
  // The caller's array ends with its last rate.
  vf rates = 0;
  __builtin_memcpy(&rates, hertz, (size_t)left * sizeof(float));
  return rates;
}

INLINE void follow_loop(const rk_block *block, const float *hertz, int64_t count,
                        const rk_field *field, bool has_holes) {
  rk_field f = *field;
  vu *low_words = (vu *)block->exact;
  vf highest = 0;
  vi back = 0;
  for (int64_t i = 0; i < count; i += W) {
    vf to = some_rates(hertz + i, count - i);
    if (has_holes) {
      vi live = (*(const vi *)(block->state + i) & RK_LIVE) != 0;
      to = (vf)((vi)to & live);
    }
    vf from = *(const vf *)(block->rate + i);
    moved_half first = moved_in_frame(__builtin_shufflevector(from, from, RK_FIRST_HALF),
                                      __builtin_shufflevector(to, to, RK_FIRST_HALF), &f);
    moved_half second = moved_in_frame(__builtin_shufflevector(from, from, RK_SECOND_HALF),
                                       __builtin_shufflevector(to, to, RK_SECOND_HALF), &f);
    vu low = __builtin_shufflevector((vu)first.lower, (vu)second.lower, RK_EVEN_OF_TWO);
    vu high = __builtin_shufflevector((vu)first.lower, (vu)second.lower, RK_ODD_OF_TWO) +
              __builtin_shufflevector((vu)first.upper, (vu)second.upper, RK_EVEN_OF_TWO);
    vu sum = low_words[i / W] + low;
    vu carry = (vu)(sum < low);  // all ones: -1
    low_words[i / W] = sum;
    *(vu *)(block->phase + i) = *(const vu *)(block->phase + i) + high - carry;
    *(vf *)(block->rate + i) = to;
    vf size = __builtin_elementwise_abs(to);
    highest = size > highest ? size : highest;
    back |= (vi)to;
  }
  rk_block_header *header = block->header;
  header->highest_rate = __builtin_reduce_max(highest);
  header->may_run_back = __builtin_reduce_or(back) < 0;
  header->epoch = f.epoch;
}

RK_TARGET static void follow(const rk_block *block, const float *hertz, int64_t count,
                             const rk_field *field) {
  if (block->header->live_count < count)
    follow_loop(block, hertz, count, field, true);
  else
    follow_loop(block, hertz, count, field, false);
}

RK_TARGET static bool are_within(const float *hertz, int64_t count, float highest) {
  int32_t wrong = 0;
  for (int64_t i = 0; i < count; i++) wrong |= !(__builtin_fabsf(hertz[i]) <= highest);
  return !wrong;
}
