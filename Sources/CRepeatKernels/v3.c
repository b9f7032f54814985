// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__)
#define W 8
#define RK_NAME(name) name##_v3
#define RK_TARGET __attribute__((target("arch=x86-64-v3")))
#include "loops.h"
#endif
