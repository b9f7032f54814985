// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

static void play(double delay_s) { printf("sound in %.0f ms\n", 1000 * delay_s); }

// Recipe:
static dr_repeat flash;
static int64_t played = 0;  // the last cycle whose sound was played

double frame(double time_s) {
  dr_repeat ahead = flash;  // a copy, which this frame looks ahead with
  dr_event event;
  while (dr_repeat_next_event(&ahead, time_s + 0.04, &event)) {
    if (event.kind != DR_EVENT_CYCLE || event.cycle <= played) continue;
    play(event.time_s - time_s);  // seconds from now
    played = event.cycle;
  }
  dr_repeat_advance(&flash, time_s);
  return dr_repeat_value_or(&flash, time_s, 0);
}
// End of recipe.

int main(void) {
  const double times[] = {0, 0.9, 0.98, 1, 1.97, 1.99, 2.5};
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat_init(&flash, &def);
  dr_repeat_start(&flash, DR_NOW);
  for (int i = 0; i < 7; i++) {
    printf("%.0f\n", 100 * frame(times[i]));
    dr_position back = {1, 0.9};
    if (i == 4) dr_repeat_seek(&flash, back, 1, DR_NOW);  // no cycle sounds twice
  }
}
