// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

static dynamic_repeat::repeat blink;
static void hide() { std::puts("hidden"); }

// Recipe:
void end() { blink.stop(); }

void frame(double time_s) {
  for (const dr_event &event : blink.events(time_s))
    if (event.kind == DR_EVENT_STOPPED_AT_CYCLE_END) hide();
}
// End of recipe.

int main() {
  blink.start();
  for (int i = 0; i <= 4; i++) {
    frame(i / 4.0);
    if (i == 1) end();
    std::printf("%.0f\n", 100 * blink.value_or(i / 4.0, 0));
  }
}
