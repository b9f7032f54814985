// SPDX-License-Identifier: Apache-2.0
// Chooses the instruction set for this processor.
#include "sets.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#if defined(__x86_64__)
// These functions ask the processor directly. The compiler's runtime would link its list of all
// processors, 5 KB, into every program.

static bool has_all(unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; }

// The registers that the system saves: bits 1 and 2 stand for the 256-bit registers, 5 to 7 for
// the 512-bit ones.
static unsigned saved_registers(void) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

// The features of x86-64-v3 and v4, as listed in the ABI of x86-64.
static rk_set ask_processor(void) {
  unsigned a, b, c, d, b7, c7, d7, c8;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !has_all(c, bit_OSXSAVE)) return RK_BASELINE;
  if (!__get_cpuid_count(7, 0, &a, &b7, &c7, &d7)) return RK_BASELINE;
  if (!__get_cpuid(0x80000001, &a, &b, &c8, &d)) return RK_BASELINE;
  unsigned saved = saved_registers();
  const unsigned v2 = bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_CMPXCHG16B;
  bool is_v3 = has_all(c, v2 | bit_AVX | bit_F16C | bit_FMA | bit_MOVBE) &&
    has_all(b7, bit_AVX2 | bit_BMI | bit_BMI2) && has_all(c8, bit_LZCNT) && has_all(saved, 0x06);
  if (!is_v3) return RK_BASELINE;
  const unsigned v4 = bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
  return has_all(b7, v4) && has_all(saved, 0xE6) ? RK_V4 : RK_V3;
}
#endif

rk_set rk_best_set(void) {
#if defined(__x86_64__)
  // The set plus 1; 0 if unknown. Stored, because asking takes microseconds on a virtual machine.
  static int known;
  int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!found) {
    found = (int)ask_processor() + 1;
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  return (rk_set)(found - 1);
#else
  return RK_BASELINE;
#endif
}

const rk_functions *rk_functions_of(rk_set set) {
#if defined(__x86_64__)
  if (set == RK_V4) return &rk_functions_v4;
  if (set == RK_V3) return &rk_functions_v3;
#endif
  (void)set;
  return &rk_functions_baseline;
}

void rk_evaluate(rk_set set, const rk_frame *frame) { rk_functions_of(set)->evaluate(frame); }

void rk_follow(rk_set set, const rk_frame *frame, int64_t chunk, const rk_field *field) {
  rk_functions_of(set)->follow(frame, chunk, field);
}

bool rk_rates_are_within(rk_set set, const float *hertz, int64_t count, float highest) {
  return rk_functions_of(set)->are_within(hertz, count, highest);
}
