// SPDX-License-Identifier: Apache-2.0
//
// Memory for the tables of the four named curves. Sources/DynamicRepeat/Easing/BezierTable.swift
// calls these functions and fills the tables.
#include <stdbool.h>
#include <stdint.h>

static _Alignas(64) double tables[4][64 * 8];
static bool made[4];

double *repeat_curve_table(uint32_t index) { return tables[index & 3]; }
bool repeat_curve_table_is_made(uint32_t index) { return made[index & 3]; }
void repeat_curve_table_made(uint32_t index) { made[index & 3] = true; }
