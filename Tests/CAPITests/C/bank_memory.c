// SPDX-License-Identifier: Apache-2.0
// What banks take from the caller's allocator, and what they do where it gives nothing.
#include "check_memory.h"

enum { crowd = 5000 };

static dr_member members[crowd];

// What a game does, in steps that may each fail for want of memory.
static dr_status step(dr_bank bank, int number) {
  static unsigned char saved[crowd * 80];
  size_t size = 0;
  dr_status status;
  switch (number) {
    case 0:
      for (int index = 0; index < crowd; index++) {
        dr_rate rate = {1 + index % 7, DR_RATE_HZ, 0};
        status = dr_bank_add(bank, rate, 0.5, 0, &members[index]);
        if (status) return status;
      }
      return DR_OK;
    case 1: return dr_bank_evaluate(bank, 0.1);
    case 2: {
      dr_command ramp = {.kind = DR_COMMAND_RAMP, .rate = {3, DR_RATE_HZ, 0}, .ramp_s = 1};
      return dr_bank_command_range(bank, 0, 300, &ramp, 0.2);
    }
    case 3:
      for (int index = 0; index < 200; index++) {
        status = dr_bank_ramp(
          bank, members[4 * index], (dr_rate){2, DR_RATE_HZ, 0}, 1, DR_RAMP_LINEAR, 0.3);
        if (status) return status;
      }
      return DR_OK;
    case 4: return dr_bank_evaluate(bank, 9);
    case 5: return dr_bank_stop(bank, members[4001], DR_STOP_AT_CYCLE_END, 9);
    case 6:
      status = dr_bank_snapshot(bank, saved, sizeof saved, &size);
      return status ? status : dr_bank_restore(bank, saved, size);
    default: return dr_bank_reserve(bank, 20000);
  }
}

// Every single allocation fails once; what could not be done can be done again.
static void test_exhaustion(void) {
  dr_bank_def def = dr_default_bank_def();
  for (size_t failing = 1; failing < 12; failing++) {
    dr_bank bank = {0};
    fails_after = failing;
    dr_status status = dr_bank_create(&def, &bank);
    fails_after = 0;
    CHECK(status == DR_ERROR_MEMORY || failing > 4);
    CHECK((status != DR_OK) == (bank.id == 0) && (living == 0) == (bank.id == 0));
    if (bank.id) FINE(dr_bank_destroy(bank));
  }
  int failed_steps = 0;
  for (size_t failing = 1; failing < 6; failing++) {
    dr_bank bank = {0};
    bank = created_bank(&def);
    for (int number = 0; number < 8; number++) {
      fails_after = failing;
      dr_status status = step(bank, number);
      fails_after = 0;
      CHECK(status == DR_OK || status == DR_ERROR_MEMORY);
      failed_steps += status != DR_OK;
      if (status && number == 0) FINE(dr_bank_remove_range(bank, 0, 0));
      if (status && number == 0) {
        FINE(dr_bank_destroy(bank));
        bank = created_bank(&def);
      }
      if (status) FINE(step(bank, number));
    }
    FINE(dr_bank_destroy(bank));
    CHECK(living == 0 && bytes == 0);
  }
  CHECK(failed_steps > 15);
}

// With room from the beginning, frames and commands allocate nothing.
static void test_reserved(void) {
  dr_bank_def def = dr_default_bank_def();
  def.room = crowd;
  def.individual_room = 600;
  dr_bank bank = created_bank(&def);
  size_t before = taken;
  for (int number = 0; number < 6; number++) FINE(step(bank, number));
  CHECK(taken == before);
  for (int frame = 0; frame < (is_brief ? 300 : 2000); frame++) {
    double now = 10 + frame / 60.0;
    dr_command commands[] = {
      {.kind = DR_COMMAND_RAMP, .rate = {1 + frame % 5, DR_RATE_HZ, 0}, .ramp_s = 0.3},
      {.kind = DR_COMMAND_RATE, .rate = {1 + frame % 3, DR_RATE_HZ, 0}},
      {.kind = DR_COMMAND_PAUSE}, {.kind = DR_COMMAND_RESUME}, {.kind = DR_COMMAND_STOP},
      {.kind = DR_COMMAND_START}};
    uint32_t first = (uint32_t)(frame * 17 % 300);
    FINE(dr_bank_command_range(bank, first, 20, &commands[frame % 6], now));
    FINE(dr_bank_evaluate(bank, now));
    double value;
    FINE(dr_bank_value(bank, members[first], now + 5, &value));
    if (frame % 49 == 0) {
      FINE(dr_bank_next_change(bank, now, 0.01, &value));
      FINE(dr_bank_shift_time(bank, frame % 2 ? -1 : 1));
      FINE(dr_bank_shift_time(bank, frame % 2 ? 1 : -1));
    }
  }
  CHECK(taken == before);
  CHECK(bank_info_of(bank).bytes <= bytes && bank_info_of(bank).bytes > bytes * 9 / 10);
  FINE(dr_bank_destroy(bank));
  CHECK(living == 0 && bytes == 0);
}

void test_bank_memory(void) {
  FINE(dr_set_allocator(&counting));
  test_exhaustion();
  test_reserved();
  FINE(dr_set_allocator(NULL));
}
