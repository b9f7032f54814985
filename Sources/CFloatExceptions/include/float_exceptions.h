// SPDX-License-Identifier: Apache-2.0
// Floating-point exceptions of the calling thread. A program may enable traps, but the C libraries
// must not cause any. These are calls, so that the compiler moves no arithmetic across them.
#pragma once
#include <stdint.h>

/// Masks the exceptions; returns the previous control word.
uint64_t repeat_exceptions_mask(void);

/// Restores masks and flags.
void repeat_exceptions_restore(uint64_t saved);
