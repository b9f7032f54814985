// SPDX-License-Identifier: Apache-2.0
// What repeats and banks take from the caller's allocator, and what they do where it gives nothing.
#include "check.h"

enum { crowd = 5000 };

static size_t taken, living, bytes;
// Counts down to the allocation from which on all fail, where it is above 0.
static size_t fails_after;

static void *allocate(size_t size, void *context) {
  CHECK(context == &taken && size > 0);
  if (fails_after && --fails_after == 0) {
    fails_after = 1;
    return NULL;
  }
  taken++;
  living++;
  bytes += size;
  return aligned_alloc(16, (size + 15) / 16 * 16);
}

static void release(void *block, size_t size, void *context) {
  CHECK(context == &taken);
  memset(block, 0xdd, size);
  living--;
  bytes -= size;
  free(block);
}

static const dr_allocator counting = {allocate, release, &taken};

// ---- Repeats

// Everything that a game does with a repeat between creating and destroying it.
static void use(dr_repeat repeat) {
  dr_event events[4];
  unsigned char saved[4096];
  size_t size;
  dr_sample sample;
  FINE(dr_repeat_start(repeat));
  for (int round = 0; round < 200; round++) {
    double now = round * 0.37;
    dr_command command = {.kind = DR_COMMAND_RATE, .rate = {.value = 0.3 + round % 7}};
    dr_moment moment = {.kind = (dr_moment_kind)(1 + round % 4), .time_s = now + 0.3};
    moment.phase = 0.25;
    moment.cycle = round;
    dr_status status = dr_repeat_schedule(repeat, &command, &moment, NULL);
    CHECK(status == DR_OK || status == DR_ERROR_FULL);
    FINE(dr_repeat_advance(repeat, now, events, round % 5, NULL));
    FINE(dr_repeat_sample(repeat, now + 5, &sample));
    FINE(dr_repeat_snapshot(repeat, saved, sizeof saved, &size));
    FINE(dr_repeat_restore(repeat, saved, size));
    if (round % 20 == 0) FINE(dr_repeat_cancel_all(repeat));
    if (round % 50 == 0) FINE(dr_repeat_set_policy(repeat, (dr_policy){.kind = DR_PHASE_MATCHED}));
  }
}

void test_memory(void) {
  dr_allocator half = counting;
  half.release = NULL;
  EXPECT(DR_ERROR_NULL, dr_set_allocator(&half));
  FINE(dr_set_allocator(&counting));
  taken = 0;

  dr_stop stops[3] = {{0, 0}, {1, NAN}, {0.5, 1}};
  dr_repeat_def def = dr_default_repeat_def();
  def.flood = DR_FLOOD_ALL;
  def.timing.kind = DR_CURVE_STOPS;
  def.timing.stops = stops;
  def.timing.stop_count = 3;
  dr_repeat repeat = {0};
  FINE(dr_repeat_create(&def, &repeat));
  CHECK(taken == 1);
  EXPECT(DR_ERROR_IN_USE, dr_set_allocator(NULL));
  use(repeat);
  CHECK(taken == 1 && living == 1);
  FINE(dr_repeat_destroy(repeat));
  CHECK(taken == 1 && living == 0 && bytes == 0);

  // A call that returns an error gives back what it took; without memory nothing is made.
  def.repeat_count = -1;
  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_create(&def, &repeat));
  CHECK(living == 0 && bytes == 0);
  def.repeat_count = 0;
  fails_after = 1;
  EXPECT(DR_ERROR_MEMORY, dr_repeat_create(&def, &repeat));
  dr_curve curve = {0};
  EXPECT(DR_ERROR_MEMORY, dr_curve_create(&def.timing, &curve));
  fails_after = 0;
  CHECK(curve.id == 0);
  FINE(dr_set_allocator(NULL));
}

// ---- Banks

static dr_member members[crowd];

// What a game does, in steps that may each fail for want of memory.
static dr_status step(dr_bank bank, int number) {
  static unsigned char saved[crowd * 40];
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
        status = dr_bank_listen(bank, members[4 * index], 0.3);
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
    FINE(dr_bank_create(&def, &bank));
    for (int number = 0; number < 8; number++) {
      fails_after = failing;
      dr_status status = step(bank, number);
      fails_after = 0;
      CHECK(status == DR_OK || status == DR_ERROR_MEMORY);
      failed_steps += status != DR_OK;
      if (status && number == 0) FINE(dr_bank_remove_range(bank, 0, 0));
      if (status && number == 0) {
        FINE(dr_bank_destroy(bank));
        FINE(dr_bank_create(&def, &bank));
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
  def.listener_room = 200;
  dr_bank bank = {0};
  FINE(dr_bank_create(&def, &bank));
  size_t before = taken;
  for (int number = 0; number < 6; number++) FINE(step(bank, number));
  CHECK(taken == before);
  dr_bank_event events[300];
  for (int frame = 0; frame < 2000; frame++) {
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
    FINE(dr_bank_take_events(bank, events, 300, NULL));
    if (frame % 50 == 0) FINE(dr_bank_stop_listening(bank, members[4 * (frame / 50)]));
    if (frame % 50 == 25) FINE(dr_bank_listen(bank, members[4 * (frame / 50)], now));
  }
  CHECK(taken == before);
  dr_bank_info info;
  FINE(dr_bank_get_info(bank, &info));
  CHECK(info.bytes <= bytes && info.bytes > bytes * 9 / 10);
  FINE(dr_bank_destroy(bank));
  CHECK(living == 0 && bytes == 0);
}

void test_bank_memory(void) {
  FINE(dr_set_allocator(&counting));
  test_exhaustion();
  test_reserved();
  FINE(dr_set_allocator(NULL));
}
