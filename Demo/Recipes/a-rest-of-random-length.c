// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>
#include <stdlib.h>

// Recipe:
static dr_repeat lamp;

static void pause_at_next_cycle(void) {
  dr_command pause = dr_command_of(DR_COMMAND_PAUSE);
  dr_moment end = dr_at_next_cycle();
  dr_repeat_schedule(&lamp, &pause, &end, NULL);
}

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat_init(&lamp, &def);
  dr_repeat_start(&lamp, DR_NOW);
  pause_at_next_cycle();
}

double frame(double time_s) {
  dr_event event;
  while (dr_repeat_next_event(&lamp, time_s, &event)) {
    if (event.kind != DR_EVENT_CYCLE) continue;
    dr_repeat_resume(&lamp, event.time_s + 0.3 + 0.9 * rand() / RAND_MAX);
    pause_at_next_cycle();
  }
  return dr_repeat_value_or(&lamp, time_s, 0);
}
// End of recipe.

int main(void) {
  dr_sample sample;
  begin();
  for (int i = 0; i <= 3600; i++) {
    const double shown = frame(i / 60.0);
    dr_repeat_sample(&lamp, i / 60.0, &sample);
    if (sample.state == DR_STATE_PAUSED && shown != 0) return 1;
    if (i == 70) puts(sample.state == DR_STATE_PAUSED ? "rests" : "moves");
  }
  // A cycle and its rest take 1.3 to 2.2 s.
  puts(sample.position.cycle >= 26 && sample.position.cycle <= 47 ? "true" : "false");
}
