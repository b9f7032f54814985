// SPDX-License-Identifier: Apache-2.0
#include "CCurveTables.h"

// C23's #embed includes the file's bytes unchanged: doubles in little endian.
_Alignas(64) const unsigned char repeat_curve_tables[repeat_curve_tables_size] = {
#embed "curve_tables.bin"
};
