// SPDX-License-Identifier: Apache-2.0
//
// What the module needs beside the repeats: room for the tables of four curves, and no libm.
#include <stdbool.h>
#include <stdint.h>

static _Alignas(64) double tables[4][64 * 8];
static bool made[4];

double *repeat_curve_table(uint32_t index) { return tables[index & 3]; }
bool repeat_curve_table_is_made(uint32_t index) { return made[index & 3]; }
void repeat_curve_table_made(uint32_t index) { made[index & 3] = true; }

// Of springs and the easing families, which no repeat's pace is: libm's 20 KB would never be called.
#define LEFT_OUT(name) double name(double x) { __builtin_trap(); }
LEFT_OUT(cos)
LEFT_OUT(exp)
LEFT_OUT(exp2)
LEFT_OUT(expm1)
LEFT_OUT(sin)
