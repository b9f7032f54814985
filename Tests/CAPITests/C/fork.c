// SPDX-License-Identifier: Apache-2.0
// Forks while other threads create and destroy: fork CHILDREN. A child that hangs ends by its alarm.
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int failures;

enum { threads = 3, many = 100, seconds = 20 };

static int has_ended;

// Creates and destroys until the end, more than the first slots hold.
static void *churn(void *unused) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeats[many];
  (void)unused;
  while (!__atomic_load_n(&has_ended, __ATOMIC_RELAXED)) {
    for (int index = 0; index < many; index++) FINE(dr_repeat_create(&def, &repeats[index]));
    for (int index = 0; index < many; index++) FINE(dr_repeat_destroy(repeats[index]));
  }
  return NULL;
}

// What a child does; its exit code.
static int live(void) {
  dr_repeat_def def = dr_default_repeat_def();
  alarm(seconds);
  for (int index = 0; index < 20; index++) {
    dr_repeat repeat;
    double value;
    FINE(dr_repeat_create(&def, &repeat));
    FINE(dr_repeat_start(repeat));
    FINE(dr_repeat_advance(repeat, 1, NULL, 0, NULL));
    FINE(dr_repeat_value(repeat, 1.5, &value));
    FINE(dr_repeat_destroy(repeat));
  }
  return failures != 0;
}

int main(int count, char **arguments) {
  int children = count > 1 ? atoi(arguments[1]) : 100, hung = 0, failed = 0;
  pthread_t running[threads];
  for (int index = 0; index < threads; index++) {
    CHECK(!pthread_create(&running[index], NULL, churn, NULL));
  }
  for (int child = 0; child < children; child++) {
    int status = 0;
    pid_t process = fork();
    if (process == 0) _exit(live());
    CHECK(process > 0 && waitpid(process, &status, 0) == process);
    hung += WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    failed += status != 0;
  }
  __atomic_store_n(&has_ended, 1, __ATOMIC_RELAXED);
  for (int index = 0; index < threads; index++) CHECK(!pthread_join(running[index], NULL));
  printf("%d children: %d hung, %d failed\n", children, hung, failed);
  return failed != 0 || failures != 0;
}
