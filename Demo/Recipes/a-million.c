// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>
#include <stdlib.h>

static void draw(uint32_t slot, float value) {
  if (slot == 999999) puts(value >= 0 && value <= 1 ? "true" : "false");
}

// Recipe:
static dr_bank *lights;

void begin(double now_s) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank_create(&def, &lights);
  for (int i = 0; i < 1000000; i++) {
    dr_member light;
    dr_bank_add(lights, dr_hz(0.5 + 1.5 * rand() / RAND_MAX), 0, now_s, &light);
  }
}

void frame(double time_s) {
  const float *values;
  uint32_t count;
  dr_bank_evaluate(lights, time_s);
  dr_bank_all_values(lights, &values, &count);
  for (uint32_t slot = 0; slot < count; slot++) draw(slot, values[slot]);
}
// End of recipe.

int main(void) {
  begin(0);
  frame(0.5);
  dr_bank_destroy(lights);
}
