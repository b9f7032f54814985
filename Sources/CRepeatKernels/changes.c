// SPDX-License-Identifier: Apache-2.0
#include "CRepeatKernels.h"

// Number of entries by which a slot's prefetch precedes its change.
enum { AHEAD = 16 };

int64_t rk_find_wrong(const rk_changes *changes, uint32_t name_base, double highest) {
  for (int64_t i = 0; i < changes->count; i++) {
    if (i + AHEAD < changes->count) {
      uint32_t next = rk_slot_of(changes->names[i + AHEAD]);
      if (next < changes->slots) rk_expect(changes->rows, next);
    }
    uint32_t slot = rk_slot_of(changes->names[i]);
    if (slot >= changes->slots || !(__builtin_fabs(changes->hertz[i]) <= highest)) return i;
    uint32_t generation = rk_generation_of(changes->names[i]) - name_base;
    if (!rk_holds(changes->rows->slot + slot, generation)) return i;
  }
  return changes->count;
}

int64_t rk_apply_changes(const rk_changes *changes, int64_t first) {
  const rk_rows *rows = changes->rows;
  for (int64_t i = first; i < changes->count; i++) {
    if (i + AHEAD < changes->count) rk_expect(rows, rk_slot_of(changes->names[i + AHEAD]));
    uint32_t slot = rk_slot_of(changes->names[i]);
    if (rows->slot[slot].state & (RK_STILL | RK_PENDING)) return i;
    if (rows->chunk[slot / RK_CHUNK_SLOTS].follows) return i;
    rk_change_rate(rows, slot, rk_rate_of(changes->hertz[i]), changes->time);
  }
  return changes->count;
}
