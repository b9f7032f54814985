// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

static dynamic_repeat::repeat alarm_light;

// Recipe:
void begin() {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = dr_phase_matched(0);
  def.max_flash_hz = 3;
  alarm_light = dynamic_repeat::repeat(def);
  alarm_light.start();
  alarm_light.set_rate(dr_hz(10));  // shows three flashes a second
}
// End of recipe.

int main() {
  begin();
  alarm_light.advance(0);
  std::printf("%.0f\n", alarm_light.sample(1)->rate_hz);
  long long flashes = 0;
  for (const dr_event &event : alarm_light.events(10.01))
    if (event.kind == DR_EVENT_CYCLE) flashes += event.count;
  std::printf("%lld\n", flashes);
}
