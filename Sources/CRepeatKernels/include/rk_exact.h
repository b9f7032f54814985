// SPDX-License-Identifier: Apache-2.0
// A repeat's exact state in integers: C, because its 128 bits cost a few instructions here.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// 16 bytes: a rate of 72 bits, signed, in 2^-91 period per nanosecond, and a phase of 56 bits:
//   position(n) = phase * 2^35 + rate * n      in 2^-91 period, of which the lower 91 bits count
typedef struct rk_exact {
  int64_t rate_high;            // the upper 64 bits of the rate
  uint64_t phase_and_rate_low;  // the phase above the rate's lower 8 bits
} rk_exact;

// A rate, or cycles in 2^-91 period: 128 bits in two's complement.
typedef struct rk_wide {
  uint64_t low;
  int64_t high;
} rk_wide;

// A time: whole nanoseconds, rounded down, and the fraction above them in 2^-64 nanosecond.
typedef struct rk_time {
  int64_t nanoseconds;
  uint64_t fraction;
} rk_time;

// seconds * 1e9; within 9.2e18. Exact, but for what a time below 2^-12 s has under 2^-64 second.
static inline rk_time rk_time_of(double seconds) {
  // In integers: a fused multiply-add is a call without hardware for it, and conversions wait for
  // whatever was in their register before.
  const uint64_t per_second = 1000000000;
  uint64_t bits;
  __builtin_memcpy(&bits, &seconds, sizeof bits);
  uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52;
  // The significand ends 1075 - exponent bits below a second; `shift` is how far that is above
  // 2^-64.
  int shift = (int)(bits >> 52 & 0x7FF) - 1011;
  uint64_t whole = 0, part;
  if (__builtin_expect(shift > 0, 1)) {
    whole = significand >> (64 - shift);
    part = significand << shift;
  } else {
    part = shift > -64 ? significand >> -shift : 0;
  }
  unsigned __int128 magnitude =
      ((unsigned __int128)(whole * per_second) << 64) + (unsigned __int128)part * per_second;
  if (__builtin_expect((int64_t)bits < 0, 0)) magnitude = -magnitude;
  return (rk_time){(int64_t)(magnitude >> 64), (uint64_t)magnitude};
}

static inline __int128 rk_rate_of(const rk_exact *m) {
  return (__int128)m->rate_high * 256 + (__int128)(m->phase_and_rate_low & 0xFF);
}

static inline rk_wide rk_split(__int128 value) {
  return (rk_wide){(uint64_t)value, (int64_t)(value >> 64)};
}

static inline rk_wide rk_exact_rate(const rk_exact *m) { return rk_split(rk_rate_of(m)); }

static inline unsigned __int128 rk_position_at(const rk_exact *m, int64_t nanoseconds) {
  unsigned __int128 time = (unsigned __int128)(__int128)nanoseconds;
  unsigned __int128 moved = (unsigned __int128)rk_rate_of(m) * time;
  return ((unsigned __int128)(m->phase_and_rate_low >> 8) << 35) + moved;
}

// The position in 2^-91 period, 0 <= it < 2^91.
static inline rk_wide rk_position(const rk_exact *m, int64_t nanoseconds) {
  const unsigned __int128 period = (unsigned __int128)1 << 91;
  return rk_split((__int128)(rk_position_at(m, nanoseconds) & (period - 1)));
}

// Its upper 32 bits.
static inline int32_t rk_frame_phase(const rk_exact *m, int64_t nanoseconds) {
  return (int32_t)(uint32_t)(rk_position_at(m, nanoseconds) >> 59);
}

// The rate in periods per nanosecond, to 53 bits.
static inline double rk_rate_per_nanosecond(const rk_exact *m) {
  return (double)m->rate_high * 0x1p-83;
}

// What rate * time moves in 2^-64 period, rounded down. In units of 2^19 ns: of rate * time then
// just the products' lower and upper halves are needed, and no shift of 128 bits, which is slow.
static inline uint64_t rk_moved(const rk_exact *m, int64_t units, uint64_t fraction) {
  int64_t rate_low = (int64_t)(m->phase_and_rate_low & 0xFF);
  // The fraction to nearest, signed: that is what processors multiply to both halves in one step.
  uint64_t nearest = (uint64_t)units + (fraction >> 63);
  return (uint64_t)m->rate_high * nearest +
         (uint64_t)((__int128)m->rate_high * (int64_t)fraction >> 64) +
         (uint64_t)(rate_low * units >> 8);
}

// 56 bits are kept: what is rounded down to them is never below a requested phase.
static inline uint64_t rk_phase_after(const rk_exact *m, uint64_t moved) {
  return ((m->phase_and_rate_low & ~(uint64_t)0xFF) + moved) & ~(uint64_t)0xFF;
}

// The phase in 2^-64 period for 1/4 <= seconds < 2^33, rounded down to 2^-56; returns false for
// other times.
static inline bool rk_short_phase(const rk_exact *m, double seconds, uint64_t *phase) {
  uint64_t bits;
  __builtin_memcpy(&bits, &seconds, sizeof bits);
  uint64_t shift = (bits >> 52) - 1021;
  if (__builtin_expect(shift > 34, 0)) return false;
  // The significand times the worth of its last bit, in 2^-64 unit: seconds / 1024 * 5^9 is so
  // many units, and 5^9 and the shift fit 55 bits.
  uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52;
  unsigned __int128 units = (unsigned __int128)significand * ((uint64_t)1953125 << (shift & 63));
  *phase = rk_phase_after(m, rk_moved(m, (int64_t)(units >> 64), (uint64_t)units));
  return true;
}

// A time as rk_moved takes it, in units of 2^19 ns.
typedef struct rk_change_time {
  rk_time time;
  int64_t units;
  int64_t nearest_units;
  int64_t fraction;  // above them, below 0 where they are more than the time
} rk_change_time;

static inline rk_change_time rk_change_time_of(rk_time time) {
  int64_t units = time.nanoseconds >> 19;
  // Signed, because that is what processors multiply to both halves in one step.
  int64_t fraction = (int64_t)((uint64_t)time.nanoseconds << 45 | time.fraction >> 19);
  return (rk_change_time){time, units, units + (fraction < 0), fraction};
}

static inline uint64_t rk_moved_at(const rk_exact *m, const rk_change_time *time) {
  return rk_moved(m, time->units, (uint64_t)time->fraction);
}

// The phase at a time in seconds, in 2^-64 period, rounded down to 2^-56. Exact where the rate or
// the time is 0.
static inline uint64_t rk_phase(const rk_exact *m, double seconds) {
  uint64_t phase;
  if (rk_short_phase(m, seconds, &phase)) return phase;
  rk_change_time time = rk_change_time_of(rk_time_of(seconds));
  return rk_phase_after(m, rk_moved_at(m, &time));
}

// x * 2^91 / 1e9 in units of 2^-16, rounded down in magnitude; |x| < 2^10.
static inline __int128 rk_scaled_hertz(double x) {
  // 2^95 / 5^9 = 2^104 / 1e9; times 53 bits it fits 128.
  const unsigned __int128 factor = (unsigned __int128)0x44Bu << 64 | 0x82FA09B5A52CB98Bu;
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int exponent = (int)(bits >> 52 & 0x7FF);
  uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52;
  // x = significand * 2^(exponent - 1075); what is below 2^-100, 0 included, is nothing.
  int shift = 1072 - exponent;
  if (shift > 127) return 0;
  __int128 scaled = (__int128)(significand * factor >> shift);
  return (int64_t)bits < 0 ? -scaled : scaled;
}

// A rate of high + low Hz, at most 953.67 in magnitude, to nearest.
static inline rk_wide rk_rate_from_hertz(double high, double low) {
  return rk_split((rk_scaled_hertz(high) + rk_scaled_hertz(low) + (1 << 15)) >> 16);
}

// An exact state's second word for a phase at a time by which the new rate has moved it by `moved`.
//
// `phase` at that time keeps its upper 56 bits: a change of rate never takes a repeat below a phase
// that was requested, however many there are at one time. What is below them is the new rate's own
// remainder, even over all 8 bits, so a million changes do not add up to one side.
static inline uint64_t rk_word_after(uint64_t phase, uint64_t moved, uint64_t rate_low) {
  return ((phase & ~(uint64_t)0xFF) - (moved & ~(uint64_t)0xFF)) | rate_low;
}

static inline void rk_set_rate_word(rk_exact *m, int64_t rate_high, uint64_t rate_low,
                                    const rk_change_time *time) {
  uint64_t phase = (m->phase_and_rate_low & ~(uint64_t)0xFF) + rk_moved_at(m, time);
  rk_exact next = {rate_high, rate_low};
  m->rate_high = rate_high;
  m->phase_and_rate_low = rk_word_after(phase, rk_moved_at(&next, time), rate_low);
}

// Another rate from `time` on, solved so that the phase there stays.
static inline void rk_set_rate(rk_exact *m, rk_wide rate, rk_time time) {
  rk_change_time change_time = rk_change_time_of(time);
  rk_set_rate_word(m, (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8), rate.low & 0xFF,
                   &change_time);
}

// The time since an epoch in 2^-13 ns. Returns whether it is near: within six days.
static inline bool rk_since(const rk_change_time *time, int64_t epoch, int64_t *since) {
  const uint64_t furthest = (uint64_t)1 << 49;
  uint64_t nanoseconds = (uint64_t)time->time.nanoseconds - (uint64_t)epoch;
  *since = (int64_t)(nanoseconds << 13 | time->time.fraction >> 51);
  return nanoseconds + furthest < 2 * furthest;
}

// Another rate, in the two parts of an exact state, from `time` on; and by what that turns the
// phase at the epoch, `since` before it, in 2^-32 period: within one. Returns false, and changes nothing,
// where high rates in both directions differ by more than the short way holds.
static inline bool rk_change_to(rk_exact *m, int64_t rate_high, uint64_t rate_low,
                                const rk_change_time *time, int64_t since, int32_t *turned) {
  int64_t change;
  if (__builtin_expect(__builtin_sub_overflow(m->rate_high, rate_high, &change), 0)) return false;
  rk_set_rate_word(m, rate_high, rate_low, time);
  // In 2^-51 of units, what the two rates differ in since then; rounded up, so that a frame is not
  // behind.
  *turned = (int32_t)((__int128)change * since >> 64) + 1;
  return true;
}

// The phase that puts it at `phase` in 2^-64 period, a multiple of 2^8 of them, at `time`: never
// below it as rk_phase says, and less than 2^-56 period above.
static inline void rk_set_phase(rk_exact *m, uint64_t phase, rk_time time) {
  rk_change_time change_time = rk_change_time_of(time);
  uint64_t start = phase - rk_moved_at(m, &change_time);
  m->phase_and_rate_low =
      ((start + 0xFF) & ~(uint64_t)0xFF) | (m->phase_and_rate_low & 0xFF);
}
