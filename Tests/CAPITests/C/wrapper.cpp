// SPDX-License-Identifier: Apache-2.0
// Every member of the C++ header, and who owns what.
#include <dynamic_repeat.hpp>

#include <cmath>
#include <cstdio>
#include <type_traits>

using namespace dynamic_repeat;

namespace {

int failures;

void expect(bool holds, int line) {
  if (holds) return;
  failures++;
  std::printf("wrapper.cpp:%d\n", line);
}
#define EXPECT(condition) expect(condition, __LINE__)
#define FINE(call) EXPECT((call) == DR_OK)

static_assert(!std::is_copy_constructible<repeat>::value, "two owners would destroy it twice");
static_assert(std::is_nothrow_move_constructible<repeat>::value, "for std::vector");
static_assert(sizeof(repeat) == sizeof(dr_repeat), "nothing beside the handle");

void ownership() {
  dr_repeat outlived{};
  {
    auto made = repeat::create();
    EXPECT(static_cast<bool>(made));
    outlived = made->handle();
    repeat moved = std::move(*made);
    EXPECT(made->handle().id == 0 && moved.handle().id == outlived.id);
    EXPECT(made->start() == DR_ERROR_HANDLE);
    moved = repeat();
    EXPECT(!dr_repeat_is_valid(outlived));
    moved = std::move(*repeat::create());
    outlived = moved.handle();
    repeat &same = moved;
    moved = std::move(same);
    EXPECT(dr_repeat_is_valid(outlived));
  }
  EXPECT(!dr_repeat_is_valid(outlived));
  const dr_repeat released = repeat::create()->release();
  EXPECT(dr_repeat_is_valid(released));
  FINE(dr_repeat_destroy(released));
  dr_repeat_def wrong = dr_default_repeat_def();
  wrong.rate.value = NAN;
  auto none = repeat::create(wrong);
  EXPECT(!none && none.status() == DR_ERROR_CYCLE_DURATION && none->handle().id == 0);
  dr_curve_def unmade{};
  EXPECT(curve::create(unmade).status() == DR_ERROR_DEFINITION);
}

// Members that are made in an initializer list.
class game {
 public:
  explicit game(const dr_repeat_def &def)
      : flash_(def), pace_(dr_default_curve_def()), lamps_(dr_default_bank_def()) {
    flash_.start();
  }
  bool is_whole() const { return flash_ && pace_ && lamps_; }
  double shown(double time_s) const { return flash_.value_or(time_s, -1); }
  bool is_lit(double time_s) const { return flash_.is_on(time_s); }

 private:
  repeat flash_;
  curve pace_;
  bank lamps_;
};

void members() {
  dr_repeat_def def = dr_default_repeat_def();
  def.now_s = 0;
  const game made(def);
  EXPECT(made.is_whole() && made.shown(0.5) == 1 && made.is_lit(0.25) && !made.is_lit(0.75));
  std::vector<game> games;
  games.emplace_back(def);
  games.emplace_back(def);
  EXPECT(games[0].is_whole() && games[1].is_whole());
  def.repeat_count = -1;
  const game none(def);
  EXPECT(!none.is_whole() && none.shown(0) == -1 && !none.is_lit(0));
  EXPECT(!repeat());
}

void commands(repeat &flash) {
  FINE(flash.start());
  FINE(flash.advance(0.25));
  FINE(flash.pause());
  FINE(flash.resume());
  FINE(flash.reverse());
  FINE(flash.reverse());
  FINE(flash.hold());
  FINE(flash.set_rate(1));
  FINE(flash.set_cycle_duration(1));
  FINE(flash.ramp({2, DR_RATE_HZ, 0}, 0.5));
  FINE(flash.set_policy({0, DR_PHASE_MATCHED, DR_RAMP_LINEAR}));
  FINE(flash.seek({3, 0.5}));
  EXPECT(flash.value(0.25).value_or(-1) == 1);
  EXPECT(flash.position(0.25)->cycle == 3 && flash.position(0.25)->phase == 0.5);
  EXPECT(flash.sample(0.25)->state == DR_STATE_RUNNING);
  EXPECT(flash.set_rate(1e9) == DR_ERROR_RATE);
  EXPECT(flash.value(NAN).status() == DR_ERROR_TIME && flash.value(NAN).value_or(7) == 7);
  FINE(flash.start_at(0.25));
  FINE(flash.pause_at(0.25));
  FINE(flash.resume_at(0.25));
  FINE(flash.reverse_at(0.25));
  FINE(flash.hold_at(0.25));
  FINE(flash.set_rate_at(1, 0.25));
  FINE(flash.set_cycle_duration_at(1, 0.25));
  FINE(flash.ramp_at({2, DR_RATE_HZ, 0}, 0.5, 0.25));
  FINE(flash.set_policy_at({0, DR_PHASE_MATCHED, DR_RAMP_LINEAR}, 0.25));
  FINE(flash.seek_at({3, 0.5}, 0.25));
  EXPECT(flash.value(0.25).value_or(-1) == 1);
  FINE(flash.stop_at(1));
  EXPECT(flash.info()->waiting_commands == 1 && flash.stop_at(0) == DR_ERROR_PAST);
  FINE(flash.cancel_all());
  dr_command stop{};
  stop.kind = DR_COMMAND_STOP;
  dr_moment later{};
  later.kind = DR_MOMENT_TIME;
  later.time_s = 9;
  const auto id = flash.schedule(stop, later);
  EXPECT(flash.info()->waiting_commands == 1);
  FINE(flash.cancel(*id));
  EXPECT(flash.cancel(*id) == DR_ERROR_NOT_FOUND);
  FINE(flash.cancel_all());
}

void events() {
  dr_repeat_def def = dr_default_repeat_def();
  def.flood = DR_FLOOD_ALL;
  def.event_capacity = 40;
  def.now_s = 0;
  auto flash = repeat::create(def);
  flash->start();
  int cycles = 0, count = 0;
  const auto dropped = flash->advance(100, [&](const dr_event &event) {
    cycles += event.kind == DR_EVENT_CYCLE;
    count++;
  });
  // 301 happen: a start, and a boundary and two turns in each cycle; 40 are kept.
  EXPECT(dropped && count == 40 && *dropped == 1 + 300 - 40 && cycles > 10);
  EXPECT(flash->advance(99, [](const dr_event &) {}).status() == DR_ERROR_PAST);
  // All events come, also where the first one moves the repeat elsewhere.
  auto first = repeat::create(def);
  repeat moved;
  first->start();
  count = 0;
  const auto all = first->advance(100, [&](const dr_event &) {
    if (!count++) moved = std::move(*first);
  });
  EXPECT(all && count == 40 && moved.info()->waiting_events == 0);
  const auto saved = flash->snapshot();
  const double before = flash->value(100.3).value_or(-1);
  flash->stop(DR_STOP_IMMEDIATELY);
  flash->advance(101);
  FINE(flash->restore(*saved));
  EXPECT(flash->value(100.3).value_or(-2) == before);
  EXPECT(flash->restore({}) != DR_OK);
  EXPECT(flash->next_change(flash->info()->now_s) && flash->next_switch(flash->info()->now_s));
  EXPECT(flash->next_change(NAN).status() == DR_ERROR_TIME);
  FINE(flash->restore_at(*saved, 7));
  EXPECT(std::fabs(flash->value(7.3).value_or(-2) - before) < 1e-9);
  FINE(flash->shift_time(-7));
  EXPECT(flash->info()->now_s == 0 && flash->shift_time(NAN) == DR_ERROR_TIME);
}

void banks() {
  auto none = bank();
  EXPECT(none.reserve(1) == DR_ERROR_HANDLE && none.info().status() == DR_ERROR_HANDLE);
  dr_bank_def def = dr_default_bank_def();
  def.timing.kind = DR_CURVE_LINEAR;
  def.has_ends = 1;
  auto lamps = bank::create(def);
  EXPECT(static_cast<bool>(lamps));
  FINE(lamps->reserve(5000));
  for (int index = 1; index < 5000; index++) EXPECT(!!lamps->add({1, DR_RATE_HZ, 0}, 0, 0));
  const dr_member lamp = *lamps->add({1, DR_RATE_HZ, 0}, 0.25, 0);
  EXPECT(lamps->contains(lamp) && lamps->slot(lamp).value_or(0) == 4999);
  EXPECT(lamps->member_at(4999)->id == lamp.id);
  FINE(lamps->set_ends(lamp, 0, 8));
  int values = 0;
  float last = 0;
  FINE(lamps->evaluate(1, [&](uint32_t first, const float *shown, uint32_t count) {
    EXPECT(first == static_cast<uint32_t>(values));
    values += static_cast<int>(count);
    last = shown[count - 1];
  }));
  EXPECT(values == 5000 && std::fabs(last - 4) < 1e-5);
  std::vector<float> own(5000);
  EXPECT(lamps->evaluate_into(1, own.data(), own.size()).value_or(0) == 5000 && own[4999] == last);
  EXPECT(lamps->begin_frame(1).value_or(0) == 2);
  FINE(lamps->evaluate_blocks(0, 2));
  FINE(lamps->evaluate_blocks(1, 1, own.data()));
  EXPECT(own[903] == last);
  EXPECT(lamps->next_change(1, INFINITY).value_or(0) == INFINITY && lamps->next_change(1, 0.1));
  const auto saved = lamps->snapshot();
  FINE(lamps->remove(0, 4999));
  EXPECT(lamps->info()->count == 1);
  FINE(lamps->restore(*saved));
  EXPECT(lamps->info()->count == 5000 && lamps->contains(lamp));
  FINE(lamps->restore_at(*saved, 7));
  EXPECT(lamps->shift_time(NAN) == DR_ERROR_TIME && lamps->reverse(lamp, 6.5) == DR_ERROR_PAST);
  FINE(lamps->shift_time(-6));
  const double rate = 2;
  FINE(lamps->set_rate(lamp, 3, {0, DR_PHASE_MATCHED, DR_RAMP_LINEAR}, 1));
  FINE(lamps->set_rates(&lamp, &rate, 1, 1));
  FINE(lamps->set_cycle_duration(lamp, 1, {0, DR_PHASE_MATCHED, DR_RAMP_LINEAR}, 1));
  FINE(lamps->reverse(lamp, 1));
  FINE(lamps->reverse(lamp, 1));
  FINE(lamps->pause(lamp, 1));
  FINE(lamps->resume(lamp, 2));
  FINE(lamps->seek(lamp, 0.5, 2));
  EXPECT(lamps->value(lamp, 2).value_or(0) == 8 && lamps->phase(lamp, 2).value_or(0) == 0.5);
  FINE(lamps->ramp(lamp, {2, DR_RATE_HZ, 0}, 1, 2));
  EXPECT(lamps->sample(lamp, 9)->rate_hz == 2);
  FINE(lamps->stop(lamp, 2));
  FINE(lamps->start(lamp, 2));
  dr_command hold{};
  hold.kind = DR_COMMAND_HOLD;
  FINE(lamps->command(lamp, hold, 2));
  FINE(lamps->command(0, 5000, hold, 2));
  FINE(lamps->remove(lamp));
}

void others() {
  dr_curve_def def = dr_default_curve_def();
  def.kind = DR_CURVE_STEPS;
  EXPECT(curve::create(def)->value(0.3).value_or(-1) == 0.25);
  ticks clock;
  EXPECT(clock.seconds(0xffffffff) == 4294967.295 && clock.seconds(4) == 4294967.3);
}

}  // namespace

static void locks() {
  auto music = dynamic_repeat::beat_clock::create();
  auto flash = dynamic_repeat::repeat::create();
  EXPECT(music && flash);
  FINE(flash->start());
  FINE(flash->advance(0));
  FINE(flash->advance(0.3));
  FINE(music->set_tempo(90, 0.25));
  FINE(music->ramp(120, 0.5, 0.25));
  FINE(music->seek({8, 0.25}, 1));
  EXPECT(music->beat(1)->cycle == 8 && music->tempo(2).value_or(0) == 120);
  EXPECT(music->next_beat(1).value_or(0) == 9 && music->next_bar(1).value_or(0) == 12);
  EXPECT(music->time_of_beat(9).value_or(0) == 1.375);
  EXPECT(music->phase_in_bar(1).value_or(0) == 0.0625);
  dr_lock_def lock = dr_default_lock_def();
  lock.leader = *music->leader();
  lock.bounds.most_hz = 4;
  FINE(flash->lock(lock));
  EXPECT(flash->lock_info()->state == DR_LOCK_CATCHING_UP);
  FINE(flash->advance(40));
  EXPECT(flash->lock_info()->state == DR_LOCKED && flash->leader()->rate_hz == 2);
  FINE(flash->unlock());
  dr_arrival_def arrival = dr_default_arrival_def();
  arrival.time_s = 42;
  FINE(flash->arrive(arrival));
  FINE(flash->lock_at(lock, 43));
  FINE(flash->advance(44));
  EXPECT(flash->arrive_at(arrival, 44) == DR_ERROR_TIME);
  FINE(flash->unlock_at(44));

  dynamic_repeat::clock_follower heard(dr_default_clock_follower_def());
  EXPECT(heard.position(0).status() == DR_ERROR_NO_ANSWER);
  for (int frame = 0; frame < 120; frame++) EXPECT(heard.add(frame / 60.0, frame / 60.0).status() == DR_OK);
  EXPECT(heard.info()->state == DR_FOLLOWER_LOCKED);
  EXPECT(std::fabs(heard.position(2).value_or(0) - 2) < 0.001 && heard.leader(2));
}

int main() {
  ownership();
  auto flash = repeat::create();
  commands(*flash);
  members();
  events();
  banks();
  locks();
  others();
  if (failures == 0) std::puts("the wrapper is fine");
  return failures != 0;
}
