// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static const dr_policy at_once = {0, DR_PHASE_MATCHED, DR_RAMP_LINEAR};

// A bank of linear one-way cycles, whose values are phases.
static dr_bank phases(dr_bank_def *def) {
  def->timing.kind = DR_CURVE_LINEAR;
  def->mode = DR_BANK_ONE_WAY;
  dr_bank bank = created_bank(def);
  return bank;
}

static dr_member add(dr_bank bank, double hertz, double phase) {
  dr_member member = {0};
  FINE(dr_bank_add(bank, (dr_rate){hertz, DR_RATE_HZ, 0}, phase, 0, &member));
  return member;
}

static double value_of(dr_bank bank, dr_member member, double time) {
  double value = -1;
  FINE(dr_bank_value(bank, member, time, &value));
  return value;
}

static int is_near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }

// ---- Creating

static void test_definition(void) {
  dr_bank bank = {7};
  dr_bank_def blank;
  memset(&blank, 0xab, sizeof blank);
  EXPECT(DR_ERROR_DEFINITION, dr_bank_create(&blank, &bank));
  dr_bank_def def = dr_default_bank_def();
  EXPECT(DR_ERROR_NULL, dr_bank_create(NULL, &bank));
  EXPECT(DR_ERROR_NULL, dr_bank_create(&def, NULL));
  def.mode = (dr_bank_mode)2;
  EXPECT(DR_ERROR_CHOICE, dr_bank_create(&def, &bank));
  def = dr_default_bank_def();
  def.timing.internal_check = 0;
  EXPECT(DR_ERROR_DEFINITION, dr_bank_create(&def, &bank));
  def = dr_default_bank_def();
  def.timing.kind = DR_CURVE_BEZIER;
  def.timing.y1 = NAN;
  EXPECT(DR_ERROR_TIMING, dr_bank_create(&def, &bank));
  static const uint32_t wrong[][3] = {{0, 0, 0}, {1u + (1u << 31), 0, 0}, {5, 6, 0}, {5, 0, 6}};
  for (int index = 0; index < 4; index++) {
    def = dr_default_bank_def();
    def.most_members = wrong[index][0];
    def.room = wrong[index][1];
    def.individual_room = wrong[index][2];
    EXPECT(DR_ERROR_CAPACITY, dr_bank_create(&def, &bank));
  }
  CHECK(bank.id == 7 && !dr_bank_is_valid(bank));
  EXPECT(DR_ERROR_HANDLE, dr_bank_destroy(bank));
}

static void test_info(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank_info info;
  dr_bank bank = created_bank(&def);
  CHECK(dr_bank_is_valid(bank));
  EXPECT(DR_ERROR_NULL, dr_bank_get_info(bank, NULL));
  FINE(dr_bank_get_info(bank, &info));
  CHECK(info.count == 0 && info.end == 0 && info.block_count == 0);
  CHECK(info.curve_bound > 0 && info.curve_bound <= 2e-7 && info.exact_curve_bound <= 1e-13);
  CHECK((strstr(info.kernel, " pieces ") || strstr(info.kernel, "polynomial")) && strlen(info.instructions) >= 4);
  CHECK(info.bytes > 1000 && info.bytes < 100000);
  FINE(dr_bank_reserve(bank, 10000));
  uint64_t before = info.bytes;
  FINE(dr_bank_get_info(bank, &info));
  CHECK(info.bytes >= before + 280000);
  for (int index = 0; index < 10000; index++) add(bank, 1, 0.5);
  before = info.bytes;
  FINE(dr_bank_get_info(bank, &info));
  CHECK(info.bytes == before && info.count == 10000 && info.block_count == 3);
  EXPECT(DR_ERROR_CAPACITY, dr_bank_reserve(bank, UINT32_MAX));
  FINE(dr_bank_destroy(bank));
  CHECK(!dr_bank_is_valid(bank));
  EXPECT(DR_ERROR_HANDLE, dr_bank_get_info(bank, &info));
  EXPECT(DR_ERROR_HANDLE, dr_bank_reserve(bank, 1));
}

// Every kind of timing function can be fitted.
static void test_curves(void) {
  dr_stop stops[] = {{0, NAN}, {2, 0.1}, {-1, 0.1}, {1, NAN}};
  for (int kind = DR_CURVE_LINEAR; kind <= DR_CURVE_STOPS; kind++) {
    dr_bank_def def = dr_default_bank_def();
    def.timing.kind = (dr_curve_kind)kind;
    def.timing.stops = stops;
    def.timing.stop_count = 4;
    def.timing.family = DR_EASING_BACK;
    dr_bank bank = {0};
    dr_curve curve = {0};
    bank = created_bank(&def);
    FINE(dr_curve_create(&def.timing, &curve));
    CHECK(bank_info_of(bank).curve_bound <= 5e-7 && bank_info_of(bank).kernel[0]);
    dr_member member = add(bank, 1, 0.15);
    double value = 0;
    FINE(dr_curve_value(curve, 0.3, &value));
    CHECK(is_near(value_of(bank, member, 0), value, 1e-12));
    FINE(dr_curve_destroy(curve));
    FINE(dr_bank_destroy(bank));
  }
}

// A method by name, or none that fits.
static void test_methods(void) {
  dr_bank_info info;
  for (int method = DR_BANK_CHEAPEST; method <= DR_BANK_TIMING_FUNCTION; method++) {
    dr_bank_def def = dr_default_bank_def();
    def.method = (dr_bank_method)method;
    dr_bank bank = {0};
    dr_status status = dr_bank_create(&def, &bank);
    // The default eases: no line does. Which sets have registers enough depends on the processor.
    if (method == DR_BANK_LINE) CHECK(status == DR_ERROR_CHOICE && bank.id == 0);
    if (method == DR_BANK_ODD_POLYNOMIAL || method == DR_BANK_TIMING_FUNCTION) FINE(status);
    if (status != DR_OK) {
      EXPECT(DR_ERROR_CHOICE, status);
      continue;
    }
    FINE(dr_bank_get_info(bank, &info));
    if (method == DR_BANK_ODD_POLYNOMIAL)
      CHECK(!strcmp(info.kernel, "odd polynomial of degree 17 in registers"));
    CHECK(info.curve_bound <= 2e-7);
    dr_member member = add(bank, 1, 0.15);
    const float *values;
    uint32_t count;
    FINE(dr_bank_evaluate(bank, 0));
    FINE(dr_bank_block(bank, 0, &values, &count));
    CHECK(count == 1 && is_near(values[0], value_of(bank, member, 0), 2e-7));
    FINE(dr_bank_destroy(bank));
  }
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = {0};
  def.method = (dr_bank_method)(DR_BANK_TIMING_FUNCTION + 1);
  EXPECT(DR_ERROR_CHOICE, dr_bank_create(&def, &bank));
  def.method = DR_BANK_ODD_POLYNOMIAL;
  def.timing.kind = DR_CURVE_EASE_IN;
  EXPECT(DR_ERROR_CHOICE, dr_bank_create(&def, &bank));
}

// ---- Members

static void test_members(void) {
  dr_bank_def def = dr_default_bank_def();
  def.most_members = 3;
  dr_bank bank = phases(&def), other = phases(&def);
  dr_member a = add(bank, 1, 0), b = add(bank, 1, 0.25), foreign = add(other, 1, 0), none = {9};
  dr_rate rate = {1, DR_RATE_HZ, 0};
  uint32_t slot = 9;
  CHECK(a.id && b.id && a.id != b.id && a.id != foreign.id);
  CHECK(dr_bank_contains(bank, a) && !dr_bank_contains(bank, foreign));
  CHECK(!dr_bank_contains(bank, (dr_member){0}) && !dr_bank_contains((dr_bank){0}, a));
  FINE(dr_bank_slot(bank, b, &slot));
  CHECK(slot == 1);
  EXPECT(DR_ERROR_HANDLE, dr_bank_slot(bank, foreign, &slot));
  EXPECT(DR_ERROR_NULL, dr_bank_slot(bank, b, NULL));
  EXPECT(DR_ERROR_NULL, dr_bank_add(bank, rate, 0, 0, NULL));
  EXPECT(DR_ERROR_PHASE, dr_bank_add(bank, rate, 1, 0, &none));
  EXPECT(DR_ERROR_TIME, dr_bank_add(bank, rate, 0, NAN, &none));
  EXPECT(DR_ERROR_TIME, dr_bank_add(bank, rate, 0, 1e10, &none));
  EXPECT(DR_ERROR_RATE, dr_bank_add(bank, (dr_rate){954, DR_RATE_HZ, 0}, 0, 0, &none));
  EXPECT(DR_ERROR_CYCLE_DURATION, dr_bank_add(bank, (dr_rate){0}, 0, 0, &none));
  EXPECT(DR_ERROR_CHOICE, dr_bank_add(bank, (dr_rate){1, (dr_rate_unit)5, 0}, 0, 0, &none));
  add(bank, 1, 0);
  EXPECT(DR_ERROR_FULL, dr_bank_add(bank, rate, 0, 0, &none));
  CHECK(none.id == 9);

  FINE(dr_bank_remove(bank, a));
  EXPECT(DR_ERROR_HANDLE, dr_bank_remove(bank, a));
  EXPECT(DR_ERROR_HANDLE, dr_bank_remove(bank, foreign));
  EXPECT(DR_ERROR_NO_ANSWER, dr_bank_member_at(bank, 0, &none));
  EXPECT(DR_ERROR_RANGE, dr_bank_member_at(bank, 3, &none));
  EXPECT(DR_ERROR_NULL, dr_bank_member_at(bank, 1, NULL));
  dr_member again = add(bank, 1, 0.5);
  FINE(dr_bank_member_at(bank, 0, &none));
  CHECK(none.id == again.id && again.id != a.id);
  double value = -7;
  EXPECT(DR_ERROR_HANDLE, dr_bank_value(bank, a, 0, &value));
  CHECK(value == -7 && is_near(value_of(bank, again, 0), 0.5, 1e-15));
  EXPECT(DR_ERROR_RANGE, dr_bank_remove_range(bank, 1, 3));
  EXPECT(DR_ERROR_RANGE, dr_bank_remove_range(bank, UINT32_MAX, UINT32_MAX));
  FINE(dr_bank_remove_range(bank, 1, 2));
  CHECK(bank_info_of(bank).count == 1 && bank_info_of(bank).end == 1 && !dr_bank_contains(bank, b));
  EXPECT(DR_ERROR_ENDS, dr_bank_set_ends(bank, again, 2, 3));
  FINE(dr_bank_destroy(bank));
  FINE(dr_bank_destroy(other));
}

static void test_ends(void) {
  dr_bank_def def = dr_default_bank_def();
  def.has_ends = 1;
  dr_bank bank = phases(&def);
  dr_member member = add(bank, 0, 0.25);
  CHECK(value_of(bank, member, 3) == 0.25);
  FINE(dr_bank_set_ends(bank, member, 10, 30));
  CHECK(value_of(bank, member, 3) == 15);
  EXPECT(DR_ERROR_ENDS, dr_bank_set_ends(bank, member, 0, INFINITY));
  EXPECT(DR_ERROR_ENDS, dr_bank_set_ends(bank, member, -3e38f, 3e38f));
  CHECK(value_of(bank, member, 3) == 15);
  float shown = 0;
  FINE(dr_bank_evaluate_into(bank, 3, &shown, 1, NULL));
  CHECK(shown == 15);
  FINE(dr_bank_destroy(bank));
}

// ---- Commands

static void test_single_commands(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = phases(&def);
  dr_member m = add(bank, 1, 0);
  dr_member_sample sample;
  FINE(dr_bank_set_rate(bank, m, 2, at_once, 0.5));
  CHECK(is_near(value_of(bank, m, 0.5), 0.5, 1e-15) && is_near(value_of(bank, m, 0.6), 0.7, 1e-15));
  FINE(dr_bank_set_cycle_duration(bank, m, 4, at_once, 0.6));
  CHECK(is_near(value_of(bank, m, 1), 0.8, 1e-15));
  FINE(dr_bank_seek(bank, m, 0.125, 1));
  FINE(dr_bank_reverse(bank, m, 1));
  CHECK(is_near(value_of(bank, m, 1.4), 0.025, 1e-15));
  FINE(dr_bank_pause(bank, m, 1.4));
  FINE(dr_bank_sample(bank, m, 9, &sample));
  CHECK(sample.state == DR_STATE_PAUSED && sample.rate_hz == 0 && sample.slot == 0);
  CHECK(is_near(sample.phase, 0.025, 1e-15) && sample.value == sample.progress);
  FINE(dr_bank_resume(bank, m, 10));
  FINE(dr_bank_ramp(bank, m, (dr_rate){0.75, DR_RATE_HZ, 0}, 1, DR_RAMP_LINEAR, 10));
  CHECK(is_near(value_of(bank, m, 11), 0.275, 1e-12));
  EXPECT(DR_ERROR_PAST, dr_bank_pause(bank, m, 9.9));
  FINE(dr_bank_evaluate(bank, 12));
  CHECK(bank_info_of(bank).individual_count == 0);
  FINE(dr_bank_stop(bank, m, DR_STOP_AT_CYCLE_END, 12));
  FINE(dr_bank_sample(bank, m, 12, &sample));
  CHECK(sample.state == DR_STATE_STOPPING);
  FINE(dr_bank_sample(bank, m, 99, &sample));
  CHECK(sample.phase == 0 && sample.rate_hz == 0);
  FINE(dr_bank_evaluate(bank, 99));
  FINE(dr_bank_start(bank, m, 100));
  double phase = 0;
  FINE(dr_bank_phase(bank, m, 101, &phase));
  CHECK(is_near(phase, 0.75, 1e-15));
  FINE(dr_bank_destroy(bank));
}

static void test_invalid_commands(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = phases(&def);
  dr_member m = add(bank, 1, 0), stale = add(bank, 1, 0);
  FINE(dr_bank_remove(bank, stale));
  EXPECT(DR_ERROR_RATE, dr_bank_set_rate(bank, m, INFINITY, at_once, 0));
  EXPECT(DR_ERROR_TIME, dr_bank_set_rate(bank, m, 1, at_once, -INFINITY));
  EXPECT(DR_ERROR_HANDLE, dr_bank_set_rate(bank, stale, 1, at_once, 0));
  EXPECT(DR_ERROR_CYCLE_DURATION, dr_bank_set_cycle_duration(bank, m, 1e-6, at_once, 0));
  EXPECT(DR_ERROR_INTERVAL,
    dr_bank_ramp(bank, m, (dr_rate){1, DR_RATE_HZ, 0}, -1, DR_RAMP_LINEAR, 0));
  EXPECT(DR_ERROR_CHOICE,
    dr_bank_ramp(bank, m, (dr_rate){1, DR_RATE_HZ, 0}, 1, (dr_ramp_shape)2, 0));
  EXPECT(DR_ERROR_PHASE, dr_bank_seek(bank, m, 1, 0));
  EXPECT(DR_ERROR_HANDLE, dr_bank_seek(bank, stale, 0.5, 0));
  EXPECT(DR_ERROR_CHOICE, dr_bank_stop(bank, m, (dr_stop_mode)3, 0));
  EXPECT(DR_ERROR_HANDLE, dr_bank_stop(bank, stale, DR_STOP_AT_CYCLE_END, 0));
  EXPECT(DR_ERROR_TIME, dr_bank_pause(bank, m, 1e10));
  EXPECT(DR_ERROR_HANDLE, dr_bank_resume((dr_bank){0}, m, 0));
  EXPECT(DR_ERROR_HANDLE, dr_bank_reverse(bank, stale, 0));
  EXPECT(DR_ERROR_HANDLE, dr_bank_start(bank, stale, 0));
  double rates[] = {3, 954};
  dr_member members[] = {m, m};
  EXPECT(DR_ERROR_RATE, dr_bank_set_rates(bank, members, rates, 2, 0));
  members[1] = stale;
  rates[1] = 3;
  EXPECT(DR_ERROR_HANDLE, dr_bank_set_rates(bank, members, rates, 2, 0));
  EXPECT(DR_ERROR_NULL, dr_bank_set_rates(bank, NULL, rates, 1, 0));
  EXPECT(DR_ERROR_NULL, dr_bank_set_rates(bank, members, NULL, 1, 0));
  EXPECT(DR_ERROR_CAPACITY, dr_bank_set_rates(bank, members, rates, SIZE_MAX, 0));
  FINE(dr_bank_set_rates(bank, NULL, NULL, 0, 0));
  EXPECT(DR_ERROR_PAST, dr_bank_set_rates(bank, NULL, NULL, 0, -1));
  CHECK(is_near(value_of(bank, m, 0.5), 0.5, 1e-15));
  FINE(dr_bank_set_rates(bank, members, rates, 1, 0));
  CHECK(is_near(value_of(bank, m, 0.25), 0.75, 1e-15));
  FINE(dr_bank_destroy(bank));
}

static void test_commands_of_banks(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = phases(&def);
  dr_member members[100];
  for (int index = 0; index < 100; index++) members[index] = add(bank, 1, index / 100.0);
  FINE(dr_bank_remove(bank, members[50]));
  // In the lower half from the end of the cycle on, in the upper one at once.
  dr_command command = {.kind = DR_COMMAND_RATE, .rate = {2, DR_RATE_HZ, 0}};
  FINE(dr_bank_command_range(bank, 0, 50, &command, 0.25));
  command.policy.kind = DR_PHASE_MATCHED;
  FINE(dr_bank_command_range(bank, 50, 50, &command, 0.25));
  CHECK(is_near(value_of(bank, members[25], 0.75), 0, 1e-9));
  CHECK(is_near(value_of(bank, members[25], 1), 0.5, 1e-9));
  CHECK(is_near(value_of(bank, members[60], 0.4), 0.15, 1e-12));
  EXPECT(DR_ERROR_RANGE, dr_bank_command_range(bank, 99, 2, &command, 0.3));
  EXPECT(DR_ERROR_RANGE, dr_bank_command_range(bank, UINT32_MAX, UINT32_MAX, &command, 0.3));
  EXPECT(DR_ERROR_PAST, dr_bank_command_range(bank, 0, 100, &command, 0.2));
  EXPECT(DR_ERROR_NULL, dr_bank_command_range(bank, 0, 1, NULL, 0.3));
  EXPECT(DR_ERROR_NULL, dr_bank_command(bank, members[0], NULL, 0.3));
  command.policy.kind = (dr_policy_kind)2;
  EXPECT(DR_ERROR_CHOICE, dr_bank_command(bank, members[60], &command, 0.4));
  command.kind = DR_COMMAND_REPEAT_COUNT;
  EXPECT(DR_ERROR_CHOICE, dr_bank_command(bank, members[60], &command, 0.4));
  command.kind = DR_COMMAND_POLICY;
  EXPECT(DR_ERROR_CHOICE, dr_bank_command(bank, members[60], &command, 0.4));
  command.kind = DR_COMMAND_HOLD;
  FINE(dr_bank_command(bank, members[60], &command, 0.4));
  CHECK(is_near(value_of(bank, members[60], 77), 0.15, 1e-12));
  command = (dr_command){.kind = DR_COMMAND_SEEK, .position = {INT64_MAX, 0.5}};
  FINE(dr_bank_command_range(bank, 0, 100, &command, 2));
  for (int index = 0; index < 100; index++) {
    if (index != 50) CHECK(is_near(value_of(bank, members[index], 2), 0.5, 1e-15));
  }
  FINE(dr_bank_destroy(bank));
}

void test_bank_frames(void);
void test_bank_memory(void);
void test_bank_snapshots(void);

void test_banks(void) {
  test_definition();
  test_info();
  test_curves();
  test_methods();
  test_members();
  test_ends();
  test_single_commands();
  test_invalid_commands();
  test_commands_of_banks();
  test_bank_frames();
  test_bank_memory();
  test_bank_snapshots();
}
