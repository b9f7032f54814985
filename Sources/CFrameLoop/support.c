// SPDX-License-Identifier: Apache-2.0
#include "include/frame_loop_support.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>

// glibc reserves static TLS, which is faster, for libraries loaded at run time; musl does not.
#if defined(__GLIBC__) && !defined(FOR_MUSL)
#define OF_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define OF_THREAD static _Thread_local
#endif

OF_THREAD char *next;
OF_THREAD char *end;
OF_THREAD unsigned sharp_loops;
OF_THREAD int slack_ns;

// A head before each allocation records whether free passes it to malloc's free.
enum { head = 16, no_memory = 12 };  // ENOMEM

void *frame_loop_memory_begin(size_t size, size_t arrays) {
  char *block = malloc(size + arrays);
  if (!block) return NULL;
  next = block + size;
  end = next + arrays;
  return block;
}

void frame_loop_memory_end(void) { next = end = NULL; }

void frame_loop_memory_release(void *block) { free(block); }

int frame_loop_memory_align(void **block, size_t alignment, size_t size) {
  if (alignment > head || size > SIZE_MAX / 4) return no_memory;
  size_t total = head + ((size + 15) & ~(size_t)15);
  bool is_own = !next || (size_t)(end - next) < total;
  char *start = is_own ? malloc(total) : next;
  if (!start) return no_memory;
  if (!is_own) next += total;
  *(bool *)start = is_own;
  *block = start + head;
  return 0;
}

void frame_loop_memory_free(void *block) {
  char *start = block ? (char *)block - head : NULL;
  if (start && *(bool *)start) free(start);
}

void frame_loop_slack_remove(void) {
  if (sharp_loops++) return;
  slack_ns = prctl(PR_GET_TIMERSLACK, 0ul, 0ul, 0ul, 0ul);
  prctl(PR_SET_TIMERSLACK, 1ul, 0ul, 0ul, 0ul);
}

void frame_loop_slack_restore(void) {
  // A new thread may have the number of an ended thread that still had loops.
  if (!sharp_loops || --sharp_loops || slack_ns <= 0) return;
  prctl(PR_SET_TIMERSLACK, (unsigned long)slack_ns, 0ul, 0ul, 0ul);
}
