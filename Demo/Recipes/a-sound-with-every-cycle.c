// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

static dr_repeat flash;
static void play(double lateness_s) { printf("%.0f ms late\n", 1000 * lateness_s); }

// Recipe:
void frame(double time_s) {
  dr_event event;
  while (dr_repeat_next_event(&flash, time_s, &event))
    if (event.kind == DR_EVENT_CYCLE) play(event.lateness_s);
}
// End of recipe.

int main(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.now_s = 0;
  dr_repeat_init(&flash, &def);
  dr_repeat_start(&flash, DR_NOW);
  for (int i = 1; i <= 7; i++) frame(i * 0.375);
}
