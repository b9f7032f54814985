// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

// Recipe:
static dynamic_repeat::repeat flash;
static double world_s, speed = 1;

void begin() { flash.start(); }
void open_menu() { speed = 0; }
void close_menu() { speed = 1; }

double frame(double delta_s) {
  world_s += delta_s * speed;  // the library has no clock: all repeats of the world get its time
  flash.advance(world_s);
  return flash.value_or(world_s, 0);
}
// End of recipe.

int main() {
  begin();
  std::printf("%.0f\n", 100 * frame(0));
  for (int i = 1; i <= 8; i++) {
    std::printf("%.0f\n", 100 * frame(0.25));
    if (i == 1) open_menu();
    if (i == 5) close_menu();
  }
}
