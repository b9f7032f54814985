// SPDX-License-Identifier: Apache-2.0
#include "sets.h"

// The number of entries by which the prefetch of a slot is ahead of the slot's change.
enum { AHEAD = 16 };

// Prefetches a slot whose rate is about to be changed.
static void expect(const rk_rows *rows, int64_t slot) {
  __builtin_prefetch(rows->slot + slot, 1);
  __builtin_prefetch(rows->phase + slot, 1);
  __builtin_prefetch(rows->rate + slot, 1);
}

int64_t rk_find_wrong(const rk_changes *changes, uint32_t name_base, double highest) {
  for (int64_t i = 0; i < changes->count; i++) {
    if (i + AHEAD < changes->count) {
      uint32_t next = rk_slot_of(changes->names[i + AHEAD]);
      if (next < changes->slots) expect(changes->rows, next);
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
    if (i + AHEAD < changes->count) expect(rows, rk_slot_of(changes->names[i + AHEAD]));
    uint32_t slot = rk_slot_of(changes->names[i]);
    if (rows->slot[slot].state & (RK_STILL | RK_PENDING)) return i;
    rk_settle(rows, slot);
    rk_change_rate(rows, slot, rk_rate_of(changes->hertz[i]), changes->time);
  }
  return changes->count;
}

static void put_waiting_rate(rk_change *change, rk_rate rate) {
  change->waits_for_rate = true;
  change->rate_low = rate.low;
  change->rate_high = (int16_t)rate.high;
}

void rk_enter_boundary(rk_rows *rows, int64_t slot, rk_time time) {
  __int128 rate = rk_int(rk_rate_of_slot(rows->slot + slot));
  unsigned __int128 size = (unsigned __int128)(rate < 0 ? -rate : rate);
  __int128 since = rk_since(time, rows->chunk[slot / RK_CHUNK_SLOTS].epoch);
  uint64_t phase = rk_phase_at(rows, slot, time);
  // By how much the position exceeds the phase, in 2^-126 cycle. With this rest, the boundary does not
  // depend on `time`.
  uint64_t rest = (uint64_t)rate * (uint64_t)since & (((uint64_t)1 << 62) - 1);
  unsigned __int128 gap = rate < 0 ? phase : -phase;
  if (!gap) gap = (unsigned __int128)1 << 64;
  gap = rate < 0 ? (gap << 62) + rest : (gap << 62) - rest;
  rk_time due = rk_wide_of(rk_int(time) + (__int128)((gap + size - 1) / size));
  rows->change[slot].due = due;
  rk_enter(rows, slot, due, time);
}

bool rk_wait(rk_rows *rows, int64_t slot, rk_rate rate, rk_time time) {
  rk_change *change = rows->change + slot;
  uint32_t state = rows->slot[slot].state;
  bool waits = state & RK_PENDING;
  if (state & RK_STILL || (waits && (!change->waits_for_rate || change->ramp_number)))
    return false;
  uint64_t phase = rk_phase_at(rows, slot, time);
  // A phase within 2^-56 cycle of a boundary counts as at the boundary.
  if (rk_int(rk_rate_of_slot(rows->slot + slot)) == 0 || phase + 256 <= 512) return false;
  rk_mark(rows, slot);
  rk_set_flags(rows, slot, RK_PENDING, RK_TURNED);
  put_waiting_rate(change, rate);
  if (!waits) rk_enter_boundary(rows, slot, time);
  return true;
}

int64_t rk_find_due(rk_set set, const rk_rows *rows, int64_t chunk, rk_time time, uint32_t *slots) {
  int64_t last = (int64_t)(rk_int(time) >> 54), first = chunk * RK_CHUNK_SLOTS;
  if (rows->chunk[chunk].next > last) return 0;
  // If RK_DUE_REACH or more has passed since the chunk's earliest entry, a 32-bit difference no
  // longer tells past from future. Therefore, all entries are made due.
  if (last - rows->chunk[chunk].next >= RK_DUE_REACH)
    for (int64_t i = first; i < first + RK_CHUNK_SLOTS; i++) rows->due[i] = (uint32_t)last;
  int64_t count = rk_functions_of(set)->find_due(rows, chunk, last, slots);
  for (int64_t i = 0; i < count; i++) {
    rows->due[slots[i]] = (uint32_t)last + RK_DUE_REACH;
    // Only these two arrays are read. A prefetch of `phase` and `rate`, which are only written,
    // would take longer than rk_pass_boundaries does.
    __builtin_prefetch(rows->slot + slots[i], 1);
    __builtin_prefetch(rows->change + slots[i], 1);
  }
  return count;
}

// Ends a run: the slot is then idle at phase 0, stores the rate of the next run, and shows the cycle's
// start.
static void end_run(const rk_rows *rows, int64_t slot, rk_rate rate) {
  rk_slot *state = rows->slot + slot;
  if (state->state & RK_TURNED) rate = rk_wide_of(-rk_int(rate));
  rk_set_flags(rows, slot, RK_STILL | RK_IDLE, RK_PENDING | RK_TURNED);
  rk_put_direction(state, false);
  rk_hold(rows, slot, 0, rate);
}

int64_t rk_pass_boundaries(rk_rows *rows, rk_time time, uint32_t *slots, int64_t count) {
  int64_t left = 0;
  for (int64_t i = 0; i < count; i++) {
    int64_t slot = slots[i];
    rk_change *change = rows->change + slot;
    if ((rows->slot[slot].state & (RK_PENDING | RK_STILL)) != RK_PENDING) continue;
    if (rk_int(change->due) > rk_int(time)) {
      rk_enter(rows, slot, change->due, time);
    } else if (change->ramp_number) {
      slots[left++] = (uint32_t)slot;
    } else {
      rk_rate rate = rk_rate_of_slot(rows->slot + slot);
      if (change->waits_for_rate) rate = (rk_rate){change->rate_low, change->rate_high};
      if (change->waits_for_stop) {
        end_run(rows, slot, rate);
      } else {
        rk_run(rows, slot, 0, rate, change->due);
        rk_set_flags(rows, slot, 0, RK_PENDING);
      }
      *change = (rk_change){0};
    }
  }
  return left;
}
