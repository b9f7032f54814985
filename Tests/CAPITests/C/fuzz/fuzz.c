// SPDX-License-Identifier: Apache-2.0
// Calls the functions of dynamic_repeat.h in any order with any bytes for arguments.
//
// An entry for libFuzzer, and for driver.c beside this. It aborts where a promise of the header is
// broken: an output written on an error, a value that is no number, memory not given back.
#include <dynamic_repeat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The bytes to go by

static const uint8_t *bytes;
static size_t left;

static void take(void *target, size_t size) {
  size_t given = size < left ? size : left;
  memset(target, 0, size);
  memcpy(target, bytes, given);
  bytes += given;
  left -= given;
}

static uint8_t take_byte(void) {
  uint8_t byte;
  take(&byte, 1);
  return byte;
}

// Any bytes at all, or a number that leads further into the library.
static double take_number(void) {
  static const double usual[] = {
    0,    -0.0, 1,    -1,   0.5,  0.25, 1e-6, 1e6,  -1e6, 1e9,       1e12,      -1e12,
    1e18, 1e-9, 1e-3, 2,    3.5,  10,   60,   1e5,  NAN,  INFINITY, -INFINITY, 1e300,
    0.1,  0.3,  0.7,  0x1p-1074, 0x1.fffffffffffffp-1, 1e15, 1e-300, 100};
  double number;
  uint8_t way = take_byte();
  if (way < 64) {
    take(&number, sizeof number);
    return number;
  }
  if (way < 160) return usual[way % 32];
  return (take_byte() / 16.0 - 4) * (way < 208 ? 1 : 1000);
}

static int64_t take_integer(void) {
  int64_t integer = 0;
  uint8_t way = take_byte();
  if (way < 64) take(&integer, sizeof integer);
  else if (way < 96) integer = INT64_C(1000000000000000000) * (way & 1 ? 1 : -1);
  else integer = way - 160;
  return integer;
}

// Mostly one of the first values of an enumeration.
static int take_choice(int count) {
  uint8_t way = take_byte();
  if (way >= 8) return way % count;
  int32_t any;
  take(&any, sizeof any);
  return any;
}

// ---- What lives

enum { most = 4, room = 1 << 16 };

static dr_repeat repeats[most];
static dr_curve curves[most];
static size_t taken_blocks;
static uint8_t fails_at;

static void *allocate(size_t size, void *context) {
  (void)context;
  if (fails_at && --fails_at == 0) return NULL;
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

static void broken(const char *promise) {
  fprintf(stderr, "broken promise: %s\n", promise);
  abort();
}

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

// An output that must stay as it is on an error, and be a finite number else.
typedef struct output {
  uint8_t before[128], now[128];
} output;

static void *fresh(output *output) {
  memset(output->before, 0xa5, sizeof output->before);
  memset(output->now, 0xa5, sizeof output->now);
  return output->now;
}

static void judge(dr_status status, const output *output) {
  if ((unsigned)status > DR_ERROR_NOT_FOUND) broken("a status that is listed");
  if (status && memcmp(output->before, output->now, sizeof output->now)) {
    broken("no output on an error");
  }
}

static void judge_number(dr_status status, const output *output, int may_be_infinite) {
  judge(status, output);
  double number;
  memcpy(&number, output->now, sizeof number);
  if (!status && !isfinite(number) && !(may_be_infinite && isinf(number))) {
    broken("finite numbers");
  }
}

// ---- Arguments of every type

static dr_stop stops[64];

static dr_curve_def take_curve_def(void) {
  dr_curve_def def = dr_default_curve_def();
  if (take_byte() < 8) take(&def, sizeof def);
  def.kind = (dr_curve_kind)take_choice(10);
  def.x1 = take_number();
  def.y1 = take_number();
  def.x2 = take_number();
  def.y2 = take_number();
  def.step_count = (int32_t)take_integer();
  def.step_jump = (dr_step_jump)take_choice(4);
  def.family = (dr_easing_family)take_choice(10);
  def.direction = (dr_easing_direction)take_choice(3);
  if (take_byte() < 128) {
    def.spring = (dr_spring){
      take_number(), take_number(), take_number(), take_number(), take_number()};
  }
  for (int index = 0; index < 3; index++) {
    stops[take_byte() % 64] = (dr_stop){take_number(), take_number()};
  }
  // Pointers that are not NULL are good, as the header asks.
  def.stops = take_byte() < 8 ? NULL : stops;
  def.stop_count = take_byte() % 80;
  if (def.stop_count > 64) def.stop_count += DR_MAX_STOPS;
  return def;
}

static dr_rate take_rate(void) {
  return (dr_rate){take_number(), (dr_rate_unit)take_choice(2), 0};
}

static dr_policy take_policy(void) {
  return (dr_policy){
    take_number(), (dr_policy_kind)take_choice(4), (dr_ramp_shape)take_choice(2)};
}

static dr_position take_position(void) { return (dr_position){take_integer(), take_number()}; }

static dr_repeat_def take_repeat_def(void) {
  dr_repeat_def def = dr_default_repeat_def();
  uint8_t fields = take_byte();
  if (take_byte() < 8) take(&def, sizeof def);
  def.timing = take_curve_def();
  def.return_timing = take_curve_def();
  if (fields & 1) def.rate = take_rate();
  if (fields & 2) def.policy = take_policy();
  if (fields & 4) def.repeat_delay_s = take_number();
  if (fields & 8) def.repeat_count = take_number();
  if (fields & 16) def.start_phase = take_number();
  if (fields & 32) def.now_s = take_number();
  def.autoreverses = take_byte() & 1;
  def.has_return_timing = take_byte() % 4 == 0;
  def.rests_at = (dr_rest_place)take_choice(2);
  def.flood = (dr_event_flood)take_choice(3);
  def.command_capacity = fields & 64 ? (uint32_t)take_integer() : take_byte();
  def.event_capacity = fields & 128 ? (uint32_t)take_integer() : take_byte();
  return def;
}

static dr_command take_command(void) {
  dr_command command;
  memset(&command, 0, sizeof command);
  if (take_byte() < 8) take(&command, sizeof command);
  command.kind = (dr_command_kind)take_choice(10);
  command.stop_mode = (dr_stop_mode)take_choice(3);
  command.rate = take_rate();
  command.ramp_s = take_number();
  command.shape = (dr_ramp_shape)take_choice(2);
  command.is_silent = take_byte() & 1;
  command.position = take_position();
  command.policy = take_policy();
  return command;
}

static dr_moment take_moment(void) {
  return (dr_moment){
    (dr_moment_kind)take_choice(5), 0, take_number(), take_number(), take_integer()};
}

// ---- Calls

static void call_order(dr_repeat repeat) {
  switch (take_byte() % 11) {
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
  switch (way % 7) {
    case 0: judge_number(dr_repeat_value(repeat, time, target), &result, 0); break;
    case 1: judge_number(dr_repeat_phase(repeat, time, target), &result, 0); break;
    case 2: judge(dr_repeat_cycle(repeat, time, target), &result); break;
    case 3: judge(dr_repeat_position(repeat, time, target), &result); break;
    case 4: judge(dr_repeat_sample(repeat, time, target), &result); break;
    case 5: judge(dr_repeat_get_info(repeat, target), &result); break;
    case 6: dr_repeat_value(repeat, time, NULL); break;
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
    uint16_t place;
    take(&place, sizeof place);
    if (size > 40) take(start + 24 + place % (size - 40), way & 1 ? 1 : 8);
  }
  if (way >= 32) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t index = 0; index + 8 < size; index++) {
      hash = (hash ^ start[index]) * UINT64_C(0x100000001b3);
    }
    for (int index = 0; index < 8; index++) start[size - 8 + index] = (uint8_t)(hash >> 8 * index);
  }
  dr_repeat_restore(take_repeat(), start, way < 24 ? take_byte() : size);
}

static void call_curve(void) {
  output result;
  dr_curve curve = take_curve();
  double number = take_number();
  void *target = fresh(&result);
  if (take_byte() & 1) judge_number(dr_curve_value(curve, number, target), &result, 0);
  else judge_number(dr_curve_settling_duration(curve, target), &result, 0);
}

static dr_time_space take_space(void) {
  dr_time_space space = {take_number(), take_number(), take_number(), take_number(), 0, 0};
  if (take_byte() < 64) {
    space.is_paused = 1;
    space.speed = 0;
  }
  return space;
}

static void call_spaces(void) {
  output result;
  dr_time_space space = take_space();
  double a = take_number(), b = take_number();
  void *target = fresh(&result);
  switch (take_byte() % 8) {
    case 0: judge_number(dr_time_space_local(&space, a, target), &result, 0); break;
    case 1: judge_number(dr_time_space_parent(&space, a, target), &result, 0); break;
    case 2: dr_time_space_pause(&space, a); break;
    case 3: dr_time_space_resume(&space, a); break;
    case 4: dr_time_space_reverse(&space, a); break;
    case 5: dr_time_space_set_speed(&space, a, b); break;
    case 6: dr_time_space_seek(&space, a, b); break;
    case 7: {
      dr_time_space spaces[5];
      int32_t parents[5];
      for (int index = 0; index < 5; index++) {
        spaces[index] = take_space();
        parents[index] = take_choice(index + 1) - 1;
      }
      dr_status status = dr_convert_time(
        spaces, parents, 5, take_choice(6) - 1, take_choice(6) - 1, a, target);
      judge_number(status, &result, 0);
    }
  }
}

static void call_media(void) {
  output result;
  dr_media_timing timing = {take_number(), take_number(), take_number(), take_number(),
    take_number(), take_number(), take_byte() & 1, (dr_fill_mode)take_choice(4)};
  void *target = fresh(&result);
  if (take_byte() < 64) {
    judge_number(dr_media_timing_end(&timing, target), &result, 1);
    return;
  }
  dr_status status = dr_media_timing_sample(
    &timing, take_curve(), take_number(), take_byte() & 1, target);
  judge(status, &result);
  const dr_media_sample *sample = target;
  if (!status && !(isfinite(sample->progress) && isfinite(sample->fraction) &&
        isfinite(sample->local_time_s))) {
    broken("finite media samples");
  }
}

static void call_create(void) {
  int place = take_byte() % most;
  uint8_t way = take_byte();
  if (way >= 240) fails_at = 1;
  if (way & 1) {
    dr_repeat_destroy(repeats[place]);
    dr_repeat_def def = take_repeat_def();
    dr_repeat_create(way == 3 ? NULL : &def, way == 5 ? NULL : &repeats[place]);
    if (way & 2) dr_repeat_start(repeats[place]);
  } else {
    dr_curve_destroy(curves[place]);
    dr_curve_def def = take_curve_def();
    dr_curve_create(way == 4 ? NULL : &def, way == 6 ? NULL : &curves[place]);
  }
  fails_at = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes = data;
  left = size;
  if (dr_set_allocator(&allocator)) broken("the allocator can be set while nothing lives");
  while (left) {
    uint8_t call = take_byte() % 32;
    if (call < 6) call_create();
    else if (call < 12) call_order(take_repeat());
    else if (call < 16) call_schedule(take_repeat());
    else if (call < 20) call_advance(take_repeat());
    else if (call < 24) call_value(take_repeat());
    else if (call < 26) call_snapshot(take_repeat());
    else if (call < 28) call_curve();
    else if (call < 30) call_spaces();
    else if (call < 31) call_media();
    else if (!dr_status_text((dr_status)take_integer())) broken("a text for any status");
  }
  for (int place = 0; place < most; place++) {
    dr_repeat_destroy(repeats[place]);
    dr_curve_destroy(curves[place]);
    if (dr_repeat_is_valid(repeats[place]) || dr_curve_is_valid(curves[place])) {
      broken("stale handles");
    }
  }
  if (taken_blocks) broken("all memory given back");
  return 0;
}
