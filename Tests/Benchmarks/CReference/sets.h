// SPDX-License-Identifier: Apache-2.0
// Names for the target attributes, so that one file is compiled for several instruction sets
// without flags.
#pragma once

#if defined(__x86_64__)
#define HAS_X86_SETS 1
#define TARGET_AVX2 __attribute__((target("avx2,fma")))
#define TARGET_AVX512 \
  __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma"), min_vector_width(512)))
#else
#define HAS_X86_SETS 0
#endif
