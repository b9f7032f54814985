// SPDX-License-Identifier: Apache-2.0
// Calls the functions of dynamic_repeat.h in any order with any bytes for arguments.
//
// An entry for libFuzzer, and for driver.c beside this. It aborts where a promise of the header is
// broken: an output written on an error, a value that is no number, memory not given back.
#include "arguments.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- What lives

enum { most = 4, room = 1 << 16, most_bytes = 64 << 20 };

static dr_repeat repeats[most];
static dr_curve curves[most];
static size_t taken_blocks;
uint8_t fails_at;

static void *allocate(size_t size, void *context) {
  (void)context;
  if (fails_at && --fails_at == 0) return NULL;
  // No more than a game would give: reserving for ever comes to an end.
  if (size > most_bytes) return NULL;
  void *block = malloc(size);
  if (block) taken_blocks++;
  return block;
}

static void release(void *block, size_t size, void *context) {
  (void)context;
  // Whoever looks into it afterwards sees nothing of use.
  memset(block, 0xdd, size);
  free(block);
  taken_blocks--;
}

static const dr_allocator allocator = {allocate, release, NULL};

static dr_repeat take_repeat(void) {
  uint8_t way = take_byte();
  dr_repeat repeat = repeats[way % most];
  if (way >= 250) take(&repeat, sizeof repeat);
  return repeat;
}

static dr_curve take_curve(void) {
  uint8_t way = take_byte();
  dr_curve curve = curves[way % most];
  if (way >= 240) take(&curve, sizeof curve);
  else if (way >= 200) curve.id = 0;
  return curve;
}

// ---- Calls

static void call_change(dr_repeat repeat) {
  switch (take_byte() % 12) {
    case 0: dr_repeat_start(repeat); break;
    case 1: dr_repeat_stop(repeat, (dr_stop_mode)take_choice(3)); break;
    case 2: dr_repeat_pause(repeat); break;
    case 3: dr_repeat_resume(repeat); break;
    case 4: dr_repeat_reverse(repeat); break;
    case 5: dr_repeat_hold(repeat); break;
    case 6: dr_repeat_set_cycle_duration(repeat, take_number()); break;
    case 7: dr_repeat_set_rate(repeat, take_number()); break;
    case 8:
      dr_repeat_ramp(repeat, take_rate(), take_number(), (dr_ramp_shape)take_choice(2));
      break;
    case 9: dr_repeat_seek(repeat, take_position(), take_byte() & 1); break;
    case 10: dr_repeat_set_policy(repeat, take_policy()); break;
    case 11: dr_repeat_shift_time(repeat, take_number()); break;
  }
}

// The commands with a time: mostly one ahead, or the present time.
static void call_timed_change(dr_repeat repeat) {
  dr_repeat_info info;
  uint8_t way = take_byte();
  double time = take_number();
  if (way >= 32 && !dr_repeat_get_info(repeat, &info)) {
    time = info.now_s + (way >= 128 ? fabs(time) : 0);
  }
  switch (take_byte() % 11) {
    case 0: dr_repeat_start_at(repeat, time); break;
    case 1: dr_repeat_stop_at(repeat, (dr_stop_mode)take_choice(3), time); break;
    case 2: dr_repeat_pause_at(repeat, time); break;
    case 3: dr_repeat_resume_at(repeat, time); break;
    case 4: dr_repeat_reverse_at(repeat, time); break;
    case 5: dr_repeat_hold_at(repeat, time); break;
    case 6: dr_repeat_set_cycle_duration_at(repeat, take_number(), time); break;
    case 7: dr_repeat_set_rate_at(repeat, take_number(), time); break;
    case 8:
      dr_repeat_ramp_at(
        repeat, take_rate(), take_number(), (dr_ramp_shape)take_choice(2), time);
      break;
    case 9: dr_repeat_seek_at(repeat, take_position(), take_byte() & 1, time); break;
    case 10: dr_repeat_set_policy_at(repeat, take_policy(), time); break;
  }
}

static void call_schedule(dr_repeat repeat) {
  output result;
  dr_command command = take_command();
  dr_moment moment = take_moment();
  uint8_t way = take_byte();
  dr_command_id *id = way < 8 ? NULL : fresh(&result);
  dr_status status = dr_repeat_schedule(
    repeat, way % 16 == 9 ? NULL : &command, way % 16 == 10 ? NULL : &moment, id);
  if (id) judge(status, &result);
  if (way > 240) dr_repeat_cancel(repeat, (dr_command_id){take_integer()});
  if (way > 250) dr_repeat_cancel_all(repeat);
}

static void call_advance(dr_repeat repeat) {
  static dr_event events[64];
  dr_event_count count = {0, 0, 0};
  dr_repeat_info info;
  uint8_t way = take_byte();
  double time = take_number();
  // Most calls go on from the present time: any number would soon be the end of time.
  if (way >= 32 && !dr_repeat_get_info(repeat, &info)) time = info.now_s + fabs(time);
  uint32_t capacity = take_byte() % 65;
  dr_event *target = way % 8 == 1 ? NULL : events;
  if (way < 240) dr_repeat_advance(repeat, time, target, capacity, way % 8 == 2 ? NULL : &count);
  else dr_repeat_take_events(repeat, target, capacity, &count);
  if (count.written > capacity) broken("no more events than fit");
  for (uint32_t index = 0; index < count.written; index++) {
    if (!isfinite(events[index].time_s) || !(events[index].lateness_s >= 0)) {
      broken("events with their times");
    }
  }
}

static void call_value(dr_repeat repeat) {
  output result;
  dr_repeat_info info;
  uint8_t way = take_byte();
  double time = take_number();
  if (way >= 64 && !dr_repeat_get_info(repeat, &info)) time += info.now_s;
  void *target = fresh(&result);
  switch (way % 11) {
    case 0: judge_number(dr_repeat_value(repeat, time, target), &result, 0); break;
    case 1: judge_number(dr_repeat_phase(repeat, time, target), &result, 0); break;
    case 2: judge(dr_repeat_cycle(repeat, time, target), &result); break;
    case 3: judge(dr_repeat_position(repeat, time, target), &result); break;
    case 4: judge(dr_repeat_sample(repeat, time, target), &result); break;
    case 5: judge(dr_repeat_get_info(repeat, target), &result); break;
    case 6: dr_repeat_value(repeat, time, NULL); break;
    case 7:
      if (!isfinite(dr_repeat_value_or(repeat, time, 0))) broken("a value or the fallback");
      break;
    case 8:
      if (dr_repeat_is_on(repeat, time, take_number()) >> 1) broken("1 or 0");
      break;
    case 9:
      judge_number(dr_repeat_next_change(repeat, time, take_number(), target), &result, 1);
      break;
    case 10:
      judge_number(dr_repeat_next_switch(repeat, time, take_number(), target), &result, 1);
      break;
  }
}

static void call_snapshot(dr_repeat repeat) {
  static uint8_t saved[room + 8];
  size_t size = 0;
  uint8_t way = take_byte();
  uint8_t *start = saved + way % 8;
  if (dr_repeat_snapshot(repeat, start, way < 16 ? way : room, &size)) return;
  // Damaged, with a sum that is right again, so that the state itself is what has to be judged.
  for (uint8_t changes = take_byte() % 4; changes; changes--) {
    uint16_t offset;
    take(&offset, sizeof offset);
    if (size > 40) take(start + 24 + offset % (size - 40), way & 1 ? 1 : 8);
  }
  if (way >= 32) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t index = 0; index + 8 < size; index++) {
      hash = (hash ^ start[index]) * UINT64_C(0x100000001b3);
    }
    for (int index = 0; index < 8; index++) start[size - 8 + index] = (uint8_t)(hash >> 8 * index);
  }
  size_t taken = way < 24 ? take_byte() : size;
  if (way & 2) dr_repeat_restore_at(take_repeat(), start, taken, take_number());
  else dr_repeat_restore(take_repeat(), start, taken);
}

static void call_curve(void) {
  output result;
  dr_curve curve = take_curve();
  double number = take_number();
  void *target = fresh(&result);
  if (take_byte() & 1) judge_number(dr_curve_value(curve, number, target), &result, 0);
  else judge_number(dr_curve_settling_duration(curve, target), &result, 0);
}

static void call_ticks(void) {
  dr_ticks ticks = {take_integer()};
  double seconds = dr_ticks_seconds(take_byte() < 32 ? NULL : &ticks, (uint32_t)take_integer());
  if (!isfinite(seconds)) broken("finite seconds of a clock");
}

static void call_color(void) {
  uint8_t a = take_byte(), b = take_byte();
  double value = take_number();
  if (dr_mix_srgb8(a, b, 0) != a || dr_mix_srgb8(a, b, 1) != b || dr_mix_srgb8(a, a, value) != a) {
    broken("the ends of a mix");
  }
}

static void call_create(void) {
  int index = take_byte() % most;
  uint8_t way = take_byte();
  if (way >= 240) fails_at = 1;
  if (way & 1) {
    dr_repeat_destroy(repeats[index]);
    dr_repeat_def def = take_repeat_def();
    dr_repeat_create(way == 3 ? NULL : &def, way == 5 ? NULL : &repeats[index]);
    if (way & 2) dr_repeat_start(repeats[index]);
  } else {
    dr_curve_destroy(curves[index]);
    dr_curve_def def = take_curve_def();
    dr_curve_create(way == 4 ? NULL : &def, way == 6 ? NULL : &curves[index]);
  }
  fails_at = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes = data;
  left = size;
  if (dr_set_allocator(&allocator)) broken("the allocator can be set while nothing lives");
  while (left) {
    uint8_t call = take_byte() % 60;
    if (call < 6) call_create();
    else if (call < 11) call_change(take_repeat());
    else if (call < 13) call_timed_change(take_repeat());
    else if (call < 16) call_schedule(take_repeat());
    else if (call < 20) call_advance(take_repeat());
    else if (call < 24) call_value(take_repeat());
    else if (call < 26) call_snapshot(take_repeat());
    else if (call < 31) call_curve();
    else if (call < 46) call_bank();
    else if (call < 47) (take_byte() & 1 ? call_ticks : call_color)();
    else if (call < 53) call_loop();
    else if (call < 59) call_lock(take_repeat());
    else if (!dr_status_text((dr_status)take_integer())) broken("a text for any status");
  }
  for (int index = 0; index < most; index++) {
    dr_repeat_destroy(repeats[index]);
    dr_curve_destroy(curves[index]);
    if (dr_repeat_is_valid(repeats[index]) || dr_curve_is_valid(curves[index])) {
      broken("stale handles");
    }
  }
  end_banks();
  end_locks();
  end_loops();
  if (taken_blocks) broken("all memory given back");
  return 0;
}
