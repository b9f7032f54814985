// SPDX-License-Identifier: Apache-2.0
// Calls the functions of banks in any order with any bytes for arguments.
#include "arguments.h"
#include <math.h>
#include <string.h>

enum { most = 3, most_members = 64, most_slots = 20000, room = 1 << 20 };

static dr_bank banks[most];
static dr_member members[most_members];
// Where the last frame of any bank was.
static double now;

static dr_bank take_bank(void) {
  uint8_t way = take_byte();
  dr_bank bank = banks[way % most];
  if (way >= 250) take(&bank, sizeof bank);
  return bank;
}

static dr_member take_member(void) {
  uint8_t way = take_byte();
  dr_member member = members[way % most_members];
  if (way >= 248) take(&member, sizeof member);
  // A slot in use with a generation of anything.
  else if (way >= 240) member.id = (uint64_t)take_integer() << 32 | take_byte();
  return member;
}

// Mostly not far from the present.
static double take_time(void) {
  uint8_t way = take_byte();
  if (way < 16) return take_number();
  return now + (way < 64 ? -1 : 1) * take_byte() / 32.0;
}

static uint32_t take_slot(void) {
  return take_byte() < 8 ? (uint32_t)take_integer() : take_byte();
}

// Rates that a bank accepts, most of them.
static double take_hertz(void) {
  return take_byte() < 64 ? take_number() : (take_byte() - 100) / 8.0;
}

static dr_rate take_bank_rate(void) {
  if (take_byte() < 64) return take_rate();
  return (dr_rate){take_hertz(), DR_RATE_HZ, 0};
}

static void create(void) {
  dr_bank *bank = &banks[take_byte() % most];
  dr_bank_destroy(*bank);
  if (dr_bank_is_valid(*bank)) broken("stale banks");
  dr_bank_def def = dr_default_bank_def();
  uint8_t fields = take_byte();
  if (take_byte() < 8) take(&def, sizeof def);
  def.timing = take_curve_def();
  // A fit takes milliseconds: most banks have an easy one.
  if (fields & 3) def.timing.kind = DR_CURVE_LINEAR;
  def.mode = (dr_bank_mode)take_choice(2);
  def.has_ends = fields & 4;
  if (fields & 8) def.most_members = take_slot();
  if (fields & 16) def.room = take_slot() % most_slots;
  if (fields & 32) def.individual_room = take_slot() % 300;
  uint8_t way = take_byte();
  if (way >= 200) fails_at = 1 + way % 6;
  dr_bank_create(way == 3 ? NULL : &def, way == 5 ? NULL : bank);
  fails_at = 0;
}

static void add(dr_bank bank) {
  for (int count = 1 + take_byte() % 16; count; count--) {
    output result;
    void *target = fresh(&result);
    dr_status status = dr_bank_add(
      bank, take_bank_rate(), take_byte() / 256.0, take_time(), take_byte() ? target : NULL);
    judge(status, &result);
    if (!status) memcpy(&members[take_byte() % most_members], target, sizeof *members);
  }
}

static void remove_some(dr_bank bank) {
  uint8_t way = take_byte();
  if (way < 200) dr_bank_remove(bank, take_member());
  else dr_bank_remove_range(bank, take_slot(), take_slot());
}

static void look_up(dr_bank bank) {
  output result;
  void *target = fresh(&result);
  dr_member member = take_member();
  switch (take_byte() % 6) {
    case 0: judge(dr_bank_get_info(bank, target), &result); break;
    case 1: judge(dr_bank_slot(bank, member, target), &result); break;
    case 2: judge(dr_bank_member_at(bank, take_slot(), target), &result); break;
    case 3: dr_bank_contains(bank, member); break;
    case 4: dr_bank_set_ends(bank, member, (float)take_number(), (float)take_number()); break;
    case 5: dr_bank_reserve(bank, take_byte() < 8 ? take_slot() : take_byte() * 64u); break;
  }
}

static void change(dr_bank bank) {
  dr_member member = take_member();
  double time = take_time();
  switch (take_byte() % 9) {
    case 0: dr_bank_set_rate(bank, member, take_hertz(), take_policy(), time); break;
    case 1: dr_bank_set_cycle_duration(bank, member, take_number(), take_policy(), time); break;
    case 2:
      dr_bank_ramp(
        bank, member, take_bank_rate(), take_number(), (dr_ramp_shape)take_choice(2), time);
      break;
    case 3: dr_bank_seek(bank, member, take_number(), time); break;
    case 4: dr_bank_pause(bank, member, time); break;
    case 5: dr_bank_resume(bank, member, time); break;
    case 6: dr_bank_reverse(bank, member, time); break;
    case 7: dr_bank_start(bank, member, time); break;
    case 8: dr_bank_stop(bank, member, (dr_stop_mode)take_choice(3), time); break;
  }
}

static void command(dr_bank bank) {
  dr_command command = take_command();
  if (take_byte() < 200) command.rate = take_bank_rate();
  if (take_byte() < 200) command.ramp_s = take_byte() / 16.0;
  uint8_t way = take_byte();
  const dr_command *given = way == 1 ? NULL : &command;
  if (way < 128) dr_bank_command(bank, take_member(), given, take_time());
  else dr_bank_command_range(bank, take_slot(), take_slot(), given, take_time());
}

static void change_rates(dr_bank bank) {
  static double rates[32];
  static dr_member changed[32];
  size_t count = take_byte() % 32;
  for (size_t index = 0; index < count; index++) {
    rates[index] = take_hertz();
    changed[index] = take_member();
  }
  uint8_t way = take_byte();
  dr_bank_set_rates(bank, way == 1 ? NULL : changed, way == 2 ? NULL : rates, count, take_time());
}

static void check_values(dr_bank bank, const float *values, size_t count) {
  dr_bank_info info;
  // A curve of 1e300 is beyond what floats can show.
  if (dr_bank_get_info(bank, &info) || info.curve_bound > 1e-5) return;
  for (size_t index = 0; index < count; index++) {
    if (isnan(values[index])) broken("values that are numbers");
  }
}

static void evaluate(dr_bank bank) {
  static float values[most_slots];
  double time = take_time();
  uint8_t way = take_byte();
  if (way < 128) {
    if (dr_bank_evaluate(bank, time)) return;
    now = time;
    const float *kept = NULL;
    uint32_t count = 0;
    if (!dr_bank_block(bank, take_byte() % 2, &kept, &count)) check_values(bank, kept, count);
    return;
  }
  if (way < 192) {
    size_t count = 0;
    dr_status status = dr_bank_evaluate_into(
      bank, time, way == 150 ? NULL : values, way % 8 ? most_slots : take_byte(), &count);
    if (!status) check_values(bank, values, count);
    return;
  }
  uint32_t blocks = 0;
  if (!dr_bank_begin_frame(bank, time, &blocks) && blocks > most_slots / DR_BANK_BLOCK) return;
  if (way & 1) look_up(bank);
  if (way & 2) add(bank);
  dr_bank_evaluate_blocks(bank, take_byte() % 3, take_byte() % 3, way & 4 ? values : NULL);
}

static void ask(dr_bank bank) {
  output result;
  void *target = fresh(&result);
  dr_member member = take_member();
  double time = take_time();
  switch (take_byte() % 5) {
    case 0: judge_number(dr_bank_value(bank, member, time, target), &result, 0); break;
    case 1: judge_number(dr_bank_phase(bank, member, time, target), &result, 0); break;
    case 2: judge(dr_bank_sample(bank, member, time, target), &result); break;
    case 3: dr_bank_sample(bank, member, time, NULL); break;
    case 4: judge_number(dr_bank_next_change(bank, time, take_number(), target), &result, 1); break;
  }
}

// The check at the end of a bank's snapshot, made right again.
static void seal(uint8_t *start, size_t size) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  size_t index = 0;
  for (; index + 16 <= size; index += 8) {
    uint64_t word = 0;
    for (int byte = 0; byte < 8; byte++) word |= (uint64_t)start[index + byte] << 8 * byte;
    sum = (sum ^ word) * UINT64_C(0x100000001b3);
    sum ^= sum >> 29;
  }
  for (; index + 8 < size; index++) sum = (sum ^ start[index]) * UINT64_C(0x100000001b3);
  for (int byte = 0; byte < 8; byte++) start[size - 8 + byte] = (uint8_t)(sum >> 8 * byte);
}

static void snapshot(dr_bank bank) {
  static uint8_t saved[room + 8];
  size_t size = 0;
  uint8_t way = take_byte();
  uint8_t *start = saved + way % 8;
  if (dr_bank_snapshot(bank, start, way < 16 ? way : room, &size)) return;
  for (uint8_t changes = take_byte() % 4; changes; changes--) {
    uint16_t offset;
    take(&offset, sizeof offset);
    if (size > 24) take(start + offset % (size - 16), way & 1 ? 1 : 8);
  }
  if (way >= 32) seal(start, size);
  size_t taken = way < 24 ? take_byte() : size;
  if (way & 2) dr_bank_restore_at(take_bank(), start, taken, take_number());
  else dr_bank_restore(take_bank(), start, taken);
  if (way & 4) dr_bank_shift_time(bank, take_number());
}

void call_bank(void) {
  uint8_t call = take_byte() % 32;
  dr_bank bank = take_bank();
  // At any allocation of any call, the allocator may give nothing.
  if (take_byte() >= 200) fails_at = 1 + take_byte() % 3;
  if (call < 1) create();
  else if (call < 6) add(bank);
  else if (call < 7) remove_some(bank);
  else if (call < 9) look_up(bank);
  else if (call < 14) change(bank);
  else if (call < 18) command(bank);
  else if (call < 19) change_rates(bank);
  else if (call < 23) evaluate(bank);
  else if (call < 27) ask(bank);
  else snapshot(bank);
  fails_at = 0;
}

void end_banks(void) {
  for (int index = 0; index < most; index++) dr_bank_destroy(banks[index]);
  now = 0;
}
