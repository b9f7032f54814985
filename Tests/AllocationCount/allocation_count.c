// SPDX-License-Identifier: Apache-2.0
// A program's own malloc replaces the C library's, even for the Swift runtime, which is in a shared
// library. glibc's own functions remain available under the names below.
#include "allocation_count.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong count;

unsigned long allocation_count(void) { return atomic_load(&count); }

void *malloc(size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  atomic_fetch_add(&count, 1);
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}
