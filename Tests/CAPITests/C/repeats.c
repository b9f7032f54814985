// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static void test_values(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = started(&def);
  CHECK(dr_repeat_is_valid(repeat));
  CHECK(value_at(repeat, 0) == 0 && value_at(repeat, 0.5) == 0.5 && value_at(repeat, 1) == 1);
  CHECK(value_at(repeat, 1.5) == 0.5 && value_at(repeat, 2) == 0 && value_at(repeat, 1e9) == 0);
  double phase = -1;
  int64_t cycle = -1;
  dr_position position;
  dr_sample sample;
  FINE(dr_repeat_phase(repeat, 3.5, &phase));
  FINE(dr_repeat_cycle(repeat, 3.5, &cycle));
  FINE(dr_repeat_position(repeat, 3.5, &position));
  FINE(dr_repeat_sample(repeat, 3.5, &sample));
  CHECK(phase == 0.75 && cycle == 1 && position.phase == 0.75 && position.cycle == 1);
  CHECK(sample.value == 0.5 && sample.fraction == 0.5 && sample.position.phase == 0.75);
  CHECK(sample.rate_hz == 0.5 && sample.cycle_duration_s == 2 && !sample.is_waiting);
  CHECK(sample.state == DR_STATE_RUNNING);
  static const double wrong[] = {NAN, INFINITY, -INFINITY, 1.1e12};
  for (int index = 0; index < 4; index++) {
    EXPECT(DR_ERROR_TIME, dr_repeat_value(repeat, wrong[index], &phase));
    EXPECT(DR_ERROR_TIME, dr_repeat_phase(repeat, wrong[index], &phase));
    EXPECT(DR_ERROR_TIME, dr_repeat_cycle(repeat, wrong[index], &cycle));
    EXPECT(DR_ERROR_TIME, dr_repeat_position(repeat, wrong[index], &position));
    EXPECT(DR_ERROR_TIME, dr_repeat_sample(repeat, wrong[index], &sample));
    EXPECT(DR_ERROR_TIME, dr_repeat_advance(repeat, wrong[index], NULL, 0, NULL));
  }
  CHECK(phase == 0.75 && cycle == 1);
  EXPECT(DR_ERROR_NULL, dr_repeat_value(repeat, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_phase(repeat, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_cycle(repeat, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_position(repeat, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_sample(repeat, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_get_info(repeat, NULL));
  FINE(dr_repeat_destroy(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_destroy(repeat));
}

// Where a program lets divisions by 0 and overflows trap, none of these does.
static void test_limits_of_numbers(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.now_s = 0;
  def.timing.kind = DR_CURVE_BEZIER;
  def.timing.x1 = def.timing.x2 = def.timing.y1 = 0;
  def.timing.y2 = 1;
  def.repeat_delay_s = 0.5;
  def.rate = (dr_rate){5e-324, DR_RATE_HZ, 0};
  dr_sample sample;
  double value = -1;
  dr_repeat repeat = created(&def);
  FINE(dr_repeat_sample(repeat, 1, &sample));
  CHECK(sample.state == DR_STATE_IDLE && sample.rate_hz == 0 && isinf(sample.cycle_duration_s));
  FINE(dr_repeat_start(repeat));
  FINE(dr_repeat_sample(repeat, 1e12, &sample));
  CHECK(sample.rate_hz == 5e-324 && isinf(sample.cycle_duration_s) && sample.value < 1e-99);
  FINE(dr_repeat_advance(repeat, 1, NULL, 0, NULL));
  FINE(dr_repeat_destroy(repeat));

  def.repeat_delay_s = 0;
  def.rate = (dr_rate){1e-9, DR_RATE_HZ, 0};
  repeat = started_as(&def);
  for (int step = 0; step <= 100; step++) {
    value = value_at(repeat, step * 1e7);
    CHECK(value >= 0 && value <= 1);
  }
  static const double wrong[] = {1.5e12, 1e300, 1.7e308, -1e300};
  for (int index = 0; index < 4; index++) {
    EXPECT(DR_ERROR_TIME, dr_repeat_value(repeat, wrong[index], &value));
    EXPECT(DR_ERROR_TIME, dr_repeat_phase(repeat, wrong[index], &value));
  }
  FINE(dr_repeat_destroy(repeat));
}

static void test_single_commands(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = started(&def);
  dr_repeat_info info;
  FINE(dr_repeat_advance(repeat, 0.5, NULL, 0, NULL));
  FINE(dr_repeat_set_cycle_duration(repeat, 4));
  FINE(dr_repeat_get_info(repeat, &info));
  CHECK(info.now_s == 0.5 && info.requested_rate.value == 4 && info.has_pending_rate_change);
  CHECK(info.requested_rate.unit == DR_CYCLE_DURATION_S && info.waiting_events == 1);
  CHECK(value_at(repeat, 2) == 0 && value_at(repeat, 4) == 1);
  FINE(dr_repeat_set_policy(repeat, (dr_policy){.kind = DR_PHASE_MATCHED}));
  FINE(dr_repeat_set_rate(repeat, 1));
  CHECK(value_at(repeat, 0.75) == 1);
  FINE(dr_repeat_reverse(repeat));
  CHECK(value_at(repeat, 0.75) == 0);
  FINE(dr_repeat_pause(repeat));
  CHECK(value_at(repeat, 9) == 0.5);
  FINE(dr_repeat_resume(repeat));
  FINE(dr_repeat_hold(repeat));
  CHECK(value_at(repeat, 9) == 0.5);
  dr_rate target = {.value = 2, .unit = DR_RATE_HZ};
  FINE(dr_repeat_ramp(repeat, target, 1, DR_RAMP_SMOOTH));
  CHECK(value_at(repeat, 1.5) == 0.5);
  FINE(dr_repeat_seek(repeat, (dr_position){.cycle = 5, .phase = 0.25}, 1));
  int64_t cycle = 0;
  FINE(dr_repeat_cycle(repeat, 0.5, &cycle));
  CHECK(cycle == 5);
  FINE(dr_repeat_stop(repeat, DR_STOP_FREEZE));
  CHECK(value_at(repeat, 9) == 0.5);
  CHECK(info_of(repeat).state == DR_STATE_IDLE && info_of(repeat).policy.kind == DR_PHASE_MATCHED);
  FINE(dr_repeat_destroy(repeat));
}

static void test_invalid_commands(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat = started(&def);
  static const double wrong[] = {NAN, INFINITY, -INFINITY, 1e300};
  for (int index = 0; index < 4; index++) {
    double number = wrong[index];
    dr_rate rate = {.value = number, .unit = DR_RATE_HZ};
    dr_rate good = {.value = 1, .unit = DR_RATE_HZ};
    EXPECT(DR_ERROR_CYCLE_DURATION, dr_repeat_set_cycle_duration(repeat, number));
    EXPECT(DR_ERROR_RATE, dr_repeat_set_rate(repeat, number));
    EXPECT(DR_ERROR_RATE, dr_repeat_ramp(repeat, rate, 1, DR_RAMP_LINEAR));
    EXPECT(DR_ERROR_INTERVAL, dr_repeat_ramp(repeat, good, number, DR_RAMP_LINEAR));
    dr_policy policy = {.kind = DR_PHASE_MATCHED, .ramp_s = number};
    EXPECT(DR_ERROR_INTERVAL, dr_repeat_set_policy(repeat, policy));
    EXPECT(DR_ERROR_PHASE, dr_repeat_seek(repeat, (dr_position){.phase = number}, 0));
  }
  EXPECT(DR_ERROR_CYCLE_DURATION, dr_repeat_set_cycle_duration(repeat, 0));
  EXPECT(DR_ERROR_CYCLE_DURATION, dr_repeat_set_cycle_duration(repeat, -1));
  EXPECT(DR_ERROR_CYCLE, dr_repeat_seek(repeat, (dr_position){.cycle = INT64_MIN}, 0));
  EXPECT(DR_ERROR_CHOICE, dr_repeat_stop(repeat, (dr_stop_mode)3));
  EXPECT(DR_ERROR_CHOICE, dr_repeat_ramp(repeat, (dr_rate){1, DR_RATE_HZ, 0}, 1, (dr_ramp_shape)9));
  EXPECT(DR_ERROR_CHOICE, dr_repeat_set_policy(repeat, (dr_policy){.kind = (dr_policy_kind)4}));
  CHECK(value_at(repeat, 0.5) == 0.5);
  FINE(dr_repeat_destroy(repeat));
  double value;
  dr_repeat_info info;
  EXPECT(DR_ERROR_HANDLE, dr_repeat_start(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_stop(repeat, DR_STOP_FREEZE));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_pause(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_resume(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_reverse(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_hold(repeat));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_set_rate(repeat, 1));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_value(repeat, 0, &value));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_get_info(repeat, &info));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_advance(repeat, 0, NULL, 0, NULL));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_take_events(repeat, NULL, 0, NULL));
}

static void test_definitions(void) {
  dr_repeat repeat = {9};
  dr_repeat_def blank;
  memset(&blank, 0, sizeof blank);
  EXPECT(DR_ERROR_DEFINITION, dr_repeat_create(&blank, &repeat));
  EXPECT(DR_ERROR_NULL, dr_repeat_create(NULL, &repeat));
  dr_repeat_def def = dr_default_repeat_def();
  EXPECT(DR_ERROR_NULL, dr_repeat_create(&def, NULL));
#define INVALID(status, field, wrong) \
  def = dr_default_repeat_def();      \
  def.field = wrong;                  \
  EXPECT(status, dr_repeat_create(&def, &repeat))
  INVALID(DR_ERROR_CYCLE_DURATION, rate.value, NAN);
  INVALID(DR_ERROR_CHOICE, rate.unit, (dr_rate_unit)2);
  INVALID(DR_ERROR_CHOICE, policy.kind, (dr_policy_kind)-1);
  INVALID(DR_ERROR_CHOICE, timing.kind, (dr_curve_kind)99);
  INVALID(DR_ERROR_DEFINITION, timing.internal_check, 0);
  INVALID(DR_ERROR_REPEAT_COUNT, repeat_count, NAN);
  INVALID(DR_ERROR_REPEAT_COUNT, repeat_count, -1);
  INVALID(DR_ERROR_INTERVAL, repeat_delay_s, -1);
  INVALID(DR_ERROR_PHASE, start_phase, 1);
  INVALID(DR_ERROR_TIME, now_s, NAN);
  INVALID(DR_ERROR_CHOICE, flood, (dr_event_flood)3);
  INVALID(DR_ERROR_CHOICE, rest_state, (dr_rest_state)2);
  INVALID(DR_ERROR_CAPACITY, command_capacity, DR_MAX_CAPACITY + 1);
  INVALID(DR_ERROR_CAPACITY, event_capacity, UINT32_MAX);
  CHECK(repeat.id == 9);
  def = dr_default_repeat_def();
  def.now_s = 0;
  def.has_return_timing = 1;
  def.return_timing.kind = DR_CURVE_LINEAR;
  def.command_capacity = DR_MAX_CAPACITY;
  def.event_capacity = 0;
  repeat = started_as(&def);
  CHECK(value_at(repeat, 0.75) == 0.5);
  FINE(dr_repeat_destroy(repeat));
}

// Any clock will do: the first advance sets the start, unless the definition says when.
static void test_timeline(void) {
  dr_repeat_def def = dr_default_repeat_def();
  CHECK(def.now_s == DR_AT_FIRST_ADVANCE);
  def.timing.kind = DR_CURVE_LINEAR;
  def.rate.value = 2;
  dr_event events[4];
  dr_event_count count;
  dr_repeat repeat = started_as(&def);
  CHECK(info_of(repeat).now_s == DR_AT_FIRST_ADVANCE && info_of(repeat).state == DR_STATE_RUNNING);
  CHECK(value_at(repeat, 0) == 0 && value_at(repeat, 0.5) == 0 && value_at(repeat, 1e9) == 0);
  FINE(dr_repeat_take_events(repeat, events, 4, &count));
  CHECK(count.written == 0 && count.waiting == 1);
  static unsigned char bytes[4096];
  size_t size = 0;
  FINE(dr_repeat_snapshot(repeat, bytes, sizeof bytes, &size));
  for (int round = 0; round < 2; round++) {
    FINE(dr_repeat_advance(repeat, 604800.5, events, 4, &count));
    CHECK(count.written == 1 && count.waiting == 0 && count.dropped == 0);
    CHECK(events[0].kind == DR_EVENT_STARTED && events[0].time_s == 604800.5);
    CHECK(value_at(repeat, 604801) == 0.5 && value_at(repeat, 604801.5) == 1);
    CHECK(info_of(repeat).now_s == 604800.5);
    FINE(dr_repeat_restore(repeat, bytes, size));
  }
  FINE(dr_repeat_destroy(repeat));
}

// A handle that is of another kind, or made up, names nothing.
static void test_foreign_handles(void) {
  dr_curve_def def = dr_default_curve_def();
  dr_curve curve = {0};
  FINE(dr_curve_create(&def, &curve));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_start((dr_repeat){curve.id}));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_destroy((dr_repeat){curve.id}));
  CHECK(dr_curve_is_valid(curve));
  FINE(dr_curve_destroy(curve));
  for (int bit = 0; bit < 64; bit++) {
    EXPECT(DR_ERROR_HANDLE, dr_repeat_start((dr_repeat){UINT64_C(1) << bit}));
    EXPECT(DR_ERROR_HANDLE, dr_repeat_start((dr_repeat){UINT64_MAX << bit}));
  }
  // More than the first table of handles holds; each stays itself, stale ones stay stale.
  enum { many = 1000 };
  static dr_repeat repeats[many], old[many];
  dr_repeat_def repeat_def = dr_default_repeat_def();
  for (int index = 0; index < many; index++) repeats[index] = started(&repeat_def);
  for (int index = 0; index < many; index += 2) {
    old[index] = repeats[index];
    FINE(dr_repeat_destroy(repeats[index]));
    repeats[index] = started(&repeat_def);
    FINE(dr_repeat_hold(repeats[index]));
  }
  for (int index = 0; index < many; index++) {
    CHECK(value_at(repeats[index], 0.5) == (index % 2 ? 0.5 : 0));
    if (index % 2 == 0) EXPECT(DR_ERROR_HANDLE, dr_repeat_start(old[index]));
    FINE(dr_repeat_destroy(repeats[index]));
  }
}

void test_repeats(void) {
  test_timeline();
  test_values();
  test_limits_of_numbers();
  test_single_commands();
  test_invalid_commands();
  test_definitions();
  test_foreign_handles();
}
