// SPDX-License-Identifier: Apache-2.0
// The loops of a bank over its rows, compiled for several instruction sets from one source.
#pragma once
#include "rk_rows.h"

// The instructions that loops are compiled for. A later set is never slower.
typedef enum rk_set {
  RK_BASELINE = 0,  // SSE2 on x86-64, NEON on aarch64
  RK_V3 = 1,        // x86-64-v3: AVX2 and FMA
  RK_V4 = 2,        // x86-64-v4: AVX-512
} rk_set;

// The fastest set that this processor has.
rk_set rk_best_set(void);

// Bytes of the last cache before the memory, as far as it is known; at least 8 MB.
int64_t rk_last_cache(void);

// The ways to evaluate a curve at a point u of the leg, 0 <= u < 2^31.
typedef enum rk_way {
  RK_LINE = 0,        // the point itself
  RK_POLYNOMIAL = 1,  // one polynomial, antisymmetric about the leg's middle
  RK_TABLE = 2,       // cubic polynomials on pieces of the leg
} rk_way;

enum { RK_TERMS = 7 };

// A piece of a table: its value is the cubic of the distance of u from its start.
typedef struct rk_piece {
  float coefficients[4];  // of powers 0 to 3
} rk_piece;

typedef struct rk_curve {
  rk_way way;
  float low, high;  // the range of the values
  // RK_POLYNOMIAL: with t = u / 2^31 and s = t - t^2, the value is t + s (t - 1/2) p(s), and these
  // are the coefficients of 1, s, s^2, ... in p.
  float terms[RK_TERMS];
  // RK_TABLE: cubic pieces.
  const rk_piece *pieces;
  // If `cell_shift` is not 0, pieces are cells: with x = the float u + offset, a point's piece is
  // (bits of x >> cell_shift) - first_cell, at most `last_cell`. They are equal if the offset is 2^31, and
  // finer towards 0 if it is less. Of a leg that is reversed, u is its distance from the end.
  float offset;
  uint32_t cell_shift, first_cell, last_cell;
  bool is_reversed;
  // Else the first piece that may hold u is first[u >> shift]; it or one of the 2 * jump - 1 after it
  // does, the last one whose start is not above u. `jump` is a power of two, or 0.
  const uint32_t *starts;  // of the pieces, and behind them 1 + jump times 2^31
  const uint32_t *first;
  uint32_t shift, jump;
} rk_curve;

// A frame of a whole bank.
typedef struct rk_frame {
  const rk_rows *rows;
  int64_t count;  // slots in use
  rk_time time;
  const rk_curve *curve;
  bool one_way;
  float *values;  // `count` of them
} rk_frame;

// Evaluates a frame: moves the epochs of chunks that are too old, then works out the values.
void rk_evaluate(rk_set set, const rk_frame *frame);

// Brings a chunk's phases to another of its epochs.
void rk_rebase(rk_set set, const rk_rows *rows, int64_t chunk, int64_t count, int64_t epoch);

// Rates that change linearly from the time of the last frame to that of this one.
typedef struct rk_field {
  const float *hertz;  // one a slot
  rk_time middle;      // of both times
} rk_field;

// Whether all rates are numbers of at most `highest` in magnitude.
bool rk_rates_are_within(rk_set set, const float *hertz, int64_t count, float highest);

// Gives the slots of a chunk the field's rates. Every slot runs. Moves the chunk's epoch to that of
// `time`; the chunk follows afterwards.
void rk_follow(rk_set set, const rk_rows *rows, int64_t chunk, int64_t count, const rk_field *field,
               rk_time time);

// New rates at one time, for slots that run.
typedef struct rk_changes {
  const rk_rows *rows;
  int64_t slots;  // in use
  const rk_name *names;
  const double *hertz;  // one for each
  int64_t count;
  rk_time time;
} rk_changes;

// The first entry that names no member of the bank, or whose rate is beyond `highest`; `count` if
// there is none.
int64_t rk_find_wrong(const rk_changes *changes, uint32_t name_base, double highest);

// Applies changes from `first` on, up to the first slot that does not plainly run. Returns its index.
int64_t rk_apply_changes(const rk_changes *changes, int64_t first);

// Zeroed memory, 64-byte aligned; NULL if there is none. From half a megabyte on it is mapped, in
// large pages if the system has them, and costs nothing until it is touched.
void *rk_allocate(int64_t size);
void rk_free(void *memory, int64_t size);
