// SPDX-License-Identifier: Apache-2.0
#include "creference.h"

#include <cmath>
#include <memory>
#include <new>
#include <vector>

struct reference_objects {
  virtual ~reference_objects() = default;
  virtual void advance(float seconds) = 0;
  virtual float value(size_t index) const = 0;
};

// The standard library's headers are above: its templates are shared by all sets, and stay at the
// lowest.
namespace baseline {
#include "loops.inc"
}

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2"))), apply_to = function)
namespace avx2 {
#include "loops.inc"
}
#pragma clang attribute pop

#pragma clang attribute push(                                                      \
    __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,bmi,bmi2"))), \
    apply_to = function)
namespace avx512 {
#include "loops.inc"
}
#pragma clang attribute pop
#endif

reference_objects *reference_objects_make(reference_set set, reference_layout layout,
                                          const float *phase, const float *rate,
                                          size_t count) try {
#if defined(__x86_64__)
  if (set == reference_avx512) return avx512::make(layout, phase, rate, count);
  if (set == reference_avx2) return avx2::make(layout, phase, rate, count);
#endif
  return baseline::make(layout, phase, rate, count);
} catch (const std::bad_alloc &) {
  return nullptr;
}

void reference_objects_advance(reference_objects *objects, float seconds) {
  objects->advance(seconds);
}

float reference_objects_value(const reference_objects *objects, size_t index) {
  return objects->value(index);
}

void reference_objects_free(reference_objects *objects) { delete objects; }
