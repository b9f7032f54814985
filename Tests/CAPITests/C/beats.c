// SPDX-License-Identifier: Apache-2.0
// Beats, and clocks that are only heard.
#include "check_beats.h"

static void test_beats(void) {
  dr_beat_clock clock = music();
  dr_position beat;
  double number = 0;
  int64_t whole = 0;
  FINE(dr_beat_clock_beat(clock, 1.25, &beat));
  CHECK(beat.cycle == 2 && beat.phase == 0.5);
  FINE(dr_beat_clock_next_beat(clock, 1.25, &whole));
  CHECK(whole == 3);
  FINE(dr_beat_clock_next_beat(clock, 1.5, &whole));
  CHECK(whole == 3);
  FINE(dr_beat_clock_next_bar(clock, 1.25, &whole));
  CHECK(whole == 4);
  FINE(dr_beat_clock_time_of_beat(clock, 4, &number));
  CHECK(number == 2);
  FINE(dr_beat_clock_phase_in_bar(clock, 1.25, &number));
  CHECK(number == 0.625);
  FINE(dr_beat_clock_set_tempo(clock, 90, 2));
  FINE(dr_beat_clock_tempo(clock, 3, &number));
  CHECK(number == 90);
  FINE(dr_beat_clock_ramp(clock, 150, 4, DR_RAMP_SMOOTH, 4));
  FINE(dr_beat_clock_tempo(clock, 6, &number));
  CHECK(number == 120);
  dr_leader leader;
  FINE(dr_beat_clock_leader(clock, &leader));
  CHECK(leader.ramp_s == 4 && leader.shape == DR_RAMP_SMOOTH && leader.time_s == 4);
  for (double time_s = 4; time_s < 20; time_s += 0.37) {
    dr_position position;
    double rate_hz = 0;
    FINE(dr_beat_clock_beat(clock, time_s, &beat));
    FINE(dr_leader_position(&leader, time_s, &position));
    CHECK(beat.cycle == position.cycle && beat.phase == position.phase);
    FINE(dr_beat_clock_tempo(clock, time_s, &number));
    FINE(dr_leader_rate(&leader, time_s, &rate_hz));
    CHECK(fabs(rate_hz * 60 - number) < 1e-12);
  }
  FINE(dr_beat_clock_seek(clock, (dr_position){100, 0.25}, 20));
  FINE(dr_beat_clock_beat(clock, 20, &beat));
  CHECK(beat.cycle == 100 && beat.phase == 0.25);
  FINE(dr_beat_clock_set_tempo(clock, 0, 21));
  EXPECT(DR_ERROR_NO_ANSWER, dr_beat_clock_time_of_beat(clock, 1000, &number));

  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_set_tempo(clock, -1, 21));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_set_tempo(clock, NAN, 21));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_ramp(clock, 6.1e7, 1, DR_RAMP_LINEAR, 21));
  EXPECT(DR_ERROR_INTERVAL, dr_beat_clock_ramp(clock, 60, -1, DR_RAMP_LINEAR, 21));
  EXPECT(DR_ERROR_CHOICE, dr_beat_clock_ramp(clock, 60, 1, (dr_ramp_shape)7, 21));
  EXPECT(DR_ERROR_PHASE, dr_beat_clock_seek(clock, (dr_position){0, 1}, 21));
  for (int index = 0; index < 4; index++) {
    double time_s = wrong_times[index];
    EXPECT(DR_ERROR_TIME, dr_beat_clock_set_tempo(clock, 60, time_s));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_ramp(clock, 60, 1, DR_RAMP_LINEAR, time_s));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_seek(clock, (dr_position){0, 0}, time_s));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_beat(clock, time_s, &beat));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_tempo(clock, time_s, &number));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_next_beat(clock, time_s, &whole));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_next_bar(clock, time_s, &whole));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_phase_in_bar(clock, time_s, &number));
    EXPECT(DR_ERROR_TIME, dr_leader_position(&leader, time_s, &beat));
    EXPECT(DR_ERROR_TIME, dr_leader_rate(&leader, time_s, &number));
  }
  EXPECT(DR_ERROR_NULL, dr_beat_clock_beat(clock, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_beat_clock_leader(clock, NULL));
  EXPECT(DR_ERROR_NULL, dr_beat_clock_time_of_beat(clock, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_leader_position(NULL, 0, &beat));
  leader = dr_default_leader();
  FINE(dr_leader_position(&leader, 2.25, &beat));
  CHECK(beat.cycle == 2 && beat.phase == 0.25);
  EXPECT(DR_ERROR_NULL, dr_leader_rate(&leader, 0, NULL));
  CHECK(dr_beat_clock_is_valid(clock) == 1);
  FINE(dr_beat_clock_destroy(clock));
  CHECK(dr_beat_clock_is_valid(clock) == 0);
  EXPECT(DR_ERROR_HANDLE, dr_beat_clock_destroy(clock));
  EXPECT(DR_ERROR_HANDLE, dr_beat_clock_leader(clock, &leader));

  dr_beat_clock_def def = dr_default_beat_clock_def();
  EXPECT(DR_ERROR_NULL, dr_beat_clock_create(NULL, &clock));
  EXPECT(DR_ERROR_NULL, dr_beat_clock_create(&def, NULL));
  def.beats_per_bar = 0;
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_create(&def, &clock));
  def = (dr_beat_clock_def){0};
  EXPECT(DR_ERROR_DEFINITION, dr_beat_clock_create(&def, &clock));
}

// An audio device's position, read 60 times a second in steps of 1024 / 44,100 s.
static void test_follower(void) {
  dr_clock_follower_def def = dr_default_clock_follower_def();
  dr_clock_follower follower = {0};
  dr_clock_arrival arrival;
  dr_clock_follower_info info;
  dr_leader leader;
  double position = 0, last = -1;
  int locks = 0;
  FINE(dr_clock_follower_create(&def, &follower));
  EXPECT(DR_ERROR_NO_ANSWER, dr_clock_follower_position(follower, 0, &position));
  EXPECT(DR_ERROR_NO_ANSWER, dr_clock_follower_leader(follower, 0, &leader));
  const double step_s = 1024 / 44100.0;
  for (int frame = 0; frame < 1200; frame++) {
    double time_s = frame / 60.0;
    FINE(dr_clock_follower_add(follower, floor(time_s / step_s) * step_s, time_s, &arrival));
    locks += arrival.has_locked;
    FINE(dr_clock_follower_position(follower, time_s, &position));
    CHECK(position >= last && !arrival.has_seek);
    if (frame > 600) CHECK(fabs(position - time_s) < 0.003);
    last = position;
  }
  FINE(dr_clock_follower_get_info(follower, &info));
  CHECK(locks == 1 && info.state == DR_FOLLOWER_LOCKED);
  CHECK(fabs(info.rate - 1) < 0.001 && info.spread_s < 0.01);
  FINE(dr_clock_follower_leader(follower, 20, &leader));
  dr_position there;
  FINE(dr_leader_position(&leader, 30, &there));
  CHECK(fabs((double)there.cycle + there.phase - 30) < 0.02);
  FINE(dr_clock_follower_add(follower, 100, 20, &arrival));
  FINE(dr_clock_follower_add(follower, 100 + step_s, 20 + step_s, &arrival));
  for (int frame = 2; frame < 60 && !arrival.has_seek; frame++) {
    FINE(dr_clock_follower_add(follower, 100 + frame * step_s, 20 + frame * step_s, &arrival));
  }
  CHECK(arrival.has_seek && fabs(arrival.seek - 80) < 0.1);

  EXPECT(DR_ERROR_TIME, dr_clock_follower_add(follower, 0, NAN, &arrival));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_add(follower, 0, 1.1e9, &arrival));
  EXPECT(DR_ERROR_NUMBER, dr_clock_follower_add(follower, INFINITY, 40, &arrival));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_add(follower, 0, 40, NULL));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_position(follower, NAN, &position));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_leader(follower, -1.1e9, &leader));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_position(follower, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_leader(follower, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_get_info(follower, NULL));
  CHECK(dr_clock_follower_is_valid(follower) == 1);
  FINE(dr_clock_follower_destroy(follower));
  CHECK(dr_clock_follower_is_valid(follower) == 0);
  EXPECT(DR_ERROR_HANDLE, dr_clock_follower_destroy(follower));
  EXPECT(DR_ERROR_HANDLE, dr_clock_follower_add(follower, 0, 0, &arrival));
  double *numbers[] = {
    &def.rate, &def.rate_tolerance, &def.tolerance_s, &def.seek_distance_s, &def.catch_up};
  for (int index = 0; index < 5; index++) {
    double kept = *numbers[index];
    *numbers[index] = index % 2 ? NAN : -1;
    EXPECT(DR_ERROR_NUMBER, dr_clock_follower_create(&def, &follower));
    *numbers[index] = kept;
  }
  EXPECT(DR_ERROR_NULL, dr_clock_follower_create(&def, NULL));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_create(NULL, &follower));
  def.internal_check = 0;
  EXPECT(DR_ERROR_DEFINITION, dr_clock_follower_create(&def, &follower));
}

void test_beat_clocks(void) {
  test_beats();
  test_follower();
}
