// SPDX-License-Identifier: Apache-2.0
// New rates for many repeats, for one instruction set: kernels.h includes it.

// Each change waits for three pieces of memory: prefetched, they come side by side.
INLINE void expect_change(const rk_block *blocks, uint32_t index) {
  const rk_block *block = blocks + index / RK_BLOCK_SLOTS;
  uint32_t slot = index % RK_BLOCK_SLOTS;
  rk_expect(block->exact + slot);
  rk_expect(block->phase + slot);
  rk_expect(block->rate + slot);
}

INLINE void show_rate(rk_block_header *header, float *rate, double hertz) {
  float shown = (float)hertz, size = __builtin_fabsf(shown);
  *rate = shown;
  if (size > header->highest_rate) header->highest_rate = size;
  if (shown < 0) header->may_run_back = true;
}

// MARK: The short way

// So many rates are converted side by side, before the first of them takes effect.
enum { RK_PART = 32 };

typedef struct rates_of_part {
  int64_t high[RK_PART];  // as in rk_exact
  uint64_t low[RK_PART];
} rates_of_part;

// Returns whether all are sure to be what rk_rate_from_hertz says, and none is 0.
RK_TARGET __attribute__((noinline)) static bool convert(rates_of_part *part, const double *hertz,
                                                        int64_t count) {
#if RK_HAS_FUSED_ADD
  // Two numbers hold the factor of rk_rate_from_hertz, and a fused multiply-add gives what the
  // product is off by: no integers of 128 bits. The sum is off by 2^-35 of a rate's last bit;
  // near a tie, where that might matter, it is not sure. No other step may be fused: what the
  // product is off by would be added twice.
#pragma clang fp contract(off)
  const double factor = 0x1.12E0BE826D695p53, rest = -0x1.34675p-1;
  int64_t unsure = 0;
#if W == 16
#pragma clang loop vectorize_width(8) interleave_count(1) unroll(disable)
#else
  // Without conversions of vectors to integers it would only be longer.
#pragma clang loop vectorize(disable) unroll(disable)
#endif
  for (int64_t i = 0; i < count; i++) {
    double x = hertz[i], product = x * factor;
    double lost = __builtin_fma(x, rest, __builtin_fma(x, factor, -product));
    int64_t whole = (int64_t)product;
    double units = ((product - (double)whole) + lost) * 256, nearest = __builtin_rint(units);
    int64_t unit = (int64_t)nearest;
    part->high[i] = whole + (unit >> 8);
    part->low[i] = (uint64_t)unit & 0xFF;
    unsure |= (int64_t)(__builtin_fabs(units - nearest) > 0.5 - 0x1p-14) | (int64_t)(x == 0);
  }
  return !unsure;
#else
  bool has_zero = false;
#pragma clang loop vectorize(disable) unroll(disable)
  for (int64_t i = 0; i < count; i++) {
    rk_wide rate = rk_rate_from_hertz(hertz[i], 0);
    part->high[i] = (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8);
    part->low[i] = rate.low & 0xFF;
    has_zero |= hertz[i] == 0;
  }
  return !has_zero;
#endif
}

// Returns how many of a part have been changed.
INLINE int64_t change_part(const rk_changes *changes, int64_t first, int64_t count, bool all_move,
                           bool is_far) {
  rates_of_part part;
  const rk_name *names = changes->names + first;
  const double *hertz = changes->hertz + first;
  if (!convert(&part, hertz, count)) return 0;
  for (int64_t i = 0; i < count; i++) {
    if (is_far && first + i + RK_CHANGES_AHEAD < changes->count)
      expect_change(changes->blocks, rk_slot_of(names[i + RK_CHANGES_AHEAD]));
    const rk_block *block = changes->blocks + rk_slot_of(names[i]) / RK_BLOCK_SLOTS;
    uint32_t slot = rk_slot_of(names[i]) % RK_BLOCK_SLOTS;
    if (!all_move) {
      if (block->state[slot].bits & (RK_STILL | RK_CATCHING_UP)) return i;
      block->state[slot].bits &= ~(uint32_t)RK_TURNED;
    }
    rk_block_header *header = block->header;
    int32_t turned;
    if (!rk_change_to(block->exact + slot, part.high[i], part.low[i], &changes->time,
                      header->since, &turned))
      return i;
    block->phase[slot] = (int32_t)((uint32_t)block->phase[slot] + (uint32_t)turned);
    show_rate(header, block->rate + slot, hertz[i]);
  }
  return count;
}

INLINE int64_t change_parts(const rk_changes *changes, int64_t first, bool all_move, bool is_far) {
  while (first < changes->count) {
    int64_t left = changes->count - first, count = left < RK_PART ? left : RK_PART;
    int64_t done = change_part(changes, first, count, all_move, is_far);
    first += done;
    if (done < count) break;
  }
  return first;
}

// After rk_prepare_changes.
RK_TARGET static int64_t change_rates(const rk_changes *changes, int64_t first, bool all_move) {
  // The nearer caches hold smaller banks.
  return change_parts(changes, first, all_move, changes->slots > RK_NEAR_SLOTS);
}
