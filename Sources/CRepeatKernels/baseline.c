// SPDX-License-Identifier: Apache-2.0
#define W 4
#define RK_NAME(name) name##_baseline
#define RK_TARGET
#include "loops.h"
