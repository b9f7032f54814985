// SPDX-License-Identifier: Apache-2.0
#include "sets.h"

static void expect_state(const rk_block *blocks, uint32_t index) {
  rk_expect(blocks[index / RK_BLOCK_PLACES].state + index % RK_BLOCK_PLACES);
}

rk_verdict rk_check_changes(const rk_changes *changes, double highest_hertz) {
  bool is_far = changes->places > RK_NEAR_PLACES;
  const rk_block *blocks = changes->blocks;
  rk_verdict verdict = RK_ALL_MOVE;
  for (int64_t i = 0; i < changes->count; i++) {
    rk_name name = changes->names[i];
    if (!(__builtin_fabs(changes->hertz[i]) <= highest_hertz) || name.place >= changes->places)
      return RK_WRONG;
    int64_t ahead = i + RK_CHANGES_AHEAD;
    if (is_far && ahead < changes->count && changes->names[ahead].place < changes->places)
      expect_state(blocks, changes->names[ahead].place);
    uint32_t state = blocks[name.place / RK_BLOCK_PLACES].state[name.place % RK_BLOCK_PLACES];
    uint32_t generation = name.generation - changes->name_base;
    if (__builtin_expect(rk_moves(state, generation), 1)) continue;
    const uint32_t others = RK_STATE_FLAGS & ~RK_LIVE;
    if (!rk_moves(state & ~others, generation)) return RK_WRONG;
    verdict = RK_SOME_STAND;
  }
  return verdict;
}

bool rk_prepare_changes(const rk_changes *changes) {
  int64_t count = (changes->places + RK_BLOCK_PLACES - 1) / RK_BLOCK_PLACES;
  for (int64_t b = 0; b < count; b++) {
    rk_block_header *header = changes->blocks[b].header;
    if (!rk_since(&changes->time, header->epoch, &header->since)) return false;
  }
  return true;
}
