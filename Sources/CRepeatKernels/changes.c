// SPDX-License-Identifier: Apache-2.0
#include "sets.h"

static void expect_state(const rk_block *blocks, uint32_t index) {
  rk_expect(blocks[index / RK_BLOCK_SLOTS].state + index % RK_BLOCK_SLOTS);
}

rk_verdict rk_check_changes(const rk_changes *changes, double highest_hertz) {
  bool is_far = changes->slots > RK_NEAR_SLOTS;
  const rk_block *blocks = changes->blocks;
  rk_verdict verdict = RK_ALL_MOVE;
  for (int64_t i = 0; i < changes->count; i++) {
    uint32_t index = rk_slot_of(changes->names[i]);
    if (!(__builtin_fabs(changes->hertz[i]) <= highest_hertz) || index >= changes->slots)
      return RK_WRONG;
    int64_t ahead = i + RK_CHANGES_AHEAD;
    if (is_far && ahead < changes->count && rk_slot_of(changes->names[ahead]) < changes->slots)
      expect_state(blocks, rk_slot_of(changes->names[ahead]));
    rk_slot_state state = blocks[index / RK_BLOCK_SLOTS].state[index % RK_BLOCK_SLOTS];
    uint32_t generation = rk_generation_of(changes->names[i]) - changes->name_base;
    if (__builtin_expect(rk_moves(state, generation), 1)) continue;
    state.bits &= ~(uint32_t)(RK_STATE_FLAGS & ~RK_LIVE);
    if (!rk_moves(state, generation)) return RK_WRONG;
    verdict = RK_SOME_NEED_CARE;
  }
  return verdict;
}

bool rk_prepare_changes(const rk_changes *changes) {
  int64_t count = (changes->slots + RK_BLOCK_SLOTS - 1) / RK_BLOCK_SLOTS;
  for (int64_t b = 0; b < count; b++) {
    rk_block_header *header = changes->blocks[b].header;
    if (!rk_since(&changes->time, header->epoch, &header->since)) return false;
  }
  return true;
}
