// SPDX-License-Identifier: Apache-2.0
#include "include/repeat_memory.h"
#include "lock.h"
#include <stdlib.h>

// ---- The allocator

static void *malloc_allocate(size_t size, void *context) {
  (void)context;
  return malloc(size);
}

static void malloc_release(void *memory, size_t size, void *context) {
  (void)size;
  (void)context;
  free(memory);
}

static repeat_memory_allocate allocate = malloc_allocate;
static repeat_memory_release release = malloc_release;
static void *hook_context;
static size_t living_blocks;

bool repeat_memory_use(
  repeat_memory_allocate new_allocate, repeat_memory_release new_release, void *context) {
  if (__atomic_load_n(&living_blocks, __ATOMIC_ACQUIRE)) return false;
  allocate = new_allocate ? new_allocate : malloc_allocate;
  release = new_release ? new_release : malloc_release;
  hook_context = context;
  return true;
}

void *repeat_memory_take(size_t size) {
  void *block = allocate(size, hook_context);
  if (block) __atomic_add_fetch(&living_blocks, 1, __ATOMIC_ACQ_REL);
  return block;
}

void repeat_memory_give(void *block, size_t size) {
  release(block, size, hook_context);
  __atomic_sub_fetch(&living_blocks, 1, __ATOMIC_ACQ_REL);
}

// ---- Blocks that hold Swift's arrays

static int lock;
static char *next;
static char *end;

void repeat_memory_begin(void *start, size_t size) {
  lock_take(&lock);
  next = start;
  end = next + size;
}

void repeat_memory_end(void) {
  next = end = NULL;
  lock_give(&lock);
}

// Before each allocation: its size where it has a block of its own, 0 inside one of the caller's.
typedef struct header {
  size_t own_size;
  void *own_block;
} header;

int repeat_memory_align(void **block, size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  if (size > SIZE_MAX / 2 || alignment > 4096) return 12;  // ENOMEM
  size_t total = sizeof(header) + alignment + size;
  size_t own_size = 0;
  char *start = next;
  if (start && (size_t)(end - start) >= total) {
    next = start + total;
  } else {
    // Nothing of a running repeat leads here; if anything ever does, it gets memory all the same.
    own_size = total;
    start = repeat_memory_take(total);
    if (!start) return 12;
  }
  uintptr_t place = ((uintptr_t)start + sizeof(header) + alignment - 1) & ~(alignment - 1);
  ((header *)place)[-1] = (header){own_size, start};
  *block = (void *)place;
  return 0;
}

void repeat_memory_free(void *block) {
  if (!block) return;
  header before = ((header *)block)[-1];
  if (before.own_size) repeat_memory_give(before.own_block, before.own_size);
}
