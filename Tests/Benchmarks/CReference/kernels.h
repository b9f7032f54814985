// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "creference.h"

typedef void kernel(const reference_curve *curve, const float *phase, const float *rate,
                    float seconds, float *out, size_t count);

#if defined(__x86_64__)
kernel segments_avx512, segments_streaming_avx512;
#endif
