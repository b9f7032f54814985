// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__)
#define RK_LANES_OF_SET 16
#define RK_NAME(name) name##_v4
// Without the width, clang would halve these vectors: it prefers 256 bits for x86-64-v4.
#define RK_TARGET __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#define RK_HAS_FUSED_ADD 1
#include "kernels.h"
#endif
