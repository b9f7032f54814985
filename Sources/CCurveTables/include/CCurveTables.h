// SPDX-License-Identifier: Apache-2.0
//
// The polynomials of the four named curves; Sources/DynamicRepeat/Easing/BezierTable.swift reads them.
// BezierTableTests computes them again from the curves.
#pragma once

enum { repeat_curve_tables_size = 4 * 64 * 8 * 8 };

extern const unsigned char repeat_curve_tables[repeat_curve_tables_size]
  __attribute__((visibility("hidden")));

// The table of the curve with this number: eight coefficients for each of 64 pieces.
static inline const double *repeat_curve_table(unsigned index) {
  return (const double *)(const void *)repeat_curve_tables + 512 * index;
}
