// SPDX-License-Identifier: Apache-2.0
// Repeats in step with a beat or with each other, arrivals, and clocks that are only heard.
#include "check.h"

enum { room = 8192 };

static const double wrong_times[] = {NAN, INFINITY, -INFINITY, 1.1e12};

// 120 beats a minute, from 0 s on.
static dr_beat_clock music(void) {
  dr_beat_clock_def def = dr_default_beat_clock_def();
  dr_beat_clock clock = {0};
  FINE(dr_beat_clock_create(&def, &clock));
  return clock;
}

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
  dr_repeat flash = {0};
  def.rate = (dr_rate){1.7, DR_RATE_HZ, 0};
  def.now_s = 0.1;
  def.lock_capacity = lock_capacity;
  def.event_capacity = 16;
  FINE(dr_repeat_create(&def, &flash));
  FINE(dr_repeat_start(flash));
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

static void test_beats(void) {
  dr_beat_clock clock = music();
  dr_position beat;
  double number = 0;
  int64_t whole = 0;
  FINE(dr_beat_clock_beat(clock, 1.25, &beat));
  CHECK(beat.cycle == 2 && beat.phase == 0.5);
  FINE(dr_beat_clock_next_beat(clock, 1.25, &whole));
  CHECK(whole == 3);
  FINE(dr_beat_clock_next_beat(clock, 1.5, &whole));
  CHECK(whole == 3);
  FINE(dr_beat_clock_next_bar(clock, 1.25, &whole));
  CHECK(whole == 4);
  FINE(dr_beat_clock_time_of_beat(clock, 4, &number));
  CHECK(number == 2);
  FINE(dr_beat_clock_phase_in_bar(clock, 1.25, &number));
  CHECK(number == 0.625);
  FINE(dr_beat_clock_set_tempo(clock, 90, 2));
  FINE(dr_beat_clock_tempo(clock, 3, &number));
  CHECK(number == 90);
  FINE(dr_beat_clock_ramp(clock, 150, 4, DR_RAMP_SMOOTH, 4));
  FINE(dr_beat_clock_tempo(clock, 6, &number));
  CHECK(number == 120);
  dr_leader leader;
  FINE(dr_beat_clock_leader(clock, &leader));
  CHECK(leader.ramp_s == 4 && leader.shape == DR_RAMP_SMOOTH && leader.time_s == 4);
  for (double time_s = 4; time_s < 20; time_s += 0.37) {
    dr_position position;
    double rate_hz = 0;
    FINE(dr_beat_clock_beat(clock, time_s, &beat));
    FINE(dr_leader_position(&leader, time_s, &position));
    CHECK(beat.cycle == position.cycle && beat.phase == position.phase);
    FINE(dr_beat_clock_tempo(clock, time_s, &number));
    FINE(dr_leader_rate(&leader, time_s, &rate_hz));
    CHECK(fabs(rate_hz * 60 - number) < 1e-12);
  }
  FINE(dr_beat_clock_seek(clock, (dr_position){100, 0.25}, 20));
  FINE(dr_beat_clock_beat(clock, 20, &beat));
  CHECK(beat.cycle == 100 && beat.phase == 0.25);
  FINE(dr_beat_clock_set_tempo(clock, 0, 21));
  EXPECT(DR_ERROR_NO_ANSWER, dr_beat_clock_time_of_beat(clock, 1000, &number));

  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_set_tempo(clock, -1, 21));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_set_tempo(clock, NAN, 21));
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_ramp(clock, 6.1e7, 1, DR_RAMP_LINEAR, 21));
  EXPECT(DR_ERROR_INTERVAL, dr_beat_clock_ramp(clock, 60, -1, DR_RAMP_LINEAR, 21));
  EXPECT(DR_ERROR_CHOICE, dr_beat_clock_ramp(clock, 60, 1, (dr_ramp_shape)7, 21));
  EXPECT(DR_ERROR_PHASE, dr_beat_clock_seek(clock, (dr_position){0, 1}, 21));
  for (int index = 0; index < 4; index++) {
    double time_s = wrong_times[index];
    EXPECT(DR_ERROR_TIME, dr_beat_clock_set_tempo(clock, 60, time_s));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_ramp(clock, 60, 1, DR_RAMP_LINEAR, time_s));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_seek(clock, (dr_position){0, 0}, time_s));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_beat(clock, time_s, &beat));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_tempo(clock, time_s, &number));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_next_beat(clock, time_s, &whole));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_next_bar(clock, time_s, &whole));
    EXPECT(DR_ERROR_TIME, dr_beat_clock_phase_in_bar(clock, time_s, &number));
    EXPECT(DR_ERROR_TIME, dr_leader_position(&leader, time_s, &beat));
    EXPECT(DR_ERROR_TIME, dr_leader_rate(&leader, time_s, &number));
  }
  EXPECT(DR_ERROR_NULL, dr_beat_clock_beat(clock, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_beat_clock_leader(clock, NULL));
  EXPECT(DR_ERROR_NULL, dr_beat_clock_time_of_beat(clock, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_leader_position(NULL, 0, &beat));
  leader = dr_default_leader();
  FINE(dr_leader_position(&leader, 2.25, &beat));
  CHECK(beat.cycle == 2 && beat.phase == 0.25);
  EXPECT(DR_ERROR_NULL, dr_leader_rate(&leader, 0, NULL));
  CHECK(dr_beat_clock_is_valid(clock) == 1);
  FINE(dr_beat_clock_destroy(clock));
  CHECK(dr_beat_clock_is_valid(clock) == 0);
  EXPECT(DR_ERROR_HANDLE, dr_beat_clock_destroy(clock));
  EXPECT(DR_ERROR_HANDLE, dr_beat_clock_leader(clock, &leader));

  dr_beat_clock_def def = dr_default_beat_clock_def();
  EXPECT(DR_ERROR_NULL, dr_beat_clock_create(NULL, &clock));
  EXPECT(DR_ERROR_NULL, dr_beat_clock_create(&def, NULL));
  def.beats_per_bar = 0;
  EXPECT(DR_ERROR_TEMPO, dr_beat_clock_create(&def, &clock));
  def = (dr_beat_clock_def){0};
  EXPECT(DR_ERROR_DEFINITION, dr_beat_clock_create(&def, &clock));
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

// An audio device's position, read 60 times a second in steps of 1024 / 44,100 s.
static void test_follower(void) {
  dr_clock_follower_def def = dr_default_clock_follower_def();
  dr_clock_follower follower = {0};
  dr_clock_arrival arrival;
  dr_clock_follower_info info;
  dr_leader leader;
  double position = 0, last = -1;
  int locks = 0;
  FINE(dr_clock_follower_create(&def, &follower));
  EXPECT(DR_ERROR_NO_ANSWER, dr_clock_follower_position(follower, 0, &position));
  EXPECT(DR_ERROR_NO_ANSWER, dr_clock_follower_leader(follower, 0, &leader));
  const double step_s = 1024 / 44100.0;
  for (int frame = 0; frame < 1200; frame++) {
    double time_s = frame / 60.0;
    FINE(dr_clock_follower_add(follower, floor(time_s / step_s) * step_s, time_s, &arrival));
    locks += arrival.has_locked;
    FINE(dr_clock_follower_position(follower, time_s, &position));
    CHECK(position >= last && !arrival.has_seek);
    if (frame > 600) CHECK(fabs(position - time_s) < 0.003);
    last = position;
  }
  FINE(dr_clock_follower_get_info(follower, &info));
  CHECK(locks == 1 && info.state == DR_FOLLOWER_LOCKED);
  CHECK(fabs(info.rate - 1) < 0.001 && info.spread_s < 0.01);
  FINE(dr_clock_follower_leader(follower, 20, &leader));
  dr_position there;
  FINE(dr_leader_position(&leader, 30, &there));
  CHECK(fabs((double)there.cycle + there.phase - 30) < 0.02);
  FINE(dr_clock_follower_add(follower, 100, 20, &arrival));
  FINE(dr_clock_follower_add(follower, 100 + step_s, 20 + step_s, &arrival));
  for (int frame = 2; frame < 60 && !arrival.has_seek; frame++) {
    FINE(dr_clock_follower_add(follower, 100 + frame * step_s, 20 + frame * step_s, &arrival));
  }
  CHECK(arrival.has_seek && fabs(arrival.seek - 80) < 0.1);

  EXPECT(DR_ERROR_TIME, dr_clock_follower_add(follower, 0, NAN, &arrival));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_add(follower, 0, 1.1e9, &arrival));
  EXPECT(DR_ERROR_NUMBER, dr_clock_follower_add(follower, INFINITY, 40, &arrival));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_add(follower, 0, 40, NULL));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_position(follower, NAN, &position));
  EXPECT(DR_ERROR_TIME, dr_clock_follower_leader(follower, -1.1e9, &leader));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_position(follower, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_leader(follower, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_get_info(follower, NULL));
  CHECK(dr_clock_follower_is_valid(follower) == 1);
  FINE(dr_clock_follower_destroy(follower));
  CHECK(dr_clock_follower_is_valid(follower) == 0);
  EXPECT(DR_ERROR_HANDLE, dr_clock_follower_destroy(follower));
  EXPECT(DR_ERROR_HANDLE, dr_clock_follower_add(follower, 0, 0, &arrival));
  double *numbers[] = {
    &def.rate, &def.rate_tolerance, &def.tolerance_s, &def.seek_distance_s, &def.catch_up};
  for (int index = 0; index < 5; index++) {
    double kept = *numbers[index];
    *numbers[index] = index % 2 ? NAN : -1;
    EXPECT(DR_ERROR_NUMBER, dr_clock_follower_create(&def, &follower));
    *numbers[index] = kept;
  }
  EXPECT(DR_ERROR_NULL, dr_clock_follower_create(&def, NULL));
  EXPECT(DR_ERROR_NULL, dr_clock_follower_create(NULL, &follower));
  def.internal_check = 0;
  EXPECT(DR_ERROR_DEFINITION, dr_clock_follower_create(&def, &follower));
}

void test_locks(void) {
  test_beats();
  test_phase_lock();
  test_lock_styles();
  test_arrivals();
  test_scheduled_locks();
  test_wrong_locks();
  test_follower();
}
