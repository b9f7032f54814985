// SPDX-License-Identifier: Apache-2.0
// Calls every function of dynamic_repeat_loop.h, with valid and invalid arguments. FramePacingTests
// tests the loop itself with a manual clock.
#define _GNU_SOURCE
#include <dynamic_repeat_loop.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static int failures;

#define CHECK(condition) check(!!(condition), #condition, __LINE__)
#define EXPECT(status, call) expect((status), (call), #call, __LINE__)
#define FINE(call) EXPECT(DR_LOOP_OK, call)

static void check(int holds, const char *text, int line) {
  if (holds) return;
  failures++;
  fprintf(stderr, "loops.c:%d: %s does not hold\n", line, text);
}

static void expect(dr_loop_status wanted, dr_loop_status answer, const char *text, int line) {
  if (answer == wanted) return;
  failures++;
  fprintf(stderr, "loops.c:%d: %s answers \"%s\" instead of \"%s\"\n", line, text,
    dr_loop_status_text(answer), dr_loop_status_text(wanted));
}

// The linker replaces malloc by this function (--wrap).
void *__real_malloc(size_t size);
static int is_empty;
void *__wrap_malloc(size_t size) { return is_empty ? NULL : __real_malloc(size); }

static dr_loop_def timed(dr_loop_timing timing, double rate_hz) {
  dr_loop_def def = dr_default_loop_def();
  def.timing = timing;
  def.rate_hz = rate_hz;
  return def;
}

static dr_loop *created(const dr_loop_def *def) {
  dr_loop *loop = NULL;
  FINE(dr_loop_create(def, &loop));
  return loop;
}

static dr_frame next_frame(dr_loop *loop) {
  dr_frame frame = {0};
  FINE(dr_loop_wait(loop, NULL));
  FINE(dr_loop_begin(loop, &frame));
  FINE(dr_loop_drawn(loop));
  FINE(dr_loop_presented(loop, NULL));
  return frame;
}

static dr_loop_stats stats_of(dr_loop *loop) {
  dr_loop_stats stats = {0};
  FINE(dr_loop_get_stats(loop, &stats));
  return stats;
}

static void test_texts(void) {
  // A part of each status text, in the order of the codes.
  static const char *const words[] = {"fine", "NULL", "dr_default_loop_def", "not listed", "a rate",
    "longest_advance_s", "most_steps", "a time", "between frames", "only the thread", "memory"};
  for (int code = -1; code < 12; code++) {
    int is_known = code >= DR_LOOP_OK && code <= DR_LOOP_ERROR_MEMORY;
    const char *word = is_known ? words[code] : "not a status";
    CHECK(strstr(dr_loop_status_text((dr_loop_status)code), word));
  }
  CHECK(strstr(dr_loop_mode_text(DR_LOOP_MODE_LOCKED), "locked: presenting waits"));
  CHECK(strstr(dr_loop_mode_text(DR_LOOP_MODE_PAUSED_UNFOCUSED), "paused: another window"));
  CHECK(strstr(dr_loop_mode_text((dr_loop_mode)9), "not a mode"));
}

static void test_definitions(void) {
  char mark;
  dr_loop *const before = (dr_loop *)&mark, *loop = before;
#define WRONG(status, change) do { \
    dr_loop_def def = timed(DR_LOOP_TIMING_TIMER, 60); \
    change; \
    EXPECT(status, dr_loop_create(&def, &loop)); \
  } while (0)
  static const double rates[] = {0.0009, 1.1e6, -60, NAN, INFINITY};
  for (int i = 0; i < 5; i++) {
    WRONG(DR_LOOP_ERROR_RATE, def.rate_hz = rates[i]);
    WRONG(DR_LOOP_ERROR_RATE, def.display_hz = rates[i]);
    WRONG(DR_LOOP_ERROR_RATE, def.step_hz = rates[i]);
    WRONG(DR_LOOP_ERROR_RATE,
      (def.unfocused_hz = rates[i], def.when_unfocused = DR_FOCUS_POLICY_SLOWS));
  }
  WRONG(DR_LOOP_ERROR_RATE, (def.timing = DR_LOOP_TIMING_VIRTUAL, def.rate_hz = 0));
  WRONG(DR_LOOP_ERROR_ADVANCE, def.longest_advance_s = 0.0009);
  WRONG(DR_LOOP_ERROR_ADVANCE, def.longest_advance_s = NAN);
  WRONG(DR_LOOP_ERROR_STEPS, def.most_steps = 0);
  WRONG(DR_LOOP_ERROR_STEPS, def.most_steps = UINT32_C(1) << 31);
  WRONG(DR_LOOP_ERROR_CHOICE, def.timing = (dr_loop_timing)4);
  WRONG(DR_LOOP_ERROR_CHOICE, def.stall_rule = (dr_stall_rule)2);
  WRONG(DR_LOOP_ERROR_CHOICE, def.when_unfocused = (dr_focus_policy)-1);
  WRONG(DR_LOOP_ERROR_DEFINITION, memset(&def, 0, sizeof def));
  is_empty = 1;
  WRONG(DR_LOOP_ERROR_MEMORY, (void)0);
  is_empty = 0;
  dr_loop_def def = dr_default_loop_def();
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_create(NULL, &loop));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_create(&def, NULL));
  CHECK(loop == before);
}

static void test_virtual_frames(void) {
  dr_loop_def def = timed(DR_LOOP_TIMING_VIRTUAL, 60);
  def.step_hz = 50;
  dr_loop *loop = created(&def);
  int32_t steps = 0;
  for (int number = 0; number < 61; number++) {
    dr_frame frame = next_frame(loop);
    CHECK(frame.number == number && frame.time_s == number / 60.0);
    CHECK(frame.mode == DR_LOOP_MODE_VIRTUAL && !frame.missed && !frame.is_after_stall);
    steps += frame.steps;
    CHECK(fabs(frame.step_fraction - (frame.time_s * 50 - steps)) < 1e-6);
  }
  CHECK(steps == 50 && stats_of(loop).steps_made == 50 && !stats_of(loop).steps_dropped);
  FINE(dr_loop_shift_time(loop, 3600));
  CHECK(fabs(next_frame(loop).time_s - 3600 - 61 / 60.0) < 1e-9);
  dr_loop_destroy(loop);
}

static void test_timer(void) {
  dr_loop_def def = timed(DR_LOOP_TIMING_TIMER, 200);
  dr_loop *loop = created(&def);
  double now_s = -1;
  for (int number = 0; number < 20; number++) {
    dr_frame frame = next_frame(loop);
    CHECK(frame.mode == DR_LOOP_MODE_TIMER_REQUESTED && frame.refresh_period_s == 0.005);
  }
  // 20 frames take 95 ms; the machine's load can add some.
  FINE(dr_loop_now(loop, &now_s));
  dr_loop_stats stats = stats_of(loop);
  CHECK(now_s >= 0.095 && stats.frames == 20 && stats.processor_share >= 0);
  CHECK(stats.mode == DR_LOOP_MODE_TIMER_REQUESTED && stats.build.count && !stats.reported_hz);
  CHECK(stats.interval.count + stats.stalls == 19 && stats.interval.longest_s >= 0.004);
  dr_loop_destroy(loop);
}

// The program claims that presenting waits for a display at 60 Hz, but presenting does not wait.
static void test_free_run(void) {
  dr_loop_def def = dr_default_loop_def();
  def.display_hz = 60;
  def.present_waits = 1;
  dr_loop *loop = created(&def);
  dr_loop_window window = dr_default_loop_window();
  dr_frame frame;
  int32_t vsync = 1, is_due = -1, frames = 0;
  while (vsync && frames++ < 1000) {
    FINE(dr_loop_wait(loop, NULL));
    FINE(dr_loop_begin(loop, &frame));
    CHECK(frames > 1 || frame.mode == DR_LOOP_MODE_MEASURED);
    CHECK(frame.reported_period_s == 1 / 60.0);
    FINE(dr_loop_drawn(loop));
    FINE(dr_loop_presented(loop, &vsync));
  }
  CHECK(!vsync && stats_of(loop).mode == DR_LOOP_MODE_TIMER_FREE_RUNNING);
  CHECK(stats_of(loop).reported_hz == 60);
  window.display_may_have_changed = 1;
  FINE(dr_loop_wait(loop, NULL));
  FINE(dr_loop_polled(loop, &window, &is_due));
  FINE(dr_loop_begin(loop, &frame));
  FINE(dr_loop_shown(loop, frame.number, 0.001));
  FINE(dr_loop_presented(loop, &vsync));
  CHECK(is_due == 1 && vsync == 1);
  dr_loop_destroy(loop);
}

// While nothing is drawn, dr_loop_wait returns at once; the program itself waits for an event, at
// most for timeout_ms.
static void test_pauses(void) {
  dr_loop_def def = timed(DR_LOOP_TIMING_TIMER, 1000);
  def.when_unfocused = DR_FOCUS_POLICY_PAUSES;
  dr_loop *loop = created(&def);
  dr_loop_window seen = dr_default_loop_window(), hidden = seen, behind = seen, pressed = seen;
  hidden.is_hidden = 1;
  behind.has_focus = 0;
  pressed.input_events = 3;
  const struct { const dr_loop_window *window; int is_idle; dr_loop_mode mode; } rows[] = {
    {&hidden, 0, DR_LOOP_MODE_PAUSED_HIDDEN}, {&behind, 0, DR_LOOP_MODE_PAUSED_UNFOCUSED},
    {&seen, 1, DR_LOOP_MODE_PAUSED_IDLE}, {&hidden, 1, DR_LOOP_MODE_PAUSED_HIDDEN}};
  for (int row = 0; row < 4; row++) {
    dr_frame frame;
    int32_t is_due = -1, timeout_ms = -1;
    next_frame(loop);
    if (rows[row].is_idle) FINE(dr_loop_idle(loop));
    FINE(dr_loop_wait(loop, &timeout_ms));
    CHECK(timeout_ms == (rows[row].is_idle ? DR_LOOP_SLEEP_MS : 0));
    FINE(dr_loop_polled(loop, rows[row].window, &is_due));
    CHECK(is_due == 0 && stats_of(loop).mode == rows[row].mode);
    EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_begin(loop, &frame));
    FINE(dr_loop_wait(loop, &timeout_ms));
    CHECK(timeout_ms == DR_LOOP_SLEEP_MS);
    // A frame that input requests comes no sooner than a period after the last frame.
    for (int tries = 0; !is_due && tries < 1000000; tries++)
      FINE(dr_loop_polled(loop, &pressed, &is_due));
    CHECK(is_due == 1);
    next_frame(loop);
  }
  CHECK(stats_of(loop).input_events == 12);
  int32_t timeout_ms = -1;
  FINE(dr_loop_idle_until(loop, INFINITY));
  FINE(dr_loop_wait(loop, &timeout_ms));
  CHECK(timeout_ms == DR_LOOP_SLEEP_MS);
  FINE(dr_loop_idle_until(loop, 0));
  FINE(dr_loop_wait(loop, &timeout_ms));
  CHECK(timeout_ms == 0);
  EXPECT(DR_LOOP_ERROR_TIME, dr_loop_idle_until(loop, NAN));
  dr_loop_destroy(loop);
}

// Each call except dr_loop_destroy fails with the wanted status.
static void fail_calls(dr_loop_status wanted, dr_loop *loop) {
  dr_loop_window window = dr_default_loop_window();
  dr_frame frame;
  dr_loop_stats stats;
  double now_s;
  int32_t number;
  EXPECT(wanted, dr_loop_wait(loop, &number));
  EXPECT(wanted, dr_loop_polled(loop, &window, &number));
  EXPECT(wanted, dr_loop_begin(loop, &frame));
  EXPECT(wanted, dr_loop_drawn(loop));
  EXPECT(wanted, dr_loop_presented(loop, &number));
  EXPECT(wanted, dr_loop_shown(loop, 0, 0));
  EXPECT(wanted, dr_loop_abandon(loop));
  EXPECT(wanted, dr_loop_idle(loop));
  EXPECT(wanted, dr_loop_idle_until(loop, 1));
  EXPECT(wanted, dr_loop_now(loop, &now_s));
  EXPECT(wanted, dr_loop_shift_time(loop, 1));
  EXPECT(wanted, dr_loop_get_stats(loop, &stats));
}

static int slack_ns(void) { return prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0); }

// Runs on a thread that does not own the loop. Only dr_loop_destroy is valid there.
static void *use_foreign(void *foreign) {
  int before_ns = slack_ns();
  fail_calls(DR_LOOP_ERROR_THREAD, foreign);
  dr_loop_destroy(foreign);
  CHECK(slack_ns() == before_ns);
  return NULL;
}

static void test_order(void) {
  dr_loop_def def = timed(DR_LOOP_TIMING_TIMER, 1000);
  dr_loop *loop = created(&def);
  dr_loop_window window = dr_default_loop_window();
  dr_frame frame;
  int32_t number;
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_drawn(loop));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_presented(loop, &number));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_abandon(loop));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_begin(loop, &frame));  // without a wait
  FINE(dr_loop_wait(loop, NULL));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_begin(loop, NULL));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_polled(loop, NULL, &number));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_polled(loop, &window, NULL));
  FINE(dr_loop_begin(loop, &frame));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_begin(loop, &frame));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_wait(loop, &number));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_polled(loop, &window, &number));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_idle(loop));
  EXPECT(DR_LOOP_ERROR_SEQUENCE, dr_loop_idle_until(loop, 1));
  FINE(dr_loop_abandon(loop));
  CHECK(stats_of(loop).frames == 0 && next_frame(loop).number == 1);
  static const double wrong[] = {NAN, INFINITY, -5e9, 1e300};
  for (int i = 0; i < 4; i++) {
    EXPECT(DR_LOOP_ERROR_TIME, dr_loop_shift_time(loop, wrong[i]));
    EXPECT(DR_LOOP_ERROR_TIME, dr_loop_shown(loop, 1, wrong[i]));
  }
  FINE(dr_loop_shown(loop, INT64_MIN, -1));
  FINE(dr_loop_shown(loop, INT64_MAX, 1e9));
  FINE(dr_loop_shift_time(loop, 4e9));
  EXPECT(DR_LOOP_ERROR_TIME, dr_loop_shift_time(loop, 1));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_now(loop, NULL));
  EXPECT(DR_LOOP_ERROR_NULL, dr_loop_get_stats(loop, NULL));
  fail_calls(DR_LOOP_ERROR_NULL, NULL);
  dr_loop_destroy(NULL);
  dr_loop_destroy(loop);
}

static void test_thread(void) {
  dr_loop_def def = dr_default_loop_def();
  pthread_t thread;
  CHECK(!prctl(PR_SET_TIMERSLACK, 77777ul, 0, 0, 0));
  dr_loop *first = created(&def), *second = created(&def);
  CHECK(slack_ns() == 1);
  dr_loop_destroy(second);
  CHECK(slack_ns() == 1);
  second = created(&def);
  dr_loop_destroy(first);
  dr_loop_destroy(second);
  CHECK(slack_ns() == 77777);
  CHECK(!pthread_create(&thread, NULL, use_foreign, created(&def)));
  CHECK(!pthread_join(thread, NULL));
}

int main(void) {
  test_texts();
  test_definitions();
  test_virtual_frames();
  test_timer();
  test_free_run();
  test_pauses();
  test_order();
  test_thread();
  if (!failures) puts("every function answers as it should");
  return failures != 0;
}
