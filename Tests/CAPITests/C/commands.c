// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static void test_moments(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.command_capacity = 5;
  dr_repeat repeat = started(&def);
  dr_command pause = {.kind = DR_COMMAND_PAUSE};
  static const double pauses_at[] = {0, 2, 6, 0.5, 0.3};
  for (int kind = DR_MOMENT_NOW; kind <= DR_MOMENT_TIME; kind++) {
    dr_moment moment = {.kind = (dr_moment_kind)kind, .time_s = 0.3, .phase = 0.25, .cycle = 3};
    dr_command_id id = {-1};
    FINE(dr_repeat_schedule(repeat, &pause, &moment, &id));
    CHECK(id.number >= 0);
    double phase = fmod(pauses_at[kind] / 2, 1), shown = -1;
    FINE(dr_repeat_phase(repeat, 100, &shown));
    CHECK(fabs(shown - phase) < 1e-12);
    dr_status wanted = kind == DR_MOMENT_NOW ? DR_ERROR_NOT_FOUND : DR_OK;
    EXPECT(wanted, dr_repeat_cancel(repeat, id));
    EXPECT(DR_ERROR_NOT_FOUND, dr_repeat_cancel(repeat, id));
    FINE(dr_repeat_resume(repeat));
  }
  dr_moment later = {.kind = DR_MOMENT_TIME, .time_s = 50};
  for (int number = 0; number < 5; number++) {
    FINE(dr_repeat_schedule(repeat, &pause, &later, NULL));
  }
  EXPECT(DR_ERROR_FULL, dr_repeat_schedule(repeat, &pause, &later, NULL));
  FINE(dr_repeat_cancel_all(repeat));
  dr_repeat_info info;
  FINE(dr_repeat_get_info(repeat, &info));
  CHECK(info.waiting_commands == 0);
  FINE(dr_repeat_destroy(repeat));
}

static void test_kinds(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.command_capacity = 16;
  dr_repeat repeat = started(&def);
  for (int kind = DR_COMMAND_START; kind <= DR_COMMAND_POLICY; kind++) {
    dr_command command = {.kind = (dr_command_kind)kind, .rate = {.value = 1}, .ramp_s = 0.5};
    dr_moment moment = {.kind = DR_MOMENT_TIME, .time_s = 1 + kind};
    FINE(dr_repeat_schedule(repeat, &command, &moment, NULL));
  }
  FINE(dr_repeat_advance(repeat, 20, NULL, 0, NULL));
  dr_repeat_info info;
  FINE(dr_repeat_get_info(repeat, &info));
  CHECK(info.waiting_commands == 0 && info.requested_rate.value == 1);

  dr_command command = {.kind = (dr_command_kind)10};
  dr_moment moment = {.kind = DR_MOMENT_TIME, .time_s = 30};
  EXPECT(DR_ERROR_CHOICE, dr_repeat_schedule(repeat, &command, &moment, NULL));
  command.kind = DR_COMMAND_RATE;
  EXPECT(DR_ERROR_CYCLE_DURATION, dr_repeat_schedule(repeat, &command, &moment, NULL));
  command.kind = DR_COMMAND_START;
  EXPECT(DR_ERROR_NULL, dr_repeat_schedule(repeat, NULL, &moment, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_schedule(repeat, &command, NULL, NULL));
  moment.time_s = 19;
  EXPECT(DR_ERROR_PAST, dr_repeat_schedule(repeat, &command, &moment, NULL));
  moment.time_s = NAN;
  EXPECT(DR_ERROR_TIME, dr_repeat_schedule(repeat, &command, &moment, NULL));
  moment.kind = DR_MOMENT_PHASE;
  moment.phase = 1;
  EXPECT(DR_ERROR_PHASE, dr_repeat_schedule(repeat, &command, &moment, NULL));
  moment.kind = DR_MOMENT_CYCLE;
  moment.cycle = INT64_MAX;
  EXPECT(DR_ERROR_CYCLE, dr_repeat_schedule(repeat, &command, &moment, NULL));
  moment.kind = (dr_moment_kind)5;
  EXPECT(DR_ERROR_CHOICE, dr_repeat_schedule(repeat, &command, &moment, NULL));
  FINE(dr_repeat_destroy(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_schedule(repeat, &command, &moment, NULL));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_cancel(repeat, (dr_command_id){0}));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_cancel_all(repeat));
}

static void test_events(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.flood = DR_FLOOD_ALL;
  def.event_capacity = 6;
  dr_repeat repeat = started(&def);
  dr_event events[8];
  dr_event_count count;
  // Started, the turn at 1, the boundary and turn at 2, the turn at 3.
  FINE(dr_repeat_advance(repeat, 3.5, events, 2, &count));
  CHECK(count.written == 2 && count.waiting == 3 && count.dropped == 0);
  CHECK(events[0].kind == DR_EVENT_STARTED && events[0].time_s == 0 && events[0].lateness_s == 3.5);
  CHECK(events[1].kind == DR_EVENT_DIRECTION && events[1].detail == DR_TOWARD_DEFAULT);
  CHECK(events[1].time_s == 1 && events[1].count == 1);
  FINE(dr_repeat_take_events(repeat, events, 1, &count));
  CHECK(count.written == 1 && count.waiting == 2);
  CHECK(events[0].kind == DR_EVENT_CYCLE && events[0].cycle == 1 && events[0].time_s == 2);
  // Room for six, of which two are taken: of three cycles and six turns four fit.
  FINE(dr_repeat_advance(repeat, 9.5, NULL, 0, &count));
  CHECK(count.written == 0 && count.waiting == 6 && count.dropped == 5);
  FINE(dr_repeat_take_events(repeat, events, 8, &count));
  CHECK(count.written == 6 && count.waiting == 0 && count.dropped == 0);
  // An array with room for more gets no more.
  FINE(dr_repeat_advance(repeat, 15.5, events, 8, &count));
  CHECK(count.written == 6 && count.waiting == 0 && count.dropped == 3);
  FINE(dr_repeat_stop(repeat, DR_STOP_IMMEDIATELY));
  FINE(dr_repeat_advance(repeat, 15.5, events, 8, NULL));
  CHECK(events[0].kind == DR_EVENT_STOPPED && events[0].detail == DR_STOPPED_IMMEDIATELY);
  EXPECT(DR_ERROR_NULL, dr_repeat_advance(repeat, 16, NULL, 1, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_take_events(repeat, NULL, 1, NULL));
  EXPECT(DR_ERROR_PAST, dr_repeat_advance(repeat, 9, NULL, 0, NULL));
  FINE(dr_repeat_destroy(repeat));
}

// A flood that never ends is counted; an endless number of steps is an error that changes nothing.
static void test_floods(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.flood = DR_FLOOD_ALL;
  dr_repeat repeat = started(&def);
  dr_event_count count;
  FINE(dr_repeat_set_policy(repeat, (dr_policy){.kind = DR_PHASE_MATCHED}));
  FINE(dr_repeat_set_rate(repeat, 1e6));
  FINE(dr_repeat_advance(repeat, 1e12, NULL, 0, &count));
  CHECK(count.waiting == 16 && count.dropped > UINT64_C(2000000000000000000));
  FINE(dr_repeat_destroy(repeat));

  def.repeat_delay_s = 1e-6;
  repeat = started(&def);
  double value;
  FINE(dr_repeat_ramp(repeat, (dr_rate){.value = 1e6, .unit = DR_RATE_HZ}, 1e9, DR_RAMP_LINEAR));
  FINE(dr_repeat_advance(repeat, 10, NULL, 0, &count));
  double before = value_at(repeat, 10);
  EXPECT(DR_ERROR_TOO_FAR, dr_repeat_advance(repeat, 1e9, NULL, 0, NULL));
  EXPECT(DR_ERROR_TOO_FAR, dr_repeat_value(repeat, 1e9, &value));
  CHECK(value_at(repeat, 10) == before);
  FINE(dr_repeat_take_events(repeat, NULL, 0, &count));
  CHECK(count.dropped == 0);
  FINE(dr_repeat_destroy(repeat));
}

void test_commands(void) {
  test_moments();
  test_kinds();
  test_events();
  test_floods();
}
