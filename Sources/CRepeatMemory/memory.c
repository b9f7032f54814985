// SPDX-License-Identifier: Apache-2.0
#include "include/repeat_memory.h"
#include <CRepeatKernels.h>
#include <stdlib.h>
#include <string.h>

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

static void *counted(void *block) {
  if (block) __atomic_add_fetch(&living_blocks, 1, __ATOMIC_ACQ_REL);
  return block;
}

static void uncount(void) { __atomic_sub_fetch(&living_blocks, 1, __ATOMIC_ACQ_REL); }

void *repeat_memory_take(size_t size) { return counted(allocate(size, hook_context)); }

void repeat_memory_give(void *block, size_t size) {
  release(block, size, hook_context);
  uncount();
}

// ---- Tables of named curves

static _Alignas(64) double tables[4][512];
static bool made_tables[4];

double *repeat_curve_table(uint32_t index) { return tables[index & 3]; }

bool repeat_curve_table_is_made(uint32_t index) {
  return __atomic_load_n(&made_tables[index & 3], __ATOMIC_ACQUIRE);
}

void repeat_curve_table_made(uint32_t index) {
  __atomic_store_n(&made_tables[index & 3], true, __ATOMIC_RELEASE);
}

// ---- A bank's rows

enum { row_alignment = 64 };

void *repeat_rows_take(int64_t size, bool in_large_pages) {
  // Only malloc's own pages cost nothing until they are touched.
  if (allocate == malloc_allocate) return counted(rk_allocate(size, in_large_pages));
  size_t total = (size_t)size + row_alignment + sizeof(void *);
  char *block = repeat_memory_take(total);
  if (!block) return NULL;
  uintptr_t least = (uintptr_t)block + sizeof(void *);
  void **rows = (void **)((least + row_alignment - 1) & ~(uintptr_t)(row_alignment - 1));
  rows[-1] = block;
  return memset(rows, 0, (size_t)size);
}

void repeat_rows_give(void *rows, int64_t size) {
  if (allocate == malloc_allocate) {
    rk_free(rows, size);
    uncount();
    return;
  }
  repeat_memory_give(((void **)rows)[-1], (size_t)size + row_alignment + sizeof(void *));
}
