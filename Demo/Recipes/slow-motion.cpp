// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

static dynamic_repeat::repeat siren;
static double world_s = 8, speed = 1;

// Recipe:
void slow_down() { speed = 0.25; }  // the world of the pause menu

void slow_siren() { siren.ramp(dr_hz(0.5), 2); }  // one repeat, over two seconds
// End of recipe.

int main() {
  std::printf("%.0f ", world_s);
  slow_down();
  world_s += 4 * speed;
  std::printf("%.0f\n", world_s);
  siren.set_rate(dr_hz(2));
  siren.start();
  siren.advance(0);
  slow_siren();
  for (int i = 0; i <= 2; i++) std::printf("%.0f\n", 100 * siren.sample(i)->rate_hz);
}
