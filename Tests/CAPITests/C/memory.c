// SPDX-License-Identifier: Apache-2.0
// What repeats take from the caller's allocator, and what they do where it gives nothing.
#include "check_memory.h"

size_t taken, living, bytes, most_bytes, fails_after;

static void *allocate(size_t size, void *context) {
  CHECK(context == &taken && size > 0);
  if (fails_after && --fails_after == 0) {
    fails_after = 1;
    return NULL;
  }
  taken++;
  living++;
  bytes += size;
  if (bytes > most_bytes) most_bytes = bytes;
  return aligned_alloc(16, (size + 15) / 16 * 16);
}

static void release(void *block, size_t size, void *context) {
  CHECK(context == &taken);
  memset(block, 0xdd, size);
  living--;
  bytes -= size;
  free(block);
}

const dr_allocator counting = {allocate, release, &taken};

// A call that must allocate nothing.
#define STILL(call)                                          \
  do {                                                       \
    size_t taken_before = taken;                             \
    FINE(call);                                              \
    if (taken != taken_before) CHECK(!"nothing is allocated by " #call); \
  } while (0)

// Everything that a game does with a repeat between creating and destroying it.
static void use(dr_repeat repeat) {
  dr_event events[4];
  unsigned char saved[4096];
  size_t size;
  dr_sample sample;
  STILL(dr_repeat_start(repeat));
  for (int round = 0; round < 200; round++) {
    double now = round * 0.37;
    dr_command command = {.kind = DR_COMMAND_RATE, .rate = {.value = 0.3 + round % 7}};
    dr_moment moment = {.kind = (dr_moment_kind)(1 + round % 4), .time_s = now + 0.3};
    moment.phase = 0.25;
    moment.cycle = round;
    dr_status status = dr_repeat_schedule(repeat, &command, &moment, NULL);
    CHECK(status == DR_OK || status == DR_ERROR_FULL);
    STILL(dr_repeat_advance(repeat, now, events, round % 5, NULL));
    STILL(dr_repeat_sample(repeat, now + 5, &sample));
    STILL(dr_repeat_value(repeat, now, &sample.value));
    STILL(dr_repeat_next_change(repeat, now, 0.01, &sample.value));
    STILL(dr_repeat_next_switch(repeat, now + 1, 0.5, &sample.value));
    dr_lock_def lock = dr_default_lock_def();
    STILL(dr_repeat_leader(repeat, &lock.leader));
    lock.leader.rate_hz = 1 + round % 3;
    dr_status locked = dr_repeat_lock_at(repeat, &lock, now + 0.1 * (round % 2));
    CHECK(locked == DR_OK || locked == DR_ERROR_FULL);
    if (round % 7 == 0) STILL(dr_repeat_unlock(repeat));
    STILL(dr_repeat_snapshot(repeat, saved, sizeof saved, &size));
    if (round > 20) STILL(dr_repeat_set_rate(repeat, 0.5 + round % 3));
    FINE(dr_repeat_restore(repeat, saved, size));
    if (round % 20 == 0) STILL(dr_repeat_cancel_all(repeat));
    if (round % 50 == 0)
      STILL(dr_repeat_set_policy(repeat, (dr_policy){.kind = DR_PHASE_MATCHED}));
  }
}

static unsigned char full_state[8192];
static size_t full_size;

static dr_repeat running(uint32_t capacity) {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy.kind = DR_PHASE_MATCHED;
  def.repeat_delay_s = capacity % 2;
  def.command_capacity = capacity;
  dr_repeat repeat = {0};
  FINE(dr_repeat_create(&def, &repeat));
  FINE(dr_repeat_advance(repeat, 0, NULL, 0, NULL));
  FINE(dr_repeat_start(repeat));
  return repeat;
}

enum { waiting_steps = 7 };

// What lets something wait, and may find no memory for it.
static dr_status wait_step(dr_repeat repeat, int number) {
  dr_command pause = dr_default_command(DR_COMMAND_PAUSE);
  dr_moment phase = dr_default_moment(DR_MOMENT_PHASE);
  dr_lock_def lock = dr_default_lock_def();
  lock.style = DR_LOCK_WHOLE_CYCLES;
  lock.leader.rate_hz = 0.3;
  switch (number) {
    case 0: return dr_repeat_set_rate_at(repeat, 2, 3);
    case 1: return dr_repeat_schedule(repeat, &pause, &phase, NULL);
    case 2: return dr_repeat_blink_at(repeat, 3, 5);
    case 3: return dr_repeat_lock(repeat, &lock);
    case 4: return dr_repeat_lock_at(repeat, &lock, 7);
    case 5: return dr_repeat_restore(repeat, full_state, full_size);
    default: return dr_repeat_restore_at(repeat, full_state, full_size, 70);
  }
}

// Each of the allocations that a step makes fails once: nothing has changed then.
static void test_waiting(void) {
  unsigned char before[4096], after[4096];
  size_t size_before, size_after;
  for (uint32_t capacity = 8; capacity < 10; capacity++) {
    dr_repeat full = running(capacity);
    for (int index = 0; index < 5; index++)
      for (int number = 0; number < 2; number++) (void)wait_step(full, number);
    FINE(wait_step(full, 3));
    FINE(dr_repeat_snapshot(full, full_state, sizeof full_state, &full_size));
    CHECK(living == 2);
    FINE(dr_repeat_destroy(full));
    CHECK(living == 0 && bytes == 0);
    int failed = 0;
    for (int earlier = 0; earlier < waiting_steps; earlier++) {
      for (int number = 0; number < waiting_steps; number++) {
        for (size_t failing = 1; failing < 4; failing++) {
          dr_repeat repeat = running(capacity);
          FINE(wait_step(repeat, earlier));
          FINE(dr_repeat_snapshot(repeat, before, sizeof before, &size_before));
          size_t living_before = living;
          fails_after = failing;
          dr_status status = wait_step(repeat, number);
          fails_after = 0;
          if (status == DR_ERROR_MEMORY) {
            failed++;
            FINE(dr_repeat_snapshot(repeat, after, sizeof after, &size_after));
            CHECK(size_before == size_after && memcmp(before, after, size_after) == 0);
            CHECK(living == living_before);
            status = wait_step(repeat, number);
          }
          CHECK(status == DR_OK || status == DR_ERROR_FULL || status == DR_ERROR_PAST);
          for (int frame = 1; frame < 60; frame++) {
            double value;
            STILL(dr_repeat_value(repeat, 70 + frame * 0.41, &value));
            STILL(dr_repeat_advance(repeat, 70 + frame * 0.21, NULL, 0, NULL));
          }
          FINE(dr_repeat_destroy(repeat));
          CHECK(living == 0 && bytes == 0);
        }
      }
    }
    CHECK(failed > 25);
  }
}

// What the headers say that each takes, in bytes: no more, and not much less.
static void check_size(size_t stated, const char *what) {
  if (bytes <= stated && bytes * 10 >= stated * 9) return;
  fprintf(stderr, "%s takes %zu bytes, and is said to take %zu\n", what, bytes, stated);
  CHECK(!"the size that the header states");
}

static void test_sizes(void) {
  static const uint32_t capacities[] = {0, 1, 8, 16, 100};
  dr_repeat repeat = {0};
  for (int commands = 0; commands < 5; commands++) {
    for (int events = 0; events < 5; events++) {
      dr_repeat_def def = dr_default_repeat_def();
      uint32_t c = capacities[commands], e = capacities[events];
      def.command_capacity = c;
      def.event_capacity = e;
      def.lock_capacity = c;
      FINE(dr_repeat_create(&def, &repeat));
      check_size(768 + (e ? 96 + 32 * e : 0), "a repeat");
      size_t before = bytes;
      FINE(dr_repeat_advance(repeat, 0, NULL, 0, NULL));
      for (uint32_t index = 0; index < c; index++) FINE(dr_repeat_set_rate_at(repeat, 1, 2));
      bytes -= before;
      if (c) check_size(432 + 464 * c, "what waits in a repeat");
      dr_lock_def lock = dr_default_lock_def();
      if (c) FINE(dr_repeat_cancel_all(repeat));
      for (uint32_t index = 0; index < c; index++) FINE(dr_repeat_lock_at(repeat, &lock, 3));
      if (c) check_size(432 + 464 * c + 192 + 672 * c, "what waits in a repeat with locks");
      bytes += before;
      FINE(dr_repeat_destroy(repeat));
    }
  }
  dr_repeat_def def = dr_default_repeat_def();
  FINE(dr_repeat_create(&def, &repeat));
  check_size(992, "a repeat with the default capacities");
  FINE(dr_repeat_destroy(repeat));

  dr_beat_clock clock = {0};
  dr_beat_clock_def clock_def = dr_default_beat_clock_def();
  FINE(dr_beat_clock_create(&clock_def, &clock));
  check_size(128, "a beat clock");
  FINE(dr_beat_clock_destroy(clock));
  dr_clock_follower follower = {0};
  dr_clock_follower_def follower_def = dr_default_clock_follower_def();
  FINE(dr_clock_follower_create(&follower_def, &follower));
  check_size(528, "a clock follower");
  FINE(dr_clock_follower_destroy(follower));

  static dr_stop stops[100];
  dr_curve curve = {0};
  dr_curve_def curve_def = dr_default_curve_def();
  FINE(dr_curve_create(&curve_def, &curve));
  check_size(112, "a curve");
  FINE(dr_curve_destroy(curve));
  for (int index = 0; index < 100; index++) stops[index] = (dr_stop){index % 2, NAN};
  curve_def.kind = DR_CURVE_SPRING;
  FINE(dr_curve_create(&curve_def, &curve));
  check_size(296, "a spring");
  FINE(dr_curve_destroy(curve));
  curve_def.kind = DR_CURVE_STOPS;
  curve_def.stops = stops;
  curve_def.stop_count = 100;
  FINE(dr_curve_create(&curve_def, &curve));
  check_size(304 + 48 * 100, "a curve of stops");
  FINE(dr_curve_destroy(curve));

  dr_bank bank = {0};
  for (int kind = DR_CURVE_LINEAR; kind <= DR_CURVE_SPRING; kind++) {
    dr_bank_def bank_def = dr_default_bank_def();
    bank_def.timing.kind = (dr_curve_kind)kind;
    most_bytes = bytes;
    bank = created_bank(&bank_def);
    size_t empty = bytes;
    // The processor decides too: some kernels have larger tables.
    CHECK(empty >= 35000 && empty <= 125000);
    CHECK(most_bytes - empty <= 4200000 && most_bytes - empty >= 4000000);
    FINE(dr_bank_destroy(bank));
    bank_def.room = 100000;
    bank = created_bank(&bank_def);
    CHECK(bytes - empty <= 33 * 100000 && bytes - empty >= 32 * 100000);
    FINE(dr_bank_destroy(bank));
    bank_def.room = 0;
    bank_def.individual_room = 1000;
    bank = created_bank(&bank_def);
    CHECK(bytes - empty <= 1000 * 1000 && bytes - empty >= 900 * 1000);
    FINE(dr_bank_destroy(bank));
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
  CHECK(living == 2);
  FINE(dr_repeat_destroy(repeat));
  CHECK(living == 0 && bytes == 0);
  test_waiting();

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
  test_sizes();
  FINE(dr_set_allocator(NULL));
}
