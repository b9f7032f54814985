// SPDX-License-Identifier: Apache-2.0
// What takes a game fewer lines: values without a status, blinking, defaults, colors.
#include "check.h"

static void test_value_or(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat eased = {0}, linear = started(&def);
  def.timing.kind = DR_CURVE_EASE_IN_OUT;
  def.now_s = 0;
  eased = created(&def);
  FINE(dr_repeat_start_at(eased, 0.3));
  for (int step = 0; step < 600; step++) {
    CHECK(dr_repeat_value_or(eased, step / 60.0, -1) == value_at(eased, step / 60.0));
    CHECK(dr_repeat_value_or(linear, step / 60.0, -1) == value_at(linear, step / 60.0));
  }
  CHECK(dr_repeat_value_or(linear, NAN, 7) == 7 && dr_repeat_value_or(linear, 2e12, 8) == 8);
  CHECK(dr_repeat_value_or((dr_repeat){0}, 0, 9) == 9);
  CHECK(isnan(dr_repeat_value_or((dr_repeat){0}, 0, NAN)));
  FINE(dr_repeat_destroy(eased));
  FINE(dr_repeat_destroy(linear));
}

// The header's example: three blinks of 0.4 seconds, and their end.
static void test_blink(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = (dr_rate){0.5, DR_CYCLE_DURATION_S, 0};
  def.repeat_count = 3;
  dr_event events[8];
  dr_event_count count;
  int ends = 0, frames_on = 0, turns_on = 0, was_on = 0;
  double ended_s = 0;
  dr_repeat blink = created(&def);
  CHECK(!dr_repeat_is_on(blink, 10, 0.5));
  FINE(dr_repeat_start(blink));
  for (int frame = 0; frame < 256; frame++) {
    double time_s = 10 + frame / 128.0;
    FINE(dr_repeat_advance(blink, time_s, events, 8, &count));
    for (uint32_t i = 0; i < count.written; i++) {
      if (events[i].kind != DR_EVENT_STOPPED) continue;
      CHECK(events[i].detail == DR_STOPPED_FINISHED);
      ended_s = events[i].time_s;
      ends++;
    }
    int is_on = dr_repeat_is_on(blink, time_s, 0.25);
    CHECK(frame > 0 || is_on);
    turns_on += is_on && !was_on;
    frames_on += is_on;
    was_on = is_on;
  }
  CHECK(ends == 1 && ended_s == 11.5);
  CHECK(turns_on == 3 && frames_on == 3 * 16);
  CHECK(!dr_repeat_is_on(blink, 12, 1) && !dr_repeat_is_on(blink, NAN, 1));
  FINE(dr_repeat_start(blink));
  double now_s = 10 + 255 / 128.0;
  CHECK(dr_repeat_is_on(blink, now_s, 1) == 1 && dr_repeat_is_on(blink, now_s, 0) == 0);
  CHECK(dr_repeat_is_on(blink, now_s, NAN) == 0 && dr_repeat_is_on(blink, 0, 1) == 0);
  FINE(dr_repeat_destroy(blink));
  CHECK(dr_repeat_is_on(blink, now_s, 1) == 0);
}

// Every kind of command and moment may be scheduled as its default is.
static void test_defaults(void) {
  for (int kind = DR_COMMAND_START; kind <= DR_COMMAND_REPEAT_COUNT; kind++) {
    dr_command command = dr_default_command((dr_command_kind)kind);
    CHECK(command.kind == (dr_command_kind)kind && command.rate.value == 1 && command.is_silent);
    CHECK(command.rate.unit == DR_CYCLE_DURATION_S && command.ramp_s == 0);
    CHECK(command.policy.kind == DR_RESTART_PER_CYCLE && command.position.cycle == 0);
    for (int when = DR_MOMENT_NOW; when <= DR_MOMENT_TIME; when++) {
      dr_moment moment = dr_default_moment((dr_moment_kind)when);
      CHECK(moment.kind == (dr_moment_kind)when && moment.time_s == 0 && moment.phase == 0);
      CHECK(moment.cycle == 0 && moment.reserved == 0);
      dr_repeat_def def = dr_default_repeat_def();
      dr_repeat repeat = started(&def);
      FINE(dr_repeat_schedule(repeat, &command, &moment, NULL));
      FINE(dr_repeat_destroy(repeat));
    }
  }
}

static void test_colors(void) {
  for (int a = 0; a < 256; a++) {
    for (int b = 0; b < 256; b += 5) {
      uint8_t from = (uint8_t)a, to = (uint8_t)b, low = from < to ? from : to;
      uint8_t middle = dr_mix_srgb8(from, to, 0.5);
      CHECK(dr_mix_srgb8(from, to, 0) == a && dr_mix_srgb8(from, to, 1) == b);
      CHECK(middle >= low && middle <= (from > to ? from : to));
      CHECK(middle == dr_mix_srgb8(to, from, 0.5) && dr_mix_srgb8(from, from, 0.7) == a);
    }
  }
  // Half the light of white is 188, not 128.
  CHECK(dr_mix_srgb8(0, 255, 0.5) == 188 && dr_mix_srgb8(0, 255, 0.25) == 137);
  CHECK(dr_mix_srgb8(40, 200, NAN) == 40);
  CHECK(dr_mix_srgb8(40, 200, INFINITY) == 255 && dr_mix_srgb8(40, 200, -INFINITY) == 0);
  CHECK(dr_mix_srgb8(40, 40, INFINITY) == 40 && dr_mix_srgb8(0, 1, 1e300) == 255);
  CHECK(dr_mix_srgb8(100, 200, 1.1) > 200 && dr_mix_srgb8(100, 200, -0.1) < 100);
}

// When it next shows something else: a program need not draw until then.
static void test_next_change(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = (dr_rate){2, DR_RATE_HZ, 0};
  def.repeat_delay_s = 0.25;
  dr_repeat blink = started(&def);
  double time_s = 0, change_s = 0, value = 0;
  // Half a second a cycle, and a quarter of a second off between two.
  for (int change = 0; change < 8; change++) {
    int is_on = dr_repeat_is_on(blink, time_s, 0.5);
    FINE(dr_repeat_next_switch(blink, time_s, 0.5, &change_s));
    CHECK(change_s == 0.75 * (change / 2) + (change % 2 ? 0.75 : 0.25));
    CHECK(dr_repeat_is_on(blink, change_s, 0.5) != is_on);
    time_s = change_s;
  }
  FINE(dr_repeat_next_change(blink, 0.25, 0.5, &change_s));
  FINE(dr_repeat_value(blink, change_s, &value));
  CHECK(value < 0.5 && value > 0.5 - 1e-12);
  FINE(dr_repeat_next_change(blink, 0.5, 1, &change_s));
  CHECK(change_s == INFINITY);
  FINE(dr_repeat_hold_at(blink, 0.625));
  FINE(dr_repeat_next_switch(blink, 0.75, 0.5, &change_s));
  CHECK(change_s == INFINITY);
  FINE(dr_repeat_advance(blink, 1, NULL, 0, NULL));

  double kept = change_s;
  EXPECT(DR_ERROR_PAST, dr_repeat_next_change(blink, 0.9, 0.1, &change_s));
  EXPECT(DR_ERROR_PAST, dr_repeat_next_switch(blink, 0.9, 0.1, &change_s));
  EXPECT(DR_ERROR_QUANTUM, dr_repeat_next_change(blink, 1, -0.1, &change_s));
  EXPECT(DR_ERROR_QUANTUM, dr_repeat_next_change(blink, 1, NAN, &change_s));
  static const double wrong[] = {NAN, INFINITY, -INFINITY, 1.1e12};
  for (int index = 0; index < 4; index++) {
    EXPECT(DR_ERROR_TIME, dr_repeat_next_change(blink, wrong[index], 0.1, &change_s));
    EXPECT(DR_ERROR_TIME, dr_repeat_next_switch(blink, wrong[index], 0.1, &change_s));
  }
  EXPECT(DR_ERROR_NULL, dr_repeat_next_change(blink, 1, 0.1, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_next_switch(blink, 1, 0.1, NULL));
  CHECK(change_s == kept);
  // Any duty is answered for, as by dr_repeat_is_on.
  static const double duties[] = {NAN, INFINITY, -1, 0, 1, 2};
  for (int index = 0; index < 6; index++) {
    FINE(dr_repeat_next_switch(blink, 1, duties[index], &change_s));
    CHECK(change_s == INFINITY);
  }
  FINE(dr_repeat_destroy(blink));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_next_change(blink, 1, 0.1, &change_s));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_next_switch(blink, 1, 0.1, &change_s));

  dr_bank_def bank_def = dr_default_bank_def();
  dr_member member;
  bank_def.timing.kind = DR_CURVE_LINEAR;
  dr_bank bank = created_bank(&bank_def);
  FINE(dr_bank_next_change(bank, 0, 0.1, &change_s));
  CHECK(change_s == INFINITY);
  for (int index = 1; index <= 10; index++) {
    FINE(dr_bank_add(bank, (dr_rate){index / 4.0, DR_RATE_HZ, 0}, 0, 1, &member));
  }
  // The fastest moves by 5 a second.
  FINE(dr_bank_next_change(bank, 1, 0.25, &change_s));
  CHECK(fabs(change_s - 1.05) < 1e-15);
  EXPECT(DR_ERROR_PAST, dr_bank_next_change(bank, 0.9, 0.1, &change_s));
  EXPECT(DR_ERROR_QUANTUM, dr_bank_next_change(bank, 1, -0.1, &change_s));
  EXPECT(DR_ERROR_TIME, dr_bank_next_change(bank, NAN, 0.1, &change_s));
  EXPECT(DR_ERROR_NULL, dr_bank_next_change(bank, 1, 0.1, NULL));
  FINE(dr_bank_destroy(bank));
  EXPECT(DR_ERROR_HANDLE, dr_bank_next_change(bank, 1, 0.1, &change_s));
}

// Numbers next to the greatest and the least: where exceptions trap, none may come of them.
static void test_extremes(void) {
  dr_repeat_def def = dr_default_repeat_def();
  const dr_stop stops[] = {{-1.7e308, 0}, {1.7e308, 1}};
  dr_repeat slow = {0}, steep = {0};
  def.repeat_delay_s = 1;
  def.now_s = 0;
  def.rate = (dr_rate){1e-310, DR_RATE_HZ, 0};
  slow = started_as(&def);
  def.rate.value = 1;
  def.timing.kind = DR_CURVE_STOPS;
  def.timing.stops = stops;
  def.timing.stop_count = 2;
  steep = started_as(&def);
  for (double time_s = -1; time_s < 5; time_s += 0.25) {
    for (int which = 0; which < 2; which++) {
      dr_repeat repeat = which ? slow : steep;
      dr_position position;
      dr_sample sample;
      int64_t cycle;
      double phase;
      FINE(dr_repeat_sample(repeat, time_s, &sample));
      FINE(dr_repeat_phase(repeat, time_s, &phase));
      FINE(dr_repeat_cycle(repeat, time_s, &cycle));
      FINE(dr_repeat_position(repeat, time_s, &position));
      CHECK(phase == sample.position.phase && cycle == sample.position.cycle);
      CHECK(position.phase == phase && position.cycle == cycle);
      int is_on = sample.state == DR_STATE_RUNNING && !sample.is_waiting && phase < 0.5;
      CHECK(dr_repeat_is_on(repeat, time_s, 0.5) == is_on);
    }
  }
  FINE(dr_repeat_destroy(slow));
  FINE(dr_repeat_destroy(steep));
}

void test_short_forms(void) {
  test_value_or();
  test_blink();
  test_next_change();
  test_defaults();
  test_colors();
  test_extremes();
}
