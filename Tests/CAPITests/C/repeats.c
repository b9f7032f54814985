// SPDX-License-Identifier: Apache-2.0
// A repeat as plain data: definitions, memory without a repeat, copies.
#include "check.h"

static void test_definitions(void) {
  dr_repeat repeat, before;
  memset(&repeat, 0xab, sizeof repeat);
  before = repeat;
  dr_repeat_def blank;
  memset(&blank, 0, sizeof blank);
  EXPECT(DR_ERROR_DEFINITION, dr_repeat_init(&repeat, &blank));
  EXPECT(DR_ERROR_NULL, dr_repeat_init(&repeat, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_init(NULL, &blank));
#define WRONG(status, change) do { \
    dr_repeat_def def = dr_default_repeat_def(); \
    change; \
    EXPECT(status, dr_repeat_init(&repeat, &def)); \
  } while (0)
  WRONG(DR_ERROR_CHOICE, def.rate.unit = (dr_rate_unit)2);
  WRONG(DR_ERROR_CYCLE_DURATION, def.rate = dr_seconds(0));
  WRONG(DR_ERROR_CYCLE_DURATION, def.rate = dr_seconds(NAN));
  WRONG(DR_ERROR_RATE, def.rate = dr_hz(-1.1e6));
  WRONG(DR_ERROR_CHOICE, def.policy.kind = (dr_policy_kind)-1);
  WRONG(DR_ERROR_INTERVAL, def.policy = dr_phase_matched(-1));
  WRONG(DR_ERROR_PACE, def.pace.kind = DR_CURVE_SPRING);
  WRONG(DR_ERROR_TIMING, (def.pace.kind = DR_CURVE_BEZIER, def.pace.y1 = INFINITY));
  WRONG(DR_ERROR_TIMING, (def.pace.kind = DR_CURVE_STEPS, def.pace.step_count = 0));
  WRONG(DR_ERROR_CHOICE, (def.pace.kind = DR_CURVE_STEPS, def.pace.step_jump = (dr_step_jump)4));
  WRONG(DR_ERROR_PACE, (def.has_return_pace = 1, def.return_pace.kind = (dr_curve_kind)99));
  WRONG(DR_ERROR_CHOICE, def.rest_state = (dr_rest_state)2);
  WRONG(DR_ERROR_CHOICE, def.reporting = (dr_reporting)2);
  WRONG(DR_ERROR_REPEAT_COUNT, def.repeat_count = 0);
  WRONG(DR_ERROR_INTERVAL, def.repeat_delay_s = NAN);
  WRONG(DR_ERROR_PHASE, def.start_phase = 1);
  WRONG(DR_ERROR_MAX_FLASH, def.max_flash_hz = 0);
  WRONG(DR_ERROR_MAX_FLASH, def.max_flash_hz = NAN);
  WRONG(DR_ERROR_MARKS, def.mark_count = 5);
  WRONG(DR_ERROR_MARKS, (def.mark_count = 1, def.marks[0] = 1));
  WRONG(DR_ERROR_MARKS, (def.mark_count = 2, def.marks[0] = 0.5, def.marks[1] = 0.5));
  WRONG(DR_ERROR_TIME, def.now_s = 2e12);
  WRONG(DR_ERROR_TIME, def.now_s = NAN);
  CHECK(!memcmp(&repeat, &before, sizeof repeat));
}

// Every call reports memory that holds no repeat, and a misaligned pointer.
static void test_memory(void) {
  static dr_repeat zeroed, wrong;
  memset(&wrong, 0x5a, sizeof wrong);
  char bytes[2 * sizeof(dr_repeat)];
  dr_repeat *askew = (dr_repeat *)(((uintptr_t)bytes + 15) / 16 * 16 + 8);
  dr_repeat *const cases[] = {NULL, &zeroed, &wrong, askew};
  static const dr_status answers[] = {
    DR_ERROR_NULL, DR_ERROR_NOT_INITIALIZED, DR_ERROR_NOT_INITIALIZED, DR_ERROR_MISALIGNED};
  dr_command command = {.kind = DR_COMMAND_START};
  dr_moment moment = {.kind = DR_MOMENT_NEXT_CYCLE};
  dr_arrival arrival = {.time_s = 1, .bounds = {0, 1, 1}};
  dr_repeat_def def = dr_default_repeat_def();
  dr_sample sample;
  dr_repeat_info info;
  dr_line line, good;
  dr_event event;
  double number = 7;
  size_t size = 7;
  FINE(dr_line_init(&good, (dr_position){0, 0}, 0, 1));
  for (int i = 0; i < 4; i++) {
    dr_repeat *r = cases[i];
    if (r == NULL || r == askew) EXPECT(answers[i], dr_repeat_init(r, &def));
    EXPECT(answers[i], dr_repeat_start(r, DR_NOW));
    EXPECT(answers[i], dr_repeat_stop(r, DR_STOP_MODE_FREEZE, DR_NOW));
    EXPECT(answers[i], dr_repeat_pause(r, DR_NOW));
    EXPECT(answers[i], dr_repeat_resume(r, DR_NOW));
    EXPECT(answers[i], dr_repeat_reverse(r, DR_NOW));
    EXPECT(answers[i], dr_repeat_set_rate(r, dr_hz(1), DR_NOW));
    EXPECT(answers[i], dr_repeat_ramp(r, dr_hz(1), 1, DR_NOW));
    EXPECT(answers[i], dr_repeat_seek(r, (dr_position){0, 0}, 1, DR_NOW));
    EXPECT(answers[i], dr_repeat_set_policy(r, dr_restart_per_cycle(), DR_NOW));
    EXPECT(answers[i], dr_repeat_set_repeat_count(r, 1, DR_NOW));
    EXPECT(answers[i], dr_repeat_blink(r, 1, DR_NOW));
    EXPECT(answers[i], dr_repeat_schedule(r, &command, &moment, NULL));
    EXPECT(answers[i], dr_repeat_cancel(r, (dr_command_id){0}));
    EXPECT(answers[i], dr_repeat_advance(r, 1));
    CHECK(!dr_repeat_next_event(r, 1, &event) && event.status == answers[i]);
    CHECK(!dr_repeat_next_event(r, 1, NULL));
    EXPECT(answers[i], dr_repeat_value(r, 1, &number));
    EXPECT(answers[i], dr_repeat_sample(r, 1, &sample));
    EXPECT(answers[i], dr_repeat_next_change(r, 1, &number));
    EXPECT(answers[i], dr_repeat_next_switch(r, 1, 0.5, &number));
    EXPECT(answers[i], dr_repeat_get_info(r, &info));
    EXPECT(answers[i], dr_repeat_save(r, bytes, sizeof bytes, &size));
    EXPECT(answers[i], dr_repeat_move_timeline(r, 1));
    EXPECT(answers[i], dr_repeat_get_line(r, &line));
    EXPECT(answers[i], dr_repeat_lock(r, &good, NULL));
    EXPECT(answers[i], dr_repeat_unlock(r));
    EXPECT(answers[i], dr_repeat_arrive(r, &arrival, &number));
    CHECK(dr_repeat_value_or(r, 1, 9) == 9 && !dr_repeat_is_on(r, 1, 0.5));
    CHECK(!dr_repeat_equals(r, r) && number == 7 && size == 7);
  }
}

// Fills the memory below the present stack frame.
static __attribute__((noinline)) void fill_stack(unsigned char byte) {
  volatile unsigned char bytes[16384];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = byte;
}

// Runs the same call on two structures, each with another byte in all memory below on the stack.
#define TWICE(call) \
  for (int i = 0; i < 2; i++) { \
    fill_stack(i ? 0x5a : 0xa5); \
    FINE(call); \
  }
#define SAME(pair) CHECK(!memcmp(&(pair)[0], &(pair)[1], sizeof *(pair)))
#define TWICE_SAME(pair, call) \
  do { \
    TWICE(call) \
    SAME(pair); \
  } while (0)

// Neither the previous content of a structure nor that of the stack shows in any byte.
static void test_bytes(void) {
  static dr_line lines[2];
  static dr_beat_clock clocks[2];
  static dr_repeat repeats[2];
  static dr_clock_follower followers[2];
  static dr_sample samples[2];
  static dr_event events[2];
  static unsigned char saved[DR_SAVED_REPEAT_SIZE];
  size_t size = 0;
  dr_repeat_def def = dr_default_repeat_def();
  dr_clock_follower_def follower_def = dr_default_clock_follower_def();
  dr_bounds bounds = dr_bounds_around(1.5, 0.2);
  dr_command stop = dr_command_of(DR_COMMAND_STOP);
  dr_moment half = dr_at_phase(0.5);
  dr_repeat *const repeat = repeats;
  def.marks[0] = 0.3;
  def.mark_count = 1;
  def.policy = dr_phase_matched(0.1);
  for (int i = 0; i < 2; i++) {
    int byte = i ? 0x5a : 0xa5;
    memset(&lines[i], byte, sizeof *lines);
    memset(&clocks[i], byte, sizeof *clocks);
    memset(&repeats[i], byte, sizeof *repeats);
    memset(&followers[i], byte, sizeof *followers);
    memset(&samples[i], byte, sizeof *samples);
    memset(&events[i], byte, sizeof *events);
  }
  TWICE_SAME(lines, dr_line_init(&lines[i], (dr_position){3, 0.1}, 2, 0.3));
  TWICE_SAME(clocks, dr_beat_clock_init(&clocks[i], 120, 0.7, 4));
  TWICE_SAME(clocks, dr_beat_clock_set_tempo(&clocks[i], 90, 2));
  TWICE_SAME(lines, dr_beat_clock_get_line(&clocks[i], &lines[i]));
  TWICE_SAME(followers, dr_clock_follower_init(&followers[i], &follower_def));
  // The leader stops, and then jumps.
  for (int j = 0; j < 40; j++) {
    double position = j < 10 ? 0.1 * j : j < 20 ? 1 : 3 + 0.1 * j;
    TWICE_SAME(followers, dr_clock_follower_add(&followers[i], position, 0.1 * j, NULL));
  }
  TWICE_SAME(repeats, dr_repeat_init(&repeat[i], &def));
  TWICE_SAME(repeats, dr_repeat_advance(&repeat[i], 0));
  TWICE_SAME(repeats, dr_repeat_start(&repeat[i], DR_NOW));
  TWICE_SAME(repeats, dr_repeat_set_rate(&repeat[i], dr_hz(2), DR_NOW));
  TWICE_SAME(repeats, dr_repeat_set_policy(&repeat[i], dr_restart_per_cycle(), 2.5));
  TWICE_SAME(repeats, dr_repeat_seek(&repeat[i], (dr_position){2, 0.5}, 0, 2.7));
  TWICE_SAME(repeats, dr_repeat_pause(&repeat[i], 2.75));
  TWICE_SAME(repeats, dr_repeat_advance(&repeat[i], 3));
  TWICE_SAME(repeats, dr_repeat_resume(&repeat[i], DR_NOW));
  TWICE_SAME(repeats, dr_repeat_ramp(&repeat[i], dr_hz(1), 1, DR_NOW));
  TWICE_SAME(repeats, dr_repeat_reverse(&repeat[i], DR_NOW));
  TWICE_SAME(repeats, dr_repeat_set_repeat_count(&repeat[i], 30, DR_NOW));
  TWICE_SAME(repeats, dr_repeat_schedule(&repeat[i], &stop, &half, NULL));
  TWICE_SAME(samples, dr_repeat_sample(&repeat[i], 3.1, &samples[i]));
  TWICE_SAME(events, (dr_status)!dr_repeat_next_event(&repeat[i], 9, &events[i]));
  TWICE_SAME(repeats, dr_repeat_advance(&repeat[i], 9));
  TWICE_SAME(repeats, dr_repeat_blink(&repeat[i], 3, DR_NOW));
  TWICE_SAME(repeats, dr_repeat_lock(&repeat[i], &lines[0], &bounds));
  FINE(dr_repeat_save(repeat, saved, sizeof saved, &size));
  memset(&repeats[0], 0xa5, sizeof *repeats);
  TWICE_SAME(repeats, dr_repeat_restore(&repeat[i], saved, size, NULL));
}

// A copy and the original are equal until one of the two is advanced. The copy has user_data, too.
static void test_copies(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.user_data = &def;
  dr_repeat flash = made(&def), same = started();
  FINE(dr_repeat_start(&flash, DR_NOW));
  dr_repeat copy = flash;
  CHECK(dr_repeat_equals(&copy, &flash) && dr_repeat_equals(&flash, &same));
  FINE(dr_repeat_advance(&flash, 6.625));
  CHECK(!dr_repeat_equals(&copy, &flash) && value_at(&copy, 0.25) == 0.25);
  CHECK(info_of(&copy).user_data == &def);
}

void test_repeats(void) {
  CHECK(sizeof(dr_repeat) == 1280 && sizeof(dr_line) == 64);
  test_definitions();
  test_memory();
  test_bytes();
  test_copies();
}
