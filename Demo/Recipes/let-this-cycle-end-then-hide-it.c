// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

static dr_repeat blink;
static void hide(void) { puts("hidden"); }

// Recipe:
void end(void) { dr_repeat_stop(&blink, DR_STOP_MODE_AT_CYCLE_END, DR_NOW); }

void frame(double time_s) {
  dr_event event;
  while (dr_repeat_next_event(&blink, time_s, &event))
    if (event.kind == DR_EVENT_STOPPED_AT_CYCLE_END) hide();
}
// End of recipe.

int main(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat_init(&blink, &def);
  dr_repeat_start(&blink, DR_NOW);
  for (int i = 0; i <= 4; i++) {
    frame(i / 4.0);
    if (i == 1) end();
    printf("%.0f\n", 100 * dr_repeat_value_or(&blink, i / 4.0, 0));
  }
}
