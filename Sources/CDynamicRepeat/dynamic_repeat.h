/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: flashing, pulsing and cycling at a rate that may change at any time, computed
 * exactly.
 *
 *   dr_repeat_def def = dr_default_repeat_def();
 *   dr_repeat flash;
 *   dr_repeat_create(&def, &flash);               // one cycle per second, there and back
 *   dr_repeat_advance(flash, now_s, NULL, 0, NULL);
 *   dr_repeat_start(flash);                       // at now_s
 *
 *   // in each frame:
 *   dr_repeat_advance(flash, frame_time_s, NULL, 0, NULL);
 *   if (is_hurt) dr_repeat_set_cycle_duration(flash, 0.5);  // from the end of the present cycle
 *   dr_repeat_value(flash, frame_time_s, &value); // 0 default state ... 1 alternate state
 *
 * A command takes effect at the present time, which is the time last advanced to: advance first, or
 * give the time to the form that ends in _at.
 *
 * Blinking three times, with its end:
 *
 *   def.rate = (dr_rate){0.4, DR_CYCLE_DURATION_S, 0};
 *   def.repeat_count = 3;
 *   ...
 *   dr_repeat_advance(blink, frame_time_s, events, 8, &count);
 *   for (uint32_t i = 0; i < count.written; i++)
 *     if (events[i].kind == DR_EVENT_STOPPED) has_ended = true;  // detail: DR_STOPPED_FINISHED
 *   if (dr_repeat_is_on(blink, frame_time_s, 0.5)) draw();        // on from the first instant
 *
 * The functions are declared in seven files, which this one includes. Each may be included alone:
 *
 *   dynamic_repeat/base.h     version, status codes, allocator, clocks
 *   dynamic_repeat/curves.h   timing functions, colors
 *   dynamic_repeat/repeats.h  single repeats: definition, commands, events
 *   dynamic_repeat/values.h   single repeats: values, snapshots, other clocks
 *   dynamic_repeat/lock.h     repeats in step with a beat or another repeat; clocks that are heard
 *   dynamic_repeat/banks.h    banks of many repeats
 *
 * These rules apply to every function. Exceptions are described with the function.
 *
 * Units     The suffix of a name: _s is seconds, _hz is cycles per second. Times are seconds on the
 *           caller's monotonic clock, within +-1e12; the library has no clock. A repeat's timeline
 *           starts at the time of its first advance, unless its definition sets the start.
 *           Phases are in [0, 1).
 * Errors    A call returns DR_OK or the status that names the error. After an error nothing has
 *           changed, and no output has been written. No argument makes a call trap, hang or corrupt
 *           memory: not NULL, not NaN, not a handle that is stale, foreign or zero. Pointers other
 *           than NULL must point to an object of their type. No call raises a floating-point
 *           exception, also where the program lets them trap; only a signaling NaN does.
 * Handles   Opaque values. A handle that is all zero is null. Handles of destroyed objects stay
 *           invalid: they are never used again. So are those of another copy of the library.
 * Threads   Calls on different handles may run at the same time, including creating and destroying.
 *           Calls on one handle must not overlap. Functions without a handle may be called at any
 *           time.
 * Memory    Creating an object makes one allocation. A repeat takes 992 bytes by default: 768, and
 *           for its events 96 + 32 * event_capacity, or nothing for 0. The first call that lets a
 *           command, lock or arrival wait makes a second one, and those after it a larger one
 *           instead, for 1, 2, 4 and so on up to the capacities: 432 + 464 for each command, and
 *           192 + 672 for each lock or arrival. These calls are dr_repeat_schedule, dr_repeat_lock,
 *           dr_repeat_arrive and the forms that end in _at; without memory they return MEMORY, and
 *           nothing has changed. dr_repeat_restore allocates as well, and gives part of it back. No
 *           other call allocates: no frame does. Destroying a repeat frees all. A beat clock takes
 *           128 bytes, a clock follower 528, a curve 112. One of stops takes 304 + 48 for each stop,
 *           a spring 296; both add to a repeat. Banks differ: see dynamic_repeat/banks.h.
 * Versions  The layout of structs and functions is fixed for each soname (libdynamicrepeat.so.0.2).
 *           Until 1.0, each minor version has its own soname.
 *
 * Times from SDL_GetTicks: SDL 2 counts milliseconds in 32 bits, which wrap after 49.7 days.
 * dr_ticks_seconds converts them to seconds that do not wrap:
 *
 *   static dr_ticks ticks;                        // all zero at first
 *   double frame_time_s = dr_ticks_seconds(&ticks, SDL_GetTicks());
 *
 * Where a clock is set or starts anew, dr_repeat_shift_time and dr_bank_shift_time move a timeline
 * along, and dr_repeat_restore_at and dr_bank_restore_at continue a saved state at the time of
 * another clock.
 *
 * Requires C11 or C++17. Link with -ldynamicrepeat; the library needs only the C library and libm.
 * A statically linked program that uses single repeats contains no code of banks, and
 * -Wl,--gc-sections, which pkg-config --static and CMake pass to the linker, removes all other
 * functions that the program does not call: those of locks too, unless it locks or restores a state,
 * which may hold a lock.
 */
#ifndef DYNAMIC_REPEAT_H
#define DYNAMIC_REPEAT_H

#include "dynamic_repeat/base.h"
#include "dynamic_repeat/curves.h"
#include "dynamic_repeat/repeats.h"
#include "dynamic_repeat/values.h"
#include "dynamic_repeat/lock.h"
#include "dynamic_repeat/banks.h"

#endif /* DYNAMIC_REPEAT_H */
