// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

// Recipe:
static dynamic_repeat::repeat blow;

void begin() { blow.set_rate(dr_seconds(0.4)); }

void hit() {
  blow.blink(1);  // one cycle, from its beginning
}
// End of recipe.

int main() {
  begin();
  for (int i = 0; i <= 10; i++) {
    blow.advance(i / 10.0);
    if (i == 1 || i == 4) hit();
    std::printf("%.0f\n", 100 * blow.value_or(i / 10.0, 0));
  }
}
