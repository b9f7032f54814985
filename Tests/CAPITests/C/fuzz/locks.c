// SPDX-License-Identifier: Apache-2.0
// Locks, arrivals, beat clocks and clock followers, with any bytes for arguments.
#include "arguments.h"
#include <math.h>
#include <string.h>

enum { most = 3 };

static dr_beat_clock clocks[most];
static dr_clock_follower followers[most];

static dr_bounds take_bounds(void) {
  dr_bounds bounds = dr_default_bounds();
  uint8_t way = take_byte();
  if (way & 1) bounds.least_hz = way & 8 ? take_number() : way / 64.0;
  if (way & 2) bounds.most_hz = way & 16 ? take_number() : 1 + way / 16.0;
  if (way & 4) bounds.slope_hz_per_s = fabs(take_number());
  bounds.shape = (dr_ramp_shape)(way > 250 ? take_choice(2) : way & 1);
  return bounds;
}

static dr_leader take_leader(void) {
  dr_leader leader = dr_default_leader();
  uint8_t way = take_byte();
  if (way < 120) dr_beat_clock_leader(clocks[way % most], &leader);
  else if (way < 140) dr_clock_follower_leader(followers[way % most], take_number(), &leader);
  else if (way < 200) leader.rate_hz = take_number();
  // Any bytes at all.
  if (way >= 240) take(&leader, way >= 250 ? sizeof leader : 40);
  return leader;
}

static void lock(dr_repeat repeat) {
  dr_lock_def def = dr_default_lock_def();
  dr_repeat_info info = {0};
  dr_repeat_get_info(repeat, &info);
  def.leader = take_leader();
  def.bounds = take_bounds();
  uint8_t way = take_byte();
  def.style = (dr_lock_style)(way & 1);
  if (way & 2) def.numerator = way & 4 ? (int32_t)take_integer() : way % 7 - 3;
  if (way & 8) def.denominator = way & 16 ? (int32_t)take_integer() : way % 5;
  if (way & 32) def.offset = take_number();
  if (way & 64) def.deadline_s = info.now_s + fabs(take_number());
  if (way == 255) take(&def, sizeof def);
  if (take_byte() & 1) dr_repeat_lock(repeat, way == 254 ? NULL : &def);
  else dr_repeat_lock_at(repeat, &def, info.now_s + (way & 128 ? fabs(take_number()) : 0));
}

static void arrive(dr_repeat repeat) {
  dr_arrival_def def = dr_default_arrival_def();
  dr_repeat_info info = {0};
  dr_repeat_get_info(repeat, &info);
  uint8_t way = take_byte();
  def.kind = (dr_arrival_kind)take_choice(4);
  def.bounds = take_bounds();
  def.phase = way & 1 ? way / 256.0 : take_number();
  def.position = take_position();
  def.cycles = take_number();
  def.time_s = info.now_s + (way & 2 ? fabs(take_number()) : way / 50.0);
  def.has_rate = way & 4;
  def.rate = take_rate();
  if (way == 255) take(&def, sizeof def);
  if (way & 8) dr_repeat_arrive(repeat, way == 254 ? NULL : &def);
  else dr_repeat_arrive_at(repeat, &def, info.now_s + (way & 16 ? fabs(take_number()) : 0));
}

static void clock_call(dr_beat_clock *clock) {
  output result;
  void *target = fresh(&result);
  dr_beat_clock_def def = dr_default_beat_clock_def();
  double time_s = take_number();
  switch (take_byte() % 12) {
    case 0:
      def.beats_per_minute = take_number();
      def.time_s = time_s;
      def.beat = take_position();
      def.beats_per_bar = (uint32_t)take_integer();
      if (!dr_beat_clock_is_valid(*clock)) dr_beat_clock_create(&def, clock);
      break;
    case 1:
      if (!dr_beat_clock_is_valid(*clock)) dr_beat_clock_create(&def, clock);
      break;
    case 2: dr_beat_clock_set_tempo(*clock, take_number(), time_s); break;
    case 3:
      dr_beat_clock_ramp(
        *clock, take_number(), take_number(), (dr_ramp_shape)take_choice(2), time_s);
      break;
    case 4: dr_beat_clock_seek(*clock, take_position(), time_s); break;
    case 5: judge(dr_beat_clock_beat(*clock, time_s, target), &result); break;
    case 6: judge_number(dr_beat_clock_tempo(*clock, time_s, target), &result, 0); break;
    case 7:
      judge_number(dr_beat_clock_time_of_beat(*clock, take_integer(), target), &result, 0);
      break;
    case 8: judge(dr_beat_clock_next_beat(*clock, time_s, target), &result); break;
    case 9: judge(dr_beat_clock_next_bar(*clock, time_s, target), &result); break;
    case 10: judge_number(dr_beat_clock_phase_in_bar(*clock, time_s, target), &result, 0); break;
    case 11: dr_beat_clock_destroy(*clock); break;
  }
}

static void follower_call(dr_clock_follower *follower) {
  output result;
  void *target = fresh(&result);
  dr_clock_follower_def def = dr_default_clock_follower_def();
  uint8_t way = take_byte();
  double time_s = take_number();
  if (!dr_clock_follower_is_valid(*follower)) {
    if (way & 1) def.rate = take_number();
    if (way & 2) def.catch_up = take_number();
    dr_clock_follower_create(&def, follower);
    return;
  }
  if (way < 150) {
    // Some samples on a line, or anywhere.
    for (int index = 0; index < way % 32; index++) {
      dr_clock_arrival arrival;
      double position = way & 64 ? take_number() : time_s + index / 60.0;
      dr_clock_follower_add(*follower, position, time_s + index / 60.0, &arrival);
    }
  } else if (way < 200) {
    judge_number(dr_clock_follower_position(*follower, time_s, target), &result, 0);
  } else if (way < 240) {
    judge(dr_clock_follower_get_info(*follower, target), &result);
  } else {
    dr_clock_follower_destroy(*follower);
  }
}

void call_lock(dr_repeat repeat) {
  output result;
  uint8_t way = take_byte();
  // At any allocation of any call, the allocator may give nothing.
  if (way >= 240) fails_at = 1;
  dr_position position;
  dr_leader leader;
  switch (way % 8) {
    case 0: clock_call(&clocks[way / 8 % most]); break;
    case 1: follower_call(&followers[way / 8 % most]); break;
    case 2:
    case 3: lock(repeat); break;
    case 4: arrive(repeat); break;
    case 5:
      if (way & 8) dr_repeat_unlock(repeat);
      else dr_repeat_unlock_at(repeat, take_number());
      break;
    case 6: judge(dr_repeat_get_lock_info(repeat, fresh(&result)), &result); break;
    case 7:
      leader = take_leader();
      if (way & 8) dr_repeat_leader(repeat, &leader);
      if (!dr_leader_position(&leader, take_number(), &position) &&
          !(position.phase >= 0 && position.phase < 1)) {
        broken("phases in [0, 1)");
      }
      break;
  }
  fails_at = 0;
}

void end_locks(void) {
  for (int index = 0; index < most; index++) {
    dr_beat_clock_destroy(clocks[index]);
    dr_clock_follower_destroy(followers[index]);
  }
}
