// SPDX-License-Identifier: Apache-2.0
// The functions of each instruction set; loops.h defines them once per set.
#pragma once
#include "CRepeatKernels.h"

typedef struct rk_functions {
  void (*evaluate)(const rk_frame *);
  void (*follow)(const rk_frame *, int64_t, const rk_field *);
  bool (*are_within)(const float *, int64_t, float);
  int64_t (*find_due)(const rk_rows *, int64_t, int64_t, uint32_t *);
} rk_functions;

const rk_functions *rk_functions_of(rk_set set);

extern const rk_functions rk_functions_baseline;
#if defined(__x86_64__)
extern const rk_functions rk_functions_v3;
extern const rk_functions rk_functions_v4;
#endif
