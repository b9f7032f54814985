// SPDX-License-Identifier: Apache-2.0
// A program with a whole frame loop. The loop's size is the size of this program minus that of
// size.c compiled with -DWITHOUT.
#include <dynamic_repeat_loop.h>
#include <stdio.h>

int main(void) {
  dr_loop_def def = dr_default_loop_def();
  dr_loop_window window = dr_default_loop_window();
  dr_loop *loop = NULL;
  dr_frame frame;
  dr_loop_stats stats;
  int32_t number;
  double now_s;
  def.timing = DR_LOOP_TIMING_VIRTUAL;
  int failed = dr_loop_create(&def, &loop);
  failed |= dr_loop_wait(loop, &number);
  failed |= dr_loop_polled(loop, &window, &number);
  failed |= dr_loop_begin(loop, &frame);
  failed |= dr_loop_drawn(loop);
  failed |= dr_loop_presented(loop, &number);
  failed |= dr_loop_shown(loop, 0, 0);
  failed |= dr_loop_idle(loop);
  failed |= dr_loop_now(loop, &now_s);
  failed |= dr_loop_shift_time(loop, 1);
  failed |= dr_loop_get_stats(loop, &stats);
  dr_loop_destroy(loop);
  printf("%s %s\n", dr_loop_status_text((dr_loop_status)failed), dr_loop_mode_text(frame.mode));
  return failed;
}
