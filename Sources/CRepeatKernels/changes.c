// SPDX-License-Identifier: Apache-2.0
#include "sets.h"

bool rk_prepare_changes(rk_changes *changes) {
  int64_t count = (changes->slots + RK_BLOCK_SLOTS - 1) / RK_BLOCK_SLOTS;
  float highest = __builtin_inff();
  bool forwards_only = false;
  for (int64_t b = 0; b < count; b++) {
    rk_block_header *header = changes->blocks[b].header;
    if (!rk_since(&changes->time, header->epoch, &header->since)) return false;
    if (header->highest_rate < highest) highest = header->highest_rate;
    // One that is there and back does not ask for it.
    forwards_only |= header->is_one_way && !header->may_run_back;
  }
  changes->most_noted = highest;
  changes->least_noted = forwards_only ? 0 : -highest;
  return true;
}
