// SPDX-License-Identifier: Apache-2.0
#include "include/float_exceptions.h"

#if defined(__x86_64__)
uint64_t repeat_exceptions_mask(void) {
  enum { all_masks = 0x1f80 };
  uint32_t saved = __builtin_ia32_stmxcsr();
  // Loading the register is slow, and usually unnecessary.
  if (~saved & all_masks) __builtin_ia32_ldmxcsr(saved | all_masks);
  return saved;
}

void repeat_exceptions_restore(uint64_t saved) {
  if (__builtin_ia32_stmxcsr() != (uint32_t)saved) __builtin_ia32_ldmxcsr((uint32_t)saved);
}
#elif defined(__aarch64__)
uint64_t repeat_exceptions_mask(void) {
  const uint64_t all_traps = 0x9f00;
  uint64_t control, status;
  __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(status));
  __asm__ volatile("msr fpcr, %0" : : "r"(control & ~all_traps));
  return control << 32 | (status & 0xffffffff);
}

void repeat_exceptions_restore(uint64_t saved) {
  __asm__ volatile("msr fpsr, %0\n\tmsr fpcr, %1" : : "r"(saved & 0xffffffff), "r"(saved >> 32));
}
#else
uint64_t repeat_exceptions_mask(void) { return 0; }

void repeat_exceptions_restore(uint64_t saved) { (void)saved; }
#endif
