// SPDX-License-Identifier: Apache-2.0
// What takes a game fewer lines: values without a status, blinking, defaults, colors.
#include "check.h"

static void test_value_or(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat eased = {0}, linear = started(&def);
  def.timing.kind = DR_CURVE_EASE_IN_OUT;
  def.now_s = 0;
  FINE(dr_repeat_create(&def, &eased));
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
  dr_repeat blink = {0};
  dr_event events[8];
  dr_event_count count;
  int ends = 0, frames_on = 0, turns_on = 0, was_on = 0;
  double ended_s = 0;
  FINE(dr_repeat_create(&def, &blink));
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

void test_short_forms(void) {
  test_value_or();
  test_blink();
  test_defaults();
  test_colors();
}
