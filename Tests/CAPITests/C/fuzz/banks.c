// SPDX-License-Identifier: Apache-2.0
// Calls the functions of banks in any order, with arbitrary bytes as arguments.
#include "arguments.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = 3, most_members = 8, most_slots = 3000 };

static dr_bank *banks[most];
static dr_bank_def defs[most];
static dr_member members[most_members];

static double now_of(const dr_bank *bank) {
  dr_bank_info info;
  return dr_bank_get_info(bank, &info) ? 0 : info.now_s;
}

// In most cases the present time, or a time soon after it; a new bank's present time is far in the
// past.
static double take_bank_time(const dr_bank *bank) {
  uint8_t selector = take_byte();
  double now = now_of(bank);
  if (selector < 24) return take_number();
  if (now == -9e9) return 0;
  return selector < 96 ? now : now + take_byte() / 60.0 * (selector < 108 ? 1e4 : 1);
}

// In most cases a member that was added.
static dr_member take_member(void) {
  dr_member member = members[take_byte() % most_members];
  if (take_byte() < 8) take(&member, sizeof member);
  return member;
}

static double fraction(double number) { return number - floor(number); }

// The values of a frame must be finite; with a linear curve they must be near the phase.
static void check_values(const dr_bank *bank, int index, double time) {
  const float *values;
  uint32_t count;
  dr_bank_info info;
  if (dr_bank_get_info(bank, &info) || dr_bank_all_values(bank, &values, &count)) {
    broken("an info and values of any bank");
  }
  if (count != info.end || info.count > info.end) broken("a value for each slot");
  const dr_bank_def *def = &defs[index];
  for (uint32_t slot = 0; slot < count; slot++) {
    if (!isfinite(values[slot])) broken("finite values");
    if (def->timing.kind > DR_CURVE_DEFAULT) continue;
    if (!(values[slot] >= 0 && values[slot] <= 1)) broken("values in 0...1");
    dr_member member;
    dr_member_sample sample;
    if (slot % 64 > 4 || dr_bank_member_at(bank, slot, &member)) continue;
    if (dr_bank_sample(bank, member, time, &sample)) broken("a sample of any member");
    if (sample.slot != slot || !(sample.phase >= 0 && sample.phase < 1)) broken("a phase in 0...1");
    if (def->timing.kind != DR_CURVE_LINEAR) continue;
    double miss = fabs((double)values[slot] - sample.value);
    if (def->mode == DR_BANK_MODE_ONE_WAY) miss = fmin(miss, 1 - miss);
    if (miss > 1e-6 + 2e-7 * fabs(sample.rate_hz)) broken("a frame's value near the exact one");
  }
}

static void create(void) {
  int index = take_byte() % most;
  uint8_t selector = take_byte();
  dr_bank_destroy(banks[index]);
  banks[index] = NULL;
  dr_bank_def def = dr_default_bank_def();
  if (selector < 4) take(&def, sizeof def);
  if (selector < 128) def.timing = take_curve_def();
  if (selector >= 192) def.timing.kind = DR_CURVE_LINEAR;
  def.mode = (dr_bank_mode)take_choice(2);
  def.capacity = selector % 8 == 1 ? (uint32_t)take_integer() : most_slots;
  def.room = selector % 8 < 2 ? take_byte() * 8u : 0;
  defs[index] = def;
  dr_bank_create(selector == 255 ? NULL : &def, selector == 254 ? NULL : &banks[index]);
}

static void add(dr_bank *bank) {
  output result;
  uint8_t selector = take_byte();
  double time = take_bank_time(bank);
  dr_rate rate = take_rate();
  dr_member *member = fresh(&result);
  dr_status status = dr_bank_add(bank, rate, take_number(), time, selector == 0 ? NULL : member);
  judge(status, &result);
  if (!status) members[selector % most_members] = *member;
  if (selector < 248) return;
  // Fills more than one chunk of slots.
  for (int count = 0; count < 1200; count++)
    dr_bank_add(bank, dr_hz(count * 0.01), count / 1200.0, time, &members[selector % most_members]);
}

static void change(dr_bank *bank) {
  double time = take_bank_time(bank);
  dr_member member = take_member();
  uint8_t first = take_byte();
  dr_command command = take_command();
  double rates[most_members];
  switch (take_byte() % 10) {
    case 0: dr_bank_remove(bank, member); break;
    case 1: dr_bank_remove_range(bank, first, take_byte()); break;
    case 2:
      for (int index = 0; index < most_members; index++) rates[index] = take_rate().value;
      dr_bank_set_rates(bank, members, rates, first % (most_members + 1), time);
      break;
    case 3: dr_bank_command_range(bank, first, take_byte(), &command, time); break;
    case 4: dr_bank_move_timeline(bank, take_number()); break;
    case 5:
    case 6: dr_bank_set_rate(bank, member, take_rate(), take_policy(), time); break;
    default: dr_bank_command(bank, member, first == 0 ? NULL : &command, time);
  }
}

static void evaluate(dr_bank *bank, int index) {
  static float rates[most_slots];
  double time = take_bank_time(bank);
  uint8_t selector = take_byte();
  dr_bank_info info;
  if (dr_bank_get_info(bank, &info)) return;
  if (selector < 64 && info.end <= most_slots) {
    float rate = (float)take_number(), step = (float)take_number();
    for (uint32_t slot = 0; slot < info.end; slot++) rates[slot] = rate + step * (float)(slot % 7);
    size_t count = selector < 4 ? (size_t)take_integer() : info.end;
    if (!dr_bank_evaluate_rates(bank, time, selector == 4 ? NULL : rates, count))
      check_values(bank, index, time);
  } else if (!dr_bank_evaluate(bank, time)) {
    check_values(bank, index, time);
  }
  static dr_shader_row rows[most_slots];
  dr_slot_range ranges[3];
  uint32_t count = 0, capacity = selector % 4;
  if (dr_bank_shader_rows(bank, time, rows, most_slots, ranges, capacity, &count)) return;
  if (count > capacity) broken("no more ranges than fit");
  for (uint32_t i = 0; i < count; i++)
    if (ranges[i].first + ranges[i].count > info.end) broken("ranges of slots");
}

static void ask(dr_bank *bank) {
  output result;
  void *target = fresh(&result);
  double time = take_bank_time(bank);
  dr_member member = take_member();
  switch (take_byte() % 9) {
    case 0: judge_number(dr_bank_value(bank, member, time, target), &result, 0); break;
    case 1: judge_number(dr_bank_phase(bank, member, time, target), &result, 0); break;
    case 2: judge_number(dr_bank_sample(bank, member, time, target), &result, 0); break;
    case 3: judge_number(dr_bank_next_change(bank, time, target), &result, 1); break;
    case 4: judge(dr_bank_member_at(bank, take_byte(), target), &result); break;
    case 5: judge(dr_bank_values(bank, take_byte(), take_byte() % 128, target), &result); break;
    case 6: judge(dr_bank_get_info(bank, target), &result); break;
    case 7:
      if (dr_bank_contains(bank, member) >> 1) broken("1 or 0");
      if (dr_bank_contains(bank, member) && dr_bank_reserve(bank, dr_member_slot(member) + 1))
        broken("a slot below the capacity");
      break;
    case 8: dr_bank_value(bank, member, time, NULL); break;
  }
}

// Converts a member to a repeat, and the repeat to a member again.
static void convert(dr_bank *bank) {
  output result;
  dr_repeat repeat;
  dr_member member = take_member(), again;
  double time = take_bank_time(bank), phases[2];
  if (dr_bank_get_repeat(bank, member, time, &repeat)) return;
  if (!isfinite(dr_repeat_value_or(&repeat, time, NAN))) broken("a value of a member's repeat");
  dr_repeat_advance(&repeat, time + take_byte() / 60.0);
  if (dr_bank_add_repeat(bank, &repeat, fresh(&result))) return;
  memcpy(&again, result.now, sizeof again);
  if (dr_bank_phase(bank, member, now_of(bank), &phases[0]) ||
      dr_bank_phase(bank, again, now_of(bank), &phases[1]))
    broken("equal phases");
  double apart = fraction(phases[0] - phases[1]);
  if (fmin(apart, 1 - apart) > 1e-9) broken("a repeat that continues like its member");
}

// Saves a state, and restores it in any bank; RepeatBanksTests tests forged states.
static void save(dr_bank *bank) {
  static uint8_t saved[100 + 120 * most_slots], copy[sizeof saved];
  size_t size = 0, again = 0;
  uint8_t selector = take_byte(), index = take_byte() % most;
  if (dr_bank_save(bank, saved, selector == 0 ? 16 : sizeof saved, &size)) return;
  if (dr_bank_restore(banks[index], saved, selector < 32 ? take_byte() : size)) return;
  if (dr_bank_save(banks[index], copy, sizeof copy, &again) || again != size ||
      memcmp(saved, copy, size))
    broken("a restored bank that saves the same bytes");
}

void call_bank(void) {
  int index = take_byte() % most;
  dr_bank *bank = banks[index];
  uint8_t selector = take_byte() % 32;
  if (selector == 0 || !bank) create();
  else if (selector < 8) add(bank);
  else if (selector < 18) change(bank);
  else if (selector < 22) evaluate(bank, index);
  else if (selector < 26) ask(selector == 22 ? NULL : bank);
  else if (selector < 28) convert(bank);
  else save(bank);
}

void end_banks(void) {
  for (int index = 0; index < most; index++) {
    dr_bank_destroy(banks[index]);
    banks[index] = NULL;
  }
  memset(members, 0, sizeof members);
  memset(defs, 0, sizeof defs);
}
