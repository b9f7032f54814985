// SPDX-License-Identifier: Apache-2.0
// Typical hand-written code of games, for comparison with the package.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Chooses the x86-64 level of the loops below: 1, 3 or 4; default 1.
void reference_use_level(int level);

// Many repeats in arrays: phases in cycles, in [0, 1); rates in cycles per second, above 0.

/// A frame: advances each phase by rate * seconds, wraps it, and computes smoothstep, there and
/// back.
void reference_frame(float *phase, const float *rate, float *value, size_t count, float seconds);

/// Like reference_frame; a waiting rate (0: none) takes effect when the repeat's phase wraps.
void reference_restart_frame(float *phase, float *rate, float *waiting, float *value, size_t count,
                             float seconds);

/// Sets `count` elements of an array. Their indices are those in `indices` from element `first` on,
/// and their new values are those in `values` from the same element on.
void reference_scatter(float *array, const int32_t *indices, const float *values, size_t first,
                       size_t count);

/// STREAM's triad, a = b + c * factor: 12 bytes per element.
void reference_triad(float *a, const float *b, const float *c, float factor, size_t count);

/// One repeat: the phase in cycles, its rate, and the rate's change per second.
typedef struct reference_repeat {
  double phase, rate, slope;
  int64_t cycles;
} reference_repeat;

/// Advances a repeat by a frame, counts cycle ends, and returns its value, smoothstep there and
/// back.
double reference_step(reference_repeat *repeat, double seconds);

/// Tweens as in C++ games, stepped by the documented algorithm of the tweeny library. Progress is a
/// float, and durations are whole milliseconds. Each step calls the easing, cubic in and out,
/// through a function object, and a callback restarts the tween at its end. No code is copied from
/// tweeny.
typedef struct reference_tweens reference_tweens;

/// Makes a tween from 0 to 1 for each duration in milliseconds; returns NULL if memory is short.
reference_tweens *reference_tweens_make(const int32_t *milliseconds, size_t count);

/// Steps every tween by a number of milliseconds; returns the sum of their values.
float reference_tweens_step(reference_tweens *tweens, int32_t milliseconds);

#ifdef __cplusplus
}
#endif
