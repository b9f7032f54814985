// SPDX-License-Identifier: Apache-2.0
// Where the Swift runtime's allocations go.
#include "include/repeat_memory.h"
#include <string.h>

// Each thread has its own. glibc keeps some of the storage that is quickest for libraries that are
// loaded later; musl does not.
#ifdef __GLIBC__
#define OF_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define OF_THREAD static _Thread_local
#endif

OF_THREAD char *next;
OF_THREAD char *end;
OF_THREAD repeat_heap *heap_in_use;

void repeat_memory_begin(void *start, size_t size) {
  next = start;
  end = next + size;
}

void repeat_memory_end(void) { next = end = NULL; }

// ---- Heaps

// The sizes of blocks: 64 bytes and four to each doubling, so that a fifth is lost at the most.
enum { least_bits = 6, size_classes = 4 * 40, least_chunk = 4096 };

typedef struct free_block {
  struct free_block *next;
} free_block;

typedef struct chunk {
  struct chunk *older;
  size_t size;
} chunk;

struct repeat_heap {
  chunk *chunks;  // the newest first; the heap itself lies in the oldest
  char *next;
  char *end;
  size_t size;
  free_block *free[size_classes];
};

// The class of blocks of at least this size.
static int class_of(size_t size) {
  if (size <= 1u << least_bits) return 0;
  int bits = 63 - __builtin_clzll(size - 1);
  return 4 * (bits - least_bits) + (int)((size - 1) >> (bits - 2) & 3) + 1;
}

static size_t size_of(int class) {
  return (size_t)(4 + class % 4) << (least_bits - 2 + class / 4);
}

static bool add_chunk(repeat_heap *heap, size_t room) {
  if (room > SIZE_MAX / 4) return false;
  size_t size = sizeof(chunk) + 16 + (room < least_chunk ? least_chunk : room);
  chunk *added = repeat_memory_take(size);
  if (!added) return false;
  *added = (chunk){heap->chunks, size};
  heap->chunks = added;
  heap->next = (char *)added + sizeof(chunk);
  heap->end = (char *)added + size;
  heap->size += size;
  return true;
}

repeat_heap *repeat_heap_make(size_t room) {
  repeat_heap first = {0};
  if (room > SIZE_MAX / 4 || !add_chunk(&first, sizeof first + room)) return NULL;
  repeat_heap *heap = (repeat_heap *)first.next;
  first.next += (sizeof first + 15) & ~(size_t)15;
  memcpy(heap, &first, sizeof first);
  return heap;
}

void repeat_heap_end(repeat_heap *heap) {
  chunk *oldest_first = heap->chunks;
  while (oldest_first) {
    chunk *given = oldest_first;
    oldest_first = given->older;
    repeat_memory_give(given, given->size);
  }
}

bool repeat_heap_ensure(repeat_heap *heap, size_t size) {
  return (size_t)(heap->end - heap->next) >= size || add_chunk(heap, size);
}

size_t repeat_heap_size(const repeat_heap *heap) { return heap->size; }

void repeat_heap_enter(repeat_heap *heap) { heap_in_use = heap; }

void repeat_heap_leave(void) { heap_in_use = NULL; }

static void *heap_take(repeat_heap *heap, int class) {
  free_block *block = heap->free[class];
  if (block) {
    heap->free[class] = block->next;
    return block;
  }
  size_t size = size_of(class);
  if ((size_t)(heap->end - heap->next) < size && !add_chunk(heap, size)) return NULL;
  void *taken = heap->next;
  heap->next += size;
  return taken;
}

// ---- What the runtime calls

// Before each allocation: where it begins, and whose it is.
typedef struct header {
  void *start;
  repeat_heap *heap;  // NULL: of a block of the caller's, or one of its own
  size_t own_size;    // 0: of a block of the caller's
  size_t class;
} header;

_Static_assert(sizeof(header) + 16 <= REPEAT_MEMORY_OVERHEAD, "what callers ask for");

enum { no_memory = 12 };  // ENOMEM

int repeat_memory_align(void **block, size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  if (size > SIZE_MAX / 4 || alignment > 4096) return no_memory;
  size_t total = (sizeof(header) + alignment + size + 15) & ~(size_t)15;
  header made = {0};
  if (heap_in_use) {
    made.heap = heap_in_use;
    made.class = (size_t)class_of(total);
    if (made.class >= size_classes) return no_memory;
    made.start = heap_take(heap_in_use, (int)made.class);
  } else if (next && (size_t)(end - next) >= total) {
    made.start = next;
    next += total;
  } else {
    // Nothing of a running repeat leads here; if anything ever does, it gets memory all the same.
    made.own_size = total;
    made.start = repeat_memory_take(total);
  }
  if (!made.start) return no_memory;
  uintptr_t address = ((uintptr_t)made.start + sizeof(header) + alignment - 1) & ~(alignment - 1);
  ((header *)address)[-1] = made;
  *block = (void *)address;
  return 0;
}

void repeat_memory_free(void *block) {
  if (!block) return;
  header before = ((header *)block)[-1];
  if (before.heap) {
    free_block *freed = before.start;
    freed->next = before.heap->free[before.class];
    before.heap->free[before.class] = freed;
  } else if (before.own_size) {
    repeat_memory_give(before.start, before.own_size);
  }
}
