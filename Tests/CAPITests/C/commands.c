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
  CHECK(info_of(repeat).waiting_commands == 0);
  FINE(dr_repeat_destroy(repeat));
}

static void test_kinds(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.command_capacity = 16;
  dr_repeat repeat = started(&def);
  for (int kind = DR_COMMAND_START; kind <= DR_COMMAND_REPEAT_COUNT; kind++) {
    dr_command command = {.kind = (dr_command_kind)kind, .rate = {.value = 1}, .ramp_s = 0.5};
    dr_moment moment = {.kind = DR_MOMENT_TIME, .time_s = 1 + kind};
    FINE(dr_repeat_schedule(repeat, &command, &moment, NULL));
  }
  FINE(dr_repeat_advance(repeat, 20, NULL, 0, NULL));
  CHECK(info_of(repeat).waiting_commands == 0 && info_of(repeat).requested_rate.value == 1);

  dr_command command = {.kind = (dr_command_kind)11};
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
  // An array with room for more takes what is more than the repeat keeps.
  FINE(dr_repeat_advance(repeat, 15.5, events, 8, &count));
  CHECK(count.written == 8 && count.waiting == 1 && count.dropped == 0);
  FINE(dr_repeat_advance(repeat, 25.5, events, 4, &count));
  CHECK(count.written == 4 && count.waiting == 6 && count.dropped == 6);
  CHECK(events[0].time_s == 15 && events[1].time_s == 16);
  FINE(dr_repeat_take_events(repeat, events, 8, &count));
  FINE(dr_repeat_stop(repeat, DR_STOP_IMMEDIATELY));
  FINE(dr_repeat_advance(repeat, 25.5, events, 8, NULL));
  CHECK(events[0].kind == DR_EVENT_STOPPED && events[0].detail == DR_STOPPED_IMMEDIATELY);
  // What waits is handed out in the next frame, also where nothing happens in it.
  FINE(dr_repeat_start(repeat));
  FINE(dr_repeat_advance(repeat, 25.6, NULL, 0, &count));
  CHECK(count.written == 0 && count.waiting == 1);
  FINE(dr_repeat_advance(repeat, 25.7, events, 8, &count));
  CHECK(count.written == 1 && count.waiting == 0 && events[0].kind == DR_EVENT_STARTED);
  EXPECT(DR_ERROR_NULL, dr_repeat_advance(repeat, 26, NULL, 1, NULL));
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
  CHECK(count.waiting == 4 && count.dropped > UINT64_C(2000000000000000000));
  FINE(dr_repeat_destroy(repeat));

  def.repeat_delay_s = 1e-6;
  repeat = started(&def);
  double value;
  FINE(dr_repeat_ramp(repeat, (dr_rate){.value = 1e6, .unit = DR_RATE_HZ}, 1e9, DR_RAMP_LINEAR));
  FINE(dr_repeat_advance(repeat, 10, NULL, 0, &count));
  double before = value_at(repeat, 10);
  // Each takes 65,536 steps.
  if (!is_brief) {
    EXPECT(DR_ERROR_TOO_FAR, dr_repeat_advance(repeat, 1e9, NULL, 0, NULL));
    EXPECT(DR_ERROR_TOO_FAR, dr_repeat_value(repeat, 1e9, &value));
  }
  CHECK(value_at(repeat, 10) == before);
  FINE(dr_repeat_take_events(repeat, NULL, 0, &count));
  CHECK(count.dropped == 0);
  FINE(dr_repeat_destroy(repeat));
}

// A command takes effect at the time last advanced to, or at the time that is given with it.
static void test_times_of_commands(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat late = {0}, exact = {0};
  dr_event event;
  dr_event_count count;
  late = created(&def);
  exact = created(&def);
  FINE(dr_repeat_advance(late, 1, NULL, 0, NULL));
  FINE(dr_repeat_advance(exact, 1, NULL, 0, NULL));
  // A flash at 11.25 s, while the last advance was at 1 s.
  FINE(dr_repeat_start(late));
  FINE(dr_repeat_start_at(exact, 11.25));
  CHECK(fabs(value_at(late, 11.25) - 0.5) < 1e-12 && value_at(exact, 11.25) == 0);
  FINE(dr_repeat_advance(late, 11.25, &event, 1, &count));
  CHECK(event.kind == DR_EVENT_STARTED && event.time_s == 1 && event.lateness_s == 10.25);
  FINE(dr_repeat_advance(exact, 11.25, &event, 1, &count));
  CHECK(event.kind == DR_EVENT_STARTED && event.time_s == 11.25 && event.lateness_s == 0);
  FINE(dr_repeat_destroy(late));
  FINE(dr_repeat_destroy(exact));
}

typedef struct timed_call {
  dr_status at_once, timed;
} timed_call;

// One of the eleven commands: at once on one repeat, with a time on the other.
static timed_call call_both(int kind, dr_repeat at_once, dr_repeat timed, double time_s) {
  const dr_rate rate = {.value = 3, .unit = DR_RATE_HZ};
  const dr_position position = {.cycle = 2, .phase = 0.125};
  const dr_policy policy = {.kind = DR_PHASE_MATCHED};
  switch (kind) {
    case 0: return (timed_call){dr_repeat_start(at_once), dr_repeat_start_at(timed, time_s)};
    case 1:
      return (timed_call){dr_repeat_stop(at_once, DR_STOP_FREEZE),
        dr_repeat_stop_at(timed, DR_STOP_FREEZE, time_s)};
    case 2: return (timed_call){dr_repeat_pause(at_once), dr_repeat_pause_at(timed, time_s)};
    case 3: return (timed_call){dr_repeat_resume(at_once), dr_repeat_resume_at(timed, time_s)};
    case 4: return (timed_call){dr_repeat_reverse(at_once), dr_repeat_reverse_at(timed, time_s)};
    case 5: return (timed_call){dr_repeat_hold(at_once), dr_repeat_hold_at(timed, time_s)};
    case 6:
      return (timed_call){dr_repeat_set_cycle_duration(at_once, 0.25),
        dr_repeat_set_cycle_duration_at(timed, 0.25, time_s)};
    case 7:
      return (timed_call){
        dr_repeat_set_rate(at_once, -2), dr_repeat_set_rate_at(timed, -2, time_s)};
    case 8:
      return (timed_call){dr_repeat_ramp(at_once, rate, 0.5, DR_RAMP_SMOOTH),
        dr_repeat_ramp_at(timed, rate, 0.5, DR_RAMP_SMOOTH, time_s)};
    case 9:
      return (timed_call){
        dr_repeat_seek(at_once, position, 1), dr_repeat_seek_at(timed, position, 1, time_s)};
    default:
      return (timed_call){
        dr_repeat_set_policy(at_once, policy), dr_repeat_set_policy_at(timed, policy, time_s)};
  }
}

static void test_timed_commands(void) {
  enum { kinds = 11 };
  for (int kind = 0; kind < kinds; kind++) {
    dr_repeat_def def = dr_default_repeat_def();
    dr_repeat at_once = started(&def), timed = started(&def), present = started(&def);
    // Ahead: the same as after advancing there.
    FINE(dr_repeat_advance(at_once, 0.75, NULL, 0, NULL));
    FINE(dr_repeat_advance(present, 0.75, NULL, 0, NULL));
    timed_call ahead = call_both(kind, at_once, timed, 0.75);
    CHECK(ahead.at_once == DR_OK && ahead.timed == DR_OK);
    CHECK(info_of(timed).waiting_commands == 1 && info_of(timed).now_s == 0);
    for (int step = 0; step < 40; step++) {
      double time_s = 0.75 + step / 8.0;
      CHECK(value_at(timed, time_s) == value_at(at_once, time_s));
    }
    // At the present time: at once, also where no command may be scheduled any more.
    dr_command pause = {.kind = DR_COMMAND_PAUSE};
    dr_moment later = {.kind = DR_MOMENT_TIME, .time_s = 1e6};
    for (int number = 0; number < 8; number++) {
      FINE(dr_repeat_schedule(present, &pause, &later, NULL));
    }
    CHECK(call_both(kind, at_once, present, 0.75).timed == DR_OK);
    CHECK(call_both(kind, at_once, present, 1).timed == DR_ERROR_FULL);
    // Earlier, and never.
    CHECK(call_both(kind, at_once, at_once, 0.5).timed == DR_ERROR_PAST);
    CHECK(call_both(kind, at_once, at_once, NAN).timed == DR_ERROR_TIME);
    CHECK(call_both(kind, at_once, (dr_repeat){0}, 1).timed == DR_ERROR_HANDLE);
    FINE(dr_repeat_destroy(at_once));
    FINE(dr_repeat_destroy(timed));
    FINE(dr_repeat_destroy(present));
  }
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = started(&def);
  EXPECT(DR_ERROR_RATE, dr_repeat_set_rate_at(repeat, 1e9, 5));
  EXPECT(DR_ERROR_CYCLE_DURATION, dr_repeat_set_cycle_duration_at(repeat, 0, 5));
  EXPECT(DR_ERROR_CHOICE, dr_repeat_stop_at(repeat, (dr_stop_mode)9, 5));
  EXPECT(DR_ERROR_PHASE, dr_repeat_seek_at(repeat, (dr_position){.phase = 1}, 1, 5));
  CHECK(info_of(repeat).waiting_commands == 0);
  FINE(dr_repeat_destroy(repeat));
}

void test_commands(void) {
  test_times_of_commands();
  test_timed_commands();
  test_moments();
  test_kinds();
  test_events();
  test_floods();
}
