// SPDX-License-Identifier: Apache-2.0
#include "check.h"

enum { room = 8192 };

// A repeat in the middle of a ramp, with commands and events that wait.
static dr_repeat busy(dr_repeat_def *def) {
  dr_repeat repeat = started(def);
  dr_command rate = {.kind = DR_COMMAND_RATE, .rate = {.value = 0.3}};
  dr_command seek = {.kind = DR_COMMAND_SEEK, .position = {.cycle = 40, .phase = 0.1}};
  dr_moment time = {.kind = DR_MOMENT_TIME, .time_s = 7.7};
  dr_moment phase = {.kind = DR_MOMENT_PHASE, .phase = 0.9};
  FINE(dr_repeat_schedule(repeat, &rate, &time, NULL));
  FINE(dr_repeat_schedule(repeat, &seek, &phase, NULL));
  FINE(dr_repeat_ramp(repeat, (dr_rate){.value = 3, .unit = DR_RATE_HZ}, 4, DR_RAMP_SMOOTH));
  FINE(dr_repeat_advance(repeat, 0.7, NULL, 0, NULL));
  return repeat;
}

// Both have the same values and events until far beyond all that waits.
static void go_on_equally(dr_repeat a, dr_repeat b) {
  for (int frame = 0; frame < 600; frame++) {
    double time = 0.7 + frame / 60.0;
    dr_event first[8], second[8];
    dr_event_count first_count, second_count;
    FINE(dr_repeat_advance(a, time, first, 8, &first_count));
    FINE(dr_repeat_advance(b, time, second, 8, &second_count));
    CHECK(first_count.written == second_count.written);
    CHECK(!memcmp(first, second, first_count.written * sizeof *first));
    double here = value_at(a, time), there = value_at(b, time);
    CHECK(!memcmp(&here, &there, sizeof here));
  }
}

static void test_round_trip(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat original = busy(&def);
  static unsigned char bytes[room], again[room];
  size_t size = 0, written = 0;
  FINE(dr_repeat_snapshot_size(original, &size));
  CHECK(size > 100 && size < 1000);
  // At an odd address, in a buffer of just that size.
  FINE(dr_repeat_snapshot(original, bytes + 1, size, &written));
  CHECK(written == size && bytes[0] == 0 && bytes[1 + size] == 0);
  EXPECT(DR_ERROR_BUFFER, dr_repeat_snapshot(original, again, size - 1, &written));
  EXPECT(DR_ERROR_BUFFER, dr_repeat_snapshot(original, again, 0, NULL));
  CHECK(again[0] == 0);

  dr_repeat copy = created(&def);
  FINE(dr_repeat_restore(copy, bytes + 1, size));
  FINE(dr_repeat_snapshot(copy, again, room, NULL));
  CHECK(!memcmp(bytes + 1, again, size));
  go_on_equally(original, copy);
  // Back again, as in a rollback.
  FINE(dr_repeat_restore(original, bytes + 1, size));
  FINE(dr_repeat_restore(copy, bytes + 1, size));
  go_on_equally(original, copy);
  FINE(dr_repeat_destroy(original));
  FINE(dr_repeat_destroy(copy));
}

// Into a new repeat of that definition.
static void restore_into(
  dr_status wanted, const dr_repeat_def *def, const void *bytes, size_t size) {
  dr_repeat other = created(def);
  EXPECT(wanted, dr_repeat_restore(other, bytes, size));
  FINE(dr_repeat_destroy(other));
}

static void test_damage(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = busy(&def);
  static unsigned char bytes[room], after[room];
  size_t size = 0;
  FINE(dr_repeat_snapshot(repeat, bytes, room, &size));
  for (size_t index = 0; index < size; index++) {
    bytes[index] ^= 0x10;
    EXPECT(DR_ERROR_SNAPSHOT, dr_repeat_restore(repeat, bytes, size));
    bytes[index] ^= 0x10;
    EXPECT(DR_ERROR_SNAPSHOT, dr_repeat_restore(repeat, bytes, index));
  }
  EXPECT(DR_ERROR_SNAPSHOT, dr_repeat_restore(repeat, bytes, size + 1));
  EXPECT(DR_ERROR_SNAPSHOT, dr_repeat_restore(repeat, bytes, 0));
  FINE(dr_repeat_snapshot(repeat, after, room, NULL));
  CHECK(!memcmp(bytes, after, size));

  // Each kind of difference has its own status; rate, policy, start and room may differ.
  dr_repeat_def changed = def;
  changed.timing.kind = DR_CURVE_EASE_IN;
  restore_into(DR_ERROR_OTHER_TIMING, &changed, bytes, size);
  changed = def;
  changed.has_return_timing = 1;
  restore_into(DR_ERROR_OTHER_TIMING, &changed, bytes, size);
  changed = def;
  changed.repeat_count = 77;
  restore_into(DR_ERROR_OTHER_COUNT, &changed, bytes, size);
  changed = def;
  changed.max_flash_hz = 3;
  restore_into(DR_ERROR_SETTINGS, &changed, bytes, size);
  changed = def;
  changed.rate.value = 0.123;
  changed.policy.kind = DR_PHASE_MATCHED;
  changed.now_s = 5;
  changed.command_capacity += 3;
  restore_into(DR_OK, &changed, bytes, size);
  def.autoreverses = 0;
  restore_into(DR_ERROR_SETTINGS, &def, bytes, size);
  def.autoreverses = 1;
  def.command_capacity = 1;
  restore_into(DR_ERROR_CAPACITY, &def, bytes, size);
  def.command_capacity = 8;
  def.event_capacity = 1;
  dr_event_count count, original;
  dr_repeat_info info;
  FINE(dr_repeat_get_info(repeat, &info));
  FINE(dr_repeat_cancel_all(repeat));
  FINE(dr_repeat_stop(repeat, DR_STOP_IMMEDIATELY));
  FINE(dr_repeat_start(repeat));
  FINE(dr_repeat_advance(repeat, info.now_s, NULL, 0, NULL));
  FINE(dr_repeat_snapshot(repeat, bytes, room, &size));
  dr_repeat other = created(&def);
  FINE(dr_repeat_restore(other, bytes, size));
  FINE(dr_repeat_take_events(repeat, NULL, 0, &original));
  FINE(dr_repeat_take_events(other, NULL, 0, &count));
  CHECK(original.waiting > 1 && count.waiting == 1 && count.dropped == original.waiting - 1);
  FINE(dr_repeat_destroy(other));
  EXPECT(DR_ERROR_NULL, dr_repeat_restore(repeat, NULL, size));
  EXPECT(DR_ERROR_NULL, dr_repeat_snapshot(repeat, NULL, size, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_snapshot_size(repeat, NULL));
  FINE(dr_repeat_destroy(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_snapshot(repeat, after, room, NULL));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_snapshot_size(repeat, &size));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_restore(repeat, bytes, size));
}

void test_snapshots(void) {
  test_round_trip();
  test_damage();
}
