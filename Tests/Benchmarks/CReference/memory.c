// SPDX-License-Identifier: Apache-2.0
#include "creference.h"

#include <malloc.h>

size_t reference_held_bytes(void) {
  const struct mallinfo2 held = mallinfo2();
  return held.uordblks + held.hblkhd;
}
