// SPDX-License-Identifier: Apache-2.0
// Loops with invalid arguments, in the wrong order, and on the wrong thread.
#include "check_loops.h"
#include <pthread.h>

static void test_bad_definitions(void) {
  static const double rates[] = {0.0009, 1.1e6, -60, NAN, INFINITY, -INFINITY, 1e300};
  char mark;
  dr_loop *const before = (dr_loop *)&mark, *loop = before;
  for (int index = 0; index < 7; index++) {
    dr_loop_def def = manual(DR_TIMING_TIMER, rates[index]);
    EXPECT(DR_LOOP_ERROR_RATE, dr_loop_create(&def, &loop));
    def = manual(DR_TIMING_VIRTUAL, rates[index]);
    EXPECT(DR_LOOP_ERROR_RATE, dr_loop_create(&def, &loop));
    def = dr_default_loop_def();
    def.display_hz = rates[index];
    EXPECT(DR_LOOP_ERROR_RATE, dr_loop_create(&def, &loop));
    def = dr_default_loop_def();
    def.step_hz = rates[index];
    EXPECT(DR_LOOP_ERROR_RATE, dr_loop_create(&def, &loop));
    def = dr_default_loop_def();
    def.unfocused_hz = rates[index];
    def.when_unfocused = DR_FOCUS_SLOWS;
    EXPECT(DR_LOOP_ERROR_RATE, dr_loop_create(&def, &loop));
  }
  static const double advances[] = {0, 0.0009, -1, 1.1e9, NAN, INFINITY};
  for (int index = 0; index < 6; index++) {
    dr_loop_def def = dr_default_loop_def();
    def.longest_advance_s = advances[index];
    EXPECT(DR_LOOP_ERROR_ADVANCE, dr_loop_create(&def, &loop));
  }
  static const uint32_t steps[] = {0, UINT32_C(1) << 31, UINT32_MAX};
  for (int index = 0; index < 3; index++) {
    dr_loop_def def = dr_default_loop_def();
    def.most_steps = steps[index];
    EXPECT(DR_LOOP_ERROR_STEPS, dr_loop_create(&def, &loop));
  }
  for (int number = -1; number < 9; number++) {
    dr_loop_def def = dr_default_loop_def();
    if (number < 0 || number > 3) def.timing = (dr_loop_timing)number;
    else if (number == 2) def.stall_rule = (dr_stall_rule)number;
    else if (number == 3) def.when_unfocused = (dr_focus_policy)number;
    else continue;
    EXPECT(DR_LOOP_ERROR_CHOICE, dr_loop_create(&def, &loop));
  }
  dr_loop_def def = {0};
  EXPECT(DR_LOOP_ERROR_DEFINITION, dr_loop_create(&def, &loop));
  def = dr_default_loop_def();
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_create(NULL, &loop));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_create(&def, NULL));
  CHECK(loop == before);
}

// Checks that each call except dr_loop_destroy fails with the wanted status.
static void test_calls(dr_loop_status wanted, dr_loop *loop) {
  dr_loop_window window = dr_default_loop_window();
  dr_frame frame;
  dr_loop_stats stats;
  double now_s;
  int32_t number;
  EXPECT(wanted, dr_loop_wait(loop, &number));
  EXPECT(wanted, dr_loop_polled(loop, &window, &number));
  EXPECT(wanted, dr_loop_begin(loop, &frame));
  EXPECT(wanted, dr_loop_drawn(loop));
  EXPECT(wanted, dr_loop_presented(loop, &number));
  EXPECT(wanted, dr_loop_shown(loop, 0, 0));
  EXPECT(wanted, dr_loop_abandon(loop));
  EXPECT(wanted, dr_loop_idle(loop));
  EXPECT(wanted, dr_loop_idle_until(loop, 1));
  EXPECT(wanted, dr_loop_pause(loop));
  EXPECT(wanted, dr_loop_resume(loop));
  EXPECT(wanted, dr_loop_now(loop, &now_s));
  EXPECT(wanted, dr_loop_set_clock(loop, 1));
  EXPECT(wanted, dr_loop_shift_time(loop, 1));
  EXPECT(wanted, dr_loop_get_stats(loop, &stats));
}

static void test_bad_order(void) {
  dr_loop_def def = manual(DR_TIMING_TIMER, 100);
  dr_loop *loop = created_loop(&def);
  dr_loop_window window = dr_default_loop_window();
  dr_frame frame;
  int32_t number;
  // No frame was begun.
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_drawn(loop));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_presented(loop, &number));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_abandon(loop));
  // The program has not waited for the frame.
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_begin(loop, &frame));
  FINE(dr_loop_wait(loop, NULL));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_begin(loop, NULL));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_polled(loop, NULL, &number));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_polled(loop, &window, NULL));
  FINE(dr_loop_begin(loop, &frame));
  // A frame is begun already.
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_begin(loop, &frame));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_wait(loop, &number));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_polled(loop, &window, &number));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_idle(loop));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_pause(loop));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_resume(loop));
  FINE(dr_loop_abandon(loop));
  dr_loop_stats stats;
  FINE(dr_loop_get_stats(loop, &stats));
  CHECK(stats.frames == 0);
  FINE(dr_loop_wait(loop, NULL));
  FINE(dr_loop_begin(loop, &frame));
  FINE(dr_loop_presented(loop, NULL));
  CHECK(frame.number == 1);
  // Times before the clock's present time, or outside its range.
  static const double times[] = {-1, NAN, INFINITY, -INFINITY, 1.1e9, 1e300};
  for (int index = 0; index < 6; index++) {
    EXPECT(DR_LOOP_ERROR_TIME, dr_loop_set_clock(loop, times[index]));
  }
  EXPECT(DR_LOOP_ERROR_PAST, dr_loop_set_clock(loop, 0));
  static const double shifts[] = {NAN, INFINITY, -INFINITY, 5e9, -5e9, 1e300};
  for (int index = 0; index < 6; index++) {
    EXPECT(DR_LOOP_ERROR_TIME, dr_loop_shift_time(loop, shifts[index]));
  }
  static const double ages[] = {NAN, INFINITY, -INFINITY, -1.1, 1.1e9, 1e300};
  for (int index = 0; index < 6; index++) {
    EXPECT(DR_LOOP_ERROR_TIME, dr_loop_shown(loop, 1, ages[index]));
  }
  FINE(dr_loop_shown(loop, INT64_MIN, -1));
  FINE(dr_loop_shown(loop, INT64_MAX, 1e9));
  FINE(dr_loop_shift_time(loop, 4e9));
  EXPECT(DR_LOOP_ERROR_TIME, dr_loop_shift_time(loop, 1));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_now(loop, NULL));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_get_stats(loop, NULL));
  FINE(dr_loop_set_clock(loop, 1e9));
  FINE(dr_loop_wait(loop, NULL));
  FINE(dr_loop_wait(loop, NULL));
  EXPECT(DR_LOOP_ERROR_TIME, dr_loop_begin(loop, &frame));
  EXPECT(DR_LOOP_ERROR_TIME, dr_loop_wait(loop, &number));
  dr_loop_destroy(loop);
  test_calls(DR_LOOP_ERROR_NULL, NULL);
  dr_loop_destroy(NULL);
  def.has_manual_clock = 0;
  loop = created_loop(&def);
  EXPECT(DR_LOOP_ERROR_CLOCK, dr_loop_set_clock(loop, 1));
  dr_loop_destroy(loop);
}

// Runs on another thread than the owner's, on which only dr_loop_destroy is valid.
static void *use_foreign(void *foreign) {
  test_calls(DR_LOOP_ERROR_THREAD, foreign);
  dr_loop_destroy(foreign);
  return NULL;
}

static void test_owner(void) {
  dr_loop_def def = manual(DR_TIMING_TIMER, 100);
  dr_loop *loop = created_loop(&def);
  pthread_t thread;
  CHECK(!pthread_create(&thread, NULL, use_foreign, loop));
  CHECK(!pthread_join(thread, NULL));
}

void test_loop_errors(void) {
  test_bad_definitions();
  test_bad_order();
  test_owner();
}
