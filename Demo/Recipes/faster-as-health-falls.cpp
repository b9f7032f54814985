// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <algorithm>
#include <cstdio>

// Recipe:
static dynamic_repeat::repeat flash;
static double health = 1;

void begin() {
  flash.set_policy(dr_phase_matched(0));
  flash.start();
}

void hit(double damage) {
  health = std::max(0.0, health - damage);
  flash.set_rate(dr_seconds(0.35 + 0.65 * health));
}

double frame(double time_s) {
  flash.advance(time_s);
  return flash.value_or(time_s, 0);  // 0 calm, 1 alarmed
}
// End of recipe.

int main() {
  begin();
  for (int i = 0; i <= 8; i++) {
    std::printf("%.0f\n", 100 * frame(i / 16.0));
    if (i != 4) continue;
    hit(1);
    std::printf("hit %.0f\n", 100 * frame(0.25));  // no jump, but it moves faster
  }
}
