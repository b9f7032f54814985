// SPDX-License-Identifier: Apache-2.0
// Clocks that start anew, are set or wrap.
#include "check.h"

enum { room = 4096 };

// A run of 4000 seconds with a pause scheduled for its next second.
static dr_repeat long_run(dr_repeat_def *def) {
  dr_repeat repeat = started(def);
  dr_command pause = {.kind = DR_COMMAND_PAUSE};
  dr_moment soon = {.kind = DR_MOMENT_TIME, .time_s = 4001};
  FINE(dr_repeat_advance(repeat, 4000.25, NULL, 0, NULL));
  FINE(dr_repeat_schedule(repeat, &pause, &soon, NULL));
  return repeat;
}

// A saved state continues in a process whose clock starts anew.
static void test_restore_at(void) {
  dr_repeat_def def = dr_default_repeat_def();
  static unsigned char bytes[room];
  dr_repeat original = long_run(&def), repeat = {0};
  size_t size = 0;
  FINE(dr_repeat_snapshot(original, bytes, room, &size));
  repeat = created(&def);
  FINE(dr_repeat_restore(repeat, bytes, size));
  EXPECT(DR_ERROR_PAST, dr_repeat_advance(repeat, 0.5, NULL, 0, NULL));
  FINE(dr_repeat_restore_at(repeat, bytes, size, 0.5));
  CHECK(info_of(repeat).now_s == 0.5 && info_of(repeat).waiting_commands == 1);
  for (int step = 0; step < 64; step++) {
    CHECK(value_at(repeat, 0.5 + step / 64.0) == value_at(original, 4000.25 + step / 64.0));
  }
  // The pause has moved from 4001 to 1.25; events wait with times that are not ahead of the clock.
  CHECK(value_at(repeat, 1.25) == value_at(repeat, 9) && value_at(repeat, 1.2) != value_at(repeat, 9));
  dr_event events[16];
  dr_event_count count;
  FINE(dr_repeat_advance(repeat, 0.5, events, 16, &count));
  CHECK(count.written > 0 && events[count.written - 1].time_s <= 0.5);
  FINE(dr_repeat_advance(repeat, 2, NULL, 0, NULL));
  CHECK(info_of(repeat).state == DR_STATE_PAUSED);
  FINE(dr_repeat_destroy(repeat));
  FINE(dr_repeat_destroy(original));

  // Saved before the first advance: `now_s` sets the start.
  def = dr_default_repeat_def();
  repeat = started_as(&def);
  FINE(dr_repeat_snapshot(repeat, bytes, room, &size));
  FINE(dr_repeat_restore_at(repeat, bytes, size, 50));
  CHECK(info_of(repeat).now_s == 50 && value_at(repeat, 50) == 0 && value_at(repeat, 50.5) == 1);
  FINE(dr_repeat_destroy(repeat));
}

// The timeline moves with the clock; what leaves the range changes nothing.
static void test_shift_time(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = long_run(&def), same = long_run(&def);
  FINE(dr_repeat_shift_time(repeat, -3600));
  CHECK(info_of(repeat).now_s == 400.25);
  for (int step = 0; step < 64; step++) {
    CHECK(value_at(repeat, 400.25 + step / 64.0) == value_at(same, 4000.25 + step / 64.0));
  }
  FINE(dr_repeat_shift_time(repeat, 3600));
  static unsigned char bytes[room], after[room];
  size_t size = 0, size_after = 0;
  FINE(dr_repeat_snapshot(repeat, bytes, room, &size));
  static const double wrong[] = {NAN, INFINITY, -INFINITY, 1e12, -1.1e12, 1e12 - 4000.5, 1e300};
  for (int index = 0; index < 7; index++) {
    EXPECT(DR_ERROR_TIME, dr_repeat_shift_time(repeat, wrong[index]));
    if (index == 4 || index == 5) continue;
    double now_s = index == 3 ? 1.1e12 : wrong[index];
    EXPECT(DR_ERROR_TIME, dr_repeat_restore_at(repeat, bytes, size, now_s));
  }
  // There, the present time is in range, and the scheduled one is not.
  EXPECT(DR_ERROR_TIME, dr_repeat_restore_at(repeat, bytes, size, 1e12));
  EXPECT(DR_ERROR_SNAPSHOT, dr_repeat_restore_at(repeat, bytes, size - 1, 0));
  EXPECT(DR_ERROR_NULL, dr_repeat_restore_at(repeat, NULL, size, 0));
  FINE(dr_repeat_snapshot(repeat, after, room, &size_after));
  CHECK(size == size_after && !memcmp(bytes, after, size));
  FINE(dr_repeat_destroy(same));
  FINE(dr_repeat_destroy(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_shift_time(repeat, 1));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_restore_at(repeat, bytes, size, 0));

  // Before the first advance there is no timeline to shift.
  def = dr_default_repeat_def();
  repeat = created(&def);
  FINE(dr_repeat_shift_time(repeat, 5));
  CHECK(info_of(repeat).now_s == DR_AT_FIRST_ADVANCE);
  FINE(dr_repeat_destroy(repeat));
}

static void test_ticks(void) {
  dr_ticks ticks = {0};
  CHECK(dr_ticks_seconds(&ticks, 4294967000u) == 4294967.0);
  CHECK(dr_ticks_seconds(&ticks, 4294967295u) == 4294967.295);
  CHECK(dr_ticks_seconds(&ticks, 0) == 4294967.296);
  CHECK(dr_ticks_seconds(&ticks, 16) == 4294967.312);
  // The time of an event from before the wrap.
  CHECK(dr_ticks_seconds(&ticks, 4294967290u) == 4294967.290);
  CHECK(dr_ticks_seconds(&ticks, 17) == 4294967.313);
  // A year in steps of 20 days: 7 wraps.
  ticks = (dr_ticks){0};
  for (int64_t day = 0; day <= 360; day += 20) {
    CHECK(dr_ticks_seconds(&ticks, (uint32_t)(day * 86400000)) == (double)day * 86400);
  }
  CHECK(ticks.total_ms == INT64_C(360) * 86400000);
  CHECK(dr_ticks_seconds(NULL, 1500) == 1.5);
  ticks.total_ms = INT64_MAX;
  for (uint32_t index = 0; index < 64; index++) {
    CHECK(isfinite(dr_ticks_seconds(&ticks, index * 0x9e3779b9u)));
  }

  // A repeat goes on across the wrap.
  dr_repeat_def def = dr_default_repeat_def();
  def.timing.kind = DR_CURVE_LINEAR;
  ticks = (dr_ticks){0};
  dr_repeat repeat = started_as(&def);
  for (uint32_t frame = 0; frame < 100; frame++) {
    double time_s = dr_ticks_seconds(&ticks, 4294967296u - 500 + 10 * frame);
    FINE(dr_repeat_advance(repeat, time_s, NULL, 0, NULL));
    double phase = frame / 100.0, value = phase < 0.5 ? 2 * phase : 2 - 2 * phase;
    CHECK(fabs(value_at(repeat, time_s) - value) < 1e-8);
  }
  FINE(dr_repeat_destroy(repeat));
}

void test_clocks(void) {
  test_restore_at();
  test_shift_time();
  test_ticks();
}
