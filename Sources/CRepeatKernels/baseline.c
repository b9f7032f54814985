// SPDX-License-Identifier: Apache-2.0
#define RK_LANES_OF_SET 4
#define RK_NAME(name) name##_baseline
#define RK_TARGET
#include "kernels.h"
