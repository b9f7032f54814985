// SPDX-License-Identifier: Apache-2.0
// Floating-point exceptions of the calling thread: a program may let them trap, and the C libraries'
// calls must raise none. Calls, so that the compiler moves no arithmetic across them.
#pragma once
#include <stdint.h>

/// Masks the exceptions; returns the control word for restoring.
uint64_t repeat_exceptions_mask(void);

/// Restores masks and flags.
void repeat_exceptions_restore(uint64_t saved);
