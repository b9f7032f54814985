// SPDX-License-Identifier: Apache-2.0
// The C driver of the script protocol.
#include "scripts.h"

static dr_repeat repeat;

static dr_status make(const dr_repeat_def *def) { return dr_repeat_init(&repeat, def); }

static dr_status perform(dr_command c) {
  switch (c.kind) {
    case DR_COMMAND_START: return dr_repeat_start(&repeat, DR_NOW);
    case DR_COMMAND_STOP: return dr_repeat_stop(&repeat, c.stop_mode, DR_NOW);
    case DR_COMMAND_PAUSE: return dr_repeat_pause(&repeat, DR_NOW);
    case DR_COMMAND_RESUME: return dr_repeat_resume(&repeat, DR_NOW);
    case DR_COMMAND_REVERSE: return dr_repeat_reverse(&repeat, DR_NOW);
    case DR_COMMAND_RATE: return dr_repeat_set_rate(&repeat, c.rate, DR_NOW);
    case DR_COMMAND_RAMP: return dr_repeat_ramp(&repeat, c.rate, c.ramp_s, DR_NOW);
    case DR_COMMAND_SEEK: return dr_repeat_seek(&repeat, c.position, c.is_silent, DR_NOW);
    case DR_COMMAND_POLICY: return dr_repeat_set_policy(&repeat, c.policy, DR_NOW);
    case DR_COMMAND_REPEAT_COUNT:
      return dr_repeat_set_repeat_count(&repeat, c.repeat_count, DR_NOW);
  }
  return DR_ERROR_CHOICE;
}

static dr_status schedule(dr_command command, dr_moment moment, dr_command_id *id) {
  return dr_repeat_schedule(&repeat, &command, &moment, id);
}

static void cancel(dr_command_id id) { dr_repeat_cancel(&repeat, id); }

static int next_event(double time_s, dr_event *event) {
  return dr_repeat_next_event(&repeat, time_s, event);
}

static int is_on(double time_s, double duty) { return dr_repeat_is_on(&repeat, time_s, duty); }

static dr_status sample(double time_s, dr_sample *shown) {
  return dr_repeat_sample(&repeat, time_s, shown);
}

static dr_status next_change(double time_s, double *answer_s) {
  return dr_repeat_next_change(&repeat, time_s, answer_s);
}

static dr_status next_switch(double time_s, double duty, double *answer_s) {
  return dr_repeat_next_switch(&repeat, time_s, duty, answer_s);
}

static dr_status save(void) {
  static unsigned char bytes[DR_SAVED_REPEAT_SIZE];
  size_t size;
  dr_repeat before = repeat;
  dr_status status = dr_repeat_save(&repeat, bytes, sizeof bytes, &size);
  memset(&repeat, 0, sizeof repeat);
  if (status == DR_OK) status = dr_repeat_restore(&repeat, bytes, size, NULL);
  return status == DR_OK && !dr_repeat_equals(&before, &repeat) ? DR_ERROR_SAVED_STATE : status;
}

// An advance that drops the events leads to the same state. A repeat can be saved after any event.
static size_t advance(double time_s, dr_event *events, size_t most) {
  dr_repeat silent = repeat;
  size_t count = 0;
  dr_event event;
  dr_status status = dr_repeat_advance(&silent, time_s);
  while (dr_repeat_next_event(&repeat, time_s, &event)) {
    if (count < most) events[count++] = event;
    if (now() != event.time_s || save() != DR_OK) abort();
  }
  if (status != DR_OK || event.status != DR_OK || !dr_repeat_equals(&silent, &repeat)) abort();
  return count;
}

static dr_status move(double now_s) { return dr_repeat_move_timeline(&repeat, now_s); }

static dr_status lock(dr_position position, double time_s, double hertz, const dr_bounds *bounds) {
  dr_line line;
  dr_status status = dr_line_init(&line, position, time_s, hertz);
  return status == DR_OK ? dr_repeat_lock(&repeat, &line, bounds) : status;
}

static dr_status arrive(const dr_arrival *arrival, double *nearest_s) {
  return dr_repeat_arrive(&repeat, arrival, nearest_s);
}

static dr_status unlock(void) { return dr_repeat_unlock(&repeat); }

static double now(void) {
  dr_repeat_info info;
  dr_repeat_get_info(&repeat, &info);
  return info.now_s == DR_AT_FIRST_ADVANCE ? 0 : info.now_s;
}
