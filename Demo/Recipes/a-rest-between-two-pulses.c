// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

static void play(double lateness_s) { printf("beat %.0f\n", 1000 * lateness_s); }

// Recipe:
static dr_repeat heart;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(0.4);
  def.repeat_delay_s = 0.6;
  dr_repeat_init(&heart, &def);
  dr_repeat_start(&heart, DR_NOW);
}

double frame(double time_s) {
  dr_event event;
  while (dr_repeat_next_event(&heart, time_s, &event)) {
    // A pulse begins at the start of the run, and at the end of each rest.
    if (event.kind == DR_EVENT_STARTED || event.kind == DR_EVENT_DELAY_ENDED) play(event.lateness_s);
  }
  return dr_repeat_value_or(&heart, time_s, 0);
}
// End of recipe.

int main(void) {
  const double times[] = {0, 0.2, 0.75, 0.9, 1.125, 1.2};
  begin();
  for (int i = 0; i < 6; i++) printf("%.0f\n", 100 * frame(times[i]));
}
