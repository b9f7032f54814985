// SPDX-License-Identifier: Apache-2.0
//
// 128-bit products, shifts and divisions, under the names by which code from LLVM calls them on
// WebAssembly.
#include <stdint.h>

typedef unsigned __int128 wide;

static wide join(uint64_t high, uint64_t low) { return (wide)high << 64 | low; }

__int128 __multi3(__int128 a, __int128 b) {
  const uint64_t word = 0xffffffff;
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  uint64_t low = (x & word) * (y & word), left = (x >> 32) * (y & word) + (low >> 32);
  uint64_t right = (x & word) * (y >> 32) + (left & word);
  uint64_t high = (x >> 32) * (y >> 32) + (left >> 32) + (right >> 32);
  high += x * (uint64_t)((wide)b >> 64) + (uint64_t)((wide)a >> 64) * y;
  return (__int128)join(high, right << 32 | (low & word));
}

// Shifts by 0 to 127 bits.
__int128 __ashlti3(__int128 a, int bits) {
  uint64_t low = (uint64_t)a, high = (uint64_t)((wide)a >> 64);
  if (bits >= 64) return (__int128)join(low << (bits - 64), 0);
  return (__int128)(bits ? join(high << bits | low >> (64 - bits), low << bits) : (wide)a);
}

__int128 __lshrti3(__int128 a, int bits) {
  uint64_t low = (uint64_t)a, high = (uint64_t)((wide)a >> 64);
  if (bits >= 64) return (__int128)join(0, high >> (bits - 64));
  return (__int128)(bits ? join(high >> bits, high << (64 - bits) | low >> bits) : (wide)a);
}

__int128 __ashrti3(__int128 a, int bits) {
  if (a >= 0) return __lshrti3(a, bits);
  return ~__lshrti3(~a, bits);
}

// Divides bit by bit. This is slow, but the page changes rates only now and then.
static wide divide(wide a, wide b, wide *rest) {
  wide quotient = 0, left = 0;
  for (int bit = 127; bit >= 0; bit--) {
    left = left << 1 | (a >> bit & 1);
    if (left < b) continue;
    left -= b;
    quotient |= (wide)1 << bit;
  }
  *rest = left;
  return quotient;
}

wide __udivti3(wide a, wide b) {
  wide rest;
  return divide(a, b, &rest);
}

wide __umodti3(wide a, wide b) {
  wide rest;
  divide(a, b, &rest);
  return rest;
}
