// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

static void step(int foot, double lateness_s) {
  printf("%s %.0f\n", foot == 0 ? "left" : "right", 1000 * lateness_s);
}

// Recipe:
static dr_repeat walk;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(1.1);
  def.autoreverses = 0;
  def.pace.kind = DR_CURVE_LINEAR;
  def.marks[0] = 0.2;
  def.marks[1] = 0.7;
  def.mark_count = 2;
  dr_repeat_init(&walk, &def);
  dr_repeat_start(&walk, DR_NOW);
}

int frame(double time_s) {
  dr_event event;
  while (dr_repeat_next_event(&walk, time_s, &event))
    if (event.kind == DR_EVENT_MARK) step(event.mark, event.lateness_s);  // 0 left foot, 1 right
  return (int)(dr_repeat_value_or(&walk, time_s, 0) * 8);  // the picture of the sprite
}
// End of recipe.

int main(void) {
  const double times[] = {0, 0.25, 1, 2};
  begin();
  for (int i = 0; i < 4; i++) printf("picture %d\n", frame(times[i]));
}
