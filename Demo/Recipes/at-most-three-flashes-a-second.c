// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

static dr_repeat alarm_light;

// Recipe:
void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = dr_phase_matched(0);
  def.max_flash_hz = 3;
  dr_repeat_init(&alarm_light, &def);
  dr_repeat_start(&alarm_light, DR_NOW);
  dr_repeat_set_rate(&alarm_light, dr_hz(10), DR_NOW);  // shows three flashes a second
}
// End of recipe.

int main(void) {
  dr_sample sample;
  dr_event event;
  long long flashes = 0;
  begin();
  dr_repeat_advance(&alarm_light, 0);
  dr_repeat_sample(&alarm_light, 1, &sample);
  printf("%.0f\n", sample.rate_hz);
  while (dr_repeat_next_event(&alarm_light, 10.01, &event))
    if (event.kind == DR_EVENT_CYCLE) flashes += event.count;
  printf("%lld\n", flashes);
}
