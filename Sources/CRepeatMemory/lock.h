// SPDX-License-Identifier: Apache-2.0
// A lock that is held for some microseconds, while something is created or destroyed.
#pragma once
#include <sched.h>

static inline void lock_take(int *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
}

static inline void lock_give(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
