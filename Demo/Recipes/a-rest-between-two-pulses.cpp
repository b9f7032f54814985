// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

static void play(double lateness_s) { std::printf("beat %.0f\n", 1000 * lateness_s); }

// Recipe:
static dynamic_repeat::repeat heart;

void begin() {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(0.4);
  def.repeat_delay_s = 0.6;
  heart = dynamic_repeat::repeat(def);
  heart.start();
}

double frame(double time_s) {
  for (const dr_event &event : heart.events(time_s)) {
    // A pulse begins at the start of the run, and at the end of each rest.
    if (event.kind == DR_EVENT_STARTED || event.kind == DR_EVENT_DELAY_ENDED) play(event.lateness_s);
  }
  return heart.value_or(time_s, 0);
}
// End of recipe.

int main() {
  begin();
  for (const double time_s : {0.0, 0.2, 0.75, 0.9, 1.125, 1.2})
    std::printf("%.0f\n", 100 * frame(time_s));
}
