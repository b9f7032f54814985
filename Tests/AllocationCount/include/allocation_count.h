// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of the program that it is linked into.
#pragma once

/// How many blocks of memory the process has asked for since its start.
unsigned long allocation_count(void);
