// SPDX-License-Identifier: Apache-2.0
// The inner loops of DynamicRepeat's bank, compiled for several instruction sets from one source.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rk_block.h"
#include "rk_exact.h"
#include "rk_field.h"
#include "rk_sample.h"

// Which instructions. A later one is never slower.
typedef enum rk_set {
  RK_BASELINE = 0,  // SSE2 on x86-64, NEON on aarch64
  RK_V3 = 1,        // x86-64-v3: AVX2 and FMA
  RK_V4 = 2,        // x86-64-v4: AVX-512
} rk_set;

// The fastest set that this processor has.
rk_set rk_best_set(void);

// Bytes of the last cache before the memory, as far as it is known; at least 8 MB.
int64_t rk_last_cache(void);

// How a curve is evaluated. Its argument is a point on the leg, 0 <= u < 2^31.
typedef enum rk_kind {
  RK_LINEAR = 0,  // u itself
  RK_LANES = 1,   // polynomials whose coefficients fit registers, found by a permutation
  RK_ROWS = 2,    // cubic polynomials found in memory
  RK_GRADED = 3,  // the same, finer and finer towards the ends and the middle of the leg
  RK_ODD = 4,     // one odd polynomial around the middle of the leg
} rk_kind;

enum {
  RK_LEAST_DEGREE = 3,
  RK_MOST_DEGREE = 7,
  // RK_ODD: coefficients.
  RK_ODD_TERMS = 8,
  // RK_GRADED: octaves of the distance, and pieces of each.
  RK_GRADED_FIRST_OCTAVE = 5,
  RK_GRADED_OCTAVES = 24,
  RK_GRADED_PIECES = 8,
  RK_GRADED_ROWS = RK_GRADED_OCTAVES * RK_GRADED_PIECES + 1,
};

// Pieces that RK_LANES has in a set: 32 with AVX-512, 8 with AVX2, 0 where there is no permutation.
int rk_lane_pieces(rk_set set);

typedef struct rk_curve {
  rk_kind kind;
  int degree;    // RK_LANES: RK_LEAST_DEGREE to RK_MOST_DEGREE; RK_ODD: 17
  int pieces;    // equal ones, on RK_LANES and RK_ROWS
  int shift;     // u >> shift is the piece; -1 where `pieces` is not a power of two
  // RK_LANES: for each power from 0 on, rk_lane_pieces coefficients. The others: 4 a piece, power 0
  // first. Of t: where shift >= 0, the bits of u below the piece's, as an integer up to degree 3
  // and as a fraction above; where shift < 0, 0 <= t <= 1 in the piece;
  // RK_GRADED: 0 <= t < 1 / RK_GRADED_PIECES, the distance's mantissa above the piece's start.
  // Rows of a number that is no power of two have one row more, for u rounded up to the leg's end.
  // RK_ODD: what is added to t, the way along the leg, 0 ... 1, over (t - 1/2) s with s = t - t^2:
  // coefficients of 1, s, s^2 ...
  // 64-byte aligned.
  const float *table;
} rk_curve;

// A row of repeats at one time.
typedef struct rk_span {
  const int32_t *phase;  // 2^-32 period at the epoch; 64-byte aligned, readable to a multiple of 16
  const float *rate;     // Hz; the same
  float *out;            // progress, `count` of them
  int64_t count;
  float scale;  // seconds since the epoch times 2^32; times any rate it must stay below 2^31
} rk_span;

typedef void (*rk_kernel)(const rk_curve *curve, const rk_span *span);

// The loop for a curve: there and back, or one way. `streams`: stores past the caches, where `out`
// is 64-byte aligned; worth it where the rows are more than rk_last_cache.
rk_kernel rk_find_kernel(rk_set set, const rk_curve *curve, bool one_way, bool streams);

// Prefetches memory that is about to be changed.
static inline void rk_expect(const void *memory) { __builtin_prefetch(memory, 1); }

// Makes streamed values visible to other threads; once after all of them.
void rk_fence(void);

// out[i] = start[i] + change[i] * progress[i]; out may be progress.
void rk_blend(rk_set set, const float *progress, const float *start, const float *change,
              float *out, int64_t count);

// Takes the first `count` frame phases of a block from the exact states, for whole nanosecond
// `time`, within 2^-29 period, and renews the header. Rows are 64-byte aligned, readable and
// writable to a multiple of 16.
void rk_rebase(rk_set set, const rk_block *block, int64_t count, int64_t time);

// New rates at one time.
typedef struct rk_changes {
  const rk_block *blocks;
  int64_t slots;  // in use
  uint32_t name_base;
  const rk_name *names;
  const double *hertz;  // one for each
  int64_t count;
  rk_change_time time;
  // Of rk_prepare_changes: rates within them are noted in all headers.
  double least_noted;
  double most_noted;
} rk_changes;

typedef enum rk_verdict {
  RK_WRONG,       // a name is stale, or a rate is beyond the highest
  RK_SOME_NEED_CARE,  // some have the bit RK_STILL or RK_TURNED
  RK_ALL_MOVE,
} rk_verdict;

rk_verdict rk_check_changes(rk_set set, const rk_changes *changes, double highest_hertz);

// Looks at all blocks, once for all changes at one time. Returns whether the short way is for it:
// every epoch is near.
bool rk_prepare_changes(rk_changes *changes);

// Applies checked and prepared changes from `first` on. Returns the first that the short way is
// not for, or one before it: rate 0, a change by too much, a repeat that is still.
int64_t rk_change_rates(rk_set set, const rk_changes *changes, int64_t first, bool all_move);

// New rates for the first `count` slots of a block that follows a field; those of holes are passed
// over.
void rk_follow(rk_set set, const rk_block *block, const float *hertz, int64_t count,
               const rk_field *field);

// Whether all rates are at most `highest` in magnitude.
bool rk_rates_are_within(rk_set set, const float *hertz, int64_t count, float highest);

// Lets a block follow a field: the rates change at `middle`, and the phases are those at `epoch`.
// Returns false, and changes nothing, where a repeat is still, turned or individual.
bool rk_begin_following(const rk_block *block, const float *hertz, int64_t count, rk_time middle,
                        int64_t epoch);

// Gives the first `count` slots of a block their exact states back, if it follows a field.
void rk_settle(const rk_block *block, int64_t count);

// Zeroed memory, 64-byte aligned; NULL where there is none. From half a megabyte on it is mapped,
// and costs nothing until it is touched; in large pages, if so wanted and the system has them,
// which is a quarter faster to walk through where it is more than the caches hold.
void *rk_allocate(int64_t size, bool in_large_pages);
void rk_free(void *memory, int64_t size);

// Threads that wait for work, and take part in what their owner does.
typedef struct rk_workers rk_workers;

// `helpers` threads, which look for work `spins` times before they sleep; NULL where the system
// gives no more threads.
rk_workers *rk_workers_start(int helpers, int spins);

// Calls body(context, first, count) on the helpers and on this thread until all pieces from 0 to
// below `pieces`, which is less than 2^31, have been named once. Each thread has the same part of
// them in each run, as far as nobody has to help it.
void rk_workers_run(rk_workers *workers, int64_t pieces,
                    void (*body)(void *context, int64_t first, int64_t count), void *context);
void rk_workers_stop(rk_workers *workers);
