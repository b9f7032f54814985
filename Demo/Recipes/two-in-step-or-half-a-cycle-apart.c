// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

// Recipe:
static dr_repeat beacon, lamp;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = dr_phase_matched(0);
  dr_repeat_init(&beacon, &def);
  def.start_phase = 0.5;  // half a cycle ahead
  dr_repeat_init(&lamp, &def);
  dr_repeat_start(&beacon, DR_NOW);
  dr_repeat_start(&lamp, DR_NOW);
}

void hurry(double time_s) {
  dr_repeat_advance(&beacon, time_s);
  dr_repeat_advance(&lamp, time_s);
  dr_repeat_set_rate(&beacon, dr_hz(2), DR_NOW);
  dr_repeat_set_rate(&lamp, dr_hz(2), DR_NOW);
}
// End of recipe.

int main(void) {
  const double times[] = {1.1, 2.345, 30};
  begin();
  hurry(0);
  for (int i = 0; i < 3; i++) {
    dr_sample one, other;
    hurry(times[i]);
    dr_repeat_sample(&beacon, times[i], &one);
    dr_repeat_sample(&lamp, times[i], &other);
    const double cycles = (double)(other.position.cycle - one.position.cycle);
    printf("%.0f\n", 100 * (cycles + other.position.phase - one.position.phase));
  }
}
