// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

// Recipe:
static dynamic_repeat::repeat door, lamp;

void begin() {
  door.set_rate(dr_seconds(0.35));
  door.blink(1);
}

void frame(double time_s) {
  for (const dr_event &event : door.events(time_s))
    if (event.kind == DR_EVENT_FINISHED) lamp.start(event.time_s);
  lamp.advance(time_s);  // after the door
}
// End of recipe.

int main() {
  begin();
  for (int i = 0; i <= 6; i++) {
    frame(i / 10.0);
    // The phase at 0.4 s is 0.05, because the lamp started at 0.35 s.
    std::printf("%.0f\n", 100 * lamp.sample(i / 10.0)->position.phase);
  }
}
