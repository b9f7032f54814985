// SPDX-License-Identifier: Apache-2.0
// A repeat's exact motion in integers: C, because its 128 bits cost a few instructions here.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// 16 bytes: a rate of 72 bits, signed, in 2^-91 period per nanosecond, and a phase of 56 bits:
//   position(n) = phase * 2^35 + rate * n      in 2^-91 period, of which the lower 91 bits count
typedef struct rk_master {
  int64_t rate_high;            // the upper 64 bits of the rate
  uint64_t phase_and_rate_low;  // the phase above the rate's lower 8 bits
} rk_master;

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
  // whatever stood in their register before.
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

static inline __int128 rk_rate_of(const rk_master *m) {
  return (__int128)m->rate_high * 256 + (__int128)(m->phase_and_rate_low & 0xFF);
}

static inline __int128 rk_joined(rk_wide w) {
  return (__int128)((unsigned __int128)(uint64_t)w.high << 64 | w.low);
}

static inline rk_wide rk_split(__int128 value) {
  return (rk_wide){(uint64_t)value, (int64_t)(value >> 64)};
}

static inline rk_wide rk_master_rate(const rk_master *m) { return rk_split(rk_rate_of(m)); }

static inline unsigned __int128 rk_position_at(const rk_master *m, int64_t nanoseconds) {
  unsigned __int128 time = (unsigned __int128)(__int128)nanoseconds;
  unsigned __int128 moved = (unsigned __int128)rk_rate_of(m) * time;
  return ((unsigned __int128)(m->phase_and_rate_low >> 8) << 35) + moved;
}

// The position in 2^-91 period, 0 <= it < 2^91.
static inline rk_wide rk_position(const rk_master *m, int64_t nanoseconds) {
  const unsigned __int128 period = (unsigned __int128)1 << 91;
  return rk_split((__int128)(rk_position_at(m, nanoseconds) & (period - 1)));
}

// Its upper 32 bits.
static inline int32_t rk_hot_phase(const rk_master *m, int64_t nanoseconds) {
  return (int32_t)(uint32_t)(rk_position_at(m, nanoseconds) >> 59);
}

// The rate in periods per nanosecond, to 53 bits.
static inline double rk_rate_per_nanosecond(const rk_master *m) {
  return (double)m->rate_high * 0x1p-83;
}

// A number times a fraction in 2^-64, rounded down.
static inline int64_t rk_part(int64_t number, uint64_t fraction) {
  return (int64_t)((__int128)number * (int64_t)(fraction >> 1) >> 63);
}

// What rate * time moves in 2^-64 period, rounded down. In units of 2^19 ns: of rate * time then
// just the products' lower and upper halves are needed, and no shift of 128 bits, which is slow.
static inline uint64_t rk_moved(const rk_master *m, int64_t units, uint64_t fraction) {
  int64_t rate_low = (int64_t)(m->phase_and_rate_low & 0xFF);
  // The fraction to nearest, signed: that is what processors multiply to both halves in one step.
  uint64_t nearest = (uint64_t)units + (fraction >> 63);
  return (uint64_t)m->rate_high * nearest +
         (uint64_t)((__int128)m->rate_high * (int64_t)fraction >> 64) +
         (uint64_t)(rate_low * units >> 8);
}

static inline uint64_t rk_phase_after(const rk_master *m, uint64_t moved) {
  return ((m->phase_and_rate_low & ~(uint64_t)0xFF) + moved) & ~(uint64_t)0x7FF;
}

// The phase at a time in seconds, in 2^-64 period: within 5e-14 period, rounded down to 2^-53.
// Exact where the rate or the time is 0.
static inline uint64_t rk_phase(const rk_master *m, double seconds) {
  // seconds / 1024 * 5^9 is so many units.
  const uint64_t factor = 1953125;
  uint64_t bits;
  __builtin_memcpy(&bits, &seconds, sizeof bits);
  uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52;
  int shift = (int)(bits >> 52 & 0x7FF) - 1021;
  uint64_t high = 0, low;
  if (__builtin_expect(shift > 0, 1)) {
    high = significand >> (64 - shift);
    low = significand << shift;
  } else {
    low = shift > -64 ? significand >> -shift : 0;
  }
  unsigned __int128 product = (unsigned __int128)low * factor;
  int64_t units = (int64_t)(high * factor + (uint64_t)(product >> 64));
  uint64_t fraction = (uint64_t)product;
  if (__builtin_expect((int64_t)bits < 0, 0)) {
    fraction = -fraction;
    units = ~units + (fraction == 0);
  }
  return rk_phase_after(m, rk_moved(m, units, fraction));
}

// The same for 1/4 <= seconds < 2^33; returns false for other times.
static inline bool rk_short_phase(const rk_master *m, double seconds, uint64_t *phase) {
  uint64_t bits;
  __builtin_memcpy(&bits, &seconds, sizeof bits);
  uint64_t shift = (bits >> 52) - 1021;
  if (__builtin_expect(shift > 34, 0)) return false;
  // The significand times what its last bit stands for, in 2^-64 unit: 5^9 and the shift fit 55
  // bits.
  uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52;
  unsigned __int128 units = (unsigned __int128)significand * ((uint64_t)1953125 << (shift & 63));
  *phase = rk_phase_after(m, rk_moved(m, (int64_t)(units >> 64), (uint64_t)units));
  return true;
}

// What a rate moves in the fraction of a time, in 2^-91 period; multiples of 2^16 of them, which is
// far below a phase's last bit.
static inline __int128 rk_in_fraction(__int128 rate, uint64_t fraction) {
  return (__int128)rk_part((int64_t)(rate >> 16), fraction) * 65536;
}

static inline void rk_store(rk_master *m, __int128 position, __int128 rate) {
  // The phase to nearest: a million changes must not add up their roundings to one side.
  uint64_t phase = (uint64_t)((position + ((__int128)1 << 34)) >> 35);
  m->rate_high = (int64_t)(rate >> 8);
  m->phase_and_rate_low = phase << 8 | ((uint64_t)rate & 0xFF);
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

// Another rate from `time` on, solved so that the position there stays.
static inline void rk_set_rate(rk_master *m, rk_wide new_rate, rk_time time) {
  __int128 rate = rk_joined(new_rate);
  __int128 change = rk_rate_of(m) - rate;
  unsigned __int128 moved =
      (unsigned __int128)change * (unsigned __int128)(__int128)time.nanoseconds;
  __int128 phase = (__int128)((unsigned __int128)(m->phase_and_rate_low >> 8) << 35);
  rk_store(m, phase + (__int128)moved + rk_in_fraction(change, time.fraction), rate);
}

// A time as changes of rate need it, in units of 2^19 ns: see rk_phase.
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

// The time since an epoch in 2^-13 ns. Returns whether it is near: within six days.
static inline bool rk_since(const rk_change_time *time, int64_t epoch, int64_t *since) {
  const uint64_t furthest = (uint64_t)1 << 49;
  uint64_t nanoseconds = (uint64_t)time->time.nanoseconds - (uint64_t)epoch;
  *since = (int64_t)(nanoseconds << 13 | time->time.fraction >> 51);
  return nanoseconds + furthest < 2 * furthest;
}

// Another rate, in the two parts of a master, from `time` on; and by what that turns the phase at
// the epoch, `since` before it, in 2^-32 period: within one. Returns false, and changes nothing,
// where high rates in both directions differ by more than the short way holds.
static inline bool rk_change_to(rk_master *m, int64_t rate_high, uint64_t rate_low,
                                const rk_change_time *time, int64_t since, int32_t *turned) {
  int64_t change;
  if (__builtin_expect(__builtin_sub_overflow(m->rate_high, rate_high, &change), 0)) return false;
  uint64_t word = m->phase_and_rate_low;
  int64_t low_change = (int64_t)(word & 0xFF) - (int64_t)rate_low;
  // In 2^-64 period.
  uint64_t moved = (uint64_t)change * (uint64_t)time->nearest_units +
                   (uint64_t)((__int128)change * time->fraction >> 64) +
                   (uint64_t)(low_change * time->units >> 8);
  // The phase to nearest, with what two products were rounded down by on average: a million changes
  // must not add up their roundings to one side.
  uint64_t phase = (word & ~(uint64_t)0xFF) + moved + 0x81;
  m->rate_high = rate_high;
  m->phase_and_rate_low = (phase & ~(uint64_t)0xFF) | rate_low;
  // In 2^-51 of units, what the two rates differ in since then.
  *turned = (int32_t)((__int128)change * since >> 64);
  return true;
}

// Any rate at any time: the short way's numbers would not do.
__attribute__((noinline, unused)) static int32_t rk_change_any_rate(
    rk_master *m, double hertz, rk_time time, int64_t epoch) {
  rk_set_rate(m, rk_rate_from_hertz(hertz, 0), time);
  return rk_hot_phase(m, epoch);
}

// The same with a rate of so many Hz, the change that games order most. Returns the hot phase at
// `epoch` that follows from the one before: within a unit, where `epoch` is near.
static inline int32_t rk_change_rate(rk_master *m, double hertz, rk_change_time time, int64_t epoch,
                                     int32_t hot_phase) {
  rk_wide rate = rk_rate_from_hertz(hertz, 0);
  int64_t rate_high = (int64_t)((uint64_t)rate.high << 56 | rate.low >> 8);
  int64_t since;
  int32_t turned;
  if (rk_since(&time, epoch, &since) &&
      rk_change_to(m, rate_high, rate.low & 0xFF, &time, since, &turned))
    return (int32_t)((uint32_t)hot_phase + (uint32_t)turned);
  return rk_change_any_rate(m, hertz, time.time, epoch);
}

// The phase that puts it at `position` at `time`.
static inline void rk_set_position(rk_master *m, rk_wide position, rk_time time) {
  __int128 rate = rk_rate_of(m);
  unsigned __int128 moved = (unsigned __int128)rate * (unsigned __int128)(__int128)time.nanoseconds;
  __int128 in_fraction = rk_in_fraction(rate, time.fraction);
  rk_store(m, rk_joined(position) - (__int128)moved - in_fraction, rate);
}
