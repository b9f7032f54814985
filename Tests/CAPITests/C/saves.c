// SPDX-License-Identifier: Apache-2.0
// Saved states of each version of the formats: `saves FOLDER REPEATS BANKS` reads one of a repeat and
// one of a bank and goes on from them, `saves FOLDER REPEATS BANKS write` writes the present ones.
#include "check.h"

int failures;

enum { room = 8192, members = 40 };

// A repeat in the middle of everything: a ramp, commands that wait for each kind of moment, events.
static dr_repeat busy_repeat(const dr_repeat_def *def) {
  dr_repeat repeat = started_as(def);
  FINE(dr_repeat_advance(repeat, 2.3, NULL, 0, NULL));
  FINE(dr_repeat_ramp(repeat, (dr_rate){2.5, DR_RATE_HZ, 0}, 1.5, DR_RAMP_SMOOTH));
  static const dr_command commands[] = {
    {.kind = DR_COMMAND_RATE, .rate = {0.4, DR_CYCLE_DURATION_S, 0}},
    {.kind = DR_COMMAND_REVERSE},
    {.kind = DR_COMMAND_SEEK, .position = {3, 0.25}, .is_silent = 1},
    {.kind = DR_COMMAND_POLICY, .policy = {0.5, DR_PHASE_MATCHED, DR_RAMP_LINEAR}}};
  static const dr_moment moments[] = {
    {.kind = DR_MOMENT_NEXT_CYCLE}, {.kind = DR_MOMENT_TIME, .time_s = 5.1},
    {.kind = DR_MOMENT_PHASE, .phase = 0.9}, {.kind = DR_MOMENT_CYCLE, .cycle = 6}};
  for (int index = 0; index < 4; index++) {
    FINE(dr_repeat_schedule(repeat, &commands[index], &moments[index], NULL));
  }
  FINE(dr_repeat_advance(repeat, 2.9, NULL, 0, NULL));
  return repeat;
}

static dr_repeat_def repeat_definition(void) {
  dr_repeat_def def = dr_default_repeat_def();
  // As the default was when the oldest were saved.
  def.event_capacity = 16;
  def.now_s = 0.5;
  def.rate.value = 0.7;
  def.repeat_count = 12.5;
  def.repeat_delay_s = 0.1;
  def.start_phase = 0.2;
  def.has_return_timing = 1;
  def.return_timing.kind = DR_CURVE_BEZIER;
  return def;
}

// Members that a phase and a rate describe, and some that are evaluated individually.
static dr_bank busy_bank(dr_member *member) {
  dr_bank_def def = dr_default_bank_def();
  def.has_ends = 1;
  dr_bank bank = created_bank(&def);
  for (int index = 0; index < members; index++) {
    dr_rate rate = {0.1 + index % 9, DR_RATE_HZ, 0};
    FINE(dr_bank_add(bank, rate, index / 64.0, 0.25 * index, &member[index]));
    FINE(dr_bank_set_ends(bank, member[index], (float)index, (float)index + 0.5f));
  }
  dr_policy later = {0, DR_RESTART_PER_CYCLE, DR_RAMP_LINEAR};
  FINE(dr_bank_ramp(bank, member[7], (dr_rate){5, DR_RATE_HZ, 0}, 3, DR_RAMP_LINEAR, 10.5));
  FINE(dr_bank_set_rate(bank, member[8], 2, later, 10.5));
  FINE(dr_bank_pause(bank, member[9], 11));
  FINE(dr_bank_remove(bank, member[10]));
  FINE(dr_bank_evaluate(bank, 11.5));
  return bank;
}

static size_t read_file(const char *folder, const char *name, int version, void *bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s-%d.bin", folder, name, version);
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL);
  size_t size = file ? fread(bytes, 1, room, file) : 0;
  if (file) fclose(file);
  return size;
}

static void write_file(
  const char *folder, const char *name, int version, const void *bytes, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s-%d.bin", folder, name, version);
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(bytes, 1, size, file) == size && !fclose(file));
}

static void write_all(const char *folder, int repeats, int banks) {
  static unsigned char bytes[room];
  static dr_member member[members];
  dr_repeat_def def = repeat_definition();
  size_t size = 0;
  FINE(dr_repeat_snapshot(busy_repeat(&def), bytes, room, &size));
  write_file(folder, "repeat", repeats, bytes, size);
  FINE(dr_bank_snapshot(busy_bank(member), bytes, room, &size));
  write_file(folder, "bank", banks, bytes, size);
}

// The last bits may change from version to version; nothing else does.
static void check_near(double a, double b) { CHECK(fabs(a - b) < 1e-11); }

static void check_repeat(const char *folder, int version) {
  static unsigned char bytes[room];
  dr_repeat_def def = repeat_definition();
  size_t size = read_file(folder, "repeat", version, bytes);
  dr_repeat here = busy_repeat(&def), saved = {0};
  // What may be another than when it was saved: where it starts, how fast, by which policy.
  def.now_s = -3;
  def.rate.value = 5;
  def.policy.kind = DR_PHASE_MATCHED;
  def.event_capacity = 30;
  saved = created(&def);
  FINE(dr_repeat_restore(saved, bytes, size));
  for (int frame = 0; frame < 400; frame++) {
    double time = 3 + frame / 25.0;
    dr_event first[8], second[8];
    dr_event_count first_count = {0}, second_count = {0};
    FINE(dr_repeat_advance(here, time, first, 8, &first_count));
    FINE(dr_repeat_advance(saved, time, second, 8, &second_count));
    CHECK(first_count.written == second_count.written);
    for (uint32_t index = 0; index < first_count.written; index++) {
      CHECK(first[index].kind == second[index].kind && first[index].cycle == second[index].cycle);
      check_near(first[index].time_s, second[index].time_s);
    }
    check_near(value_at(here, time), value_at(saved, time));
  }
  FINE(dr_repeat_destroy(here));
  FINE(dr_repeat_destroy(saved));
}

static void check_bank(const char *folder, int version) {
  static unsigned char bytes[room];
  static dr_member member[members];
  dr_bank_def def = dr_default_bank_def();
  dr_bank here = busy_bank(member), saved = {0};
  size_t size = read_file(folder, "bank", version, bytes);
  def.has_ends = 1;
  saved = created_bank(&def);
  FINE(dr_bank_restore(saved, bytes, size));
  for (uint32_t slot = 0; slot < members; slot++) {
    dr_member own = {0};
    if (slot == 10) {
      EXPECT(DR_ERROR_NO_ANSWER, dr_bank_member_at(saved, slot, &own));
      continue;
    }
    FINE(dr_bank_member_at(saved, slot, &own));
    for (int frame = 0; frame < 40; frame++) {
      double a = -1, b = -2, time = 12 + frame / 7.0;
      FINE(dr_bank_value(here, member[slot], time, &a));
      FINE(dr_bank_value(saved, own, time, &b));
      check_near(a, b);
    }
  }
  FINE(dr_bank_destroy(here));
  FINE(dr_bank_destroy(saved));
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  int repeats = atoi(arguments[2]), banks = atoi(arguments[3]);
  if (count == 5) return write_all(arguments[1], repeats, banks), failures != 0;
  check_repeat(arguments[1], repeats);
  check_bank(arguments[1], banks);
  if (!failures) puts("the saved states go on");
  return failures != 0;
}
