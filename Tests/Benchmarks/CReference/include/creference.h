// SPDX-License-Identifier: Apache-2.0
// What the package is compared with: the memory's own speed, the best kernel that we can write by
// hand, and loops over objects as games have them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What code may use; each includes the ones before it.
typedef enum reference_set {
  /// What every processor of the architecture has: SSE2 on x86-64, NEON on aarch64.
  reference_baseline,
  /// x86-64-v3: eight lanes and fused multiply-add.
  reference_avx2,
  /// x86-64-v4: sixteen lanes.
  reference_avx512
} reference_set;

/// Whether this processor can run code of a set.
bool reference_has(reference_set set);

/// The name and version of the C compiler.
const char *reference_compiler(void);

/// STREAM's triad, a = b + scalar * c: 12 bytes an element, as the bank's kernel.
void reference_triad(reference_set set, float *a, const float *b, const float *c, float scalar,
                     size_t count);

/// A curve from (0, 0) to (1, 1) that looks the same from both ends, in the two forms that kernels
/// want.
typedef struct reference_curve {
  /// curve(2 d) - 1/2 = v * (odd[0] + odd[1] v^2 + ... + odd[8] v^16), v = d - 1/4.
  float odd[9];
  /// Cubics in t = y - floor(y), y = 63.999996 d, lowest power first: a thirty-second of the way
  /// each.
  float segments[4][32];
} reference_curve;

/// How a kernel evaluates the curve.
typedef enum reference_method {
  /// The polynomial of degree 17.
  reference_polynomial,
  /// The polynomial, with stores that pass by the caches.
  reference_polynomial_streaming,
  /// Cubics from a table in registers.
  reference_segments,
  /// Cubics, with stores that pass by the caches.
  reference_segments_streaming
} reference_method;

/// Whether there is such a kernel for a set.
bool reference_offers(reference_set set, reference_method method);

/// There and back, eased: out = curve(2 |p - round(p)|), p = phase + rate * seconds.
///
/// The arrays are aligned to 64 bytes; they are read and written up to the next multiple of 64
/// elements.
void reference_kernel(reference_set set, reference_method method, const reference_curve *curve,
                      const float *phase, const float *rate, float seconds, float *out,
                      size_t count);

/// How objects are kept.
typedef enum reference_layout {
  /// An array of structures.
  reference_structures,
  /// Pointers to objects of a class with a virtual method.
  reference_virtual_objects
} reference_layout;

/// Animations as games write them.
typedef struct reference_objects reference_objects;

/// Phases are in cycles, rates in cycles per second; NULL where memory is short.
reference_objects *reference_objects_make(reference_set set, reference_layout layout,
                                          const float *phase, const float *rate, size_t count);

/// Moves every animation on by so many seconds; then each value can be read.
void reference_objects_advance(reference_objects *objects, float seconds);

/// What an animation shows.
float reference_objects_value(const reference_objects *objects, size_t index);

/// Gives the memory back.
void reference_objects_free(reference_objects *objects);

/// Tweens as games in C++ have them, stepped by the algorithm that the tweeny library documents: a
/// progress as a float, a duration in whole milliseconds, one call of the easing, cubic in and out,
/// through a function object, and a callback that begins anew at the end. Our own code.
typedef struct reference_tweens reference_tweens;

/// One tween from 0 to 1 for each duration in milliseconds; NULL where memory is short.
reference_tweens *reference_tweens_make(const int32_t *milliseconds, size_t count);

/// Steps every tween by so many milliseconds; returns the sum of their values.
float reference_tweens_step(reference_tweens *tweens, int32_t milliseconds);

/// What a tween shows.
float reference_tweens_value(const reference_tweens *tweens, size_t index);

/// Gives the memory back.
void reference_tweens_free(reference_tweens *tweens);

/// Bytes that malloc has handed out in this process, what each costs beside itself included; 0 where
/// it does not count them.
size_t reference_allocated_bytes(void);

#ifdef __cplusplus
}
#endif
