// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of the program that links it.
#pragma once

/// The number of memory blocks that the process has allocated since its start.
unsigned long allocation_count(void);
