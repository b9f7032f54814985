// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

// Recipe:
static dr_repeat leaf;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(0.8);
  def.autoreverses = 0;
  def.rest_state = DR_REST_STATE_LAST_VALUE;
  def.repeat_count = 1;
  dr_repeat_init(&leaf, &def);
  dr_repeat_reverse(&leaf, DR_NOW);
}

void toggle(double time_s) {
  dr_sample now;
  dr_repeat_reverse(&leaf, DR_NOW);  // on its way, the leaf turns where it is
  dr_repeat_sample(&leaf, time_s, &now);
  if (now.state == DR_STATE_IDLE) dr_repeat_start(&leaf, DR_NOW);
}

double frame(double time_s) {
  dr_repeat_advance(&leaf, time_s);
  return dr_repeat_value_or(&leaf, time_s, 0);  // 0 closed, 1 open
}
// End of recipe.

int main(void) {
  begin();
  for (int i = 0; i <= 20; i++) {
    printf("%.0f\n", 100 * frame(i / 10.0));
    if (i == 0 || i == 4 || i == 6 || i == 13) toggle(i / 10.0);
  }
}
