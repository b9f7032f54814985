// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

static dr_repeat siren;
static double world_s = 8, speed = 1;

// Recipe:
void slow_down(void) { speed = 0.25; }  // the world of the pause menu

void slow_siren(void) { dr_repeat_ramp(&siren, dr_hz(0.5), 2, DR_NOW); }  // over two seconds
// End of recipe.

int main(void) {
  printf("%.0f ", world_s);
  slow_down();
  world_s += 4 * speed;
  printf("%.0f\n", world_s);
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_hz(2);
  def.now_s = 0;
  dr_repeat_init(&siren, &def);
  dr_repeat_start(&siren, DR_NOW);
  slow_siren();
  for (int i = 0; i <= 2; i++) {
    dr_sample sample;
    dr_repeat_sample(&siren, i, &sample);
    printf("%.0f\n", 100 * sample.rate_hz);
  }
}
