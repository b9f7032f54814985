// SPDX-License-Identifier: Apache-2.0
// Calls the functions of loops in any order, with arbitrary bytes as arguments.
#include "arguments.h"
#include <dynamic_repeat_loop.h>
#include <math.h>

enum { most = 3 };

static dr_loop *loops[most];

static dr_loop *take_loop(void) { return loops[take_byte() % most]; }

// A valid rate is at least 100 kHz, because the loop sleeps for a period.
static double take_rate_hz(void) {
  double rate = take_byte() < 32 ? take_number() : 1e5 + take_byte();
  return rate >= 0.001 && rate < 1e5 ? 1e5 : rate;
}

static void create(void) {
  dr_loop **loop = &loops[take_byte() % most];
  dr_loop_destroy(*loop);
  *loop = NULL;
  dr_loop_def def = dr_default_loop_def();
  uint8_t fields = take_byte();
  def.rate_hz = def.display_hz = def.unfocused_hz = 1e5;
  if (fields & 1) def.timing = (dr_loop_timing)take_choice(4);
  if (fields & 2) def.rate_hz = take_rate_hz();
  if (fields & 4) def.display_hz = take_rate_hz();
  if (fields & 8) def.when_unfocused = (dr_focus_policy)take_choice(3);
  if (fields & 16) def.unfocused_hz = take_rate_hz();
  if (fields & 32) def.step_hz = take_rate_hz();
  if (fields & 64) def.most_steps = take_byte() < 32 ? (uint32_t)take_integer() : take_byte();
  if (fields & 128) def.longest_advance_s = take_number();
  uint8_t flags = take_byte();
  def.present_waits = flags & 1;
  def.latches_late = flags & 2;
  def.stall_rule = (dr_stall_rule)take_choice(2);
  def.presents_on_time = flags & 1;
  if (flags == 240) take(&def.internal_check, 4);
  dr_loop_create(flags == 239 ? NULL : &def, flags == 238 ? NULL : loop);
}

static dr_loop_window take_window(void) {
  dr_loop_window window = dr_default_loop_window();
  uint8_t way = take_byte();
  if (way < 32) take(&window, sizeof window);
  window.is_hidden = way % 16 == 1;
  window.has_focus = way % 16 != 2;
  window.needs_picture = way % 8 == 3;
  window.display_may_have_changed = way % 8 == 4;
  return window;
}

static void begin(dr_loop *loop) {
  output result;
  dr_frame *frame = fresh(&result);
  dr_loop_status status = dr_loop_begin(loop, take_byte() < 4 ? NULL : frame);
  judge((dr_status)status, &result);
  if (status) return;
  if (!isfinite(frame->time_s) || !(frame->delta_s >= 0) || !isfinite(frame->raw_delta_s) ||
      !isfinite(frame->presentation_s) || !(frame->refresh_period_s > 0) || frame->missed < 0 ||
      frame->steps < 0 || !(frame->step_fraction >= 0 && frame->step_fraction < 1)) {
    broken("a frame with its times");
  }
}

static void frame_of(dr_loop *loop) {
  dr_loop_wait(loop, NULL);
  begin(loop);
  dr_loop_drawn(loop);
  dr_loop_presented(loop, NULL);
}

void call_loop(void) {
  output result;
  dr_loop *loop = take_loop();
  uint8_t way = take_byte();
  void *target = fresh(&result);
  switch (way % 18) {
    case 0: create(); break;
    case 1: judge_number((dr_status)dr_loop_now(loop, target), &result, 0); break;
    case 2: judge((dr_status)dr_loop_wait(loop, way < 128 ? NULL : target), &result); break;
    case 3: begin(loop); break;
    case 4: dr_loop_drawn(loop); break;
    case 5: judge((dr_status)dr_loop_presented(loop, way < 128 ? NULL : target), &result); break;
    case 6: dr_loop_abandon(loop); break;
    case 7:
      if (way < 128) dr_loop_idle(loop);
      else dr_loop_idle_until(loop, take_number());
      break;
    case 8: dr_loop_shift_time(loop, take_number()); break;
    case 9: judge((dr_status)dr_loop_get_stats(loop, way < 20 ? NULL : target), &result); break;
    case 10: {
      dr_loop_window window = take_window();
      judge((dr_status)dr_loop_polled(loop, way < 20 ? NULL : &window, target), &result);
      break;
    }
    case 11:
      if (!dr_loop_mode_text((dr_loop_mode)take_integer())) broken("a text for any mode");
      break;
    case 12: dr_loop_shown(loop, take_byte(), way < 128 ? way / 1000.0 : take_number()); break;
    case 13: dr_loop_shown(loop, take_integer(), take_number()); break;
    default: frame_of(loop);
  }
}

void end_loops(void) {
  for (int index = 0; index < most; index++) {
    dr_loop_destroy(loops[index]);
    loops[index] = NULL;
  }
}
