// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "CRepeatKernels.h"
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { LARGE_PAGE = 1 << 21, LEAST_MAPPED = 1 << 19 };

#if defined(__linux__)
// Zeroed memory that costs nothing until it is used.
static void *map(size_t size) {
  size_t slack = size >= LARGE_PAGE ? LARGE_PAGE : 0;
  const int access = PROT_READ | PROT_WRITE, kind = MAP_PRIVATE | MAP_ANONYMOUS;
  char *start = mmap(NULL, size + slack, access, kind, -1, 0);
  if (start == MAP_FAILED) return NULL;
  if (!slack) return start;
  size_t before = (size_t)(-(uintptr_t)start & (LARGE_PAGE - 1));
  if (before) munmap(start, before);
  if (slack - before) munmap(start + before + size, slack - before);
  // An error is ignored: without large pages the memory is in small ones.
  madvise(start + before, size, MADV_HUGEPAGE);
  return start + before;
}
#endif

static size_t in_whole_pages(int64_t size) { return ((size_t)size + 4095) & ~(size_t)4095; }

void *rk_allocate(int64_t size) {
#if defined(__linux__)
  if (size >= LEAST_MAPPED) return map(in_whole_pages(size));
#endif
  void *memory = aligned_alloc(64, ((size_t)size + 63) & ~(size_t)63);
  if (!memory) return NULL;
  return memset(memory, 0, (size_t)size);
}

void rk_free(void *memory, int64_t size) {
#if defined(__linux__)
  if (size >= LEAST_MAPPED) {
    munmap(memory, in_whole_pages(size));
    return;
  }
#endif
  (void)size;
  free(memory);
}
