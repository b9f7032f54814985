// SPDX-License-Identifier: Apache-2.0
#define RK_LANES_OF_SET 4
#define RK_NAME(name) name##_baseline
#define RK_TARGET
#if defined(__aarch64__)
#define RK_HAS_FUSED_ADD 1
#else
#define RK_HAS_FUSED_ADD 0
#endif
#include "kernels.h"
