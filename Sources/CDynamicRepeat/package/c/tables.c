// SPDX-License-Identifier: Apache-2.0
//
// Memory for the tables of the four named curves; each table is filled at its first use. This is in C
// because Embedded Swift has no atomic flags.
#include <stdbool.h>
#include <stdint.h>

static _Alignas(64) double tables[4][64 * 8];
static bool made_tables[4];

double *repeat_curve_table(uint32_t index) { return tables[index & 3]; }

bool repeat_curve_table_is_made(uint32_t index) {
  return __atomic_load_n(&made_tables[index & 3], __ATOMIC_ACQUIRE);
}

void repeat_curve_table_made(uint32_t index) {
  __atomic_store_n(&made_tables[index & 3], true, __ATOMIC_RELEASE);
}
