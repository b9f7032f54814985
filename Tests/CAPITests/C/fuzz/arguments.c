// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The input bytes

const uint8_t *bytes;
size_t left;

void take(void *target, size_t size) {
  size_t given = size < left ? size : left;
  memset(target, 0, size);
  memcpy(target, bytes, given);
  bytes += given;
  left -= given;
}

uint8_t take_byte(void) {
  uint8_t byte;
  take(&byte, 1);
  return byte;
}

// Either arbitrary bytes, or a usual number, which reaches more of the library's code.
double take_number(void) {
  static const double usual[] = {
    0,    -0.0, 1,    -1,   0.5,  0.25, 1e-6, 1e6,  -1e6, 1e9,       1e12,      -1e12,
    1e18, 1e-9, 1e-3, 2,    3.5,  10,   60,   1e5,  NAN,  INFINITY, -INFINITY, 1e300,
    0.1,  0.3,  0.7,  0x1p-1074, 0x1.fffffffffffffp-1, 1e15, 1e-300, 100};
  double number;
  uint8_t selector = take_byte();
  if (selector < 64) {
    take(&number, sizeof number);
    return number;
  }
  if (selector < 160) return usual[selector % 32];
  return (take_byte() / 16.0 - 4) * (selector < 208 ? 1 : 1000);
}

int64_t take_integer(void) {
  int64_t integer = 0;
  uint8_t selector = take_byte();
  if (selector < 64) take(&integer, sizeof integer);
  else if (selector < 96) integer = INT64_C(1000000000000000000) * (selector & 1 ? 1 : -1);
  else integer = selector - 160;
  return integer;
}

// In most cases one of the first values of an enumeration.
int take_choice(int count) {
  uint8_t selector = take_byte();
  if (selector >= 8) return selector % count;
  int32_t any;
  take(&any, sizeof any);
  return any;
}

// ---- Promises

void broken(const char *promise) {
  fprintf(stderr, "broken promise: %s\n", promise);
  abort();
}

void *fresh(output *output) {
  memset(output->before, 0xa5, sizeof output->before);
  memset(output->now, 0xa5, sizeof output->now);
  return output->now;
}

void judge(dr_status status, const output *output) {
  if ((unsigned)status > DR_ERROR_SETTINGS) broken("a status that is listed");
  if (status && memcmp(output->before, output->now, sizeof output->now)) {
    broken("no output on an error");
  }
}

void judge_number(dr_status status, const output *output, int may_be_infinite) {
  judge(status, output);
  double number;
  memcpy(&number, output->now, sizeof number);
  if (!status && !isfinite(number) && !(may_be_infinite && isinf(number))) {
    broken("finite numbers");
  }
}

// ---- Arguments of all types

static dr_curve_stop stops[64];

dr_curve_def take_curve_def(void) {
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
    stops[take_byte() % 64] = (dr_curve_stop){take_number(), take_number()};
  }
  // Pointers other than NULL are valid, as the header requires.
  def.stops = take_byte() < 8 ? NULL : stops;
  def.stop_count = take_byte() % 80;
  if (def.stop_count > 64) def.stop_count += DR_MAX_STOPS;
  return def;
}

dr_rate take_rate(void) {
  return (dr_rate){take_number(), (dr_rate_unit)take_choice(2), 0};
}

dr_policy take_policy(void) {
  return (dr_policy){take_number(), (dr_policy_kind)take_choice(2), 0};
}

dr_position take_position(void) { return (dr_position){take_integer(), take_number()}; }

static dr_pace take_pace(void) {
  return (dr_pace){(dr_curve_kind)take_choice(7), (int32_t)take_integer(),
    (dr_step_jump)take_choice(4), 0, take_number(), take_number(), take_number(), take_number()};
}

dr_repeat_def take_repeat_def(void) {
  dr_repeat_def def = dr_default_repeat_def();
  uint8_t fields = take_byte();
  if (take_byte() < 8) take(&def, sizeof def);
  if (fields & 1) def.rate = take_rate();
  if (fields & 2) def.policy = take_policy();
  if (fields & 4) def.repeat_delay_s = take_number();
  if (fields & 8) def.repeat_count = take_number();
  if (fields & 16) def.start_phase = take_number();
  if (fields & 32) def.now_s = take_number();
  if (fields & 64) def.pace = take_pace();
  if (fields & 128) def.max_flash_hz = take_number();
  def.return_pace = take_pace();
  def.autoreverses = take_byte() & 1;
  def.has_return_pace = take_byte() % 4 == 0;
  def.rest_state = (dr_rest_state)take_choice(2);
  def.reporting = (dr_reporting)take_choice(2);
  for (int index = 0; index < 4; index++) {
    uint8_t gap = take_byte();
    def.marks[index] = gap < 250 ? 0.25 * (index + gap / 256.0) : take_number();
  }
  def.mark_count = take_byte() < 128 ? 0 : take_byte() % 6;
  return def;
}

dr_command take_command(void) {
  dr_command command;
  memset(&command, 0, sizeof command);
  if (take_byte() < 8) take(&command, sizeof command);
  command.kind = (dr_command_kind)take_choice(10);
  command.stop_mode = (dr_stop_mode)take_choice(3);
  command.rate = take_rate();
  command.ramp_s = take_number();
  command.is_silent = take_byte() & 1;
  command.position = take_position();
  command.policy = take_policy();
  command.repeat_count = take_number();
  return command;
}

dr_moment take_moment(void) {
  return (dr_moment){
    (dr_moment_kind)take_choice(4), 0, take_number(), take_number(), take_integer()};
}
