// SPDX-License-Identifier: Apache-2.0
#include "check_loops.h"

static double now_of(dr_loop *loop) {
  double now_s = -1;
  FINE(dr_loop_now(loop, &now_s));
  return now_s;
}

static void pass(dr_loop *loop, double seconds) {
  FINE(dr_loop_set_clock(loop, now_of(loop) + seconds));
}

// One frame, which takes 2 ms to draw.
static dr_frame next_frame(dr_loop *loop) {
  dr_frame frame = {0};
  FINE(dr_loop_wait(loop, NULL));
  FINE(dr_loop_begin(loop, &frame));
  pass(loop, 0.002);
  FINE(dr_loop_drawn(loop));
  FINE(dr_loop_presented(loop, NULL));
  return frame;
}

static dr_loop_stats stats_of(dr_loop *loop) {
  dr_loop_stats stats;
  FINE(dr_loop_get_stats(loop, &stats));
  return stats;
}

static int is_near(double a, double b) { return fabs(a - b) < 1e-9; }

static void test_timer(void) {
  dr_loop_def def = manual(DR_TIMING_TIMER, 100);
  dr_loop *loop = created_loop(&def);
  for (int number = 0; number < 50; number++) {
    dr_frame frame = next_frame(loop);
    CHECK(frame.number == number && is_near(frame.time_s, number / 100.0));
    CHECK(is_near(frame.delta_s, number ? 0.01 : 0) && is_near(frame.refresh_period_s, 0.01));
    CHECK(!frame.missed && !frame.is_after_stall && !frame.steps && !frame.reported_period_s);
    CHECK(frame.mode == DR_MODE_TIMER_REQUESTED);
  }
  // A frame takes 35 ms, so frames are missed. The next one starts at the clock's time, not on the
  // grid.
  FINE(dr_loop_wait(loop, NULL));
  dr_frame frame;
  FINE(dr_loop_begin(loop, &frame));
  pass(loop, 0.035);
  FINE(dr_loop_presented(loop, NULL));
  frame = next_frame(loop);
  CHECK(frame.missed == 2 && is_near(frame.delta_s, 0.035));
  // The program is stopped for five seconds.
  pass(loop, 5);
  frame = next_frame(loop);
  CHECK(frame.is_after_stall && is_near(frame.delta_s, 0.01) && frame.raw_delta_s > 5);
  dr_loop_stats stats = stats_of(loop);
  CHECK(stats.frames == 53 && stats.missed == 2 && stats.stalls == 1 && !stats.relocks);
  CHECK(stats.interval.count == 51 && is_near(stats.interval.p50_s, 0.01));
  CHECK(is_near(stats.build.p50_s, 0.002) && is_near(stats.build.longest_s, 0.035));
  CHECK(stats.wake_error.count && stats.wake_error.longest_s == 0);
  CHECK(stats.present.longest_s == 0 && is_near(stats.input_age.p50_s, 0.002));
  CHECK(stats.mode == DR_MODE_TIMER_REQUESTED && !stats.measured_hz && !stats.reported_hz);
  dr_loop_destroy(loop);
}

// Presenting waits for a display that runs at 50 Hz and reports 60 Hz.
static void test_display(void) {
  dr_loop_def def = manual(DR_TIMING_DISPLAY, 60);
  def.display_hz = 60;
  def.present_waits = 1;
  dr_loop *loop = created_loop(&def);
  dr_frame frame = {0};
  int32_t vsync = -1, timeout_ms = -1;
  for (int number = 0; number < 60; number++) {
    FINE(dr_loop_wait(loop, &timeout_ms));
    CHECK(timeout_ms == 0);
    FINE(dr_loop_begin(loop, &frame));
    if (!number) CHECK(frame.mode == DR_MODE_MEASURED);
    CHECK(is_near(frame.reported_period_s, 1 / 60.0));
    pass(loop, 0.003);
    FINE(dr_loop_drawn(loop));
    FINE(dr_loop_set_clock(loop, floor(now_of(loop) / 0.02 + 1) * 0.02));
    FINE(dr_loop_presented(loop, &vsync));
    CHECK(vsync == 1);
  }
  CHECK(frame.mode == DR_MODE_LOCKED && fabs(frame.delta_s - 0.02) < 1e-6);
  CHECK(fabs(stats_of(loop).measured_hz - 50) < 0.01 && stats_of(loop).reported_hz == 60);
  dr_loop_destroy(loop);

  // The loop detects that presenting does not wait, and tests it again after a change of display.
  loop = created_loop(&def);
  for (int number = 0; number < 12; number++) {
    FINE(dr_loop_wait(loop, NULL));
    FINE(dr_loop_begin(loop, &frame));
    pass(loop, 1e-6);
    FINE(dr_loop_drawn(loop));
    FINE(dr_loop_presented(loop, &vsync));
  }
  CHECK(vsync == 0 && stats_of(loop).mode == DR_MODE_TIMER_FREE_RUNNING);
  dr_loop_window window = dr_default_loop_window();
  window.display_may_have_changed = 1;
  int32_t is_due = -1;
  FINE(dr_loop_wait(loop, NULL));
  FINE(dr_loop_polled(loop, &window, &is_due));
  FINE(dr_loop_begin(loop, &frame));
  FINE(dr_loop_presented(loop, &vsync));
  CHECK(is_due == 1 && vsync == 1);
  dr_loop_destroy(loop);
}

// A compositor at 50 Hz takes pictures 5 ms before a refresh, and reports when each was shown.
static void test_shown(void) {
  enum { period_ms = 20, deadline_ms = 5 };
  dr_loop_def def = manual(DR_TIMING_DISPLAY, 60);
  def.display_hz = 60;
  def.present_waits = 1;
  def.latches_late = 1;
  dr_loop *loop = created_loop(&def);
  dr_loop_stats stats = stats_of(loop);
  CHECK(!stats.lead_s && !stats.planned && !stats.late);
  double shown_s = 0, age_s = 0, last_s[2] = {0, 0};
  for (int number = 0; number < 3000; number++) {
    dr_frame frame;
    FINE(dr_loop_wait(loop, NULL));
    // The compositor has reported the picture before the previous one.
    if (number > 1) FINE(dr_loop_shown(loop, number - 2, now_of(loop) - last_s[number % 2]));
    double polled_s = now_of(loop);
    FINE(dr_loop_begin(loop, &frame));
    pass(loop, 0.001);
    FINE(dr_loop_drawn(loop));
    // Presenting waits until the previous picture has been taken.
    double taken_s = shown_s - deadline_ms / 1000.0 + 1e-5;
    if (taken_s > now_of(loop)) FINE(dr_loop_set_clock(loop, taken_s));
    FINE(dr_loop_presented(loop, NULL));
    double next_s = (floor((now_of(loop) * 1000 + deadline_ms) / period_ms) + 1) * period_ms / 1000;
    shown_s = next_s > shown_s + 0.001 ? next_s : shown_s + period_ms / 1000.0;
    last_s[number % 2] = shown_s;
    age_s = shown_s - polled_s;
  }
  stats = stats_of(loop);
  CHECK(fabs(stats.lead_s - deadline_ms / 1000.0) < 0.001);
  CHECK(stats.planned > 2800 && stats.late * 200 <= stats.planned);
  CHECK(age_s < 0.0075);
  dr_loop_destroy(loop);
}

// Pictures that take 1 ms and 6 ms to draw, in turn, and are presented every 10 ms.
static void test_presents_on_time(void) {
  dr_loop_def def = manual(DR_TIMING_TIMER, 100);
  def.presents_on_time = 1;
  dr_loop *loop = created_loop(&def);
  double last_s = 0;
  for (int number = 0; number < 60; number++) {
    dr_frame frame;
    FINE(dr_loop_wait(loop, NULL));
    FINE(dr_loop_begin(loop, &frame));
    pass(loop, number % 2 ? 0.001 : 0.006);
    FINE(dr_loop_drawn(loop));
    CHECK(number < 20 || fabs(now_of(loop) - last_s - 0.01) < 1e-6);
    last_s = now_of(loop);
    FINE(dr_loop_presented(loop, NULL));
  }
  dr_loop_destroy(loop);
}

static void test_pauses(void) {
  dr_loop_def def = manual(DR_TIMING_TIMER, 100);
  def.when_unfocused = DR_FOCUS_PAUSES;
  dr_loop *loop = created_loop(&def);
  for (int number = 0; number < 2; number++) next_frame(loop);
  dr_loop_window seen = dr_default_loop_window(), hidden = seen, behind = seen, pressed = seen;
  hidden.is_hidden = 1;
  behind.has_focus = 0;
  pressed.input_events = 3;
  const struct { const dr_loop_window *window; int is_idle; dr_loop_mode mode; } rows[] = {
    {&hidden, 0, DR_MODE_PAUSED_HIDDEN}, {&behind, 0, DR_MODE_PAUSED_UNFOCUSED},
    {&seen, 1, DR_MODE_PAUSED_IDLE}, {&hidden, 1, DR_MODE_PAUSED_HIDDEN}};
  for (int row = 0; row < 4; row++) {
    int32_t is_due = -1, timeout_ms = -1;
    if (rows[row].is_idle) FINE(dr_loop_idle(loop));
    FINE(dr_loop_wait(loop, &timeout_ms));
    CHECK(timeout_ms == (rows[row].is_idle ? DR_LOOP_SLEEP_MS : 0));
    FINE(dr_loop_polled(loop, rows[row].window, &is_due));
    CHECK(is_due == 0 && stats_of(loop).mode == rows[row].mode);
    dr_frame frame;
    EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_begin(loop, &frame));
    pass(loop, 3600);
    double before_s = now_of(loop);
    FINE(dr_loop_wait(loop, &timeout_ms));
    CHECK(timeout_ms == DR_LOOP_SLEEP_MS && now_of(loop) == before_s);
    FINE(dr_loop_polled(loop, &pressed, &is_due));
    CHECK(is_due == 1);
    frame = next_frame(loop);
    CHECK(is_near(frame.delta_s, 0.01) && !frame.missed && !frame.is_after_stall);
  }
  CHECK(stats_of(loop).stalls == 0 && stats_of(loop).input_events == 12);
  // Idle, without dr_loop_polled: the next frame ends it, and no time has passed.
  FINE(dr_loop_idle(loop));
  pass(loop, 3600);
  CHECK(is_near(next_frame(loop).delta_s, 0.01));
  // A pause by the program.
  FINE(dr_loop_pause(loop));
  int32_t is_due = -1;
  FINE(dr_loop_wait(loop, NULL));
  FINE(dr_loop_polled(loop, &pressed, &is_due));
  CHECK(is_due == 0);
  pass(loop, 3600);
  FINE(dr_loop_resume(loop));
  FINE(dr_loop_resume(loop));
  CHECK(is_near(next_frame(loop).delta_s, 0.01));
  dr_loop_destroy(loop);

  // Behind another window, the loop draws ten frames per second, and none counts as missed.
  def = manual(DR_TIMING_TIMER, 100);
  def.when_unfocused = DR_FOCUS_SLOWS;
  loop = created_loop(&def);
  for (int number = 0; number < 12; number++) {
    dr_frame frame;
    FINE(dr_loop_wait(loop, NULL));
    FINE(dr_loop_polled(loop, &behind, &is_due));
    FINE(dr_loop_begin(loop, &frame));
    FINE(dr_loop_presented(loop, NULL));
    CHECK(is_due == 1 && !frame.missed && !frame.is_after_stall);
    CHECK(number < 2 || is_near(frame.delta_s, 0.1));
  }
  dr_loop_destroy(loop);
}

// A hard flash of 2 Hz: on for 0.25 s, off for 0.25 s, at 60 Hz.
static void test_next_change(void) {
  dr_loop_def def = manual(DR_TIMING_TIMER, 60);
  dr_loop *loop = created_loop(&def);
  dr_loop_window window = dr_default_loop_window(), pressed = window;
  pressed.input_events = 1;
  int32_t timeout_ms = -1, is_due = -1;
  dr_frame frame = next_frame(loop);
  double before_s = frame.time_s;
  int wakes = 0;
  for (int change = 1; change <= 40; change++) {
    double change_s = change * 0.25;
    FINE(dr_loop_idle_until(loop, change_s));
    do {
      FINE(dr_loop_wait(loop, &timeout_ms));
      pass(loop, timeout_ms / 1000.0);
      FINE(dr_loop_polled(loop, &window, &is_due));
      wakes += timeout_ms > 0;
    } while (!is_due);
    FINE(dr_loop_begin(loop, &frame));
    FINE(dr_loop_presented(loop, NULL));
    // The change is in the first frame that can show it, no later than in a frame of the timer.
    CHECK(frame.time_s >= change_s - 1e-9 && frame.time_s < change_s + 0.002);
    CHECK(is_near(frame.delta_s, frame.time_s - before_s));
    CHECK(!frame.missed && !frame.is_after_stall);
    before_s = frame.time_s;
  }
  CHECK(wakes == 40 && stats_of(loop).missed == 0 && stats_of(loop).stalls == 0);
  // A key press ends the wait at once.
  FINE(dr_loop_idle_until(loop, INFINITY));
  FINE(dr_loop_wait(loop, &timeout_ms));
  CHECK(timeout_ms == DR_LOOP_SLEEP_MS);
  pass(loop, 0.1);
  FINE(dr_loop_polled(loop, &window, &is_due));
  CHECK(is_due == 0);
  FINE(dr_loop_polled(loop, &pressed, &is_due));
  CHECK(is_due == 1);
  FINE(dr_loop_begin(loop, &frame));
  CHECK(fabs(frame.delta_s - 0.1) < 0.017 && !frame.is_after_stall);
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_idle_until(loop, 1));
  FINE(dr_loop_presented(loop, NULL));
  EXPECT(DR_LOOP_ERROR_TIME, dr_loop_idle_until(loop, NAN));
  // After the time of the change, a frame is drawn as soon as it is due, and every frame follows.
  FINE(dr_loop_idle_until(loop, 0));
  FINE(dr_loop_wait(loop, &timeout_ms));
  CHECK(timeout_ms == 0);
  FINE(dr_loop_shift_time(loop, 4e9));
  FINE(dr_loop_idle_until(loop, -INFINITY));
  FINE(dr_loop_wait(loop, &timeout_ms));
  CHECK(timeout_ms == 0);
  FINE(dr_loop_shift_time(loop, -8e9));
  FINE(dr_loop_idle_until(loop, 1e300));
  FINE(dr_loop_wait(loop, &timeout_ms));
  CHECK(timeout_ms == DR_LOOP_SLEEP_MS);
  FINE(dr_loop_shift_time(loop, 4e9));
  FINE(dr_loop_idle_until(loop, 0));
  FINE(dr_loop_polled(loop, &window, &is_due));
  CHECK(is_due == 1);
  next_frame(loop);
  CHECK(is_near(next_frame(loop).delta_s, 1 / 60.0));
  dr_loop_destroy(loop);
}

static void test_steps_and_times(void) {
  dr_loop_def def = manual(DR_TIMING_VIRTUAL, 60);
  def.step_hz = 50;
  dr_loop *loop = created_loop(&def);
  int32_t steps = 0;
  for (int number = 0; number < 61; number++) {
    dr_frame frame = next_frame(loop);
    CHECK(frame.time_s == number / 60.0 && frame.mode == DR_MODE_VIRTUAL);
    steps += frame.steps;
    double exact = frame.time_s * 50 - steps;
    CHECK(fabs(frame.step_fraction - exact) < 1e-6 && frame.step_fraction < 1);
  }
  CHECK(steps == 50 && stats_of(loop).steps_made == 50 && !stats_of(loop).steps_dropped);
  // A saved game continues at its time.
  FINE(dr_loop_shift_time(loop, 3600));
  dr_frame frame = next_frame(loop);
  CHECK(is_near(frame.time_s, 3600 + 61 / 60.0) && is_near(frame.delta_s, 1 / 60.0));
  FINE(dr_loop_shift_time(loop, -3600));
  CHECK(is_near(next_frame(loop).time_s, 62 / 60.0));
  dr_loop_destroy(loop);

  // With the system's clock, 20 frames at 200 Hz take 95 ms; the machine's load can add some.
  def = dr_default_loop_def();
  def.timing = DR_TIMING_TIMER;
  def.rate_hz = 200;
  loop = created_loop(&def);
  for (int number = 0; number < 20; number++) {
    FINE(dr_loop_wait(loop, NULL));
    FINE(dr_loop_begin(loop, &frame));
    FINE(dr_loop_drawn(loop));
    FINE(dr_loop_presented(loop, NULL));
  }
  CHECK(now_of(loop) >= 0.095 && stats_of(loop).processor_share >= 0);
  dr_loop_destroy(loop);
}

void test_loops(void) {
  test_timer();
  test_display();
  test_shown();
  test_presents_on_time();
  test_pauses();
  test_next_change();
  test_steps_and_times();
  CHECK(strstr(dr_loop_mode_text(DR_MODE_LOCKED), "locked: presenting waits") != NULL);
  CHECK(strstr(dr_loop_mode_text(DR_MODE_PAUSED_UNFOCUSED), "paused: another window") != NULL);
  CHECK(strstr(dr_loop_mode_text((dr_loop_mode)13), "not a mode") != NULL);
  CHECK(strstr(dr_loop_mode_text((dr_loop_mode)-1), "not a mode") != NULL);
}
