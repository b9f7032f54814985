// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <math.h>
#include <stdio.h>

// Recipe:
static dr_repeat flash;
static double health = 1;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = dr_phase_matched(0);
  dr_repeat_init(&flash, &def);
  dr_repeat_start(&flash, DR_NOW);
}

void hit(double damage) {
  health = damage < health ? health - damage : 0;
  dr_repeat_set_rate(&flash, dr_seconds(0.35 + 0.65 * health), DR_NOW);
}

double frame(double time_s) {
  dr_repeat_advance(&flash, time_s);
  return dr_repeat_value_or(&flash, time_s, 0);  // 0 calm, 1 alarmed
}
// End of recipe.

int main(void) {
  begin();
  for (int i = 0; i <= 8; i++) {
    printf("%.0f\n", 100 * frame(i / 16.0));
    if (i != 4) continue;
    hit(1);
    printf("hit %.0f\n", 100 * frame(0.25));  // no jump, but it moves faster
  }
}
