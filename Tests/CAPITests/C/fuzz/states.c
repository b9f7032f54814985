// SPDX-License-Identifier: Apache-2.0
// Changes saved states and corrects their checksums. If a changed state can be restored, it must be
// possible to read the repeat's values, to advance it and to save it again.
#include "arguments.h"
#include <math.h>
#include <string.h>

enum { first_field = 8, checksum_size = 8 };

// Changes either 8 aligned bytes, which are a field or half of one, or a single byte.
static void change(uint8_t *saved, size_t size) {
  static const uint64_t usual[] = {
    0, 1, 2, 3, 4, 8, 255, UINT64_MAX, UINT64_C(1) << 31, UINT64_C(1) << 61, UINT64_C(1) << 62,
    UINT64_C(1) << 63, INT64_MAX, UINT64_C(1) << 41, UINT64_C(1) << 20, UINT64_MAX - 1};
  uint16_t random;
  take(&random, sizeof random);
  size_t fields = (size - first_field - checksum_size) / 8;
  uint8_t *field = saved + first_field + random % fields * 8;
  uint64_t number;
  memcpy(&number, field, sizeof number);
  uint8_t selector = take_byte();
  switch (selector % 8) {
    case 0: number = usual[take_byte() % 16]; break;
    case 1: number += (uint64_t)(int64_t)(int8_t)take_byte(); break;
    case 2: number ^= UINT64_C(1) << take_byte() % 64; break;
    case 3: number = -number; break;
    case 4:
      take(&random, sizeof random);
      memcpy(&number, saved + first_field + random % fields * 8, sizeof number);
      break;
    case 5: {
      double value = take_number();
      memcpy(&number, &value, sizeof number);
      break;
    }
    case 6: take(&number, sizeof number); break;
    case 7: field[take_byte() % 8] = take_byte(); return;
  }
  memcpy(field, &number, sizeof number);
}

static void write_checksum(uint8_t *saved, size_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t index = 0; index + checksum_size < size; index++)
    hash = (hash ^ saved[index]) * UINT64_C(0x100000001b3);
  for (int index = 0; index < 8; index++)
    saved[size - checksum_size + (size_t)index] = (uint8_t)(hash >> 8 * index);
}

static void check_saves(const dr_repeat *repeat) {
  uint8_t saved[DR_SAVED_REPEAT_SIZE];
  size_t size = 0;
  dr_repeat again;
  if (dr_repeat_save(repeat, saved, sizeof saved, &size) ||
    dr_repeat_restore(&again, saved, size, NULL) || !dr_repeat_equals(repeat, &again))
    broken("a restored state that can be saved again");
}

static void check_sample(const dr_repeat *repeat, double time_s) {
  dr_sample sample;
  if (dr_repeat_sample(repeat, time_s, &sample)) return;
  if (!isfinite(sample.value)) broken("a finite value");
  if (!(sample.fraction >= 0 && sample.fraction <= 1)) broken("a fraction in 0 ... 1");
  if (!(sample.position.phase >= 0 && sample.position.phase < 1)) broken("a phase in [0, 1)");
  if (!(fabs(sample.rate_hz) <= 1e6 * (1 + 1e-9))) broken("a rate within +-1e6");
  if ((unsigned)sample.state > DR_STATE_PAUSED_STOPPING) broken("a state that is listed");
}

static void check_advance(dr_repeat *repeat, double time_s) {
  dr_event event;
  dr_repeat_info info;
  double from = dr_repeat_get_info(repeat, &info) ? 0 : info.now_s;
  for (int calls = 0; calls < 300 && dr_repeat_next_event(repeat, time_s, &event); calls++) {
    if (!(event.time_s <= time_s) || event.count < 1) broken("events with a time and a count");
    if (from != DR_AT_FIRST_ADVANCE && event.time_s < from) broken("events in order of time");
    from = event.time_s;
  }
}

// Saves a state, changes up to three fields, and restores it, usually with a corrected checksum.
static dr_status restore_changed(const dr_repeat *repeat, dr_repeat *target) {
  // User data marks a repeat that was restored from a changed state.
  static char changed;
  uint8_t saved[DR_SAVED_REPEAT_SIZE];
  size_t size = 0;
  dr_repeat_info info;
  uint8_t selector = take_byte(), changes = take_byte() % 4;
  dr_status status = dr_repeat_save(repeat, saved, selector < 16 ? selector : sizeof saved, &size);
  if (status || dr_repeat_get_info(repeat, &info)) return status;
  void *mark = changes || info.user_data ? &changed : NULL;
  for (uint8_t index = 0; index < changes; index++) change(saved, size);
  if (selector >= 32) write_checksum(saved, size);
  status = dr_repeat_restore(target, saved, selector < 24 ? take_byte() : size, mark);
  if (status == DR_ERROR_SAVED_STATE && !mark && selector >= 32)
    broken("a saved state that is restored");
  return status;
}

void call_saved_state(const dr_repeat *repeat, dr_repeat *target) {
  dr_repeat_info info;
  if (restore_changed(repeat, target) || dr_repeat_get_info(target, &info)) return;
  check_saves(target);
  uint8_t selector = take_byte();
  double now = info.now_s == DR_AT_FIRST_ADVANCE ? 0 : info.now_s, step = take_byte() / 16.0, found;
  check_sample(target, now);
  check_sample(target, now + step);
  check_sample(target, now - step);
  check_sample(target, take_number());
  if (!dr_repeat_next_change(target, now, &found) && !(found >= now)) broken("a later next change");
  if (!dr_repeat_next_switch(target, now, 0.5, &found) && !(found >= now))
    broken("a later next switch");
  if (selector & 1) check_advance(target, now + step);
  if (selector & 2) check_advance(target, now + 2 * step + fabs(take_number()));
  check_saves(target);
}
