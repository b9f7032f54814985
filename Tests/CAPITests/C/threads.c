// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include <pthread.h>

// Creates, uses and destroys repeats of its own, while the others do.
static void *live(void *seed) {
  dr_repeat_def def = dr_default_repeat_def();
  def.now_s = 0;
  intptr_t wrong = 0;
  for (int round = 0; round < 500; round++) {
    dr_repeat repeat;
    double value = -1;
    wrong += dr_repeat_create(&def, &repeat) != DR_OK;
    wrong += dr_repeat_start(repeat) != DR_OK;
    wrong += dr_repeat_advance(repeat, 0.5 + *(int *)seed, NULL, 0, NULL) != DR_OK;
    wrong += dr_repeat_value(repeat, 0.5 + *(int *)seed, &value) != DR_OK || value != 1;
    wrong += dr_repeat_destroy(repeat) != DR_OK;
    wrong += dr_repeat_value(repeat, 0.5, &value) != DR_ERROR_HANDLE;
  }
  return (void *)wrong;
}

void test_threads(void) {
  pthread_t threads[4];
  int seeds[4] = {1, 2, 3, 4};
  for (int index = 0; index < 4; index++) {
    CHECK(!pthread_create(&threads[index], NULL, live, &seeds[index]));
  }
  for (int index = 0; index < 4; index++) {
    void *wrong = NULL;
    CHECK(!pthread_join(threads[index], &wrong));
    CHECK(!wrong);
  }
}
