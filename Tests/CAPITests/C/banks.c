// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static const dr_policy at_once = {0, DR_POLICY_PHASE_MATCHED, 0};

// A bank of linear one-way cycles, so that each value equals the phase.
static dr_bank *phases(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank *bank = NULL;
  def.timing.kind = DR_CURVE_LINEAR;
  def.mode = DR_BANK_MODE_ONE_WAY;
  FINE(dr_bank_create(&def, &bank));
  return bank;
}

static dr_member added(dr_bank *bank, double hertz, double phase) {
  dr_member member = {0};
  FINE(dr_bank_add(bank, dr_hz(hertz), phase, 0, &member));
  return member;
}

static double phase_at(const dr_bank *bank, dr_member member, double time) {
  double phase = -1;
  FINE(dr_bank_phase(bank, member, time, &phase));
  return phase;
}

static int is_near(double a, double b) { return fabs(a - b) < 1e-12; }

static void test_definition(void) {
  dr_bank *bank = NULL;
  dr_bank_def def;
  memset(&def, 0xab, sizeof def);
  EXPECT(DR_ERROR_DEFINITION, dr_bank_create(&def, &bank));
  def = dr_default_bank_def();
  EXPECT(DR_ERROR_NULL, dr_bank_create(NULL, &bank));
  EXPECT(DR_ERROR_NULL, dr_bank_create(&def, NULL));
  def.mode = (dr_bank_mode)2;
  EXPECT(DR_ERROR_CHOICE, dr_bank_create(&def, &bank));
  def = dr_default_bank_def();
  def.timing.kind = DR_CURVE_BEZIER;
  def.timing.y1 = NAN;
  EXPECT(DR_ERROR_TIMING, dr_bank_create(&def, &bank));
  def.timing.kind = DR_CURVE_STEPS;
  def.timing.step_count = 4097;
  EXPECT(DR_ERROR_TIMING, dr_bank_create(&def, &bank));
  static const uint32_t wrong[][2] = {{0, 0}, {1u + (1u << 31), 0}, {5, 6}};
  for (int index = 0; index < 3; index++) {
    def = dr_default_bank_def();
    def.capacity = wrong[index][0];
    def.room = wrong[index][1];
    EXPECT(DR_ERROR_CAPACITY, dr_bank_create(&def, &bank));
  }
  CHECK(bank == NULL);
  dr_bank_destroy(NULL);
  EXPECT(DR_ERROR_NULL, dr_bank_evaluate(NULL, 0));
}

static void test_info(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank_info info;
  dr_bank *bank;
  FINE(dr_bank_create(&def, &bank));
  EXPECT(DR_ERROR_NULL, dr_bank_get_info(bank, NULL));
  FINE(dr_bank_get_info(bank, &info));
  CHECK(info.count == 0 && info.end == 0 && info.now_s == -9e9 && info.bound == 1e-6);
  CHECK(!strcmp(info.method, "odd polynomial") && strlen(info.instructions) >= 1);
#ifdef __aarch64__
  CHECK(!strcmp(info.instructions, "NEON"));
#endif
  FINE(dr_bank_reserve(bank, 10000));
  FINE(dr_bank_get_info(bank, &info));
  CHECK(info.bytes >= 280000 && info.bytes < 300000);
  EXPECT(DR_ERROR_CAPACITY, dr_bank_reserve(bank, UINT32_MAX));
  dr_bank_destroy(bank);
}

static void test_members(void) {
  dr_bank *bank = phases(), *other = phases();
  dr_member first = added(bank, 1, 0.25), second = added(bank, -1, 0.5), found;
  CHECK(dr_member_slot(first) == 0 && dr_member_slot(second) == 1);
  CHECK(dr_bank_contains(bank, first) && !dr_bank_contains(other, first));
  FINE(dr_bank_member_at(bank, 1, &found));
  CHECK(found.id == second.id);
  FINE(dr_bank_remove(bank, first));
  EXPECT(DR_ERROR_HANDLE, dr_bank_remove(bank, first));
  EXPECT(DR_ERROR_NO_ANSWER, dr_bank_member_at(bank, 0, &found));
  EXPECT(DR_ERROR_RANGE, dr_bank_member_at(bank, 2, &found));
  EXPECT(DR_ERROR_RANGE, dr_bank_remove_range(bank, 1, 2));
  FINE(dr_bank_remove_range(bank, 0, 2));
  EXPECT(DR_ERROR_RATE, dr_bank_add(bank, dr_hz(NAN), 0, 0, &found));
  EXPECT(DR_ERROR_CYCLE_DURATION, dr_bank_add(bank, dr_seconds(0), 0, 0, &found));
  EXPECT(DR_ERROR_PHASE, dr_bank_add(bank, dr_hz(1), 1, 0, &found));
  EXPECT(DR_ERROR_PAST, dr_bank_add(bank, dr_hz(1), 0, -1, &found));
  EXPECT(DR_ERROR_TIME, dr_bank_add(bank, dr_hz(1), 0, INFINITY, &found));
  dr_bank_destroy(bank);
  dr_bank_destroy(other);
}

static void test_commands(void) {
  dr_bank *bank = phases();
  dr_member member = added(bank, 1, 0), members[2] = {member, added(bank, 1, 0)};
  FINE(dr_bank_set_rate(bank, member, dr_hz(2), at_once, 0.25));
  CHECK(is_near(phase_at(bank, member, 0.5), 0.75));
  FINE(dr_bank_set_rate(bank, member, dr_seconds(4), dr_restart_per_cycle(), 0.5));
  // The cycle ends at 0.625 s.
  CHECK(is_near(phase_at(bank, member, 1.625), 0.25));
  double rates[2] = {3, NAN};
  EXPECT(DR_ERROR_RATE, dr_bank_set_rates(bank, members, rates, 2, 1));
  EXPECT(DR_ERROR_NULL, dr_bank_set_rates(bank, members, NULL, 2, 1));
  rates[1] = 0;
  FINE(dr_bank_set_rates(bank, members, rates, 2, 1));
  CHECK(is_near(phase_at(bank, members[1], 5), 0));
  dr_command command = {0};
  command.kind = DR_COMMAND_SEEK;
  command.position.phase = 0.75;
  FINE(dr_bank_command_range(bank, 0, 2, &command, 1));
  CHECK(is_near(phase_at(bank, members[1], 5), 0.75));
  command.kind = DR_COMMAND_POLICY;
  EXPECT(DR_ERROR_CHOICE, dr_bank_command(bank, member, &command, 1));
  command.kind = (dr_command_kind)99;
  EXPECT(DR_ERROR_CHOICE, dr_bank_command(bank, member, &command, 1));
  EXPECT(DR_ERROR_PAST, dr_bank_set_rate(bank, member, dr_hz(1), at_once, 0.5));
  dr_bank_destroy(bank);
}

static void test_frames(void) {
  enum { many = 10000 };
  static float rates[many], copy[many];
  dr_bank *bank = phases();
  const float *values = NULL;
  uint32_t count = 0;
  for (int index = 0; index < many; index++) {
    added(bank, 0.5, index / (double)many);
    rates[index] = 0.5f;
  }
  FINE(dr_bank_evaluate(bank, 1));
  FINE(dr_bank_all_values(bank, &values, &count));
  CHECK(count == many && (uintptr_t)values % 64 == 0);
  for (int index = 0; index < many; index++)
    CHECK(fabs(values[index] - fmod(index / (double)many + 0.5, 1)) < 1e-6);
  FINE(dr_bank_evaluate_rates(bank, 2, rates, many));
  CHECK(fabs(values[1000] - 0.1) < 1e-6);
  EXPECT(DR_ERROR_CAPACITY, dr_bank_evaluate_rates(bank, 3, rates, many - 1));
  rates[5] = NAN;
  EXPECT(DR_ERROR_RATE, dr_bank_evaluate_rates(bank, 3, rates, many));
  FINE(dr_bank_values(bank, 10, many - 10, copy));
  CHECK(!memcmp(copy, values + 10, sizeof(float) * (many - 10)));
  EXPECT(DR_ERROR_RANGE, dr_bank_values(bank, 10, many, copy));
  EXPECT(DR_ERROR_TIME, dr_bank_evaluate(bank, NAN));
  double change = -1;
  FINE(dr_bank_next_change(bank, 3, &change));
  CHECK(change == 3);
  static dr_shader_row rows[many];
  dr_slot_range changed[1];
  EXPECT(DR_ERROR_BUFFER, dr_bank_shader_rows(bank, 3, rows, many - 1, changed, 1, &count));
  EXPECT(DR_ERROR_BUFFER, dr_bank_shader_rows(bank, 3, rows, many, changed, 0, &count));
  EXPECT(DR_ERROR_NULL, dr_bank_shader_rows(bank, 3, rows, many, NULL, 1, &count));
  EXPECT(DR_ERROR_PAST, dr_bank_shader_rows(bank, 0, rows, many, changed, 1, &count));
  FINE(dr_bank_shader_rows(bank, 3, rows, many, changed, 1, &count));
  CHECK(count == 1 && changed[0].first == 0 && changed[0].count == many);
  FINE(dr_bank_shader_rows(bank, 3, rows, many, changed, 1, &count));
  CHECK(count == 0);
  // Two blocks have changed, but there is room for only one range.
  dr_member ends[2];
  FINE(dr_bank_member_at(bank, 20, &ends[0]));
  FINE(dr_bank_member_at(bank, 90, &ends[1]));
  FINE(dr_bank_set_rate(bank, ends[0], dr_hz(4), dr_phase_matched(0), 3));
  FINE(dr_bank_set_rate(bank, ends[1], dr_hz(4), dr_phase_matched(0), 3));
  FINE(dr_bank_shader_rows(bank, 3, rows, many, changed, 1, &count));
  CHECK(count == 1 && changed[0].first == 16 && changed[0].count == 80);
  CHECK(rows[20].rate == INT64_C(4) << 38 && rows[20].next_rate == rows[20].rate);
  CHECK(rows[20].time == DR_SHADER_TIME(3.0));
  dr_bank_destroy(bank);
}

static void test_samples_and_repeats(void) {
  dr_bank *bank = phases();
  dr_member member = added(bank, 2, 0.125), again;
  dr_member_sample sample;
  FINE(dr_bank_sample(bank, member, 0.25, &sample));
  double value = -1;
  FINE(dr_bank_value(bank, member, 0.25, &value));
  CHECK(value == sample.value);
  CHECK(is_near(sample.value, 0.625) && is_near(sample.phase, 0.625) && sample.rate_hz == 2);
  CHECK(sample.state == DR_STATE_RUNNING && sample.slot == 0);
  dr_repeat repeat;
  FINE(dr_bank_get_repeat(bank, member, 0.25, &repeat));
  CHECK(is_near(value_at(&repeat, 0.375), 0.875));
  FINE(dr_bank_add_repeat(bank, &repeat, &again));
  CHECK(is_near(phase_at(bank, again, 1), phase_at(bank, member, 1)));
  FINE(dr_repeat_pause(&repeat, DR_NOW));
  EXPECT(DR_ERROR_SETTINGS, dr_bank_add_repeat(bank, &repeat, &again));
  memset(&repeat, 0, sizeof repeat);
  EXPECT(DR_ERROR_NOT_INITIALIZED, dr_bank_add_repeat(bank, &repeat, &again));
  dr_bank_destroy(bank);
}

static void test_saving(void) {
  static unsigned char bytes[4096];
  size_t size = 0;
  dr_bank *bank = phases(), *copy = phases(), *other;
  dr_member member = added(bank, 1, 0.25);
  FINE(dr_bank_set_rate(bank, member, dr_hz(3), dr_restart_per_cycle(), 0.5));
  EXPECT(DR_ERROR_BUFFER, dr_bank_save(bank, NULL, 0, &size));
  CHECK(size == 72 + 20 + 24);
  FINE(dr_bank_save(bank, bytes, sizeof bytes, NULL));
  FINE(dr_bank_restore(copy, bytes, size));
  CHECK(phase_at(copy, member, 9) == phase_at(bank, member, 9));
  FINE(dr_bank_move_timeline(copy, 100));
  CHECK(phase_at(copy, member, 100) == phase_at(bank, member, 0.5));
  EXPECT(DR_ERROR_TIME, dr_bank_move_timeline(copy, 1e10));
  bytes[60] ^= 1;
  EXPECT(DR_ERROR_SAVED_STATE, dr_bank_restore(copy, bytes, size));
  EXPECT(DR_ERROR_SAVED_STATE, dr_bank_restore(copy, bytes, 3));
  bytes[60] ^= 1;
  dr_bank_def def = dr_default_bank_def();
  FINE(dr_bank_create(&def, &other));
  EXPECT(DR_ERROR_SETTINGS, dr_bank_restore(other, bytes, size));
  dr_bank_destroy(bank);
  dr_bank_destroy(copy);
  dr_bank_destroy(other);
}

void test_banks(void) {
  test_definition();
  test_info();
  test_members();
  test_commands();
  test_frames();
  test_samples_and_repeats();
  test_saving();
}
