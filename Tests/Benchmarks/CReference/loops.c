// SPDX-License-Identifier: Apache-2.0
#include "creference.h"

// Compiled for each level of x86-64, of which the loader takes the highest, as -march=native would.
#if defined(__x86_64__) && defined(__GLIBC__)
#define EACH_LEVEL __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define EACH_LEVEL
#endif

static inline float eased(float phase) {
  const float way = phase < .5f ? 2 * phase : 2 - 2 * phase;
  return way * way * (3 - 2 * way);
}

EACH_LEVEL void reference_frame(float *restrict phase, const float *restrict rate,
                                float *restrict value, size_t count, float seconds) {
  for (size_t index = 0; index < count; index++) {
    float moved = phase[index] + rate[index] * seconds;
    moved -= moved >= 1 ? 1 : 0;
    phase[index] = moved;
    value[index] = eased(moved);
  }
}

EACH_LEVEL void reference_restart_frame(float *restrict phase, float *restrict rate,
                                        float *restrict waiting, float *restrict value,
                                        size_t count, float seconds) {
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

void reference_scatter(float *array, const int32_t *indices, const float *values, size_t first,
                       size_t count) {
  for (size_t index = first; index < first + count; index++)
    array[indices[index]] = values[index];
}

EACH_LEVEL void reference_triad(float *restrict a, const float *restrict b,
                                const float *restrict c, float factor, size_t count) {
  for (size_t index = 0; index < count; index++) a[index] = b[index] + c[index] * factor;
}

double reference_step(reference_repeat *repeat, double seconds) {
  repeat->rate += repeat->slope * seconds;
  repeat->phase += repeat->rate * seconds;
  if (repeat->phase >= 1) {
    repeat->phase -= 1;
    repeat->cycles++;
  }
  const double way = repeat->phase < .5 ? 2 * repeat->phase : 2 - 2 * repeat->phase;
  return way * way * (3 - 2 * way);
}
