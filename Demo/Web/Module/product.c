// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>

// Of two numbers of 64 bits, by those of their halves; LLVM's name for it.
__int128 __multi3(__int128 a, __int128 b) {
  const uint64_t word = 0xffffffff;
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  uint64_t low = (x & word) * (y & word), left = (x >> 32) * (y & word) + (low >> 32);
  uint64_t right = (x & word) * (y >> 32) + (left & word);
  uint64_t high = (x >> 32) * (y >> 32) + (left >> 32) + (right >> 32);
  high += x * (uint64_t)((unsigned __int128)b >> 64) + (uint64_t)((unsigned __int128)a >> 64) * y;
  return (__int128)((unsigned __int128)high << 64 | (right << 32 | (low & word)));
}

