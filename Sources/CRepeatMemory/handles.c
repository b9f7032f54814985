// SPDX-License-Identifier: Apache-2.0
#include "include/repeat_memory.h"
#include "lock.h"
#include <stdlib.h>

enum { no_slot = UINT32_MAX, kind_shift = 24, serial_shift = 28 };

// The last serial number that fits: a slot that reaches it is never used again.
static const uint64_t last_serial = (1ull << 36) - 1;

static repeat_slot first_slots[repeat_slots_first];
repeat_slot *repeat_slot_chunks[repeat_slots_doublings] = {first_slots};

static int lock;
static uint32_t used_slots;
static uint32_t free_slot = no_slot;

static repeat_slot *slot_at(uint32_t index) {
  uint32_t place = index + repeat_slots_first;
  int chunk = 31 - __builtin_clz(place) - 6;
  return &repeat_slot_chunks[chunk][place - ((uint32_t)repeat_slots_first << chunk)];
}

// A slot that nothing uses, or no_slot.
static uint32_t take_slot(void) {
  if (free_slot != no_slot) {
    uint32_t index = free_slot;
    free_slot = slot_at(index)->next_free;
    return index;
  }
  uint32_t place = used_slots + repeat_slots_first;
  int chunk = 31 - __builtin_clz(place) - 6;
  if (chunk >= repeat_slots_doublings) return no_slot;
  if (!repeat_slot_chunks[chunk]) {
    repeat_slot *slots = calloc((size_t)repeat_slots_first << chunk, sizeof *slots);
    if (!slots) return no_slot;
    __atomic_store_n(&repeat_slot_chunks[chunk], slots, __ATOMIC_RELEASE);
  }
  return used_slots++;
}

uint64_t repeat_handle_add(uint32_t kind, void *object) {
  lock_take(&lock);
  uint64_t id = 0;
  uint32_t index = take_slot();
  if (index != no_slot) {
    repeat_slot *slot = slot_at(index);
    slot->object = object;
    slot->serial++;
    id = slot->serial << serial_shift | (uint64_t)kind << kind_shift | index;
    __atomic_store_n(&slot->id, id, __ATOMIC_RELEASE);
  }
  lock_give(&lock);
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
  lock_take(&lock);
  void *object = repeat_handle_find(handle, kind);
  if (object) {
    uint32_t index = (uint32_t)(handle & 0xffffff);
    repeat_slot *slot = slot_at(index);
    __atomic_store_n(&slot->id, 0, __ATOMIC_RELEASE);
    slot->object = NULL;
    if (slot->serial < last_serial) {
      slot->next_free = free_slot;
      free_slot = index;
    }
  }
  lock_give(&lock);
  return object;
}
