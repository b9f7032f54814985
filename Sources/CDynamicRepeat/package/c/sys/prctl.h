// SPDX-License-Identifier: Apache-2.0
// What the library uses of sys/prctl.h, as Linux has it.
#pragma once
#define PR_SET_TIMERSLACK 29
int prctl(int option, ...);
