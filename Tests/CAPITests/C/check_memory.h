// SPDX-License-Identifier: Apache-2.0
// An allocator that counts, and can fail; in memory.c.
#pragma once
#include "check.h"

extern const dr_allocator counting;

extern size_t taken, living, bytes, most_bytes;
// Counts down to the allocation from which on all fail, where it is above 0.
extern size_t fails_after;
