// SPDX-License-Identifier: Apache-2.0
#include "sets.h"

void rk_settle(const rk_block *block, int64_t count) {
  if (!block->header->follows) return;
  // From the last one on: an exact state covers the lower halves of no slot before it.
  for (int64_t slot = count - 1; slot >= 0; slot--) block->exact[slot] = rk_exact_at(block, slot);
  block->header->follows = false;
}

bool rk_begin_following(const rk_block *block, const float *hertz, int64_t count, rk_time middle,
                        int64_t epoch) {
  for (int64_t slot = 0; slot < count; slot++)
    if (block->state[slot].bits & (RK_STATE_FLAGS & ~RK_LIVE)) return false;
  rk_block_header *header = block->header;
  rk_change_time change = rk_change_time_of(middle), later = rk_change_time_of((rk_time){epoch, 0});
  float highest = 0;
  bool back = false;
  // From the first one on: its lower half covers no exact state after it.
  for (int64_t slot = 0; slot < count; slot++) {
    rk_exact m = block->exact[slot];
    uint64_t phase = 0;
    block->rate[slot] = 0;
    if (block->state[slot].bits & RK_LIVE) {
      rk_wide rate = rk_rate_from_hertz(hertz[slot], 0);
      rk_set_rate_word(&m, (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8), rate.low & 0xFF,
                       &change);
      phase = (m.phase_and_rate_low & ~(uint64_t)0xFF) + rk_moved_at(&m, &later);
      block->phase[slot] = (int32_t)((uint32_t)(phase >> 32) + (uint32_t)rk_lead(header));
      block->rate[slot] = hertz[slot];
      float size = __builtin_fabsf(hertz[slot]);
      if (size > highest) highest = size;
      back |= hertz[slot] < 0;
    }
    uint32_t low = (uint32_t)phase;
    __builtin_memcpy((char *)block->exact + 4 * slot, &low, sizeof low);
  }
  header->epoch = epoch;
  header->highest_rate = highest;
  header->may_run_back = back;
  header->may_be_still = false;
  header->follows = true;
  return true;
}
