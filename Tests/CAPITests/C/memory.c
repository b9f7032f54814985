// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static size_t taken, given, bytes;
static int is_exhausted;

static void *count_allocate(size_t size, void *context) {
  CHECK(context == &taken);
  CHECK(size > 0);
  if (is_exhausted) return NULL;
  taken++;
  bytes += size;
  return aligned_alloc(16, (size + 15) / 16 * 16);
}

static void count_release(void *memory, size_t size, void *context) {
  CHECK(context == &taken);
  given++;
  bytes -= size;
  free(memory);
}

static const dr_allocator counting = {count_allocate, count_release, &taken};

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
  taken = given = bytes = 0;

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
  CHECK(taken == 1 && given == 0);
  FINE(dr_repeat_destroy(repeat));
  CHECK(taken == 1 && given == 1 && bytes == 0);

  // A call that returns an error gives back what it took; without memory nothing is made.
  def.repeat_count = -1;
  EXPECT(DR_ERROR_REPEAT_COUNT, dr_repeat_create(&def, &repeat));
  CHECK(taken == given && bytes == 0);
  def.repeat_count = 0;
  is_exhausted = 1;
  EXPECT(DR_ERROR_MEMORY, dr_repeat_create(&def, &repeat));
  dr_curve curve = {0};
  EXPECT(DR_ERROR_MEMORY, dr_curve_create(&def.timing, &curve));
  is_exhausted = 0;
  CHECK(curve.id == 0);
  FINE(dr_set_allocator(NULL));
}
