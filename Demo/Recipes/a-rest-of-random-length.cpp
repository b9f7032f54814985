// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>
#include <cstdlib>

// Recipe:
static dynamic_repeat::repeat lamp;

static void pause_at_next_cycle() {
  lamp.schedule(dr_command_of(DR_COMMAND_PAUSE), dr_at_next_cycle());
}

void begin() {
  lamp.start();
  pause_at_next_cycle();
}

double frame(double time_s) {
  for (const dr_event &event : lamp.events(time_s)) {
    if (event.kind != DR_EVENT_CYCLE) continue;
    lamp.resume(event.time_s + 0.3 + 0.9 * rand() / RAND_MAX);
    pause_at_next_cycle();
  }
  return lamp.value_or(time_s, 0);
}
// End of recipe.

int main() {
  dr_sample sample{};
  begin();
  for (int i = 0; i <= 3600; i++) {
    const double shown = frame(i / 60.0);
    sample = *lamp.sample(i / 60.0);
    if (sample.state == DR_STATE_PAUSED && shown != 0) return 1;
    if (i == 70) std::puts(sample.state == DR_STATE_PAUSED ? "rests" : "moves");
  }
  // A cycle and its rest take 1.3 to 2.2 s.
  std::puts(sample.position.cycle >= 26 && sample.position.cycle <= 47 ? "true" : "false");
}
