// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

// Recipe:
static dr_repeat blow;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(0.4);
  dr_repeat_init(&blow, &def);
}

void hit(void) {
  dr_repeat_blink(&blow, 1, DR_NOW);  // one cycle, from its beginning
}
// End of recipe.

int main(void) {
  begin();
  for (int i = 0; i <= 10; i++) {
    dr_repeat_advance(&blow, i / 10.0);
    if (i == 1 || i == 4) hit();
    printf("%.0f\n", 100 * dr_repeat_value_or(&blow, i / 10.0, 0));
  }
}
