// SPDX-License-Identifier: Apache-2.0
// Inner loops over a bank's rows, compiled for several instruction sets from one source.
#pragma once
#include "rk_rows.h"

// The instruction sets of the loops. A set later in this list is never slower.
typedef enum rk_set {
  RK_BASELINE = 0,  // SSE2 on x86-64, NEON on aarch64
  RK_V3 = 1,        // x86-64-v3: AVX2 and FMA
  RK_V4 = 2,        // x86-64-v4: AVX-512
} rk_set;

// The fastest set of this processor.
rk_set rk_best_set(void);

// The forms of a curve. A leg is one run along the curve, forwards or back. The curve is evaluated
// at a point u of the leg, 0 <= u < 2^31.
typedef enum rk_method {
  RK_LINE = 0,        // the point itself
  RK_SMOOTHSTEP = 1,  // t^2 (3 - 2 t)
  RK_POLYNOMIAL = 2,  // one polynomial, antisymmetric about the leg's middle
  RK_TABLE = 3,       // cubic polynomials on pieces of the leg
} rk_method;

enum { RK_TERMS = 7 };

// A piece of a table: a cubic polynomial of the distance from the piece's start to u.
typedef struct rk_piece {
  float coefficients[4];  // the factors of the powers 0 to 3
} rk_piece;

typedef struct rk_curve {
  rk_method method;
  float low, high;  // the range of the values
  // RK_POLYNOMIAL: let t = u / 2^31 and s = t - t^2. The value is t + s (t - 1/2) p(s). These are
  // the coefficients of 1, s, s^2, ... in p.
  float terms[RK_TERMS];
  // RK_TABLE: cubic pieces.
  const rk_piece *pieces;
  // If `cell_shift` is not 0, pieces are cells. Let x = (float)u + offset. A point's piece is (bits
  // of x >> cell_shift) - first_cell, at most `last_cell`. If the offset is 2^31, all cells have
  // the same size; with a smaller offset, they become smaller towards 0. If `is_reversed`, u is the
  // distance from the leg's end.
  float offset;
  uint32_t cell_shift, first_cell, last_cell;
  bool is_reversed;
  // If `cell_shift` is 0, the search begins at piece first[u >> shift]. The piece of u is the last
  // one that starts at or below u. This piece comes at most 2 * jump pieces after the first
  // searched piece. `jump` is a power of two, or 0.
  const uint32_t *starts;  // the pieces' starts, followed by 1 + jump elements of 2^31
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
  bool follows;   // whether rk_follow has computed the values of chunks that follow an rk_field
  float *values;  // `count` elements
} rk_frame;

// Evaluates a frame: updates the epochs of chunks that are too old, then computes the values. If
// `follows` is set, `rk_follow` has already computed the values of the chunks that follow a field.
// Otherwise, such a chunk moves on at the rates of the field's last frame, if that frame is at most
// 1/4 s from this one; else the chunk stops following the field.
void rk_evaluate(rk_set set, const rk_frame *frame);

// A field: rates that are constant until a start time, and then change linearly until the frame's
// time.
typedef struct rk_field {
  const float *hertz;  // the new rates, one per slot
  float highest;       // an upper bound of the rates' magnitudes
  rk_time start;
} rk_field;

// Whether all rates are numbers with a magnitude of at most `highest`.
bool rk_rates_are_within(rk_set set, const float *hertz, int64_t count, float highest);

// Moves a chunk whose slots all run without a pending change to the frame's time, and computes the
// chunk's values. From then on, the chunk follows the field.
void rk_follow(rk_set set, const rk_frame *frame, int64_t chunk, const rk_field *field);

// New rates at one time, for running slots.
typedef struct rk_changes {
  const rk_rows *rows;
  int64_t slots;  // in use
  const rk_name *names;
  const double *hertz;  // one per name
  int64_t count;
  rk_time time;
} rk_changes;

// The index of the first entry with an ID that is not in the bank, or with a rate beyond `highest`;
// `count` if there is none.
int64_t rk_find_wrong(const rk_changes *changes, uint32_t name_base, double highest);

// Applies changes from index `first` on. Stops before the first change whose slot stands still or has
// a pending change. Returns the index of that change, or `count`.
int64_t rk_apply_changes(const rk_changes *changes, int64_t first);

// Lets a rate wait for the end of a running slot's cycle. The slot must not follow a field.
// Returns false, without any change, if only the general code, in Swift, can handle the slot.
bool rk_wait(rk_rows *rows, int64_t slot, rk_rate rate, rk_time time);

// Enters the end of a running slot's cycle, other than at `time`, as the time of its pending change. The
// slot must have a steady rate other than 0.
void rk_enter_boundary(rk_rows *rows, int64_t slot, rk_time time);

// Removes a chunk's entries up to `time` from `due`, prefetches their slots, and stores these slots
// in `slots`. Returns the number of stored slots. The array `slots` has RK_SPARE_SLOTS more
// elements than a chunk has slots.
int64_t rk_find_due(rk_set set, const rk_rows *rows, int64_t chunk, rk_time time, uint32_t *slots);

// Carries out the waiting rate or stop of each slot in `slots` whose cycle ends by `time`. Leaves in
// `slots` only the slots with a due change of a ramp, and returns the number of these slots.
int64_t rk_pass_boundaries(rk_rows *rows, rk_time time, uint32_t *slots, int64_t count);

// Zeroed memory, 64-byte aligned; NULL if there is not enough. Blocks of half a megabyte or more
// are mapped, in large pages if the system has them, and take no memory until they are used.
void *rk_allocate(int64_t size);
void rk_free(void *memory, int64_t size);
