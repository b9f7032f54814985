// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of the program that this module is linked into.
#pragma once

/// The number of memory blocks that the process has allocated since its start.
unsigned long allocation_count(void);
