// SPDX-License-Identifier: Apache-2.0
// How many cycles a run has, and how many flashes a second.
#include "check.h"

// The time of the run's end within 60 s, or -1.
static double end_of(dr_repeat repeat, double from) {
  dr_event events[8];
  dr_event_count count;
  for (double time = from; time < 60; time += 0.01) {
    FINE(dr_repeat_advance(repeat, time, events, 8, &count));
    for (uint32_t index = 0; index < count.written; index++) {
      if (events[index].kind != DR_EVENT_STOPPED) continue;
      CHECK(events[index].detail == DR_STOPPED_FINISHED);
      return events[index].time_s;
    }
  }
  return -1;
}

static void test_count(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.flood = DR_FLOOD_ALL;
  // Two seconds a cycle, from 0: the count, the time of the change, the end.
  static const double rows[][3] = {
    {3, 0, 6}, {3, 2.5, 6}, {2.5, 4.5, 5}, {1, 1.5, 2}, {1, 2, 2}, {1, 3.5, 4}, {1, 4, 6},
    {0, 3, -1}, {0.25, 5, 6}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    dr_repeat repeat = started(&def);
    FINE(dr_repeat_advance(repeat, rows[row][1], NULL, 0, NULL));
    FINE(dr_repeat_take_events(repeat, (dr_event[16]){{0}}, 16, NULL));
    FINE(dr_repeat_set_repeat_count(repeat, rows[row][0]));
    CHECK(info_of(repeat).repeat_count == rows[row][0]);
    double end = end_of(repeat, rows[row][1]);
    if (fabs(end - rows[row][2]) > 1e-12) {
      fprintf(stderr, "%g cycles at %g s end at %g s\n", rows[row][0], rows[row][1], end);
    }
    CHECK(fabs(end - rows[row][2]) < 1e-12);
    // The next run has as many.
    if (end >= 0) {
      FINE(dr_repeat_start_at(repeat, 30));
      FINE(dr_repeat_set_cycle_duration(repeat, 2));
      CHECK(fabs(end_of(repeat, 20) - 30 - 2 * rows[row][0]) < 1e-12);
    }
    FINE(dr_repeat_destroy(repeat));
  }
}

static void test_count_of_counted(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.repeat_count = 2;
  dr_repeat repeat = started(&def);
  // More, fewer, at a time, and for ever.
  FINE(dr_repeat_set_repeat_count(repeat, 10));
  FINE(dr_repeat_set_repeat_count_at(repeat, 5, 7));
  CHECK(end_of(repeat, 0) == 10);
  FINE(dr_repeat_destroy(repeat));

  // Backwards, and turned round: it ends where it started.
  def.rate = (dr_rate){-0.5, DR_RATE_HZ, 0};
  def.now_s = 0;
  repeat = started_as(&def);
  FINE(dr_repeat_set_repeat_count_at(repeat, 4, 3));
  CHECK(end_of(repeat, 0) == 8);
  FINE(dr_repeat_start_at(repeat, 20));
  FINE(dr_repeat_reverse_at(repeat, 21));
  FINE(dr_repeat_set_repeat_count_at(repeat, 3, 21));
  CHECK(end_of(repeat, 9) == 22);

  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_set_repeat_count(repeat, -1));
  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_set_repeat_count(repeat, NAN));
  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_set_repeat_count(repeat, INFINITY));
  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_set_repeat_count_at(repeat, 2e18, 50));
  EXPECT(DR_ERROR_PAST, dr_repeat_set_repeat_count_at(repeat, 2, 1));
  FINE(dr_repeat_destroy(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_set_repeat_count(repeat, 1));
}

static void test_blink(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = started(&def);
  dr_event events[16];
  dr_event_count count;
  // In the middle of a run, then at a later time, in the middle of the first blink.
  FINE(dr_repeat_advance(repeat, 0.3, events, 16, &count));
  FINE(dr_repeat_blink_at(repeat, 3, 0.3));
  FINE(dr_repeat_blink_at(repeat, 2, 1));
  FINE(dr_repeat_advance(repeat, 5, events, 16, &count));
  int stopped = 0;
  for (uint32_t index = 0; index < count.written; index++) {
    if (events[index].kind != DR_EVENT_STOPPED) continue;
    static const double ends[] = {0.3, 1, 5};
    CHECK(stopped < 3 && fabs(events[index].time_s - ends[stopped]) < 1e-12);
    CHECK(events[index].detail == (stopped == 2 ? DR_STOPPED_FINISHED : DR_STOPPED_IMMEDIATELY));
    stopped++;
  }
  CHECK(stopped == 3);

  // Nothing is done on an error.
  dr_repeat_info before, after;
  FINE(dr_repeat_get_info(repeat, &before));
  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_blink_at(repeat, -1, 5));
  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_blink_at(repeat, NAN, 6));
  EXPECT(DR_ERROR_PAST, dr_repeat_blink_at(repeat, 1, 4));
  EXPECT(DR_ERROR_TIME, dr_repeat_blink_at(repeat, 1, NAN));
  FINE(dr_repeat_start_at(repeat, 10));
  FINE(dr_repeat_blink_at(repeat, 1, 11));
  FINE(dr_repeat_blink_at(repeat, 1, 12));
  EXPECT(DR_ERROR_FULL, dr_repeat_blink_at(repeat, 1, 13));
  FINE(dr_repeat_get_info(repeat, &after));
  CHECK(after.waiting_commands == 7 && after.state == before.state);
  FINE(dr_repeat_destroy(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_blink_at(repeat, 1, 1));
}

// A count that was changed, and one that waits, are part of what is saved.
static void test_saved_count(void) {
  static unsigned char bytes[4096];
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = started(&def), copy = {0};
  size_t size;
  FINE(dr_repeat_set_repeat_count(repeat, 7));
  FINE(dr_repeat_set_repeat_count_at(repeat, 3, 5));
  FINE(dr_repeat_snapshot(repeat, bytes, sizeof bytes, &size));
  copy = created(&def);
  FINE(dr_repeat_restore(copy, bytes, size));
  CHECK(info_of(copy).repeat_count == 7);
  CHECK(end_of(copy, 0) == 6 && end_of(repeat, 0) == 6);
  FINE(dr_repeat_destroy(repeat));
  FINE(dr_repeat_destroy(copy));
}

static double rate_at(dr_repeat repeat, double time) {
  dr_sample sample = {0};
  FINE(dr_repeat_sample(repeat, time, &sample));
  return sample.rate_hz;
}

static void test_flashes(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = {0};
  static const double wrong[] = {-1, 1e-10, NAN, -INFINITY, 1e-300};
  for (int index = 0; index < 5; index++) {
    def.max_flash_hz = wrong[index];
    EXPECT(DR_ERROR_RATE, dr_repeat_create(&def, &repeat));
  }
  def.max_flash_hz = 3;
  def.policy.kind = DR_PHASE_MATCHED;
  def.rate.value = 0.05;
  def.now_s = 0;
  repeat = started_as(&def);
  CHECK(rate_at(repeat, 0) == 3);
  CHECK(info_of(repeat).requested_rate.value == 0.05);
  FINE(dr_repeat_set_rate(repeat, -21));
  CHECK(rate_at(repeat, 0) == -3);
  FINE(dr_repeat_set_rate(repeat, 2));
  CHECK(rate_at(repeat, 0) == 2);
  FINE(dr_repeat_ramp(repeat, (dr_rate){15, DR_RATE_HZ, 0}, 1, DR_RAMP_SMOOTH));
  for (double time = 0; time < 3; time += 0.01) CHECK(rate_at(repeat, time) <= 3);
  CHECK(rate_at(repeat, 2) == 3);
  // In ten seconds, thirty flashes and no more.
  FINE(dr_repeat_set_cycle_duration_at(repeat, 1e-6, 5));
  dr_position first, last;
  FINE(dr_repeat_position(repeat, 10, &first));
  FINE(dr_repeat_position(repeat, 20, &last));
  double flashes = (double)(last.cycle - first.cycle) + last.phase - first.phase;
  CHECK(flashes <= 30 && flashes > 29.999);
  FINE(dr_repeat_destroy(repeat));
}

void test_limits(void) {
  test_count();
  test_count_of_counted();
  test_blink();
  test_saved_count();
  test_flashes();
}
