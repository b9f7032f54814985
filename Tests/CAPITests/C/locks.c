// SPDX-License-Identifier: Apache-2.0
// Repeats in step with a beat or with each other, and arrivals.
#include "check_beats.h"

enum { room = 8192 };

static dr_lock_def lock_to(dr_beat_clock clock) {
  dr_lock_def lock = dr_default_lock_def();
  FINE(dr_beat_clock_leader(clock, &lock.leader));
  lock.bounds.least_hz = 1;
  lock.bounds.most_hz = 3;
  return lock;
}

// A run at 1.7 Hz from 0.1 s on, advanced to 1 s.
static dr_repeat flash_of(uint32_t lock_capacity) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = (dr_rate){1.7, DR_RATE_HZ, 0};
  def.now_s = 0.1;
  def.lock_capacity = lock_capacity;
  def.event_capacity = 16;
  dr_repeat flash = started_as(&def);
  FINE(dr_repeat_advance(flash, 1, NULL, 0, NULL));
  FINE(dr_repeat_take_events(flash, NULL, 0, NULL));
  return flash;
}

static dr_lock_info lock_of(dr_repeat repeat) {
  dr_lock_info info;
  FINE(dr_repeat_get_lock_info(repeat, &info));
  return info;
}

// Cycles by which the phase differs from that of the leader times the ratio, plus the offset.
static double gap_at(dr_repeat repeat, const dr_lock_def *lock, double time_s) {
  dr_position leader;
  double phase = 0;
  FINE(dr_leader_position(&lock->leader, time_s, &leader));
  FINE(dr_repeat_phase(repeat, time_s, &phase));
  double whole = (double)(leader.cycle % lock->denominator);
  double target = (whole + leader.phase) * lock->numerator / lock->denominator + lock->offset;
  double gap = target - phase;
  return gap - round(gap);
}

// How many events of a kind an advance brings; the detail of the last one.
static int events_until(dr_repeat repeat, double time_s, dr_event_kind kind, int *detail) {
  dr_event events[32];
  dr_event_count count;
  int number = 0;
  FINE(dr_repeat_advance(repeat, time_s, events, 32, &count));
  for (uint32_t index = 0; index < count.written; index++) {
    if (events[index].kind != kind) continue;
    number++;
    if (detail) *detail = events[index].detail;
  }
  return number;
}

static void test_phase_lock(void) {
  dr_beat_clock clock = music();
  for (int way = 0; way < 4; way++) {
    dr_repeat flash = flash_of(2);
    dr_lock_def lock = lock_to(clock);
    lock.numerator = way == 1 ? 1 : way == 2 ? 3 : 1;
    lock.denominator = way == 1 || way == 2 ? 2 : 1;
    lock.offset = way == 2 ? 0.25 : 0;
    lock.bounds.slope_hz_per_s = way == 3 ? 2 : INFINITY;
    lock.bounds.shape = DR_RAMP_SMOOTH;
    FINE(dr_repeat_lock(flash, &lock));
    dr_lock_info info = lock_of(flash);
    CHECK(info.state == DR_LOCK_CATCHING_UP && info.time_s > 1 && info.time_s < 4);
    CHECK(isnan(info.nearest_s) && isnan(info.nearest_phase));
    double before = value_at(flash, 1);
    FINE(dr_repeat_advance(flash, 1, NULL, 0, NULL));
    CHECK(value_at(flash, 1) == before);
    CHECK(events_until(flash, info.time_s + 0.01, DR_EVENT_LOCKED, NULL) == 1);
    CHECK(lock_of(flash).state == DR_LOCKED);
    dr_sample sample;
    for (double time_s = info.time_s; time_s < 60; time_s += 0.773) {
      FINE(dr_repeat_sample(flash, time_s, &sample));
      CHECK(fabs(gap_at(flash, &lock, time_s)) < 1e-12);
      CHECK(fabs(sample.rate_hz - 2.0 * lock.numerator / lock.denominator) < 1e-12);
    }
    FINE(dr_repeat_destroy(flash));
  }
  FINE(dr_beat_clock_destroy(clock));
}

// In whole cycles, by a deadline, to another repeat, and to music that changes its tempo.
static void test_lock_styles(void) {
  dr_beat_clock clock = music();
  dr_repeat flash = flash_of(2);
  dr_lock_def lock = lock_to(clock);
  lock.style = DR_LOCK_WHOLE_CYCLES;
  FINE(dr_repeat_lock(flash, &lock));
  CHECK(lock_of(flash).state == DR_LOCK_WAITING);
  CHECK(events_until(flash, 20, DR_EVENT_LOCKED, NULL) == 1);
  CHECK(fabs(gap_at(flash, &lock, 20.3)) < 1e-12);

  // The tempo changes, and the leader as it is now is handed over.
  FINE(dr_beat_clock_set_tempo(clock, 100, 20));
  lock = lock_to(clock);
  FINE(dr_repeat_lock(flash, &lock));
  FINE(dr_repeat_advance(flash, 30, NULL, 0, NULL));
  CHECK(lock_of(flash).state == DR_LOCKED && fabs(gap_at(flash, &lock, 30)) < 1e-12);

  // Sooner than possible: the error names what is.
  lock.offset = 0.5;
  lock.deadline_s = 30.1;
  EXPECT(DR_ERROR_OUT_OF_REACH, dr_repeat_lock(flash, &lock));
  dr_lock_info info = lock_of(flash);
  CHECK(info.state == DR_LOCKED && info.nearest_s > 30.1 && info.nearest_s < 31);
  lock.deadline_s = info.nearest_s + 1e-9;
  FINE(dr_repeat_lock(flash, &lock));
  lock.deadline_s = 33;
  FINE(dr_repeat_lock(flash, &lock));
  CHECK(lock_of(flash).time_s == 33);
  FINE(dr_repeat_advance(flash, 33, NULL, 0, NULL));
  CHECK(lock_of(flash).state == DR_LOCKED && fabs(gap_at(flash, &lock, 40)) < 1e-12);

  // Another repeat follows this one.
  dr_repeat second = flash_of(1);
  lock = lock_to(clock);
  FINE(dr_repeat_leader(flash, &lock.leader));
  FINE(dr_repeat_lock(second, &lock));
  FINE(dr_repeat_advance(second, 50, NULL, 0, NULL));
  CHECK(lock_of(second).state == DR_LOCKED && fabs(gap_at(second, &lock, 50)) < 1e-12);

  int reason = -1;
  FINE(dr_repeat_set_policy(second, (dr_policy){.kind = DR_PHASE_MATCHED}));
  FINE(dr_repeat_set_rate(second, 2));
  CHECK(events_until(second, 51, DR_EVENT_UNLOCKED, &reason) == 1);
  CHECK(reason == DR_UNLOCKED_REPLACED && lock_of(second).state == DR_UNLOCKED);
  FINE(dr_repeat_unlock(flash));
  CHECK(events_until(flash, 51, DR_EVENT_UNLOCKED, &reason) == 1);
  CHECK(reason == DR_UNLOCKED_RELEASED);
  FINE(dr_repeat_destroy(second));
  FINE(dr_repeat_destroy(flash));
  FINE(dr_beat_clock_destroy(clock));
}

static void test_arrivals(void) {
  dr_repeat flash = flash_of(1);
  dr_arrival_def arrival = dr_default_arrival_def();
  dr_position start, end;
  // Three and a half cycles in two seconds, and 1.7 Hz afterwards.
  arrival.kind = DR_ARRIVE_AFTER_CYCLES;
  arrival.cycles = 3.5;
  arrival.time_s = 3;
  FINE(dr_repeat_position(flash, 1, &start));
  FINE(dr_repeat_arrive(flash, &arrival));
  CHECK(lock_of(flash).time_s == 3 && lock_of(flash).state == DR_UNLOCKED);
  FINE(dr_repeat_advance(flash, 3, NULL, 0, NULL));
  FINE(dr_repeat_position(flash, 3, &end));
  double cycles = (double)(end.cycle - start.cycle) + (end.phase - start.phase);
  CHECK(fabs(cycles - 3.5) < 1e-14);
  // At phase 1/4 at a time: within the bounds, or the nearest time at which it can.
  arrival = dr_default_arrival_def();
  arrival.phase = 0.25;
  arrival.time_s = 3.01;
  arrival.bounds = (dr_bounds){1.5, 2, 4, DR_RAMP_LINEAR, 0};
  EXPECT(DR_ERROR_OUT_OF_REACH, dr_repeat_arrive(flash, &arrival));
  dr_lock_info info = lock_of(flash);
  CHECK(info.nearest_s > 3.01);
  arrival.time_s = info.nearest_s;
  FINE(dr_repeat_arrive(flash, &arrival));
  FINE(dr_repeat_advance(flash, arrival.time_s, NULL, 0, NULL));
  FINE(dr_repeat_position(flash, arrival.time_s, &end));
  CHECK(fabs(end.phase - 0.25) < 1e-9);
  // At a position, at 2 Hz; then stop at the next phase 1/2.
  arrival.kind = DR_ARRIVE_AT_POSITION;
  arrival.position = (dr_position){end.cycle + 4, 0.5};
  arrival.time_s += 2.4;
  arrival.has_rate = 1;
  arrival.rate.value = 2;
  arrival.bounds = (dr_bounds){0, 5, 10, DR_RAMP_SMOOTH, 0};
  FINE(dr_repeat_arrive(flash, &arrival));
  FINE(dr_repeat_advance(flash, arrival.time_s, NULL, 0, NULL));
  FINE(dr_repeat_position(flash, arrival.time_s, &start));
  CHECK(start.cycle == arrival.position.cycle && fabs(start.phase - 0.5) < 1e-12);
  arrival.kind = DR_ARRIVE_AT_NEXT_PHASE;
  arrival.phase = 0.5;
  arrival.rate.value = 0;
  FINE(dr_repeat_arrive(flash, &arrival));
  FINE(dr_repeat_advance(flash, 20, NULL, 0, NULL));
  FINE(dr_repeat_position(flash, 20, &end));
  CHECK(fabs(end.phase - 0.5) < 1e-12 && value_at(flash, 20) == value_at(flash, 1000));
  FINE(dr_repeat_destroy(flash));
}

// At later times, with the room for them; saved in the middle of a plan.
static void test_scheduled_locks(void) {
  static unsigned char bytes[room], again[room];
  dr_beat_clock clock = music();
  dr_repeat flash = flash_of(2), copy = flash_of(2), small = flash_of(0);
  dr_lock_def lock = lock_to(clock);
  dr_arrival_def arrival = dr_default_arrival_def();
  EXPECT(DR_ERROR_FULL, dr_repeat_lock(small, &lock));
  EXPECT(DR_ERROR_FULL, dr_repeat_arrive(small, &arrival));
  FINE(dr_repeat_unlock(small));
  FINE(dr_repeat_lock_at(flash, &lock, 2));
  FINE(dr_repeat_unlock_at(flash, 9));
  EXPECT(DR_ERROR_FULL, dr_repeat_lock_at(flash, &lock, 10));
  EXPECT(DR_ERROR_FULL, dr_repeat_lock(flash, &lock));
  EXPECT(DR_ERROR_PAST, dr_repeat_lock_at(flash, &lock, 0.9));
  EXPECT(DR_ERROR_PAST, dr_repeat_unlock_at(flash, 0.9));
  EXPECT(DR_ERROR_PAST, dr_repeat_arrive_at(flash, &arrival, 0.9));
  FINE(dr_repeat_advance(flash, 2.1, NULL, 0, NULL));
  CHECK(lock_of(flash).state == DR_LOCK_CATCHING_UP);

  size_t size = 0, other = 0;
  FINE(dr_repeat_snapshot(flash, bytes, room, &size));
  FINE(dr_repeat_restore(copy, bytes, size));
  EXPECT(DR_ERROR_CAPACITY, dr_repeat_restore(small, bytes, size));
  for (double time_s = 2.1; time_s < 12; time_s += 0.31) {
    CHECK(value_at(copy, time_s) == value_at(flash, time_s));
  }
  FINE(dr_repeat_advance(flash, 4, NULL, 0, NULL));
  FINE(dr_repeat_advance(copy, 4, NULL, 0, NULL));
  FINE(dr_repeat_snapshot(flash, bytes, room, &size));
  FINE(dr_repeat_snapshot(copy, again, room, &other));
  CHECK(size == other && !memcmp(bytes, again, size));
  // On another clock it goes on in the same way.
  FINE(dr_repeat_restore_at(copy, bytes, size, 1004));
  CHECK(lock_of(copy).state == DR_LOCKED && value_at(copy, 1005.5) == value_at(flash, 5.5));
  int reason = -1;
  CHECK(events_until(flash, 10, DR_EVENT_UNLOCKED, &reason) == 1);
  CHECK(reason == DR_UNLOCKED_RELEASED);

  // Where there is no way when it comes to it, an event says so.
  lock.bounds.most_hz = 1.9;
  EXPECT(DR_ERROR_OUT_OF_BOUNDS, dr_repeat_lock(flash, &lock));
  FINE(dr_repeat_lock_at(flash, &lock, 11));
  CHECK(events_until(flash, 12, DR_EVENT_UNLOCKED, &reason) == 1);
  CHECK(reason == DR_UNLOCKED_IMPOSSIBLE);
  arrival.kind = DR_ARRIVE_AFTER_CYCLES;
  arrival.time_s = 14;
  FINE(dr_repeat_arrive_at(flash, &arrival, 13));
  FINE(dr_repeat_advance(flash, 14, NULL, 0, NULL));
  FINE(dr_repeat_destroy(small));
  FINE(dr_repeat_destroy(copy));
  FINE(dr_repeat_destroy(flash));
  FINE(dr_beat_clock_destroy(clock));
}

static void test_wrong_locks(void) {
  dr_beat_clock clock = music();
  dr_repeat flash = flash_of(1);
  static unsigned char before[room], after[room];
  size_t size = 0, other = 0;
  FINE(dr_repeat_snapshot(flash, before, room, &size));
  dr_lock_def lock, good = lock_to(clock);
#define WRONG_LOCK(status, ...)              \
  do {                                       \
    lock = good;                             \
    __VA_ARGS__;                             \
    EXPECT(status, dr_repeat_lock(flash, &lock)); \
  } while (0)
  WRONG_LOCK(DR_ERROR_DEFINITION, lock.internal_check = 0);
  WRONG_LOCK(DR_ERROR_CHOICE, lock.style = (dr_lock_style)9);
  WRONG_LOCK(DR_ERROR_RATIO, lock.numerator = 0);
  WRONG_LOCK(DR_ERROR_RATIO, lock.denominator = 0);
  WRONG_LOCK(DR_ERROR_RATIO, lock.denominator = INT32_MIN);
  WRONG_LOCK(DR_ERROR_RATIO, lock.numerator = INT32_MIN);
  WRONG_LOCK(DR_ERROR_CYCLE, lock.offset = 1e16);
  WRONG_LOCK(DR_ERROR_CYCLE, lock.offset = NAN);
  WRONG_LOCK(DR_ERROR_BOUNDS, lock.bounds.least_hz = 4);
  WRONG_LOCK(DR_ERROR_BOUNDS, lock.bounds.most_hz = NAN);
  WRONG_LOCK(DR_ERROR_BOUNDS, lock.bounds.slope_hz_per_s = 0);
  WRONG_LOCK(DR_ERROR_CHOICE, lock.bounds.shape = (dr_ramp_shape)5);
  WRONG_LOCK(DR_ERROR_OUT_OF_BOUNDS, lock.bounds.most_hz = 1.5);
  WRONG_LOCK(DR_ERROR_OUT_OF_BOUNDS, lock.bounds.least_hz = lock.bounds.most_hz = 2);
  WRONG_LOCK(DR_ERROR_TIME, lock.deadline_s = NAN);
  WRONG_LOCK(DR_ERROR_OUT_OF_REACH, lock.deadline_s = 0.5);
  WRONG_LOCK(DR_ERROR_TIME, lock.leader.time_s = 1.1e12);
  WRONG_LOCK(DR_ERROR_TIME, lock.leader.time_low_s = 1);
  WRONG_LOCK(DR_ERROR_TIME, lock.leader.time_low_s = NAN);
  WRONG_LOCK(DR_ERROR_CYCLE, lock.leader.cycle = INT64_MIN);
  WRONG_LOCK(DR_ERROR_PHASE, lock.leader.phase = 1);
  WRONG_LOCK(DR_ERROR_PHASE, lock.leader.phase = -0.1);
  WRONG_LOCK(DR_ERROR_PHASE, lock.leader.phase_low = -1e-30);
  WRONG_LOCK(DR_ERROR_RATE, lock.leader.rate_hz = INFINITY);
  WRONG_LOCK(DR_ERROR_RATE, lock.leader.rate_low_hz = 1);
  WRONG_LOCK(DR_ERROR_INTERVAL, lock.leader.ramp_s = -1);
  WRONG_LOCK(DR_ERROR_RATE, lock.leader.ramp_s = 1; lock.leader.ramp_start_hz = NAN);
  WRONG_LOCK(DR_ERROR_INTERVAL, lock.leader.ramp_s = 1; lock.leader.ramp_done_s = NAN);
  WRONG_LOCK(DR_ERROR_CHOICE, lock.leader.shape = (dr_ramp_shape)3);
  dr_arrival_def arrival, fine = dr_default_arrival_def();
  fine.time_s = 5;
  dr_bounds widest = dr_default_bounds();
  CHECK(!memcmp(&fine.bounds, &widest, sizeof widest));
#define WRONG_ARRIVAL(status, ...)                    \
  do {                                                \
    arrival = fine;                                   \
    __VA_ARGS__;                                      \
    EXPECT(status, dr_repeat_arrive(flash, &arrival)); \
  } while (0)
  WRONG_ARRIVAL(DR_ERROR_DEFINITION, arrival.internal_check = 1);
  WRONG_ARRIVAL(DR_ERROR_CHOICE, arrival.kind = (dr_arrival_kind)4);
  WRONG_ARRIVAL(DR_ERROR_PHASE, arrival.phase = 1);
  WRONG_ARRIVAL(DR_ERROR_PHASE, arrival.phase = NAN);
  WRONG_ARRIVAL(DR_ERROR_TIME, arrival.time_s = NAN);
  WRONG_ARRIVAL(DR_ERROR_TIME, arrival.time_s = 1);
  WRONG_ARRIVAL(DR_ERROR_CYCLE, arrival.kind = DR_ARRIVE_AFTER_CYCLES; arrival.cycles = 1e19);
  WRONG_ARRIVAL(
    DR_ERROR_PHASE, arrival.kind = DR_ARRIVE_AT_POSITION; arrival.position.phase = 2);
  WRONG_ARRIVAL(DR_ERROR_RATE, arrival.has_rate = 1; arrival.rate.value = 2e6);
  WRONG_ARRIVAL(
    DR_ERROR_CHOICE, arrival.has_rate = 1; arrival.rate.unit = (dr_rate_unit)5);
  WRONG_ARRIVAL(DR_ERROR_OUT_OF_BOUNDS, arrival.bounds.most_hz = 1);
  WRONG_ARRIVAL(DR_ERROR_BOUNDS, arrival.bounds.slope_hz_per_s = -1);
  for (int index = 0; index < 4; index++) {
    EXPECT(DR_ERROR_TIME, dr_repeat_lock_at(flash, &good, wrong_times[index]));
    EXPECT(DR_ERROR_TIME, dr_repeat_arrive_at(flash, &fine, wrong_times[index]));
    EXPECT(DR_ERROR_TIME, dr_repeat_unlock_at(flash, wrong_times[index]));
  }
  EXPECT(DR_ERROR_NULL, dr_repeat_lock(flash, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_arrive(flash, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_get_lock_info(flash, NULL));
  EXPECT(DR_ERROR_NULL, dr_repeat_leader(flash, NULL));
  FINE(dr_repeat_snapshot(flash, after, room, &other));
  CHECK(size == other && !memcmp(before, after, size));
  FINE(dr_repeat_destroy(flash));
  dr_lock_info info;
  EXPECT(DR_ERROR_HANDLE, dr_repeat_lock(flash, &good));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_unlock(flash));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_get_lock_info(flash, &info));
  EXPECT(DR_ERROR_HANDLE, dr_repeat_leader(flash, &good.leader));

  // With a delay between cycles, whole cycles alone can be locked.
  dr_repeat_def def = dr_default_repeat_def();
  def.repeat_delay_s = 0.1;
  flash = started(&def);
  EXPECT(DR_ERROR_STANDS_STILL, dr_repeat_lock(flash, &good));
  good.style = DR_LOCK_WHOLE_CYCLES;
  FINE(dr_repeat_lock(flash, &good));
  FINE(dr_repeat_ramp(flash, (dr_rate){1.2, DR_RATE_HZ, 0}, 1, DR_RAMP_LINEAR));
  EXPECT(DR_ERROR_NO_ANSWER, dr_repeat_leader(flash, &good.leader));
  FINE(dr_repeat_destroy(flash));
  FINE(dr_beat_clock_destroy(clock));
}

void test_locks(void) {
  test_phase_lock();
  test_lock_styles();
  test_arrivals();
  test_scheduled_locks();
  test_wrong_locks();
}
