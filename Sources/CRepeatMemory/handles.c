// SPDX-License-Identifier: Apache-2.0
#include "include/repeat_memory.h"
#include <sched.h>
#include <stdlib.h>

enum { no_slot = UINT32_MAX, kind_shift = 24, serial_shift = 28 };

// The last serial number that fits: a slot that reaches it is never used again.
static const uint64_t last_serial = (1ull << 36) - 1;

static repeat_slot first_slots[repeat_slots_first];
repeat_slot *repeat_slot_chunks[repeat_slots_doublings] = {first_slots};

static int lock;
static uint32_t used_slots;
static uint32_t free_slot = no_slot;

// Held for some microseconds, while something is created or destroyed.
static void acquire(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
}

static void release(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

// Where this copy of the library counts from: two copies in one process accept no handles of each
// other's. Pages are 4 KB or more, so each copy has another number; the golden ratio keeps them far
// apart, also where the copies are neighbours.
static uint64_t salt(void) {
  return ((uint64_t)(uintptr_t)first_slots >> 12) * UINT64_C(0x9e3779b97f4a7c15);
}

// A slot that nothing uses, or no_slot.
static uint32_t take_slot(void) {
  static int chunks = 1;
  if (free_slot != no_slot) {
    uint32_t index = free_slot;
    free_slot = repeat_slot_at(index)->next_free;
    return index;
  }
  if (!repeat_slot_at(used_slots)) {
    if (chunks == repeat_slots_doublings) return no_slot;
    repeat_slot *slots = calloc((size_t)repeat_slots_first << chunks, sizeof *slots);
    if (!slots) return no_slot;
    __atomic_store_n(&repeat_slot_chunks[chunks++], slots, __ATOMIC_RELEASE);
  }
  return used_slots++;
}

uint64_t repeat_handle_add(uint32_t kind, void *object) {
  acquire();
  uint64_t id = 0;
  uint32_t index = take_slot();
  if (index != no_slot) {
    repeat_slot *slot = repeat_slot_at(index);
    slot->object = object;
    slot->serial++;
    id = ((slot->serial + salt()) & last_serial) << serial_shift | (uint64_t)kind << kind_shift | index;
    __atomic_store_n(&slot->id, id, __ATOMIC_RELEASE);
  }
  release();
  return id;
}

bool repeat_name_base_is_sound(uint32_t base) {
  // With a generation of 26 bits, the sum must be neither 0 nor wrap to it.
  return base != 0 && base < UINT32_MAX - (1u << 26);
}

uint32_t repeat_name_base(void) {
  static uint32_t count;
  uint32_t base;
  // Multiples of the golden ratio keep as far from each other as so many numbers can.
  do {
    base = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) * 0x9e3779b9u;
  } while (!repeat_name_base_is_sound(base));
  return base;
}

void *repeat_handle_remove(uint64_t handle, uint32_t kind) {
  acquire();
  void *object = repeat_handle_find(handle, kind);
  if (object) {
    uint32_t index = (uint32_t)(handle & 0xffffff);
    repeat_slot *slot = repeat_slot_at(index);
    __atomic_store_n(&slot->id, 0, __ATOMIC_RELEASE);
    slot->object = NULL;
    if (slot->serial < last_serial) {
      slot->next_free = free_slot;
      free_slot = index;
    }
  }
  release();
  return object;
}
