// SPDX-License-Identifier: Apache-2.0
// A loop's effect on its thread, and its use of malloc, which the linker replaces (--wrap).
#define _GNU_SOURCE
#include "check_loops.h"
#include <pthread.h>
#include <sys/prctl.h>

void *__real_malloc(size_t size);
void __real_free(void *block);

static size_t taken, living, most_bytes;
static int is_empty;

void *__wrap_malloc(size_t size) {
  if (is_empty) return NULL;
  taken++;
  living++;
  if (size > most_bytes) most_bytes = size;
  return __real_malloc(size);
}

void __wrap_free(void *block) {
  living -= block != NULL;
  __real_free(block);
}

static void test_memory(void) {
  dr_loop_def def = manual(DR_TIMING_TIMER, 100);
  char mark;
  dr_loop *const before = (dr_loop *)&mark, *loop = before;
  def.step_hz = 50;
  taken = living = most_bytes = 0;
  is_empty = 1;
  EXPECT(DR_LOOP_ERROR_MEMORY, dr_loop_create(&def, &loop));
  is_empty = 0;
  CHECK(loop == before && !taken);
  loop = created_loop(&def);
  CHECK(taken == 1 && most_bytes > 90000 && most_bytes < 120000);
  for (int number = 0; number < 2000; number++) {
    dr_frame frame;
    dr_loop_stats stats;
    FINE(dr_loop_wait(loop, NULL));
    FINE(dr_loop_begin(loop, &frame));
    FINE(dr_loop_drawn(loop));
    FINE(dr_loop_presented(loop, NULL));
    FINE(dr_loop_shown(loop, number, 0.01));
    if (number % 100 == 0) FINE(dr_loop_get_stats(loop, &stats));
  }
  CHECK(taken == 1 && living == 1);
  dr_loop_destroy(loop);
  CHECK(taken == 1 && living == 0);
}

static int slack_ns(void) { return prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0); }

static void *destroy(void *loop) {
  int before = slack_ns();
  dr_loop_destroy(loop);
  CHECK(slack_ns() == before);
  return NULL;
}

// When a thread's last loop is destroyed, in any order, the thread's timer slack is restored. A
// loop with a manual clock never sleeps.
static void test_slack(void) {
  dr_loop_def def = dr_default_loop_def();
  CHECK(!prctl(PR_SET_TIMERSLACK, 77777ul, 0, 0, 0));
  dr_loop_def clockless = manual(DR_TIMING_TIMER, 100);
  dr_loop *manual_loop = created_loop(&clockless);
  CHECK(slack_ns() == 77777);
  for (int round = 0; round < 2; round++) {
    dr_loop *first = created_loop(&def), *second = created_loop(&def);
    CHECK(slack_ns() == 1);
    dr_loop_destroy(first);
    CHECK(slack_ns() == 1);
    dr_loop_destroy(second);
    CHECK(slack_ns() == 77777);
  }
  dr_loop_destroy(manual_loop);
  CHECK(slack_ns() == 77777);
  pthread_t thread;
  CHECK(!pthread_create(&thread, NULL, destroy, created_loop(&def)));
  CHECK(!pthread_join(thread, NULL));
}

void test_loop_memory(void) {
  test_memory();
  test_slack();
}
