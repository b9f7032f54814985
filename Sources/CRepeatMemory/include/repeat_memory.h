// SPDX-License-Identifier: Apache-2.0
// What the C library needs below its Swift bodies: the caller's allocator, blocks that hold a Swift
// value with all of its arrays, heaps for what grows, and handles. Of no use to anyone else.
//
// Why it is not just malloc: where an allocation of the Swift runtime fails, the program ends, and
// Swift code cannot catch that. The library promises a status instead, with nothing changed and
// nothing leaked. So the bytes that a call may need are reserved before its Swift code runs, where
// a status can still be returned, and the runtime's allocations are then served from them:
// - a block for one repeat or curve, which never grows: one allocation of the caller's allocator;
// - a second block for what waits in a repeat; calls that let more wait make a larger one;
// - a heap for a bank, which grows: chunks, and free lists so that frames go on without new chunks.
// Jumping out of a failed allocation would be shorter, but leaves Swift values half changed; storage
// without Swift's arrays would be a second controller.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- The allocator

typedef void *(*repeat_memory_allocate)(size_t size, void *context);
typedef void (*repeat_memory_release)(void *memory, size_t size, void *context);

/// Takes blocks from these two from now on, or from malloc where both are NULL; false while any
/// block lives.
bool repeat_memory_use(
  repeat_memory_allocate allocate, repeat_memory_release release, void *context);

/// A block at a multiple of 16, or NULL.
void *repeat_memory_take(size_t size);

/// Gives a block back that was taken with this size.
void repeat_memory_give(void *block, size_t size);

/// A bank's rows: zeroed, 64-byte aligned, or NULL. With malloc, they are pages that cost nothing
/// until they are touched.
void *repeat_rows_take(int64_t size, bool in_large_pages);
void repeat_rows_give(void *rows, int64_t size);

// ---- Tables of named curves
//
// Each has an index in 0...3. They are kept for ever: all equal curves share one.

/// Room for a table: 512 numbers, 64-byte aligned, in the program's own data: nothing can fail.
double *repeat_curve_table(uint32_t index);

/// Whether its numbers are there.
bool repeat_curve_table_is_made(uint32_t index);

/// Says that they are.
void repeat_curve_table_made(uint32_t index);

// ---- Blocks that hold Swift's arrays
//
// Between begin and end, the Swift runtime's allocations on this thread come from the block; what it
// frees is not used again, as the block is freed as a whole.
// This takes effect in the C library alone, whose installer leads the runtime's calls to the last two
// functions of the next section.

void repeat_memory_begin(void *start, size_t size);
void repeat_memory_end(void);

/// How many bytes one allocation of the runtime takes of a block beyond its own size, at most.
#define REPEAT_MEMORY_OVERHEAD 64

// ---- Heaps of things that grow
//
typedef struct repeat_heap repeat_heap;

/// A heap with room for at least `room` bytes, or NULL.
repeat_heap *repeat_heap_make(size_t room);

/// Gives everything back, whether it was freed or not.
void repeat_heap_end(repeat_heap *heap);

/// Makes sure that so many bytes can be allocated without asking the allocator again; false where
/// it gives no more. An allocation counts REPEAT_MEMORY_OVERHEAD and a fourth more than its size.
bool repeat_heap_ensure(repeat_heap *heap, size_t size);

/// Bytes that it has from the allocator.
size_t repeat_heap_size(const repeat_heap *heap);

/// From enter to leave, the runtime's allocations on this thread come from the heap; what is freed
/// always goes back to where it came from.
void repeat_heap_enter(repeat_heap *heap);
void repeat_heap_leave(void);

/// The runtime's posix_memalign and free.
int repeat_memory_align(void **block, size_t alignment, size_t size);
void repeat_memory_free(void *block);

// ---- Names

/// What one bank adds to the generations in its names; no number comes twice in 3 billion calls. So a
/// name of one bank is hardly ever one of another, and none is zero.
uint32_t repeat_name_base(void);

/// Whether repeat_name_base() may give it.
bool repeat_name_base_is_sound(uint32_t base);

// ---- Handles
//
// A handle is 36 bits of serial number, 4 of kind and 24 of index. The serial number counts the
// uses of its slot and never comes again; each copy of the library counts from another number.

typedef struct repeat_slot {
  uint64_t id;  // of the object; 0 in a free slot
  void *object;
  uint64_t serial;
  uint32_t next_free;
} repeat_slot;

/// The first index: the bits of an index below its highest one count within a row, and the first row
/// has 64 slots.
enum { repeat_first_index = 64 };

/// For the highest bit of an index, where its row begins, less the first slot's index in bytes, plus
/// 1: no address is so odd, and 0 is a row that has not been made, as those of the lowest 6 bits and
/// the upper 4 never are. Rows never move and are never given back: a stale handle may look.
extern uintptr_t repeat_slot_rows[28];

static inline int repeat_slot_top(uint32_t index) { return 31 - __builtin_clz(index | 1); }

/// The slot of an index of 28 bits, or NULL where its row has not been made.
static inline repeat_slot *repeat_slot_at(uint32_t index) {
  uintptr_t row = __atomic_load_n(&repeat_slot_rows[repeat_slot_top(index)], __ATOMIC_ACQUIRE);
  if (!row) return NULL;
  repeat_slot *slot = (repeat_slot *)(row - 1 + index * sizeof(repeat_slot));
  // Callers need not look again.
  if (!slot) __builtin_unreachable();
  return slot;
}

/// A handle for an object; 0 where there is no memory for another one. `kind` is 1 to 15.
uint64_t repeat_handle_add(uint32_t kind, void *object);

/// Frees the handle and returns the object, or NULL where the handle names none of that kind.
void *repeat_handle_remove(uint64_t handle, uint32_t kind);

/// The object, or NULL where the handle names none of that kind.
static inline void *repeat_handle_find(uint64_t handle, uint32_t kind) {
  // Of another kind it is an index beyond all rows.
  repeat_slot *slot = repeat_slot_at((uint32_t)(handle & 0xfffffff) ^ kind << 24);
  if (!slot || __atomic_load_n(&slot->id, __ATOMIC_ACQUIRE) != handle) return NULL;
  // A slot with a handle has an object: callers need not look again.
  if (!slot->object) __builtin_unreachable();
  return slot->object;
}

/// Prefetches an object: many lines of the cache come side by side, where each by itself would be
/// waited for.
static inline void repeat_object_expect(const void *object, size_t size) {
  for (size_t byte = 0; byte < size; byte += 64)
    __builtin_prefetch((const char *)object + byte, 1);
}
