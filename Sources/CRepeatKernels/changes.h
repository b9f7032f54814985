// SPDX-License-Identifier: Apache-2.0
// New rates for many repeats, for one instruction set: kernels.h includes it.

// So many changes are looked at side by side, before the first of them is made.
enum { RK_PART = 32 };

INLINE int64_t part_from(const rk_changes *changes, int64_t first) {
  int64_t left = changes->count - first;
  return left < RK_PART ? left : RK_PART;
}

// MARK: Checking

typedef enum expected { EXPECT_WRONG, EXPECT_ANY, EXPECT_FIRST } expected;

// The states of a part's repeats where these move as requested. EXPECT_WRONG: a rate or a slot is not
// such as there are; EXPECT_FIRST: all are RK_FIRST_STATE.
INLINE expected expect_states(uint64_t *states, const rk_changes *changes, int64_t first,
                              int64_t count, double highest) {
  const rk_name *names = changes->names + first;
  const double *hertz = changes->hertz + first;
  int64_t right = -1;
  uint64_t others = 0;
#if W == 16
#pragma clang loop vectorize_width(8) interleave_count(1) unroll(disable)
#endif
  for (int64_t i = 0; i < count; i++) {
    // As masks: all ones, or below 0, where it is right.
    int64_t is_rate = -(int64_t)(__builtin_fabs(hertz[i]) <= highest);
    right &= is_rate & ((int64_t)rk_slot_of(names[i]) - changes->slots);
    // In 64 bits, where a generation too large for a state does not look like a small one.
    uint64_t generation = rk_generation_of(names[i]) - changes->name_base;
    states[i] = generation << RK_GENERATION_SHIFT | RK_LIVE;
    others |= states[i] ^ RK_FIRST_STATE;
  }
  return right >= 0 ? EXPECT_WRONG : others ? EXPECT_ANY : EXPECT_FIRST;
}

// Whether no block of a part's repeats has other states than RK_FIRST_STATE: what most have, and a
// header is nearer than its block's states.
INLINE bool are_first_states(const rk_changes *changes, int64_t first, int64_t count) {
  const rk_name *names = changes->names + first;
  uint32_t marked = 0;
#pragma clang loop vectorize(disable)
  for (int64_t i = 0; i < count; i++)
    marked |= changes->blocks[rk_slot_of(names[i]) / RK_BLOCK_SLOTS].header->may_be_marked;
  return !marked;
}

INLINE bool are_states(const uint64_t *states, const rk_changes *changes, int64_t first,
                       int64_t count) {
  const rk_name *names = changes->names + first;
  const rk_block *blocks = changes->blocks;
  uint64_t differ = 0;
  // Without a branch and a gather, a processor has many slots' memory come at once.
#pragma clang loop vectorize(disable)
  for (int64_t i = 0; i < count; i++) {
    uint32_t index = rk_slot_of(names[i]);
    differ |= states[i] ^ blocks[index / RK_BLOCK_SLOTS].state[index % RK_BLOCK_SLOTS].bits;
  }
  return !differ;
}

// For a part in which some state is another one.
__attribute__((noinline)) static rk_verdict check_flags(const rk_changes *changes, int64_t first,
                                                        int64_t count) {
  for (int64_t i = first; i < first + count; i++) {
    uint32_t index = rk_slot_of(changes->names[i]);
    rk_slot_state state = changes->blocks[index / RK_BLOCK_SLOTS].state[index % RK_BLOCK_SLOTS];
    state.bits &= ~(uint32_t)(RK_STATE_FLAGS & ~RK_LIVE);
    uint32_t generation = rk_generation_of(changes->names[i]) - changes->name_base;
    if (!rk_moves(state, generation)) return RK_WRONG;
  }
  return RK_SOME_NEED_CARE;
}

RK_TARGET static rk_verdict check_changes(const rk_changes *changes, double highest) {
  rk_verdict verdict = RK_ALL_MOVE;
  for (int64_t first = 0; first < changes->count; first += RK_PART) {
    int64_t count = part_from(changes, first);
    uint64_t states[RK_PART];
    expected expected = expect_states(states, changes, first, count, highest);
    if (expected == EXPECT_WRONG) return RK_WRONG;
    if (expected == EXPECT_FIRST && are_first_states(changes, first, count)) continue;
    if (__builtin_expect(are_states(states, changes, first, count), 1)) continue;
    verdict = check_flags(changes, first, count);
    if (verdict == RK_WRONG) break;
  }
  return verdict;
}

// MARK: The short way

// What a part's repeats have in their rows, and the time since their blocks' epochs.
typedef struct part_rows {
  rk_exact *exact[RK_PART];
  int32_t *phase[RK_PART];
  float *rate[RK_PART];
  int64_t since[RK_PART] __attribute__((aligned(64)));
} part_rows;

// Each change waits for three pieces of memory: prefetched, those of a part come side by side.
INLINE void find_rows(part_rows *rows, const rk_changes *changes, int64_t first) {
  const rk_name *names = changes->names + first;
  int64_t count = part_from(changes, first);
#pragma clang loop vectorize(disable) unroll_count(2)
  for (int64_t i = 0; i < count; i++) {
    const rk_block *block = changes->blocks + rk_slot_of(names[i]) / RK_BLOCK_SLOTS;
    uint32_t slot = rk_slot_of(names[i]) % RK_BLOCK_SLOTS;
    rk_expect(rows->exact[i] = block->exact + slot);
    rk_expect(rows->phase[i] = block->phase + slot);
    rk_expect(rows->rate[i] = block->rate + slot);
    rows->since[i] = block->header->since;
  }
}

typedef struct part_rates {
  int64_t high[RK_PART] __attribute__((aligned(64)));  // as in rk_exact
  uint64_t low[RK_PART] __attribute__((aligned(64)));
} part_rates;

// Returns whether all are sure to be what rk_rate_from_hertz says, and none is 0.
RK_TARGET __attribute__((noinline)) static bool convert(part_rates *part, const double *hertz,
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
    unsure |= (int64_t)(__builtin_fabs(units - nearest) > 0.5 - 0x1p-14) |
              (int64_t)((part->high[i] | (int64_t)part->low[i]) == 0);
  }
  return !unsure;
#else
  bool has_zero = false;
#pragma clang loop vectorize(disable) unroll(disable)
  for (int64_t i = 0; i < count; i++) {
    rk_wide rate = rk_rate_from_hertz(hertz[i], 0);
    part->high[i] = (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8);
    part->low[i] = rate.low & 0xFF;
    has_zero |= !(part->high[i] | (int64_t)part->low[i]);
  }
  return !has_zero;
#endif
}

#if W == 16
// rk_change_to, bit for bit, for eight at once. With fewer lanes, the processor's own products of
// 64 bits are quicker than those of 32 put together.
typedef int64_t vl __attribute__((ext_vector_type(8)));
typedef uint64_t words_of_four __attribute__((ext_vector_type(4)));
typedef uint64_t words_of_one __attribute__((ext_vector_type(2), aligned(8), may_alias));

// (__int128)a * b >> 64
INLINE vl upper_product(vl a, vl b) {
  const uint64_t word = 0xFFFFFFFF;
  vq a0 = (vq)a & word, a1 = (vq)a >> 32, b0 = (vq)b & word, b1 = (vq)b >> 32;
  // No sum is above 2^64: a product of words is at most 2^64 - 2^33 + 1.
  vq middle = a0 * b1 + ((a0 * b0) >> 32);
  vq other = a1 * b0 + (middle & word);
  vq upper = a1 * b1 + (middle >> 32) + (other >> 32);
  return (vl)(upper - ((vq)(a >> 63) & (vq)b) - ((vq)(b >> 63) & (vq)a));
}

// rk_moved_at, without its lowest 8 bits.
INLINE vq moved_by(vl rate_high, vq rate_low, const rk_change_time *time) {
  vl moved = rate_high * time->nearest_units + upper_product(rate_high, (vl)time->fraction) +
             ((vl)rate_low * time->units >> 8);
  return (vq)moved & ~(uint64_t)0xFF;
}

INLINE vq words_at(rk_exact *const *exact) {
  words_of_four first = __builtin_shufflevector(*(words_of_one *)exact[0],
                                                *(words_of_one *)exact[1], 0, 1, 2, 3);
  words_of_four second = __builtin_shufflevector(*(words_of_one *)exact[2],
                                                 *(words_of_one *)exact[3], 0, 1, 2, 3);
  return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}

INLINE void put_words(rk_exact *const *exact, vq words) {
  *(words_of_one *)exact[0] = __builtin_shufflevector(words, words, 0, 1);
  *(words_of_one *)exact[1] = __builtin_shufflevector(words, words, 2, 3);
  *(words_of_one *)exact[2] = __builtin_shufflevector(words, words, 4, 5);
  *(words_of_one *)exact[3] = __builtin_shufflevector(words, words, 6, 7);
}

// Returns false, and changes nothing, where one of them is named twice or changes by too much.
INLINE bool change_eight(const part_rows *rows, const part_rates *rates, int64_t i,
                         const rk_name *names, const rk_change_time *time, int32_t *turned) {
  __m512i twice = _mm512_conflict_epi64(_mm512_loadu_si512(names + i));
  vq first = words_at(rows->exact + i), second = words_at(rows->exact + i + 4);
  vl old_high = (vl)__builtin_shufflevector(first, second, RK_EVEN);
  vq old_low = __builtin_shufflevector(first, second, RK_ODD);
  vl high = *(const vl *)(rates->high + i), change = old_high - high;
  vq low = *(const vq *)(rates->low + i);
  __m512i overflow = (__m512i)((old_high ^ high) & (old_high ^ change));
  if (_mm512_test_epi64_mask(twice, twice) | _mm512_movepi64_mask(overflow)) return false;
  vq phase = (old_low & ~(uint64_t)0xFF) + moved_by(old_high, old_low & 0xFF, time);
  vq word = (phase - moved_by(high, low, time)) | low;
  put_words(rows->exact + i, __builtin_shufflevector((vq)high, word, 0, 8, 1, 9, 2, 10, 3, 11));
  put_words(rows->exact + i + 4,
            __builtin_shufflevector((vq)high, word, 4, 12, 5, 13, 6, 14, 7, 15));
  vl upper = upper_product(change, *(const vl *)(rows->since + i)) + 1;
  *(vh *)(turned + i) = __builtin_convertvector((vq)upper, vh);
  return true;
}
#endif

INLINE void show_change(const part_rows *rows, int64_t i, int32_t turned, double hertz) {
  *rows->phase[i] = (int32_t)((uint32_t)*rows->phase[i] + (uint32_t)turned);
  *rows->rate[i] = (float)hertz;
}

// Returns how many of a part have been changed.
INLINE int64_t change_part(const rk_changes *changes, const part_rows *rows, int64_t first,
                           int64_t count, bool all_move) {
  part_rates rates;
  const rk_name *names = changes->names + first;
  const double *hertz = changes->hertz + first;
  if (!convert(&rates, hertz, count)) return 0;
  int64_t done = 0;
#if W == 16
  int32_t turns[RK_PART] __attribute__((aligned(64)));
  if (all_move)
    while (done + 8 <= count && change_eight(rows, &rates, done, names, &changes->time, turns))
      done += 8;
#pragma clang loop vectorize(disable) unroll_count(2)
  for (int64_t i = 0; i < done; i++) show_change(rows, i, turns[i], hertz[i]);
#endif
  for (; done < count; done++) {
    if (!all_move) {
      uint32_t index = rk_slot_of(names[done]);
      rk_slot_state *state =
          changes->blocks[index / RK_BLOCK_SLOTS].state + index % RK_BLOCK_SLOTS;
      if (state->bits & RK_STILL) break;
      state->bits &= ~(uint32_t)RK_TURNED;
    }
    int32_t turned;
    if (!rk_change_to(rows->exact[done], rates.high[done], rates.low[done], &changes->time,
                      rows->since[done], &turned))
      break;
    show_change(rows, done, turned, hertz[done]);
  }
  return done;
}

// Notes rates in the headers of their blocks, where these may not have such yet.
__attribute__((noinline)) static void note_rates(const rk_changes *changes, int64_t first,
                                                 int64_t count) {
  for (int64_t i = first; i < first + count; i++) {
    const rk_block *block = changes->blocks + rk_slot_of(changes->names[i]) / RK_BLOCK_SLOTS;
    rk_note_rate(block->header, (float)changes->hertz[i]);
  }
}

INLINE bool are_noted(const rk_changes *changes, int64_t first, int64_t count) {
  const double *hertz = changes->hertz + first;
  int64_t beyond = 0;
  for (int64_t i = 0; i < count; i++)
    beyond |= (int64_t)(hertz[i] < changes->least_noted) | (int64_t)(hertz[i] > changes->most_noted);
  return !beyond;
}

// After rk_prepare_changes.
RK_TARGET static int64_t change_rates(const rk_changes *changes, int64_t first, bool all_move) {
  part_rows parts[2];
  find_rows(&parts[0], changes, first);
  for (int turn = 0; first < changes->count; turn ^= 1) {
    int64_t count = part_from(changes, first);
    if (first + count < changes->count) find_rows(&parts[turn ^ 1], changes, first + count);
    int64_t done = change_part(changes, &parts[turn], first, count, all_move);
    if (!are_noted(changes, first, done)) note_rates(changes, first, done);
    first += done;
    if (done < count) break;
  }
  return first;
}
