// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <stdio.h>

// Recipe:
size_t save(const dr_repeat *flash, unsigned char bytes[DR_SAVED_REPEAT_SIZE]) {
  size_t size = 0;
  dr_repeat_save(flash, bytes, DR_SAVED_REPEAT_SIZE, &size);
  return size;
}

dr_status load(dr_repeat *flash, const unsigned char *bytes, size_t size, double clock_now_s) {
  dr_status status = dr_repeat_restore(flash, bytes, size, NULL);
  if (status != DR_OK) return status;  // dr_status_text(status) says why
  return dr_repeat_move_timeline(flash, clock_now_s);
}
// End of recipe.

static const char *yes(int is_true) { return is_true ? "true" : "false"; }

int main(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat flash, loaded;
  unsigned char bytes[DR_SAVED_REPEAT_SIZE];
  def.rate = dr_seconds(0.7);
  dr_repeat_init(&flash, &def);
  dr_repeat_start(&flash, DR_NOW);
  dr_repeat_advance(&flash, 0);
  dr_repeat_advance(&flash, 3.3);
  const size_t size = save(&flash, bytes);
  puts(yes(load(&loaded, bytes, size, 0.02) == DR_OK));
  puts(yes(dr_repeat_value_or(&loaded, 0.02, 0) == dr_repeat_value_or(&flash, 3.3, 0)));
  puts(yes(load(&loaded, bytes, 9, 0.02) == DR_ERROR_SAVED_STATE));
}
