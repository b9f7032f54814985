// SPDX-License-Identifier: Apache-2.0
// Calls the functions of dynamic_repeat.h in any order, with arbitrary bytes as arguments.
//
// This is the entry function for libFuzzer and for driver.c. The program aborts if the library
// breaks a promise of the header: for example, if a call that fails writes an output, if a result
// is NaN, or if a repeat that was restored from a state cannot be saved.
#include "arguments.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = 4 };

static dr_repeat repeats[most];
static dr_curve *curves[most];
static dr_beat_clock clocks[2];
static dr_clock_follower followers[2];
static dr_line lines[2];

// One of the repeats; sometimes NULL, and sometimes a misaligned address.
static dr_repeat *take_repeat(void) {
  uint8_t selector = take_byte();
  if (selector == 255) return NULL;
  return selector == 254 ? (dr_repeat *)((char *)repeats + 8) : &repeats[selector % most];
}

// In most cases a later time or the present time.
static double take_time(const dr_repeat *repeat) {
  dr_repeat_info info;
  uint8_t selector = take_byte();
  double time = take_number();
  if (selector < 32 || dr_repeat_get_info(repeat, &info)) return time;
  if (selector >= 160) return DR_NOW;
  return info.now_s + (selector >= 96 ? fabs(time) : 0);
}

// ---- Calls

static void call_change(dr_repeat *repeat) {
  double time = take_time(repeat);
  switch (take_byte() % 12) {
    case 0: dr_repeat_start(repeat, time); break;
    case 1: dr_repeat_stop(repeat, (dr_stop_mode)take_choice(3), time); break;
    case 2: dr_repeat_pause(repeat, time); break;
    case 3: dr_repeat_resume(repeat, time); break;
    case 4: dr_repeat_reverse(repeat, time); break;
    case 5: dr_repeat_set_rate(repeat, take_rate(), time); break;
    case 6: dr_repeat_ramp(repeat, take_rate(), take_number(), time); break;
    case 7: dr_repeat_seek(repeat, take_position(), take_byte() & 1, time); break;
    case 8: dr_repeat_set_policy(repeat, take_policy(), time); break;
    case 9: dr_repeat_set_repeat_count(repeat, take_number(), time); break;
    case 10: dr_repeat_blink(repeat, take_number(), time); break;
    case 11: dr_repeat_move_timeline(repeat, take_number()); break;
  }
}

static void call_schedule(dr_repeat *repeat) {
  output result;
  dr_command command = take_command();
  dr_moment moment = take_moment();
  uint8_t selector = take_byte();
  dr_command_id *id = selector < 8 ? NULL : fresh(&result);
  dr_status status = dr_repeat_schedule(
    repeat, selector % 16 == 9 ? NULL : &command, selector % 16 == 10 ? NULL : &moment, id);
  if (id) judge(status, &result);
  if (selector > 240) dr_repeat_cancel(repeat, (dr_command_id){take_integer()});
}

static void check_event(const dr_event *event) {
  if (event->status) broken("an event without an error");
  if ((unsigned)event->kind > DR_EVENT_ARRIVED) broken("a kind of event that is listed");
  if (!isfinite(event->time_s) || !(event->lateness_s >= 0)) broken("events with their times");
  if (event->count < 1 || (unsigned)event->mark > 3) broken("a count and a mark");
}

// Reads up to 63 events, all without an output, or none.
static void call_advance(dr_repeat *repeat) {
  uint8_t most = take_byte() % 64;
  dr_event event;
  dr_repeat_info info;
  dr_status status = DR_OK;
  double time = take_time(repeat);
  if (time == DR_NOW && !dr_repeat_get_info(repeat, &info)) time = info.now_s + take_byte() / 60.0;
  for (; most > 0 && dr_repeat_next_event(repeat, time, &event); most--) {
    check_event(&event);
    if (dr_repeat_get_info(repeat, &info) || info.now_s != event.time_s) broken("the event's time");
    if (take_byte() < 16) return;
    if (take_byte() < 16) dr_repeat_start(repeat, DR_NOW);
  }
  if (most) status = event.status;
  else status = dr_repeat_advance(repeat, time);
  if (!status && (dr_repeat_get_info(repeat, &info) || info.now_s != time)) broken("the given time");
}

static void call_value(const dr_repeat *repeat) {
  output result;
  double time = take_time(repeat);
  void *target = fresh(&result);
  switch (take_byte() % 9) {
    case 0: judge_number(dr_repeat_value(repeat, time, target), &result, 0); break;
    case 1: judge(dr_repeat_sample(repeat, time, target), &result); break;
    case 2: judge(dr_repeat_get_info(repeat, target), &result); break;
    case 3: dr_repeat_value(repeat, time, NULL); break;
    case 4:
      if (!isfinite(dr_repeat_value_or(repeat, time, 0))) broken("a value or the fallback");
      break;
    case 5:
      if (dr_repeat_is_on(repeat, time, take_number()) >> 1) broken("1 or 0");
      break;
    case 6: judge_number(dr_repeat_next_change(repeat, time, target), &result, 1); break;
    case 7:
      judge_number(dr_repeat_next_switch(repeat, time, take_number(), target), &result, 1);
      break;
    case 8: {
      dr_shader_row row;
      double until = 0;
      if (!dr_repeat_shader_row(repeat, time, &row, &until) && !(until >= time))
        broken("a row that is valid for some time");
      break;
    }
  }
}

static void call_lock(dr_repeat *repeat) {
  output result;
  uint8_t selector = take_byte();
  dr_line *line = &lines[selector & 1];
  dr_bounds bounds = selector & 2 ? dr_bounds_around(take_number(), take_number())
    : (dr_bounds){take_number(), take_number(), take_number()};
  dr_arrival arrival = {(dr_arrival_kind)take_choice(2), selector & 4, take_position(),
    take_time(repeat), take_rate(), bounds};
  switch (take_byte() % 7) {
    case 0: dr_line_init(line, take_position(), take_number(), take_number()); break;
    case 1: dr_repeat_get_line(repeat, line); break;
    case 2:
      dr_line_times(line, (int32_t)take_integer(), (int32_t)take_integer(), take_number(), line);
      break;
    case 3:
    case 4:
      dr_repeat_lock(repeat, selector & 8 ? line : NULL, selector & 16 ? &bounds : NULL);
      break;
    case 5: {
      dr_status status = dr_repeat_arrive(repeat, &arrival, fresh(&result));
      if (status != DR_ERROR_OUT_OF_REACH && memcmp(result.before, result.now, sizeof result.now))
        broken("a nearest time only for an arrival out of reach");
      break;
    }
    case 6: dr_repeat_unlock(repeat); break;
  }
}

static void call_clock(void) {
  output result;
  uint8_t selector = take_byte();
  dr_beat_clock *clock = &clocks[selector & 1];
  dr_clock_follower *follower = &followers[selector & 1];
  dr_clock_follower_def def = dr_default_clock_follower_def();
  double time = take_number();
  void *target = fresh(&result);
  switch (take_byte() % 12) {
    case 0: dr_beat_clock_init(clock, take_number(), time, (uint32_t)take_integer()); break;
    case 1: dr_beat_clock_set_tempo(clock, take_number(), time); break;
    case 2: dr_beat_clock_seek(clock, take_position(), time); break;
    case 3: dr_beat_clock_get_line(clock, &lines[selector >> 1 & 1]); break;
    case 4: judge(dr_beat_clock_beat(clock, time, target), &result); break;
    case 5: judge_number(dr_beat_clock_time_of_beat(clock, take_integer(), target), &result, 0); break;
    case 6: judge(dr_beat_clock_next_bar(clock, time, target), &result); break;
    case 7: judge_number(dr_beat_clock_phase_in_bar(clock, time, target), &result, 0); break;
    case 8:
      if (selector < 64) def.rate = take_number(), def.tolerance_s = take_number();
      dr_clock_follower_init(follower, &def);
      break;
    case 9: judge(dr_clock_follower_add(follower, take_number(), time, target), &result); break;
    case 10: judge_number(dr_clock_follower_position(follower, time, target), &result, 0); break;
    case 11:
      dr_clock_follower_get_line(follower, time, &lines[selector >> 1 & 1]);
      judge(dr_clock_follower_get_info(follower, target), &result);
      break;
  }
}

static void call_curve(void) {
  output result;
  dr_curve *curve = curves[take_byte() % most];
  double number = take_number();
  void *target = fresh(&result);
  if (take_byte() & 1) judge_number(dr_curve_value(curve, number, target), &result, 0);
  else judge_number(dr_curve_settling_duration(curve, target), &result, 0);
  uint8_t a = take_byte(), b = take_byte();
  if (dr_mix_srgb8(a, b, 0) != a || dr_mix_srgb8(a, b, 1) != b || dr_mix_srgb8(a, a, number) != a)
    broken("exact ends of a mixed color");
}

static void call_create(void) {
  int index = take_byte() % most;
  uint8_t selector = take_byte();
  if (selector & 1) {
    dr_repeat_def def = take_repeat_def();
    dr_repeat_init(&repeats[index], selector == 3 ? NULL : &def);
    if (selector & 2) dr_repeat_start(&repeats[index], DR_NOW);
    if (selector > 250) memset(&repeats[index], 0, sizeof(dr_repeat));
    if (selector > 230) repeats[index] = repeats[selector % most];
  } else {
    dr_curve_destroy(curves[index]);
    curves[index] = NULL;
    dr_curve_def def = take_curve_def();
    dr_curve_create(selector == 4 ? NULL : &def, selector == 6 ? NULL : &curves[index]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes = data;
  left = size;
  while (left) {
    uint8_t call = take_byte() % 64;
    if (call < 6) call_create();
    else if (call < 13) call_change(take_repeat());
    else if (call < 16) call_schedule(take_repeat());
    else if (call < 21) call_advance(take_repeat());
    else if (call < 26) call_value(take_repeat());
    else if (call < 29) {
      const dr_repeat *from = take_repeat();
      call_saved_state(from, take_repeat());
    }
    else if (call < 32) call_curve();
    else if (call < 35) call_clock();
    else if (call < 47) call_lock(take_repeat());
    else if (call < 63) call_bank();
    else if (!dr_status_text((dr_status)take_integer())) broken("a text for any status");
  }
  for (int index = 0; index < most; index++) {
    dr_curve_destroy(curves[index]);
    curves[index] = NULL;
  }
  // Resets the repeats, so that a round does not depend on the rounds before it.
  memset(repeats, 0, sizeof repeats);
  memset(clocks, 0, sizeof clocks);
  memset(followers, 0, sizeof followers);
  memset(lines, 0, sizeof lines);
  end_banks();
  return 0;
}
