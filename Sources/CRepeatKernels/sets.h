// SPDX-License-Identifier: Apache-2.0
// What each instruction set's compilation of kernels.h defines, and what the choice is made from.
#pragma once
#include "CRepeatKernels.h"

typedef struct rk_functions {
  rk_kernel linear[2][2];                                       // [one way][streams]
  rk_kernel lanes[RK_MOST_DEGREE - RK_LEAST_DEGREE + 1][2][2];  // [degree][one way][streams]
  rk_kernel lanes_of_any_number[2];                             // cubic
  rk_kernel odd[2][2];                                          // [one way][streams]
  rk_kernel rows[2];
  rk_kernel rows_of_any_number[2];
  rk_kernel graded[2];
  void (*blend)(const float *, const float *, const float *, float *, int64_t);
  void (*rebase)(const rk_block *, int64_t, int64_t);
  void (*follow)(const rk_block *, const float *, int64_t, const rk_field *);
  bool (*are_within)(const float *, int64_t, float);
  rk_verdict (*check_changes)(const rk_changes *, double);
  int64_t (*change_rates)(const rk_changes *, int64_t, bool);
} rk_functions;

extern const rk_functions rk_functions_baseline;
#if defined(__x86_64__)
extern const rk_functions rk_functions_v3;
extern const rk_functions rk_functions_v4;
#endif
