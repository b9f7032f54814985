// SPDX-License-Identifier: Apache-2.0
// Lines (steady motions), locks, arrivals, beat clocks and followers: their arguments, and one
// example of each effect.
#include "check.h"

static void test_lines(void) {
  static dr_line zeroed;
  dr_line line, twice;
  dr_repeat r = started();
  EXPECT(DR_ERROR_NULL, dr_line_init(NULL, (dr_position){0, 0}, 0, 1));
  EXPECT(DR_ERROR_PHASE, dr_line_init(&line, (dr_position){0, 1}, 0, 1));
  EXPECT(DR_ERROR_CYCLE, dr_line_init(&line, (dr_position){INT64_MAX, 0}, 0, 1));
  EXPECT(DR_ERROR_TIME, dr_line_init(&line, (dr_position){0, 0}, NAN, 1));
  EXPECT(DR_ERROR_RATE, dr_line_init(&line, (dr_position){0, 0}, 0, 2e6));
  EXPECT(DR_ERROR_NOT_INITIALIZED, dr_repeat_lock(&r, &zeroed, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_lock(&r, NULL, NULL));
  EXPECT(DR_ERROR_NOT_INITIALIZED, dr_line_times(&zeroed, 2, 1, 0, &twice));
  EXPECT(DR_ERROR_NULL, dr_repeat_get_line(&r, NULL));
  FINE(dr_line_init(&line, (dr_position){0, 0.5}, 0, 0.5));
  EXPECT(DR_ERROR_RATIO, dr_line_times(&line, 0, 1, 0, &twice));
  EXPECT(DR_ERROR_RATIO, dr_line_times(&line, 1, 1, NAN, &twice));
  EXPECT(DR_ERROR_NULL, dr_line_times(&line, 2, 1, 0, NULL));
  // The line at 0.5 Hz and position 0.5 becomes a line at 1 Hz and position 1.
  FINE(dr_line_times(&line, 2, 1, 0, &line));
  dr_bounds bounds = {0.1, 4, INFINITY};
  FINE(dr_repeat_lock(&r, &line, &bounds));
  FINE(dr_repeat_advance(&r, 10));
  CHECK(info_of(&r).lock_state == DR_LOCK_STATE_LOCKED && value_at(&r, 10.25) == 0.5);
  // A second repeat follows the first repeat.
  dr_repeat other = started();
  FINE(dr_repeat_advance(&other, 10.3));
  FINE(dr_repeat_advance(&r, 10.3));
  FINE(dr_repeat_get_line(&r, &line));
  FINE(dr_repeat_lock(&other, &line, NULL));
  FINE(dr_repeat_advance(&other, 20));
  CHECK(info_of(&other).lock_state == DR_LOCK_STATE_LOCKED);
  CHECK(value_at(&other, 20.2) == value_at(&r, 20.2));
  FINE(dr_repeat_unlock(&other));
  CHECK(info_of(&other).lock_state == DR_LOCK_STATE_UNLOCKED);
}

static void test_bounds_and_arrivals(void) {
  dr_repeat r = started();
  dr_line line;
  double nearest = -7;
  dr_bounds around = dr_bounds_around(-2, 0.25);
  CHECK(around.minimum_hz == -2.5 && around.maximum_hz == -1.5 && around.slope_hz_per_s == INFINITY);
  FINE(dr_line_init(&line, (dr_position){0, 0.5}, 0, 0.5));
  dr_repeat before = r;
  EXPECT(DR_ERROR_BOUNDS, dr_repeat_lock(&r, &line, &(dr_bounds){2, 1, 1}));
  EXPECT(DR_ERROR_BOUNDS, dr_repeat_lock(&r, &line, &(dr_bounds){0, 1, 0}));
  EXPECT(DR_ERROR_BOUNDS, dr_repeat_lock(&r, &line, &(dr_bounds){NAN, 1, 1}));
  EXPECT(DR_ERROR_OUT_OF_BOUNDS, dr_repeat_lock(&r, &line, &(dr_bounds){1, 2, 1}));
  dr_arrival arrival = {.position = {2, 0.25}, .time_s = 4, .bounds = {0, 2, INFINITY}};
  arrival.kind = (dr_arrival_kind)2;
  EXPECT(DR_ERROR_CHOICE, dr_repeat_arrive(&r, &arrival, &nearest));
  arrival.kind = DR_ARRIVAL_POSITION;
  EXPECT(DR_ERROR_NULL, dr_repeat_arrive(&r, NULL, &nearest));
  arrival.time_s = 0;
  EXPECT(DR_ERROR_PAST, dr_repeat_arrive(&r, &arrival, &nearest));
  arrival.time_s = 1;
  EXPECT(DR_ERROR_OUT_OF_REACH, dr_repeat_arrive(&r, &arrival, NULL));
  CHECK(nearest == -7);
  EXPECT(DR_ERROR_OUT_OF_REACH, dr_repeat_arrive(&r, &arrival, &nearest));
  CHECK(nearest > 1.124 && nearest < 1.126 && dr_repeat_equals(&r, &before));
  arrival.time_s = 4;
  arrival.has_rate = 1;
  arrival.rate = dr_hz(1);
  FINE(dr_repeat_arrive(&r, &arrival, &nearest));
  CHECK(info_of(&r).lock_state == DR_LOCK_STATE_ARRIVING);
  FINE(dr_repeat_advance(&r, 4));
  CHECK(value_at(&r, 4) == 0.5 && info_of(&r).requested_rate.value == 1);
  FINE(dr_repeat_stop(&r, DR_STOP_MODE_IMMEDIATELY, DR_NOW));
  arrival.time_s = 6;
  EXPECT(DR_ERROR_NOT_MOVING, dr_repeat_arrive(&r, &arrival, NULL));
  EXPECT(DR_ERROR_NOT_MOVING, dr_repeat_lock(&r, &line, NULL));
}

static void test_beat_clocks(void) {
  static dr_beat_clock zeroed;
  dr_beat_clock clock;
  dr_position beat;
  dr_line line;
  double number = -7;
  int64_t whole = -7;
  EXPECT(DR_ERROR_NULL, dr_beat_clock_init(NULL, 120, 0, 4));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_init(&clock, -1, 0, 4));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_init(&clock, 120, 0, 0));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_init(&clock, 120, 0, UINT32_MAX));
  EXPECT(DR_ERROR_TIME, dr_beat_clock_init(&clock, 120, NAN, 4));
  EXPECT(DR_ERROR_NOT_INITIALIZED, dr_beat_clock_set_tempo(&zeroed, 90, 1));
  EXPECT(DR_ERROR_NOT_INITIALIZED, dr_beat_clock_beat(&zeroed, 1, &beat));
  FINE(dr_beat_clock_init(&clock, 120, 1, 4));
  FINE(dr_beat_clock_beat(&clock, 3.25, &beat));
  CHECK(beat.cycle == 4 && beat.phase == 0.5);
  FINE(dr_beat_clock_time_of_beat(&clock, 7, &number));
  CHECK(number == 4.5);
  FINE(dr_beat_clock_next_bar(&clock, 3.25, &whole));
  CHECK(whole == 8);
  FINE(dr_beat_clock_phase_in_bar(&clock, 4, &number));
  CHECK(number == 0.5);
  FINE(dr_beat_clock_seek(&clock, (dr_position){100, 0}, 5));
  FINE(dr_beat_clock_set_tempo(&clock, 60, 6));
  FINE(dr_beat_clock_beat(&clock, 7, &beat));
  CHECK(beat.cycle == 103 && beat.phase == 0);
  FINE(dr_beat_clock_get_line(&clock, &line));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_set_tempo(&clock, NAN, 7));
  EXPECT(DR_ERROR_TIME, dr_beat_clock_set_tempo(&clock, 60, 2e12));
  EXPECT(DR_ERROR_PHASE, dr_beat_clock_seek(&clock, (dr_position){1, -1}, 5));
  EXPECT(DR_ERROR_TIME, dr_beat_clock_beat(&clock, NAN, &beat));
  EXPECT(DR_ERROR_NULL, dr_beat_clock_next_bar(&clock, 1, NULL));
  EXPECT(DR_ERROR_CYCLE, dr_beat_clock_time_of_beat(&clock, INT64_MIN, &number));
  FINE(dr_beat_clock_set_tempo(&clock, 0, 7));
  EXPECT(DR_ERROR_NO_ANSWER, dr_beat_clock_time_of_beat(&clock, 200, &number));
}

static void test_followers(void) {
  static dr_clock_follower zeroed;
  dr_clock_follower_def def = dr_default_clock_follower_def();
  dr_clock_follower follower, copy;
  dr_clock_arrival arrival;
  dr_clock_follower_info info;
  dr_line line;
  double shown = -7;
  EXPECT(DR_ERROR_NULL, dr_clock_follower_init(&follower, NULL));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_init(NULL, &def));
  def.tolerance_s = 1;
  EXPECT(DR_ERROR_NUMBER, dr_clock_follower_init(&follower, &def));
  def.internal_check = 0;
  EXPECT(DR_ERROR_DEFINITION, dr_clock_follower_init(&follower, &def));
  def = dr_default_clock_follower_def();
  FINE(dr_clock_follower_init(&follower, &def));
  EXPECT(DR_ERROR_NOT_INITIALIZED, dr_clock_follower_add(&zeroed, 0, 0, &arrival));
  EXPECT(DR_ERROR_NO_ANSWER, dr_clock_follower_position(&follower, 0, &shown));
  EXPECT(DR_ERROR_NO_ANSWER, dr_clock_follower_get_line(&follower, 0, &line));
  // An audio device's position in steps of 1024 samples, read every 10 ms.
  for (int i = 0; i < 500; i++) {
    double time_s = 50 + i * 0.01, step = 1024 / 44100.0;
    FINE(dr_clock_follower_add(&follower, step * floor((time_s - 50) / step), time_s, &arrival));
  }
  FINE(dr_clock_follower_get_info(&follower, &info));
  CHECK(info.state == DR_FOLLOWER_STATE_LOCKED && fabs(info.rate - 1) < 1e-3);
  copy = follower;
  FINE(dr_clock_follower_position(&copy, 55, &shown));
  CHECK(fabs(shown - 5) < 0.003);
  FINE(dr_clock_follower_get_line(&copy, 55, &line));
  FINE(dr_clock_follower_add(&follower, 100, 55.1, NULL));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_add(&follower, 100, NAN, &arrival));
  EXPECT(DR_ERROR_NUMBER, dr_clock_follower_add(&follower, 1e10, 60, &arrival));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_position(&follower, 1e10, &shown));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_get_line(&follower, NAN, &line));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_get_info(&follower, NULL));
}

void test_locks(void) {
  test_lines();
  test_bounds_and_arrivals();
  test_beat_clocks();
  test_followers();
}
