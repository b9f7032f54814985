// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

static void step(int foot, double lateness_s) {
  std::printf("%s %.0f\n", foot == 0 ? "left" : "right", 1000 * lateness_s);
}

// Recipe:
static dynamic_repeat::repeat walk;

void begin() {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(1.1);
  def.autoreverses = 0;
  def.pace.kind = DR_CURVE_LINEAR;
  def.marks[0] = 0.2;
  def.marks[1] = 0.7;
  def.mark_count = 2;
  walk = dynamic_repeat::repeat(def);
  walk.start();
}

int frame(double time_s) {
  for (const dr_event &event : walk.events(time_s))
    if (event.kind == DR_EVENT_MARK) step(event.mark, event.lateness_s);  // 0 left foot, 1 right
  return static_cast<int>(walk.value_or(time_s, 0) * 8);  // the picture of the sprite
}
// End of recipe.

int main() {
  begin();
  for (const double time_s : {0.0, 0.25, 1.0, 2.0}) std::printf("picture %d\n", frame(time_s));
}
