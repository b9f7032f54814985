// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static dr_bank *lights;
// A program of OpenGL uploads the rows to the graphics processor.
static void upload(const dr_shader_row *rows, uint32_t first, uint32_t count) {
  printf("%" PRIu32 " rows%s", count, rows[first].rate ? "\n" : " stand still\n");
}
static void set_time(uint64_t tick) { printf("tick %" PRIu64 "\n", tick); }

// Recipe:
static dr_shader_row rows[1000000];

void frame(double time_s) {
  dr_slot_range changed[64];
  uint32_t count;
  dr_bank_shader_rows(lights, time_s, rows, 1000000, changed, 64, &count);
  for (uint32_t i = 0; i < count; i++) upload(rows, changed[i].first, changed[i].count);
  set_time(DR_SHADER_TIME(time_s));
}
// End of recipe.

int main(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_member light;
  dr_bank_create(&def, &lights);
  for (int i = 0; i < 100; i++) dr_bank_add(lights, dr_hz(1), 0, 0, &light);
  frame(0.5);
  frame(0.75);  // the rows of the first frame are still valid
  dr_bank_destroy(lights);
}
