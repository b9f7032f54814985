// SPDX-License-Identifier: Apache-2.0
// Values at any time, saved states, other clocks.
#include "check.h"

static void test_at_any_time(const dr_repeat *r) {
  dr_sample sample;
  double number = -7;
  FINE(dr_repeat_sample(r, 2.75, &sample));
  CHECK(sample.position.cycle == 1 && sample.position.phase == 0.375 && sample.value == 0.75);
  CHECK(sample.fraction == 0.75 && sample.rate_hz == 0.5 && sample.cycle_duration_s == 2);
  CHECK(sample.state == DR_STATE_RUNNING && sample.is_waiting == 0);
  CHECK(dr_repeat_value_or(r, 0.25, -7) == 0.25 && dr_repeat_value_or(r, NAN, -7) == -7);
  CHECK(dr_repeat_is_on(r, 0.25, 0.2) && !dr_repeat_is_on(r, 0.5, 0.2));
  CHECK(!dr_repeat_is_on(r, 0.25, NAN) && !dr_repeat_is_on(r, NAN, 0.5));
  FINE(dr_repeat_next_change(r, 3, &number));
  CHECK(number == 3);
  FINE(dr_repeat_next_switch(r, 0.1, 0.25, &number));
  CHECK(number == 0.5);
  EXPECT(DR_ERROR_PHASE, dr_repeat_next_switch(r, 1, 1.1, &number));
  EXPECT(DR_ERROR_PHASE, dr_repeat_next_switch(r, 1, NAN, &number));
  EXPECT(DR_ERROR_PAST, dr_repeat_next_change(r, -1, &number));
  EXPECT(DR_ERROR_TIME, dr_repeat_next_switch(r, 2e12, 0.5, &number));
  EXPECT(DR_ERROR_TIME, dr_repeat_value(r, -2e12, &number));
  EXPECT(DR_ERROR_TIME, dr_repeat_sample(r, NAN, &sample));
  EXPECT(DR_ERROR_NULL, dr_repeat_value(r, 1, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_sample(r, 1, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_next_change(r, 1, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_next_switch(r, 1, 0.5, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_get_info(r, NULL));
  dr_shader_row row = {0};
  EXPECT(DR_ERROR_PAST, dr_repeat_shader_row(r, -1, &row, &number));
  EXPECT(DR_ERROR_NULL, dr_repeat_shader_row(r, 1, NULL, &number));
  EXPECT(DR_ERROR_NULL, dr_repeat_shader_row(r, 1, &row, NULL));
  CHECK(number == 0.5);
}

// Reading the value of a repeat that was never advanced, a common mistake, is an error, not 0.
static void test_never_advanced(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat r;
  double value = 7;
  FINE(dr_repeat_init(&r, &def));
  CHECK(info_of(&r).now_s == DR_AT_FIRST_ADVANCE && value_at(&r, 5) == 0);
  FINE(dr_repeat_start(&r, DR_NOW));
  EXPECT(DR_ERROR_NEVER_ADVANCED, dr_repeat_value(&r, 5, &value));
  CHECK(value == 7 && dr_repeat_value_or(&r, 5, 7) == 7 && !dr_repeat_is_on(&r, 5, 1));
  FINE(dr_repeat_advance(&r, 100));
  CHECK(fabs(value_at(&r, 100.25) - 0.5) < 1e-12 && info_of(&r).now_s == 100);
}

// A one-way repeat that runs backwards begins each cycle at 1; `duty` is the end of its cycle.
static void test_backwards(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.autoreverses = 0;
  def.repeat_count = 1;
  def.rest_state = DR_REST_STATE_LAST_VALUE;
  dr_repeat r = made(&def);
  FINE(dr_repeat_set_rate(&r, dr_hz(-1), DR_NOW));
  FINE(dr_repeat_start(&r, DR_NOW));
  CHECK(value_at(&r, 0) == 1 && value_at(&r, 0.25) == 0.75 && value_at(&r, 1) == 0);
  CHECK(!dr_repeat_is_on(&r, 0, 0.25) && dr_repeat_is_on(&r, 0.75, 0.25));
  FINE(dr_repeat_set_repeat_count(&r, 9, DR_NOW));
  CHECK(value_at(&r, 1) == 1);
}

static void test_saved_states(void) {
  dr_repeat r = started(), other;
  unsigned char bytes[DR_SAVED_REPEAT_SIZE + 1], *misaligned = bytes + 1;
  size_t size = 0, small = 0;
  int mine;
  // Fills the state with as many waiting commands and events as possible.
  for (int i = 0; i < 7; i++) FINE(i % 2 ? dr_repeat_start(&r, DR_NOW)
    : dr_repeat_stop(&r, DR_STOP_MODE_IMMEDIATELY, DR_NOW));
  for (int i = 0; i < DR_WAITING_COMMANDS; i++) FINE(dr_repeat_pause(&r, 3 + i));
  FINE(dr_repeat_save(&r, misaligned, DR_SAVED_REPEAT_SIZE, &size));
  CHECK(size > 500 && size <= DR_SAVED_REPEAT_SIZE);
  EXPECT(DR_ERROR_BUFFER, dr_repeat_save(&r, bytes, size - 1, &small));
  CHECK(small == size);
  FINE(dr_repeat_restore(&other, misaligned, size, &mine));
  CHECK(dr_repeat_equals(&r, &other) && info_of(&other).user_data == &mine);
  for (size_t i = 0; i < size; i++) {
    misaligned[i] ^= 0x10;
    dr_repeat damaged;
    EXPECT(DR_ERROR_SAVED_STATE, dr_repeat_restore(&damaged, misaligned, size, NULL));
    misaligned[i] ^= 0x10;
  }
  for (size_t i = 0; i < size; i++)
    EXPECT(DR_ERROR_SAVED_STATE, dr_repeat_restore(&other, misaligned, i, NULL));
  CHECK(dr_repeat_equals(&r, &other));
  EXPECT(DR_ERROR_NULL, dr_repeat_save(&r, NULL, 0, &size));
  EXPECT(DR_ERROR_NULL, dr_repeat_restore(&r, NULL, size, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_restore(NULL, misaligned, size, NULL));
}

static void test_other_clocks(void) {
  dr_repeat r = started();
  FINE(dr_repeat_advance(&r, 0.75));
  FINE(dr_repeat_reverse(&r, 1));
  FINE(dr_repeat_move_timeline(&r, 1000));
  CHECK(info_of(&r).now_s == 1000 && value_at(&r, 1000) == 0.75 && value_at(&r, 1000.5) == 0.75);
  EXPECT(DR_ERROR_TIME, dr_repeat_move_timeline(&r, NAN));
  EXPECT(DR_ERROR_TIME, dr_repeat_move_timeline(&r, 1e12));
  CHECK(info_of(&r).now_s == 1000);
}

void test_values(void) {
  dr_repeat r = started();
  test_at_any_time(&r);
  test_never_advanced();
  test_backwards();
  test_saved_states();
  test_other_clocks();
}
