// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

static dynamic_repeat::repeat flash;
static void play(double lateness_s) { std::printf("%.0f ms late\n", 1000 * lateness_s); }

// Recipe:
void frame(double time_s) {
  for (const dr_event &event : flash.events(time_s))
    if (event.kind == DR_EVENT_CYCLE) play(event.lateness_s);
}
// End of recipe.

int main() {
  flash.start();
  flash.advance(0);
  for (int i = 1; i <= 7; i++) frame(i * 0.375);
}
