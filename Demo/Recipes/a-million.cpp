// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>
#include <cstdlib>

static void draw(uint32_t slot, float value) {
  if (slot == 999999) std::puts(value >= 0 && value <= 1 ? "true" : "false");
}

// Recipe:
static auto lights = dynamic_repeat::bank::create();

void begin(double now_s) {
  for (int i = 0; i < 1000000; i++) lights->add(dr_hz(0.5 + 1.5 * rand() / RAND_MAX), 0, now_s);
}

void frame(double time_s) {
  lights->evaluate(time_s);
  const float *values = lights->values();
  const uint32_t end = lights->info()->end;
  for (uint32_t slot = 0; slot < end; slot++) draw(slot, values[slot]);
}
// End of recipe.

int main() {
  begin(0);
  frame(0.5);
}
