// SPDX-License-Identifier: Apache-2.0
// The fields of events, and advances without an event buffer. scripts.c tests buffers of every
// size.
#include "check.h"

static dr_repeat busy(void *user_data) {
  dr_repeat_def def = dr_default_repeat_def();
  def.reporting = DR_REPORTING_ALL;
  def.user_data = user_data;
  dr_repeat r = made(&def);
  FINE(dr_repeat_start(&r, DR_NOW));
  FINE(dr_repeat_set_rate(&r, dr_hz(7), 1.25));
  FINE(dr_repeat_seek(&r, (dr_position){40, 0.1}, 0, 2));
  FINE(dr_repeat_reverse(&r, 2.5));
  FINE(dr_repeat_stop(&r, DR_STOP_MODE_AT_CYCLE_END, 5));
  return r;
}

static void test_fields(void) {
  static dr_event all[1000];
  uint32_t total = 0;
  dr_repeat whole = busy(all);
  FINE(dr_repeat_advance(&whole, 6, all, 1000, &total));
  CHECK(total > 100);
  for (uint32_t i = 0; i < total; i++) CHECK(all[i].user_data == all);
}

static void test_arguments(void) {
  dr_repeat r = busy(NULL), before = r;
  dr_event events[4];
  uint32_t count = 9;
  EXPECT(DR_ERROR_BUFFER, dr_repeat_advance(&r, 1, events, 1, &count));
  CHECK(count == 0);
  EXPECT(DR_ERROR_NULL, dr_repeat_advance(&r, 1, events, 4, NULL));
  EXPECT(DR_ERROR_PAST, dr_repeat_advance(&r, -1, events, 4, &count));
  EXPECT(DR_ERROR_TIME, dr_repeat_advance(&r, INFINITY, NULL, 0, NULL));
  EXPECT(DR_ERROR_TIME, dr_repeat_advance(&r, NAN, NULL, 0, NULL));
  CHECK(dr_repeat_equals(&r, &before));
  // Without an event buffer, no events are kept.
  FINE(dr_repeat_advance(&r, 0.5, NULL, 0, NULL));
  FINE(dr_repeat_advance(&r, 0.5, events, 4, &count));
  CHECK(count == 0);
  // Without an event buffer, a stall of years, with its 7e15 events, costs no more than a frame.
  dr_repeat_def def = dr_default_repeat_def();
  def.reporting = DR_REPORTING_ALL;
  r = made(&def);
  FINE(dr_repeat_start(&r, DR_NOW));
  FINE(dr_repeat_set_rate(&r, dr_hz(1e6), DR_NOW));
  FINE(dr_repeat_advance(&r, 7e9, NULL, 0, NULL));
  EXPECT(DR_MORE_EVENTS, dr_repeat_advance(&r, 8e9, events, 4, &count));
  CHECK(count >= 3);
  // An idle repeat can be advanced by any interval, but only up to the latest time.
  r = made(&def);
  FINE(dr_repeat_advance(&r, 1, NULL, 0, NULL));
  EXPECT(DR_ERROR_TIME, dr_repeat_advance(&r, 1e300, NULL, 0, NULL));
  FINE(dr_repeat_advance(&r, 1e12, NULL, 0, NULL));
  // With a delay, an advance takes one step per cycle.
  def.repeat_delay_s = 1e-3;
  r = made(&def);
  FINE(dr_repeat_start(&r, DR_NOW));
  EXPECT(DR_ERROR_TOO_FAR, dr_repeat_advance(&r, 1e11, NULL, 0, NULL));
  double value;
  EXPECT(DR_ERROR_TOO_FAR, dr_repeat_value(&r, 1e11, &value));
  EXPECT(DR_ERROR_TOO_FAR, dr_repeat_next_change(&r, 1e11, &value));
}

void test_events(void) {
  test_fields();
  test_arguments();
}
