// SPDX-License-Identifier: Apache-2.0
#include "creference.h"
#include "kernels.h"
#include "sets.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#define TARGET
#define LANES 4
#define VECTOR lanes4
#define BODY body_baseline
#define POLYNOMIAL polynomial_baseline
#define POLYNOMIAL_STREAMING polynomial_streaming_baseline
#define TRIAD triad_baseline
#include "polynomial.inc"

#if HAS_X86_SETS
#define TARGET TARGET_AVX2
#define LANES 8
#define VECTOR lanes8
#define BODY body_avx2
#define POLYNOMIAL polynomial_avx2
#define POLYNOMIAL_STREAMING polynomial_streaming_avx2
#define TRIAD triad_avx2
#include "polynomial.inc"

#define TARGET TARGET_AVX512
#define LANES 16
#define VECTOR lanes16
#define BODY body_avx512
#define POLYNOMIAL polynomial_avx512
#define POLYNOMIAL_STREAMING polynomial_streaming_avx512
#define TRIAD triad_avx512
#include "polynomial.inc"
#endif

typedef struct implementation {
  kernel *kernels[4];
  void (*triad)(float *, const float *, const float *, float, size_t);
} implementation;

static const implementation implementations[] = {
    [reference_baseline] = {{polynomial_baseline, polynomial_streaming_baseline}, triad_baseline},
#if HAS_X86_SETS
    [reference_avx2] = {{polynomial_avx2, polynomial_streaming_avx2}, triad_avx2},
    [reference_avx512] = {{polynomial_avx512, polynomial_streaming_avx512, segments_avx512,
                           segments_streaming_avx512},
                          triad_avx512},
#endif
};

bool reference_has(reference_set set) {
  if (set == reference_baseline) return true;
#if HAS_X86_SETS
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == reference_avx2) return has_avx2;
  return set == reference_avx512 && has_avx2 && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

const char *reference_compiler(void) {
#define TEXT(number) #number
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
#if defined(__clang__)
  return "clang " VERSION(__clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return "gcc " VERSION(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

bool reference_offers(reference_set set, reference_method method) {
  return reference_has(set) && implementations[set].kernels[method] != NULL;
}

void reference_kernel(reference_set set, reference_method method, const reference_curve *curve,
                      const float *phase, const float *rate, float seconds, float *out,
                      size_t count) {
  implementations[set].kernels[method](curve, phase, rate, seconds, out, count);
}

void reference_triad(reference_set set, float *a, const float *b, const float *c, float scalar,
                     size_t count) {
  implementations[set].triad(a, b, c, scalar, count);
}

size_t reference_allocated_bytes(void) {
#if defined(__GLIBC__)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}
