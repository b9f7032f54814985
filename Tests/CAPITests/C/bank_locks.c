// SPDX-License-Identifier: Apache-2.0
// Banks whose members get in step with a leader.
#include "check.h"

enum { many = 9000, room = 1 << 19 };

static dr_member members[many];
static unsigned char before[room], after[room];

static dr_bank crowd(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = created_bank(&def);
  for (int index = 0; index < many; index++) {
    dr_rate rate = {index % 90 * 0.05 - 1.5, DR_RATE_HZ, 0};
    FINE(dr_bank_add(bank, rate, index % 997 / 997.0, 1, &members[index]));
  }
  return bank;
}

// 2 Hz from 0.3 s on.
static dr_lock_def lock_to_music(void) {
  dr_lock_def lock = dr_default_lock_def();
  lock.leader.time_s = 0.3;
  lock.leader.rate_hz = 2;
  lock.bounds.least_hz = 1.6;
  lock.bounds.most_hz = 2.4;
  return lock;
}

static double gap_at(dr_bank bank, int index, double time_s) {
  double phase = -1;
  FINE(dr_bank_phase(bank, members[index], time_s, &phase));
  double gap = phase - (time_s - 0.3) * 2;
  return fabs(gap - round(gap));
}

static void test_in_step(void) {
  dr_bank bank = crowd();
  FINE(dr_bank_listen(bank, members[7], 1));
  FINE(dr_bank_pause(bank, members[8], 1.5));
  dr_lock_def lock = lock_to_music();
  double locked_s = 0, phase = 0, same = 0;
  FINE(dr_bank_phase(bank, members[100], 2, &phase));
  FINE(dr_bank_lock_range(bank, 0, many, &lock, 2, &locked_s));
  FINE(dr_bank_phase(bank, members[100], 2, &same));
  CHECK(phase == same && fabs(locked_s - 3.25) < 1e-9);
  dr_member_sample sample;
  for (int index = 0; index < many; index++) {
    FINE(dr_bank_sample(bank, members[index], 2.5, &sample));
    if (index != 8) CHECK(sample.rate_hz >= 1.6 && sample.rate_hz <= 2.4);
    // Later times know of the end already.
    if (index != 8) CHECK(gap_at(bank, index, locked_s + 1) < 1e-14);
  }
  double change_s = 0;
  FINE(dr_bank_next_change(bank, locked_s + 0.5, 0.3, &change_s));
  CHECK(change_s > locked_s + 0.5 && change_s < locked_s + 1);
  // A rate before the end, for one; a listener, who hears of cycles alone.
  dr_policy at_once = {.kind = DR_PHASE_MATCHED};
  FINE(dr_bank_set_rate(bank, members[9], 3, at_once, 2.5));
  FINE(dr_bank_listen(bank, members[10], 2.5));
  dr_bank_event events[4];
  dr_event_count count;
  FINE(dr_bank_evaluate(bank, locked_s));
  FINE(dr_bank_take_events(bank, events, 4, &count));
  for (uint32_t index = 0; index < count.written; index++)
    CHECK(events[index].kind == DR_EVENT_CYCLE);
  CHECK(count.written >= 2 && count.dropped == 0);
  for (int index = 0; index < many; index++) {
    if (index != 8 && index != 9) CHECK(gap_at(bank, index, locked_s + 1) < 1e-14);
  }
  FINE(dr_bank_sample(bank, members[9], locked_s, &sample));
  CHECK(sample.rate_hz == 3);
  FINE(dr_bank_sample(bank, members[8], locked_s, &sample));
  CHECK(sample.rate_hz == 0 && sample.state == DR_STATE_PAUSED);

  // By a deadline, in part, saved on the way; where it is not asked for, the time is not said.
  lock.offset = 0.5;
  lock.deadline_s = 9;
  FINE(dr_bank_lock_range(bank, 4000, 3000, &lock, 4, NULL));
  size_t size = 0;
  FINE(dr_bank_snapshot(bank, before, room, &size));
  FINE(dr_bank_restore_at(bank, before, size, 1004));
  FINE(dr_bank_shift_time(bank, -1000));
  FINE(dr_bank_evaluate(bank, 9));
  CHECK(fabs(gap_at(bank, 4000, 9) - 0.5) < 1e-9 && fabs(gap_at(bank, 6999, 30) - 0.5) < 1e-9);
  CHECK(gap_at(bank, 3999, 9) < 1e-9 && gap_at(bank, 7000, 9) < 1e-9);

  // A field takes the place of locks.
  static float rates_hz[many];
  for (int index = 0; index < many; index++) rates_hz[index] = 1;
  lock.deadline_s = 20;
  FINE(dr_bank_lock_range(bank, 0, many, &lock, 10, NULL));
  FINE(dr_bank_evaluate_rates(bank, 10.1, rates_hz, many));
  FINE(dr_bank_evaluate(bank, 21));
  FINE(dr_bank_sample(bank, members[4], 21, &sample));
  CHECK(sample.rate_hz == 1);

  // The end of a lock would lie beyond all times.
  lock.deadline_s = 30;
  FINE(dr_bank_lock_range(bank, 0, many, &lock, 21, NULL));
  EXPECT(DR_ERROR_TIME, dr_bank_shift_time(bank, 9e9 - 25));
  FINE(dr_bank_snapshot(bank, before, room, &size));
  EXPECT(DR_ERROR_TIME, dr_bank_restore_at(bank, before, size, 9e9));
  FINE(dr_bank_restore_at(bank, before, size, 100));
  FINE(dr_bank_destroy(bank));
}

#define WRONG(status, change) \
  do { \
    lock = lock_to_music(); \
    change; \
    EXPECT(status, dr_bank_lock_range(bank, 0, many, &lock, 2, &locked_s)); \
  } while (0)

static void test_wrong(void) {
  dr_bank bank = crowd();
  dr_lock_def lock = lock_to_music();
  double locked_s = 7;
  FINE(dr_bank_lock_range(bank, 0, 10, &lock, 1.5, NULL));
  size_t size = 0, other = 0;
  FINE(dr_bank_snapshot(bank, before, room, &size));
  WRONG(DR_ERROR_DEFINITION, lock.internal_check = 0);
  WRONG(DR_ERROR_CHOICE, lock.style = DR_LOCK_WHOLE_CYCLES);
  WRONG(DR_ERROR_CHOICE, lock.style = (dr_lock_style)2);
  WRONG(DR_ERROR_RATIO, lock.numerator = 0);
  WRONG(DR_ERROR_RATIO, lock.denominator = -1);
  WRONG(DR_ERROR_CYCLE, lock.offset = NAN);
  WRONG(DR_ERROR_RATE, lock.leader.rate_hz = INFINITY);
  WRONG(DR_ERROR_BOUNDS, lock.bounds.least_hz = NAN);
  WRONG(DR_ERROR_BOUNDS, lock.bounds.slope_hz_per_s = 2);
  WRONG(DR_ERROR_BOUNDS, lock.bounds.slope_hz_per_s = 0);
  WRONG(DR_ERROR_OUT_OF_BOUNDS, lock.leader.rate_hz = 1);
  WRONG(DR_ERROR_OUT_OF_BOUNDS, lock.bounds = dr_default_bounds(); lock.leader.rate_hz = 954);
  WRONG(DR_ERROR_OUT_OF_BOUNDS, lock.bounds.least_hz = lock.bounds.most_hz = 2);
  WRONG(DR_ERROR_OUT_OF_REACH, lock.deadline_s = 3.2);
  WRONG(DR_ERROR_OUT_OF_REACH, lock.bounds.least_hz = 2; lock.bounds.most_hz = 2 + 1e-15);
  WRONG(DR_ERROR_TIME, lock.deadline_s = NAN);
  WRONG(DR_ERROR_TIME, lock.deadline_s = -INFINITY);
  WRONG(DR_ERROR_TIME, lock.deadline_s = 1e10);
  lock = lock_to_music();
  EXPECT(DR_ERROR_NULL, dr_bank_lock_range(bank, 0, many, NULL, 2, &locked_s));
  EXPECT(DR_ERROR_RANGE, dr_bank_lock_range(bank, 1, many, &lock, 2, &locked_s));
  EXPECT(DR_ERROR_RANGE, dr_bank_lock_range(bank, UINT32_MAX, UINT32_MAX, &lock, 2, &locked_s));
  EXPECT(DR_ERROR_PAST, dr_bank_lock_range(bank, 0, many, &lock, 1.4, &locked_s));
  EXPECT(DR_ERROR_TIME, dr_bank_lock_range(bank, 0, many, &lock, NAN, &locked_s));
  FINE(dr_bank_snapshot(bank, after, room, &other));
  CHECK(locked_s == 7 && size == other && !memcmp(before, after, size));
  FINE(dr_bank_lock_range(bank, many, 0, &lock, 2, &locked_s));
  FINE(dr_bank_destroy(bank));
  EXPECT(DR_ERROR_HANDLE, dr_bank_lock_range(bank, 0, many, &lock, 2, &locked_s));
}

void test_bank_locks(void) {
  test_in_step();
  test_wrong();
}
