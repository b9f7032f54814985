// SPDX-License-Identifier: Apache-2.0
#include "sets.h"

rk_set rk_best_set(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v4")) return RK_V4;
  if (__builtin_cpu_supports("x86-64-v3")) return RK_V3;
#endif
  return RK_BASELINE;
}

static const rk_functions *functions(rk_set set) {
#if defined(__x86_64__)
  if (set == RK_V4) return &rk_functions_v4;
  if (set == RK_V3) return &rk_functions_v3;
#endif
  (void)set;
  return &rk_functions_baseline;
}

int rk_lane_pieces(rk_set set) {
  const int pieces[] = {[RK_BASELINE] = 0, [RK_V3] = 8, [RK_V4] = 32};
  return pieces[set];
}

rk_kernel rk_find_kernel(rk_set set, const rk_curve *curve, bool one_way, bool streams) {
  const rk_functions *found = functions(set);
  switch (curve->kind) {
    case RK_LINEAR:
      return found->linear[one_way][streams];
    case RK_LANES:
      if (curve->shift < 0) return found->lanes_of_any_number[one_way];
      return found->lanes[curve->degree - RK_LEAST_DEGREE][one_way][streams];
    case RK_ROWS:
      return (curve->shift < 0 ? found->rows_of_any_number : found->rows)[one_way];
    case RK_GRADED:
      return found->graded[one_way];
  }
}

void rk_fence(void) {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

void rk_blend(rk_set set, const float *progress, const float *start, const float *change, float *out,
              int64_t count) {
  functions(set)->blend(progress, start, change, out, count);
}

float rk_rebase(rk_set set, const rk_master *master, const uint32_t *state, uint32_t still,
                const float *rate, int32_t *phase, int64_t count, int64_t time) {
  return functions(set)->rebase(master, state, still, rate, phase, count, time);
}
