// SPDX-License-Identifier: Apache-2.0
#include "include/repeat_memory.h"
#include <stdlib.h>

// Without locks: in a child of fork(), another thread's lock would stay locked for ever.

enum { no_slot = 0xffffff, kind_shift = 24, serial_shift = 28 };

// The last serial number that fits: a slot that reaches it is never used again.
static const uint64_t last_serial = (1ull << 36) - 1;

static repeat_slot first_slots[repeat_first_index];
uintptr_t repeat_slot_rows[28] = {
    [6] = (uintptr_t)first_slots - repeat_first_index * sizeof(repeat_slot) + 1};

// Where the rows really begin: also for tools that look for memory to which nothing points.
static repeat_slot *chunks[28] = {[6] = first_slots};

static uint32_t next_index = repeat_first_index;
// The first free slot, and above it how often it was set: no thread takes a slot by an old list.
static uint64_t free_slots = no_slot;

// Where this copy of the library counts from: two copies in one process accept no handles of each
// other's. Pages are 4 KB or more, so each copy has another number.
static uint64_t page(void) { return (uint64_t)(uintptr_t)first_slots >> 12; }

// The golden ratio keeps the serial numbers of copies far apart, also where they are neighbours.
static uint64_t salt(void) { return page() * UINT64_C(0x9e3779b97f4a7c15); }

// Makes the row in which a slot lies, unless it is there; returns whether it is.
static bool make_row(uint32_t index) {
  int top = repeat_slot_top(index);
  if (__atomic_load_n(&repeat_slot_rows[top], __ATOMIC_ACQUIRE)) return true;
  // As many slots as the first one's index.
  size_t count = (size_t)1 << top;
  repeat_slot *made = calloc(count, sizeof *made), *chunk = NULL;
  if (!made) return false;
  // Another thread may have been faster.
  if (__atomic_compare_exchange_n(&chunks[top], &chunk, made, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    chunk = made;
  else
    free(made);
  uintptr_t row = (uintptr_t)chunk - count * sizeof *chunk + 1;
  __atomic_store_n(&repeat_slot_rows[top], row, __ATOMIC_RELEASE);
  return true;
}

// A slot that nothing uses, or no_slot.
static uint32_t take_slot(void) {
  uint64_t head = __atomic_load_n(&free_slots, __ATOMIC_ACQUIRE);
  while ((uint32_t)head != no_slot) {
    repeat_slot *slot = repeat_slot_at((uint32_t)head);
    uint32_t next = __atomic_load_n(&slot->next_free, __ATOMIC_RELAXED);
    uint64_t rest = ((head >> 32) + 1) << 32 | next;
    if (__atomic_compare_exchange_n(&free_slots, &head, rest, true, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      return (uint32_t)head;
  }
  uint32_t index = __atomic_load_n(&next_index, __ATOMIC_RELAXED);
  do {
    if (index == no_slot || !make_row(index)) return no_slot;
  } while (!__atomic_compare_exchange_n(&next_index, &index, index + 1, true, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED));
  return index;
}

static void give_slot(uint32_t index) {
  repeat_slot *slot = repeat_slot_at(index);
  uint64_t head = __atomic_load_n(&free_slots, __ATOMIC_RELAXED), first;
  do {
    __atomic_store_n(&slot->next_free, (uint32_t)head, __ATOMIC_RELAXED);
    first = ((head >> 32) + 1) << 32 | index;
  } while (!__atomic_compare_exchange_n(&free_slots, &head, first, true, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED));
}

uint64_t repeat_handle_add(uint32_t kind, void *object) {
  uint32_t index = take_slot();
  if (index == no_slot) return 0;
  repeat_slot *slot = repeat_slot_at(index);
  slot->object = object;
  slot->serial++;
  uint64_t serial = (slot->serial + salt()) & last_serial;
  uint64_t id = serial << serial_shift | (uint64_t)kind << kind_shift | index;
  __atomic_store_n(&slot->id, id, __ATOMIC_RELEASE);
  return id;
}

bool repeat_name_base_is_sound(uint32_t base) {
  // With a generation of 26 bits, the sum must be neither 0 nor wrap to it.
  return base != 0 && base < UINT32_MAX - (1u << 26);
}

// The same for names, which are compared with those of other banks of the same process: splitmix64,
// as multiples of the golden ratio would meet those of the count below.
static uint32_t name_salt(void) {
  uint64_t mixed = page();
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
  return (uint32_t)(mixed >> 31);
}

uint32_t repeat_name_base(void) {
  static uint32_t count;
  uint32_t base;
  // Multiples of the golden ratio keep as far from each other as so many numbers can.
  do {
    base = name_salt() + __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) * 0x9e3779b9u;
  } while (!repeat_name_base_is_sound(base));
  return base;
}

void *repeat_handle_remove(uint64_t handle, uint32_t kind) {
  void *object = repeat_handle_find(handle, kind);
  if (!object) return NULL;
  uint32_t index = (uint32_t)(handle & 0xffffff);
  repeat_slot *slot = repeat_slot_at(index);
  // Of two threads that remove it, one does.
  uint64_t id = handle;
  if (!__atomic_compare_exchange_n(&slot->id, &id, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    return NULL;
  if (slot->serial < last_serial) give_slot(index);
  return object;
}
