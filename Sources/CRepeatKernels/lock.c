// SPDX-License-Identifier: Apache-2.0
#include "sets.h"

static void show(rk_block_header *header, float *rate, float hertz) {
  *rate = hertz;
  rk_note_rate(header, hertz);
}

// A rate of 0 Hz has no direction, and requests to run forwards: the bits say how it ran.
__attribute__((noinline, cold)) static void note_standstill(rk_slot_state *state, const rk_exact *m) {
  if (rk_rate_of(m) > 0) state->bits &= ~(uint32_t)RK_BACKWARDS;
  if (rk_rate_of(m) < 0) state->bits |= RK_BACKWARDS;
  if (state->bits & RK_BACKWARDS) state->bits |= RK_TURNED;
}

bool rk_catch_up(const rk_block *block, int64_t first, int64_t count, const rk_line *line) {
  const rk_change_time time = rk_change_time_of(line->time);
  rk_block_header *header = block->header;
  bool any = false;
  for (int64_t slot = first; slot < first + count; slot++) {
    rk_exact *m = block->exact + slot;
    rk_slot_state *state = block->state + slot;
    if ((state->bits & (RK_LIVE | RK_STILL)) != RK_LIVE) continue;
    any = header->may_be_marked = true;
    rk_wide rate = rk_rate_onto(line, rk_phase_after(m, rk_moved_at(m, &time)) >> 8);
    state->bits &= ~(uint32_t)RK_TURNED;
    if (!(rate.low | (uint64_t)rate.high)) note_standstill(state, m);
    state->bits |= RK_CATCHING_UP;
    rk_set_rate_word(m, (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8), rate.low & 0xFF,
                     &time);
    block->phase[slot] =
        (int32_t)((uint32_t)rk_frame_phase(m, header->epoch) + (uint32_t)rk_lead(header));
    show(header, block->rate + slot, (float)(rk_rate_per_nanosecond(m) * 1e9));
  }
  return any;
}

void rk_end_lock(const rk_block *block, int64_t first, int64_t count, rk_wide rate, rk_time end) {
  const rk_change_time time = rk_change_time_of(end);
  rk_block_header *header = block->header;
  // What all of them have in common: the rate, and what it moves until the end and the epoch.
  const rk_exact line = {(int64_t)((uint64_t)rate.high << 56 | rate.low >> 8), rate.low & 0xFF};
  const uint64_t moved = rk_moved_at(&line, &time);
  const unsigned __int128 at_epoch = rk_position_at(&line, header->epoch);
  const float hertz = (float)(rk_rate_per_nanosecond(&line) * 1e9);
  for (int64_t slot = first; slot < first + count; slot++) {
    rk_exact *m = block->exact + slot;
    rk_slot_state *state = block->state + slot;
    if ((state->bits & (RK_STILL | RK_CATCHING_UP)) != RK_CATCHING_UP) continue;
    state->bits &= ~(uint32_t)RK_CATCHING_UP;
    uint64_t phase = (m->phase_and_rate_low & ~(uint64_t)0xFF) + rk_moved_at(m, &time);
    if (!(rate.low | (uint64_t)rate.high)) note_standstill(state, m);
    m->phase_and_rate_low = rk_word_after(phase, moved, line.phase_and_rate_low);
    m->rate_high = line.rate_high;
    unsigned __int128 there =
        ((unsigned __int128)(m->phase_and_rate_low >> 8) << 35) + at_epoch;
    block->phase[slot] = (int32_t)((uint32_t)(there >> 59) + (uint32_t)rk_lead(header));
    show(header, block->rate + slot, hertz);
  }
}
