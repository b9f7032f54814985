/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: things that flash, pulse and cycle at a rate that keeps changing, exactly.
 *
 *   dr_repeat_def def = dr_default_repeat_def();
 *   dr_repeat flash;
 *   dr_repeat_create(&def, &flash);               // a cycle a second, there and back
 *   dr_repeat_start(flash);
 *   dr_repeat_set_cycle_duration(flash, 0.5);     // from the next boundary on
 *   dr_repeat_advance(flash, frame_time_s, NULL, 0, NULL);
 *   dr_repeat_value(flash, frame_time_s, &value); // 0 default state ... 1 alternate state
 *   dr_repeat_destroy(flash);
 *
 * The functions stand in five files, which this one includes; each may be included alone:
 *
 *   dynamic_repeat/base.h     version, status codes, where memory comes from
 *   dynamic_repeat/curves.h   timing functions
 *   dynamic_repeat/repeats.h  single repeats: orders, commands, events, values, snapshots
 *   dynamic_repeat/banks.h    banks of many repeats
 *   dynamic_repeat/times.h    time spaces and media timing
 *
 * These rules hold for every function; what differs stands with the function.
 *
 * Units     Names say them: _s seconds, _hz cycles per second. Times are seconds on a monotonic
 *           timeline of the caller's, within +-1e12; the library has no clock. A repeat's timeline
 *           starts with its first advance, unless its definition says when: any clock will do.
 *           Phases are in [0, 1).
 * Errors    Whatever is passed, no call traps, hangs or corrupts memory: it answers DR_OK or why
 *           not. After an error nothing has changed, and no output has been written. So with NULL
 *           where a pointer is needed, numbers that are no numbers, and handles that are stale,
 *           foreign or zero. Pointers that are not NULL must point to what their type says.
 * Handles   Plain values, never to be looked into. One that is all zero names nothing; one that was
 *           destroyed never comes to name another thing.
 * Threads   Calls on different handles may run at once, creating and destroying included. Calls on
 *           one handle must not overlap. Functions without a handle may be called at any time.
 * Memory    Creating makes one allocation, destroying gives it back; nothing else allocates. Banks
 *           differ: see dynamic_repeat/banks.h.
 * Versions  The structs and functions of one soname (libdynamicrepeat.so.0.2) keep their layout.
 *           Until 1.0, each minor version has a soname of its own.
 *
 * C11 and C++17. Link with -ldynamicrepeat; nothing but the C library and libm is needed. Linked
 * statically, a program with single repeats takes no code of banks, and -Wl,--gc-sections, which
 * pkg-config --static and CMake pass on, leaves out what else a program does not call.
 */
#ifndef DYNAMIC_REPEAT_H
#define DYNAMIC_REPEAT_H

#include "dynamic_repeat/base.h"
#include "dynamic_repeat/curves.h"
#include "dynamic_repeat/repeats.h"
#include "dynamic_repeat/banks.h"
#include "dynamic_repeat/times.h"

#endif /* DYNAMIC_REPEAT_H */
