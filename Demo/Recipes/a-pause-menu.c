// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

// Recipe:
static dr_repeat flash;
static double world_s, speed = 1;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat_init(&flash, &def);
  dr_repeat_start(&flash, DR_NOW);
}

void open_menu(void) { speed = 0; }
void close_menu(void) { speed = 1; }

double frame(double delta_s) {
  world_s += delta_s * speed;  // the library has no clock: all repeats of the world get its time
  dr_repeat_advance(&flash, world_s);
  return dr_repeat_value_or(&flash, world_s, 0);
}
// End of recipe.

int main(void) {
  begin();
  printf("%.0f\n", 100 * frame(0));
  for (int i = 1; i <= 8; i++) {
    printf("%.0f\n", 100 * frame(0.25));
    if (i == 1) open_menu();
    if (i == 5) close_menu();
  }
}
