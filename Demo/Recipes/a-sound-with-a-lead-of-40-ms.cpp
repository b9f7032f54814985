// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

static void play(double delay_s) { std::printf("sound in %.0f ms\n", 1000 * delay_s); }

// Recipe:
static dynamic_repeat::repeat flash;
static int64_t played = 0;  // the last cycle whose sound was played

double frame(double time_s) {
  dynamic_repeat::repeat ahead = flash;  // a copy, which this frame looks ahead with
  for (const dr_event &event : ahead.events(time_s + 0.04)) {
    if (event.kind != DR_EVENT_CYCLE || event.cycle <= played) continue;
    play(event.time_s - time_s);  // seconds from now
    played = event.cycle;
  }
  flash.advance(time_s);
  return flash.value_or(time_s, 0);
}
// End of recipe.

int main() {
  flash.start();
  for (const double time_s : {0.0, 0.9, 0.98, 1.0, 1.97, 1.99, 2.5}) {
    std::printf("%.0f\n", 100 * frame(time_s));
    if (time_s == 1.97) flash.seek({1, 0.9});  // no cycle sounds twice
  }
}
