// SPDX-License-Identifier: Apache-2.0
// Calls every member of the C++ header that scripts.cpp does not call, in a program that defines min
// and max as macros.
#include <cmath>
#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#include <dynamic_repeat.hpp>

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

static_assert(std::is_trivially_copyable<repeat>::value, "a copy is a saved state");
static_assert(sizeof(repeat) == sizeof(dr_repeat), "nothing besides the words");
static_assert(alignof(repeat) == 16, "as the C structure");

void values() {
  dr_repeat_def def = dr_default_repeat_def();
  def.pace.kind = DR_CURVE_LINEAR;
  def.rate = dr_seconds(2);
  repeat flash(def), other = flash;
  EXPECT(flash == other && flash.value(5).value_or(-1) == 0);
  FINE(flash.start());
  EXPECT(flash != other && flash.value(0).status() == DR_ERROR_NEVER_ADVANCED);
  FINE(flash.advance(0));
  EXPECT(*flash.value(0.25) == 0.25 && flash.value_or(NAN, 7) == 7 && flash.is_on(0.25, 0.2));
  def.rate = dr_hz(NAN);
  EXPECT(repeat::create(def).status() == DR_ERROR_RATE);
  repeat none(def);
  EXPECT(none.start() == DR_ERROR_NOT_INITIALIZED && !(none == none));
}

// A run of 0.1 s that starts again at its end ends ten times a second.
void events() {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(0.1);
  def.repeat_count = 1;
  repeat flash(def);
  FINE(flash.start());
  int ends = 0;
  dr_status status = DR_ERROR_NULL;
  for (int frame = 0; frame <= 606; frame++) {
    for (const dr_event &event : flash.events(frame / 60.0, &status)) {
      if (event.kind != DR_EVENT_FINISHED) continue;
      ends++;
      FINE(flash.start());
    }
    FINE(status);
  }
  EXPECT(ends == 100);
  // After a break, the next loop goes on with the next event.
  FINE(flash.advance(20));
  FINE(flash.set_repeat_count(INFINITY));
  FINE(flash.start());
  for (const dr_event &event : flash.events(20.125))
    if (event.kind == DR_EVENT_CYCLE) break;
  auto rest = flash.events(20.125);
  EXPECT((*rest.begin()).kind == DR_EVENT_TOWARD_ALTERNATE);
  for (const dr_event &event : flash.events(-1, &status)) EXPECT(event.count < 0);
  EXPECT(status == DR_ERROR_PAST);
  auto none = flash.events(NAN);
  EXPECT(!(none.begin() != none.end()));
}

void commands() {
  repeat flash;
  FINE(flash.advance(10));
  FINE(flash.blink(3));
  EXPECT(flash.info()->repeat_count == 3 && flash.get());
  EXPECT(repeat::restore({1, 2, 3}).status() == DR_ERROR_SAVED_STATE);
}

void locks() {
  beat_clock music(120, 0, 4);
  repeat flash, other;
  FINE(flash.start());
  FINE(flash.advance(1.3));
  FINE(flash.lock(*music.line()));
  FINE(flash.advance(9));
  EXPECT(flash.info()->lock_state == DR_LOCK_STATE_LOCKED);
  FINE(other.start());
  FINE(other.advance(9));
  dr_line half = *flash.line();
  FINE(dr_line_times(&half, 1, 2, 0, &half));
  FINE(other.lock(half));
  FINE(music.set_tempo(60, 10));
  FINE(music.seek({100, 0}, 10));
  EXPECT(music.beat(11)->cycle == 101 && *music.time_of_beat(102) == 12);
  EXPECT(*music.next_bar(11.5) == 104);
  EXPECT(*music.phase_in_bar(11) == 0.25);
}

void banks() {
  dr_bank_def def = dr_default_bank_def();
  def.timing.kind = DR_CURVE_LINEAR;
  def.mode = DR_BANK_MODE_ONE_WAY;
  auto torches = std::move(*bank::create(def));
  FINE(torches.reserve(10));
  const dr_member torch = *torches.add(dr_hz(1), 0.25, 0);
  FINE(torches.set_rate(torch, dr_hz(2), dr_phase_matched(0), 0.25));
  FINE(torches.set_rate(torch, dr_hz(3), dr_phase_matched(0), 0.5));
  FINE(torches.command(torch, dr_command{}, 0.5));
  EXPECT(*torches.value(torch, 0.5) == 0 && torches.sample(torch, 0.5)->rate_hz == 3);
  FINE(torches.set_rate(torch, dr_hz(1), dr_phase_matched(0), 0.5));
  FINE(torches.evaluate(0.625));
  EXPECT(std::fabs(torches.values()[dr_member_slot(torch)] - 0.125f) < 1e-6f);
  EXPECT(*torches.next_change(1) == 1 && torches.member_at(0)->id == torch.id);
  auto single = torches.repeat(torch, 1);
  EXPECT(single && *single->value(1.25) == 0.75);
  EXPECT(torches.contains(*torches.add(*single)) && torches.info()->count == 2);
  const auto bytes = torches.save();
  FINE(torches.remove(torch));
  EXPECT(!torches.contains(torch) && torches.value(torch, 1).status() == DR_ERROR_HANDLE);
  FINE(torches.restore(*bytes));
  FINE(torches.move_timeline(100));
  EXPECT(*torches.value(torch, 100) == 0.5);
  const bank moved = std::move(torches);
  EXPECT(moved.contains(torch) && !torches.values() && torches.evaluate(101) == DR_ERROR_NULL);
  def.internal_check = 0;
  EXPECT(bank::create(def).status() == DR_ERROR_DEFINITION);
}

}  // namespace

int main() {
  values();
  events();
  commands();
  locks();
  banks();
  if (!failures) std::puts("the wrapper is fine");
  return failures != 0;
}
