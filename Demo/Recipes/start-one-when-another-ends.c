// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

// Recipe:
static dr_repeat door, lamp;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat_init(&lamp, &def);
  def.rate = dr_seconds(0.35);
  def.repeat_count = 1;
  dr_repeat_init(&door, &def);
  dr_repeat_start(&door, DR_NOW);
}

void frame(double time_s) {
  dr_event event;
  while (dr_repeat_next_event(&door, time_s, &event))
    if (event.kind == DR_EVENT_FINISHED) dr_repeat_start(&lamp, event.time_s);
  dr_repeat_advance(&lamp, time_s);  // after the door
}
// End of recipe.

int main(void) {
  begin();
  for (int i = 0; i <= 6; i++) {
    dr_sample sample;
    frame(i / 10.0);
    // The phase at 0.4 s is 0.05, because the lamp started at 0.35 s.
    dr_repeat_sample(&lamp, i / 10.0, &sample);
    printf("%.0f\n", 100 * sample.position.phase);
  }
}
