// SPDX-License-Identifier: Apache-2.0
// Events: their fields, commands between two of them, and errors. scripts.c compares them with the
// model in Tests/ControllerScripts.
#include "check.h"

// Advances to the next event, which must exist.
static dr_event next(dr_repeat *repeat, double time_s) {
  dr_event event = {0};
  CHECK(dr_repeat_next_event(repeat, time_s, &event) == 1 && event.status == DR_OK);
  return event;
}

static void test_fields(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.repeat_delay_s = 0.5;
  def.marks[1] = 0.25;
  def.mark_count = 2;
  def.user_data = &def;
  def.reporting = DR_REPORTING_ALL;
  dr_repeat r = made(&def);
  FINE(dr_repeat_start(&r, DR_NOW));
  // Each cycle takes 2 s, and 0.5 s pass before the next one.
  static const struct {
    dr_event_kind kind;
    int mark;
    double time_s;
  } expected[] = {
    {DR_EVENT_STARTED, 0, 0}, {DR_EVENT_MARK, 1, 0.5}, {DR_EVENT_TOWARD_DEFAULT, 0, 1},
    {DR_EVENT_CYCLE, 0, 2}, {DR_EVENT_MARK, 0, 2}, {DR_EVENT_DELAY_ENDED, 0, 2.5},
    {DR_EVENT_TOWARD_ALTERNATE, 0, 2.5}, {DR_EVENT_MARK, 1, 3}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    dr_event event = next(&r, 3.25);
    CHECK(event.kind == expected[i].kind && event.mark == expected[i].mark);
    CHECK(event.time_s == expected[i].time_s && event.lateness_s == 3.25 - event.time_s);
    CHECK(event.cycle == (i < 3 ? 0 : 1) && event.count == 1 && event.user_data == &def);
    CHECK(info_of(&r).now_s == event.time_s);
  }
  dr_event none;
  memset(&none, 0xab, sizeof none);
  CHECK(!dr_repeat_next_event(&r, 3.25, &none) && info_of(&r).now_s == 3.25);
  CHECK(none.status == DR_OK && none.count == 0 && none.user_data == NULL);
}

static void test_arguments(void) {
  dr_repeat r = started(), before = r;
  static const struct {
    double time_s;
    dr_status status;
  } wrong[] = {{-1, DR_ERROR_PAST}, {INFINITY, DR_ERROR_TIME}, {NAN, DR_ERROR_TIME}};
  for (int i = 0; i < 3; i++) {
    dr_event event = {0};
    CHECK(!dr_repeat_next_event(&r, wrong[i].time_s, &event) && event.status == wrong[i].status);
    CHECK(!dr_repeat_next_event(&r, wrong[i].time_s, NULL));
    EXPECT(wrong[i].status, dr_repeat_advance(&r, wrong[i].time_s));
  }
  CHECK(dr_repeat_equals(&r, &before));
  // Without an output, the events are passed one by one, too.
  int count = 0;
  while (dr_repeat_next_event(&r, 1.5, NULL)) count++;
  CHECK(count == 2 && info_of(&r).now_s == 1.5);
  FINE(dr_repeat_advance(&before, 1.5));
  CHECK(dr_repeat_equals(&r, &before));
}

// A run of 0.1 s that starts again at its end ends 10 times a second, at any frame rate.
static void test_restarts(double frame_hz) {
  dr_repeat_def def = dr_default_repeat_def();
  def.repeat_count = 1;
  dr_repeat r = made(&def);
  FINE(dr_repeat_set_rate(&r, dr_seconds(0.1), DR_NOW));
  FINE(dr_repeat_start(&r, DR_NOW));
  int ends = 0;
  for (int frame = 1; info_of(&r).now_s < 100.05; frame++) {
    dr_event event;
    while (dr_repeat_next_event(&r, fmin(frame / frame_hz, 100.05), &event)) {
      if (event.kind != DR_EVENT_FINISHED) continue;
      ends++;
      CHECK(fabs(event.time_s - ends * 0.1) < 1e-12);
      FINE(dr_repeat_start(&r, DR_NOW));
    }
    CHECK(event.status == DR_OK);
  }
  CHECK(ends == 1000);
}

// A command takes effect at the event's time, after everything else of that time.
static void test_commands_between(void) {
  dr_repeat r = started();
  dr_event event;
  do event = next(&r, 2.5);
  while (event.kind != DR_EVENT_CYCLE);
  FINE(dr_repeat_stop(&r, DR_STOP_MODE_IMMEDIATELY, DR_NOW));
  CHECK(next(&r, 2.5).kind == DR_EVENT_TOWARD_ALTERNATE);
  event = next(&r, 2.5);
  CHECK(event.kind == DR_EVENT_STOPPED_IMMEDIATELY && event.time_s == 2);
  CHECK(!dr_repeat_next_event(&r, 10, &event) && info_of(&r).state == DR_STATE_IDLE);
}

// The events of a copy that is ahead are those that the repeat has later, each exactly once.
static void test_lead(void) {
  dr_repeat r = started();
  dr_event event;
  double heard[16] = {0}, seen[16] = {0}, last_s = -1;
  int early = 0, late = 0;
  for (int frame = 0; frame < 300; frame++) {
    double time_s = frame / 60.0;
    while (dr_repeat_next_event(&r, time_s, &event)) seen[late++] = event.time_s;
    dr_repeat ahead = r;
    while (dr_repeat_next_event(&ahead, time_s + 0.04, &event))
      if (event.time_s > last_s + 0.04) heard[early++] = event.time_s;
    last_s = time_s;
  }
  // The start, in the first frame, has no lead. At 4.98 s, the turn at 5 s has been heard only.
  CHECK(late == 7 && early == 7 && heard[6] == 5);
  for (int i = 1; i < late; i++) CHECK(heard[i - 1] == seen[i]);
}

// A stall of years costs no more than a frame, whether its events are counted, dropped or read.
static void test_stalls(double delay_s) {
  dr_repeat_def def = dr_default_repeat_def();
  def.repeat_delay_s = delay_s;
  dr_repeat r = made(&def);
  FINE(dr_repeat_set_rate(&r, dr_hz(1e6), DR_NOW));
  FINE(dr_repeat_start(&r, DR_NOW));
  dr_repeat copy = r;
  int count = 0;
  while (dr_repeat_next_event(&r, 1e11, NULL)) count++;
  CHECK(count > 2 && count < 12);
  FINE(dr_repeat_advance(&copy, 1e11));
  CHECK(dr_repeat_equals(&r, &copy));
  dr_sample sample;
  FINE(dr_repeat_sample(&r, 9e11, &sample));
  CHECK(fabs((double)sample.position.cycle * (1e-6 + delay_s) / 9e11 - 1) < 1e-9);
}

void test_events(void) {
  test_fields();
  test_arguments();
  test_restarts(60);
  test_restarts(144);
  test_restarts(7);
  test_commands_between();
  test_lead();
  test_stalls(0);
  test_stalls(1e-3);
}
