/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: flashing, pulsing and cycling at a rate that may change at any time, without jumps or
 * drift.
 *
 *   dr_repeat_def def = dr_default_repeat_def();
 *   dr_repeat flash;                              // plain data: nothing to destroy
 *   dr_repeat_init(&flash, &def);                 // one cycle per second, there and back
 *   dr_repeat_start(&flash, DR_NOW);              // at the first advance
 *
 *   // in each frame:
 *   dr_repeat_advance(&flash, frame_time_s, NULL, 0, NULL);
 *   if (is_hurt) dr_repeat_set_rate(&flash, dr_seconds(0.5), DR_NOW);  // from the next cycle on
 *   dr_repeat_value(&flash, frame_time_s, &value);  // 0 default state ... 1 alternate state
 *
 * Each command has a time of effect. DR_NOW is the present time, the time last advanced to: advance
 * first, then give commands.
 *
 * Blinking three times, and detecting the end:
 *
 *   def.rate = dr_seconds(0.4);
 *   def.repeat_count = 3;
 *   ...
 *   dr_repeat_advance(&blink, frame_time_s, events, 8, &count);
 *   for (uint32_t i = 0; i < count; i++)
 *     if (events[i].kind == DR_EVENT_FINISHED) has_ended = true;
 *   if (dr_repeat_is_on(&blink, frame_time_s, 0.5)) draw();  // on from the first instant
 *
 * The functions are declared in seven files, which this one includes. Each may be included alone:
 *
 *   dynamic_repeat/base.h     version and status codes
 *   dynamic_repeat/curves.h   paces, timing functions, colors
 *   dynamic_repeat/repeats.h  single repeats: definition, commands, events
 *   dynamic_repeat/values.h   single repeats: values, saved states, other clocks
 *   dynamic_repeat/lock.h     repeats in step with a beat or another repeat; clocks read late
 *   dynamic_repeat/banks.h    banks of many repeats
 *   dynamic_repeat/shader.h   rows from which a shader computes the phases
 *
 * These rules apply to every function. Exceptions are described with the function.
 *
 * Units     The suffix of a name: _s is seconds, _hz is cycles per second. Times are seconds on the
 *           caller's monotonic clock, within +-1e12; the library has no clock. SDL_GetTicks64 or
 *           SDL_GetTicksNS are suitable; SDL_GetTicks of SDL 2 wraps after 49 days. A repeat's timeline
 *           starts at the time of its first advance, unless its definition sets the start. Phases are
 *           in [0, 1).
 * Errors    A call returns DR_OK or the status that names the error. After an error nothing has
 *           changed, and no output has been written. NULL, NaN and uninitialized structures return an
 *           error; no argument makes a call trap, hang or corrupt memory. Pointers other than NULL must
 *           point to an object of their type. Traps for floating-point exceptions must be off in a
 *           call, as they are by default.
 * Objects   dr_repeat, dr_line, dr_beat_clock and dr_clock_follower are plain data that the caller
 *           owns: initialize them, copy them, save them; there is nothing to destroy. They are aligned
 *           to 16, like variables, arrays and malloc; another address returns MISALIGNED. dr_curve and
 *           dr_bank are created and destroyed.
 * Names     An enumerator begins with the name of its type, without _kind.
 * Threads   Calls on different objects may run at the same time. Calls on one object must not overlap,
 *           unless all of them take it as const. The library has no global state.
 * Memory    A repeat is 1,280 bytes, and no call on it allocates. dr_curve_create and banks use malloc.
 * Versions  The layout of structures and functions is fixed for each soname (libdynamicrepeat.so.0.3).
 *           Until 1.0, each minor version has its own soname.
 *
 * Requires C11 or C++17. Link with -ldynamicrepeat; the library needs only the C library and libm.
 * The archive is one object. -Wl,--gc-sections, which pkg-config --static and CMake pass to the linker,
 * removes the functions that a program does not call. A repeat then adds 41 KB instead of 260 KB.
 */
#ifndef DYNAMIC_REPEAT_H
#define DYNAMIC_REPEAT_H

#include "dynamic_repeat/base.h"
#include "dynamic_repeat/curves.h"
#include "dynamic_repeat/repeats.h"
#include "dynamic_repeat/lock.h"
#include "dynamic_repeat/values.h"
#include "dynamic_repeat/banks.h"
#include "dynamic_repeat/shader.h"

#endif /* DYNAMIC_REPEAT_H */
