// SPDX-License-Identifier: Apache-2.0
// Thirty-two cubics in eight registers: two permutations pick four coefficients for sixteen lanes
// at once.
#include "kernels.h"
#include "sets.h"

#if HAS_X86_SETS
#include <immintrin.h>

typedef struct table {
  __m512 low[4], high[4];
} table;

static inline __attribute__((always_inline)) TARGET_AVX512 __m512 eased(
    const table *table, __m512 position) {
  // Just below 32, so that the far end stays in the last segment.
  const __m512 scale = _mm512_set1_ps(63.999996f), shift = _mm512_set1_ps(8388608);
  const __m512 distance = _mm512_abs_ps(
      _mm512_reduce_ps(position, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
  // 2^23 has its ones in the last bits: the sum, cut off, carries the segment's number there.
  const __m512 shifted =
      _mm512_fmadd_round_ps(distance, scale, shift, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
  const __m512i segment = _mm512_castps_si512(shifted);
  const __m512 t = _mm512_fmsub_ps(distance, scale, _mm512_sub_ps(shifted, shift));
  __m512 sum = _mm512_permutex2var_ps(table->low[3], segment, table->high[3]);
#pragma clang loop unroll(full)
  for (int power = 2; power >= 0; power--) {
    const __m512 next = _mm512_permutex2var_ps(table->low[power], segment, table->high[power]);
    sum = _mm512_fmadd_ps(sum, t, next);
  }
  return sum;
}

static inline __attribute__((always_inline)) TARGET_AVX512 void body(
    const reference_curve *curve, const float *phase, const float *rate, float seconds, float *out,
    size_t count, bool passes_caches) {
  table table;
#pragma clang loop unroll(full)
  for (int power = 0; power < 4; power++) {
    table.low[power] = _mm512_loadu_ps(curve->segments[power]);
    table.high[power] = _mm512_loadu_ps(curve->segments[power] + 16);
  }
  const __m512 time = _mm512_set1_ps(seconds);
  for (size_t start = 0; start < count; start += 64) {
#pragma clang loop unroll(full)
    for (size_t index = start; index < start + 64; index += 16) {
      const __m512 position =
          _mm512_fmadd_ps(_mm512_load_ps(rate + index), time, _mm512_load_ps(phase + index));
      const __m512 value = eased(&table, position);
      if (passes_caches) {
        _mm512_stream_ps(out + index, value);
      } else {
        _mm512_store_ps(out + index, value);
      }
    }
  }
  if (passes_caches) _mm_sfence();
}

TARGET_AVX512 void segments_avx512(const reference_curve *curve, const float *phase,
                                   const float *rate, float seconds, float *out, size_t count) {
  body(curve, phase, rate, seconds, out, count, false);
}

TARGET_AVX512 void segments_streaming_avx512(const reference_curve *curve, const float *phase,
                                             const float *rate, float seconds, float *out,
                                             size_t count) {
  body(curve, phase, rate, seconds, out, count, true);
}
#endif
