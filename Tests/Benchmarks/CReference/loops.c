// SPDX-License-Identifier: Apache-2.0
#include "creference.h"

// Each loop is inlined into one function for each level of x86-64. The functions of levels 3 and 4 are
// compiled as with -march=x86-64-v3 and -march=x86-64-v4.
#define LOOP static inline __attribute__((always_inline)) void
#if defined(__x86_64__)
#define V3 __attribute__((target("arch=x86-64-v3")))
#define V4 __attribute__((target("arch=x86-64-v4")))
#else
#define V3
#define V4
#endif
#define EACH_LEVEL(NAME, PARAMETERS, ...)                                       \
  static void NAME##_1 PARAMETERS { NAME(__VA_ARGS__); }                        \
  V3 static void NAME##_3 PARAMETERS { NAME(__VA_ARGS__); }                     \
  V4 static void NAME##_4 PARAMETERS { NAME(__VA_ARGS__); }                     \
  void reference_##NAME PARAMETERS {                                            \
    (level < 3 ? NAME##_1 : level < 4 ? NAME##_3 : NAME##_4)(__VA_ARGS__);      \
  }

static int level = 1;

void reference_use_level(int number) { level = number; }

static inline float eased(float phase) {
  const float progress = phase < .5f ? 2 * phase : 2 - 2 * phase;
  return progress * progress * (3 - 2 * progress);
}

LOOP frame(float *restrict phase, const float *restrict rate, float *restrict value, size_t count,
           float seconds) {
  for (size_t index = 0; index < count; index++) {
    float moved = phase[index] + rate[index] * seconds;
    moved -= moved >= 1 ? 1 : 0;
    phase[index] = moved;
    value[index] = eased(moved);
  }
}
EACH_LEVEL(frame, (float *phase, const float *rate, float *value, size_t count, float seconds),
           phase, rate, value, count, seconds)

LOOP restart_frame(float *restrict phase, float *restrict rate, float *restrict waiting,
                   float *restrict value, size_t count, float seconds) {
  for (size_t index = 0; index < count; index++) {
    float moved = phase[index] + rate[index] * seconds;
    const int ends = moved >= 1;
    moved -= ends ? 1 : 0;
    rate[index] = ends && waiting[index] > 0 ? waiting[index] : rate[index];
    waiting[index] = ends ? 0 : waiting[index];
    phase[index] = moved;
    value[index] = eased(moved);
  }
}
EACH_LEVEL(restart_frame,
           (float *phase, float *rate, float *waiting, float *value, size_t count, float seconds),
           phase, rate, waiting, value, count, seconds)

void reference_scatter(float *array, const int32_t *indices, const float *values, size_t first,
                       size_t count) {
  for (size_t index = first; index < first + count; index++)
    array[indices[index]] = values[index];
}

LOOP triad(float *restrict a, const float *restrict b, const float *restrict c, float factor,
           size_t count) {
  for (size_t index = 0; index < count; index++) a[index] = b[index] + c[index] * factor;
}
EACH_LEVEL(triad, (float *a, const float *b, const float *c, float factor, size_t count),
           a, b, c, factor, count)

double reference_step(reference_repeat *repeat, double seconds) {
  repeat->rate += repeat->slope * seconds;
  repeat->phase += repeat->rate * seconds;
  if (repeat->phase >= 1) {
    repeat->phase -= 1;
    repeat->cycles++;
  }
  const double progress = repeat->phase < .5 ? 2 * repeat->phase : 2 - 2 * repeat->phase;
  return progress * progress * (3 - 2 * progress);
}
