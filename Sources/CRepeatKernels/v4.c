// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__)
#define W 16
#define RK_NAME(name) name##_v4
// Without the width, clang would halve these vectors: it prefers 256 bits for x86-64-v4.
#define RK_TARGET __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#include "loops.h"
#endif
