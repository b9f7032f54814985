// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

// Recipe:
static dynamic_repeat::repeat leaf;

void begin() {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(0.8);
  def.autoreverses = 0;
  def.rest_state = DR_REST_STATE_LAST_VALUE;
  def.repeat_count = 1;
  leaf = dynamic_repeat::repeat(def);
  leaf.reverse();
}

void toggle(double time_s) {
  leaf.reverse();  // on its way, the leaf turns where it is
  if (leaf.sample(time_s)->state == DR_STATE_IDLE) leaf.start();
}

double frame(double time_s) {
  leaf.advance(time_s);
  return leaf.value_or(time_s, 0);  // 0 closed, 1 open
}
// End of recipe.

int main() {
  begin();
  for (int i = 0; i <= 20; i++) {
    std::printf("%.0f\n", 100 * frame(i / 10.0));
    if (i == 0 || i == 4 || i == 6 || i == 13) toggle(i / 10.0);
  }
}
