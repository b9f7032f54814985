// SPDX-License-Identifier: Apache-2.0
// The C++ driver of the script protocol.
#include "dynamic_repeat.hpp"
#include "scripts.h"

static dynamic_repeat::repeat flash;

template <typename Value>
static dr_status write(const dynamic_repeat::result<Value> &result, Value *output) {
  if (result) *output = *result;
  return result.status();
}

static dr_status make(const dr_repeat_def *def) {
  return write(dynamic_repeat::repeat::create(*def), &flash);
}

static dr_status perform(dr_command c) {
  switch (c.kind) {
    case DR_COMMAND_START: return flash.start();
    case DR_COMMAND_STOP: return flash.stop(c.stop_mode);
    case DR_COMMAND_PAUSE: return flash.pause();
    case DR_COMMAND_RESUME: return flash.resume();
    case DR_COMMAND_REVERSE: return flash.reverse();
    case DR_COMMAND_RATE: return flash.set_rate(c.rate);
    case DR_COMMAND_RAMP: return flash.ramp(c.rate, c.ramp_s);
    case DR_COMMAND_SEEK: return flash.seek(c.position, c.is_silent != 0);
    case DR_COMMAND_POLICY: return flash.set_policy(c.policy);
    case DR_COMMAND_REPEAT_COUNT: return flash.set_repeat_count(c.repeat_count);
  }
  return DR_ERROR_CHOICE;
}

static dr_status schedule(dr_command command, dr_moment moment, dr_command_id *id) {
  return write(flash.schedule(command, moment), id);
}

static void cancel(dr_command_id id) { flash.cancel(id); }

static int next_event(double time_s, dr_event *event) {
  for (const dr_event &next : flash.events(time_s)) {
    *event = next;
    return 1;
  }
  return 0;
}

static size_t advance(double time_s, dr_event *events, size_t most) {
  size_t count = 0;
  dr_status status;
  for (const dr_event &event : flash.events(time_s, &status))
    if (count < most) events[count++] = event;
  if (status != DR_OK) std::abort();
  return count;
}

static int is_on(double time_s, double duty) { return flash.is_on(time_s, duty); }

static dr_status sample(double time_s, dr_sample *shown) {
  return write(flash.sample(time_s), shown);
}

static dr_status next_change(double time_s, double *answer_s) {
  return write(flash.next_change(time_s), answer_s);
}

static dr_status next_switch(double time_s, double duty, double *answer_s) {
  return write(flash.next_switch(time_s, duty), answer_s);
}

static dr_status save() {
  const auto saved = flash.save();
  if (!saved) return saved.status();
  const dynamic_repeat::repeat before = flash;
  flash = dynamic_repeat::repeat();
  const dr_status status = write(dynamic_repeat::repeat::restore(*saved), &flash);
  return status == DR_OK && before != flash ? DR_ERROR_SAVED_STATE : status;
}

static dr_status move(double now_s) { return flash.move_timeline(now_s); }

static dr_status lock(dr_position position, double time_s, double hertz, const dr_bounds *bounds) {
  dr_line line;
  const dr_status status = dr_line_init(&line, position, time_s, hertz);
  if (status != DR_OK) return status;
  return bounds ? flash.lock(line, *bounds) : flash.lock(line);
}

static dr_status arrive(const dr_arrival *arrival, double *nearest_s) {
  return flash.arrive(*arrival, nearest_s);
}

static dr_status unlock() { return flash.unlock(); }

static double now() {
  const double now_s = flash.info()->now_s;
  return now_s == DR_AT_FIRST_ADVANCE ? 0 : now_s;
}
