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
 *   dr_repeat_advance(&flash, frame_time_s);
 *   if (is_hurt) dr_repeat_set_rate(&flash, dr_seconds(0.5), DR_NOW);  // from the next cycle on
 *   dr_repeat_value(&flash, frame_time_s, &value);  // 0 default state ... 1 alternate state
 *
 * Each command has a time of effect. DR_NOW is the present time, which is the time of the last
 * advance. Therefore advance first, then give commands.
 *
 * Blinking three times, and detecting the end:
 *
 *   def.rate = dr_seconds(0.4);
 *   def.repeat_count = 3;
 *   ...
 *   dr_event event;
 *   while (dr_repeat_next_event(&blink, frame_time_s, &event))
 *     if (event.kind == DR_EVENT_FINISHED) has_ended = true;
 *   if (dr_repeat_is_on(&blink, frame_time_s, 0.5)) draw();  // on from the first instant
 *
 * The headers at the end declare the functions. A program may also include one of them alone.
 *
 * These rules apply to every function, unless its comment says otherwise.
 *
 * Terms     A cycle leads from the default state (value 0) to the alternate state (value 1) and
 *           back; a one-way cycle ends at the alternate state. Each direction is a leg. The phase is
 *           the elapsed fraction of the cycle; the position is the number of whole cycles since the
 *           start, plus the phase. A boundary is the end of one cycle and the start of the next; a
 *           turn is a change of the value's direction. A run lasts from a start to a stop, or to the
 *           end of the last cycle.
 * Units     The suffix of a name: _s is seconds, _hz is cycles per second. Times are seconds on the
 *           caller's monotonic clock, within +-1e12; the library has no clock. SDL_GetTicks64,
 *           SDL_GetTicksNS and frame->time_s of dynamic_repeat_loop.h are suitable; SDL_GetTicks of
 *           SDL 2 wraps after 49 days. A repeat's timeline starts at the time of its first advance,
 *           unless its definition sets the start. Phases are in [0, 1).
 * Errors    A call returns DR_OK or the status that names the error. After an error nothing has
 *           changed, and no output has been written. A call returns an error for NULL, NaN and a
 *           zeroed structure; no argument makes it trap, hang or corrupt memory. The limit of this
 *           promise is memory: a pointer other than NULL must point to an object of its type, whose
 *           words only this library has written, because a changed word may end the process. Read
 *           files with dr_repeat_restore, which checks every bit. Traps for floating-point
 *           exceptions must be off in a call, as they are by default.
 * Objects   dr_repeat, dr_line, dr_beat_clock and dr_clock_follower are plain data that the caller
 *           owns: initialize them, copy them, save them; there is nothing to destroy. Their
 *           addresses must be multiples of 16, as those from the compiler and malloc are; else a
 *           call returns DR_ERROR_MISALIGNED. A call that makes one ignores its previous content.
 *           Every byte of plain data is defined: the same calls with the same pointers give the same
 *           bytes, so a checksum of a game's memory may include them. dr_curve and dr_bank are
 *           created and destroyed.
 * Names     The name of an enumerator begins with the name of its type, without _kind; those of
 *           dr_status are DR_OK and those that begin with DR_ERROR_.
 *           "Errors: TIME" means that a function may return DR_ERROR_TIME.
 * Texts     The result of a function whose name ends in _text is static, and never NULL, not even for
 *           a number that the enumeration does not list.
 * Threads   Calls on different objects may run at the same time. Calls on one object must not overlap,
 *           unless all of them take it as const. The library has no global state.
 * Memory    A repeat is 1,280 bytes, and no call on it allocates. dr_curve_create and banks use malloc.
 * Versions  Structures and functions do not change under one soname (libdynamicrepeat.so.0.4).
 *           Until 1.0, each minor version has its own soname.
 *
 * Requires C99 or C++11; dynamic_repeat.hpp requires C++17. Link with -ldynamicrepeat; the library
 * needs only the C library and libm. To link the archive with pkg-config --static, name
 * libdynamicrepeat.a, because -ldynamicrepeat prefers the shared library. With --gc-sections, which
 * CMake and pkg-config --static add, the linker removes the functions that a program does not call:
 * single repeats then add at most 69 KB to a program, instead of 280 KB.
 */
#ifndef DYNAMIC_REPEAT_H
#define DYNAMIC_REPEAT_H

#include "dynamic_repeat/base.h"    /* version and status codes */
#include "dynamic_repeat/curves.h"  /* timing functions, also for the pace of a repeat; colors */
#include "dynamic_repeat/repeats.h" /* single repeats: definition, commands, events */
#include "dynamic_repeat/lock.h"    /* locks to a beat or another repeat; clocks with late readings */
#include "dynamic_repeat/values.h"  /* single repeats: values, saved states, other clocks */
#include "dynamic_repeat/banks.h"   /* banks of many repeats */
#include "dynamic_repeat/shader.h"  /* rows from which a shader computes the phases */

#endif /* DYNAMIC_REPEAT_H */
