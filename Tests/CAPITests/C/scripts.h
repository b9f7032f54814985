// SPDX-License-Identifier: Apache-2.0
// Input and output of the C and C++ drivers of the script protocol. See
// Tests/ControllerScripts/Protocol.md.
#ifndef SCRIPTS_H
#define SCRIPTS_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamic_repeat.h"

// ---- The functions that each driver defines; they act on the driver's only repeat ----

static dr_status make(const dr_repeat_def *def);
/** Performs a command by calling the library's function for it. */
static dr_status perform(dr_command command);
static dr_status schedule(dr_command command, dr_moment moment, dr_command_id *id);
static void cancel(dr_command_id id);
/** Advances to the next event at or before a time; returns whether there is one. */
static int next_event(double time_s, dr_event *event);
/** Advances to a time and writes up to `most` events; returns their number. */
static size_t advance(double time_s, dr_event *events, size_t most);
static int is_on(double time_s, double duty);
static dr_status sample(double time_s, dr_sample *shown);
static dr_status next_change(double time_s, double *answer_s);
static dr_status next_switch(double time_s, double duty, double *answer_s);
static dr_status save(void);
static dr_status move(double now_s);
static dr_status lock(dr_position position, double time_s, double hertz, const dr_bounds *bounds);
static dr_status arrive(const dr_arrival *arrival, double *nearest_s);
static dr_status unlock(void);
static double now(void);

// ---- Words of a line, read in order ----

static const char *word(void) {
  const char *next = strtok(NULL, " \n");
  return next ? next : "";
}

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }
static double number(void) { return atof(word()); }

static dr_position position(void) {
  dr_position result;
  result.cycle = atoll(word());
  result.phase = number();
  return result;
}

static dr_rate rate(void) { return is(word(), "hertz") ? dr_hz(number()) : dr_seconds(number()); }

static dr_policy policy(void) {
  return is(word(), "restartPerCycle") ? dr_restart_per_cycle() : dr_phase_matched(number());
}

static dr_bounds bounds(void) {
  dr_bounds result;
  result.minimum_hz = number();
  result.maximum_hz = number();
  result.slope_hz_per_s = number();
  return result;
}

static dr_moment moment(void) {
  const char *kind = word();
  if (is(kind, "time")) return dr_at_time(number());
  if (is(kind, "cycle")) return dr_at_cycle(atoll(word()));
  return is(kind, "phase") ? dr_at_phase(number()) : dr_at_next_cycle();
}

static dr_command command(void) {
  static const struct {
    const char *name;
    dr_command_kind kind;
    dr_stop_mode mode;
  } plain[] = {
    {"start", DR_COMMAND_START, DR_STOP_MODE_FREEZE},
    {"pause", DR_COMMAND_PAUSE, DR_STOP_MODE_FREEZE},
    {"resume", DR_COMMAND_RESUME, DR_STOP_MODE_FREEZE},
    {"reverse", DR_COMMAND_REVERSE, DR_STOP_MODE_FREEZE},
    {"freeze", DR_COMMAND_STOP, DR_STOP_MODE_FREEZE},
    {"stopAtCycleEnd", DR_COMMAND_STOP, DR_STOP_MODE_AT_CYCLE_END},
    {"stopImmediately", DR_COMMAND_STOP, DR_STOP_MODE_IMMEDIATELY},
  };
  dr_command result = dr_command_of(DR_COMMAND_SEEK);
  const char *name = word();
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (is(name, plain[i].name)) {
      result.kind = plain[i].kind;
      result.stop_mode = plain[i].mode;
      return result;
    }
  }
  if (is(name, "ramp")) {
    result.kind = DR_COMMAND_RAMP;
    result.ramp_s = number();
    result.rate = rate();
  } else if (is(name, "rate")) {
    result.kind = DR_COMMAND_RATE;
    result.rate = rate();
  } else if (is(name, "policy")) {
    result.kind = DR_COMMAND_POLICY;
    result.policy = policy();
  } else if (is(name, "count")) {
    result.kind = DR_COMMAND_REPEAT_COUNT;
    result.repeat_count = number();
  } else {
    result.position = position();
    result.is_silent = is(name, "seek");
  }
  return result;
}

// ---- Answers ----

static const char *error_name(dr_status status) {
  switch (status) {
    case DR_ERROR_FULL: return "full";
    case DR_ERROR_PAST: return "timeHasPassed";
    case DR_ERROR_NOT_MOVING: return "notMoving";
    case DR_ERROR_FLASH_LIMIT:
    case DR_ERROR_OUT_OF_BOUNDS: return "rateOutOfBounds";
    case DR_ERROR_OUT_OF_REACH: return "outOfReach";
    case DR_ERROR_NEVER_ADVANCED: return "neverAdvanced";
    default: return dr_status_text(status);
  }
}

static void show(double time_s) {
  static const char *states[] = {"idle", "running", "stopping", "paused", "pausedStopping"};
  dr_sample shown;
  dr_status status = sample(time_s, &shown);
  if (status != DR_OK) {
    printf("error %s", error_name(status));
    return;
  }
  printf(
    "%s %" PRId64 " %.17g %.17g %.17g %s", states[shown.state], shown.position.cycle,
    shown.position.phase, shown.fraction, shown.rate_hz, shown.is_waiting ? "true" : "false");
}

static void print_event(const dr_event *event) {
  static const char *kinds[] = {
    "started", "cycle", "mark", "delayEnded", "towardAlternate", "towardDefault",
    "stoppedAtCycleEnd", "stoppedImmediately", "frozen", "finished", "locked", "unlocked",
    "arrived"};
  printf(" | %s", kinds[event->kind]);
  if (event->kind == DR_EVENT_MARK) printf("%d", event->mark);
  printf(
    " %" PRId64 " %" PRId64 " %.17g %.17g", event->cycle, event->count, event->time_s,
    event->lateness_s);
}

// ---- Lines ----

static dr_command_id scheduled[64];
static int schedules;

static dr_repeat_def settings(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.pace.kind = DR_CURVE_LINEAR;
  def.now_s = 0;
  for (const char *name = word(); *name; name = word()) {
    if (is(name, "unset")) def.now_s = DR_AT_FIRST_ADVANCE;
    else if (is(name, "rate")) def.rate = rate();
    else if (is(name, "policy")) def.policy = policy();
    else if (is(name, "oneWay")) def.autoreverses = 0;
    else if (is(name, "count")) def.repeat_count = number();
    else if (is(name, "delay")) def.repeat_delay_s = number();
    else if (is(name, "startPhase")) def.start_phase = number();
    else if (is(name, "restAtLastValue")) def.rest_state = DR_REST_STATE_LAST_VALUE;
    else if (is(name, "limit")) def.max_flash_hz = number();
    else if (is(name, "mark")) def.marks[def.mark_count++ % 4] = number();
    else if (is(name, "all")) def.reporting = DR_REPORTING_ALL;
  }
  return def;
}

/** Handles a line that advances the repeat. */
static void pass(int is_one, double time_s) {
  static dr_event events[4096];
  size_t count =
    is_one ? (size_t)next_event(time_s, events) : advance(time_s, events, sizeof events / sizeof *events);
  show(now());
  for (size_t i = 0; i < count; i++) print_event(&events[i]);
}

static dr_status read_schedule(void) {
  dr_moment when = moment();
  scheduled[schedules].number = -1;
  return schedule(command(), when, &scheduled[schedules++]);
}

static dr_status read_lock(void) {
  dr_position at = position();
  double time_s = number(), hertz = number();
  if (!is(word(), "within")) return lock(at, time_s, hertz, NULL);
  dr_bounds within = bounds();
  return lock(at, time_s, hertz, &within);
}

static dr_status read_arrive(double *nearest_s) {
  static dr_arrival none;
  dr_arrival arrival = none;
  if (is(word(), "phase")) {
    arrival.position.phase = number();
  } else {
    arrival.kind = DR_ARRIVAL_POSITION;
    arrival.position = position();
  }
  arrival.time_s = number();
  if (is(word(), "then")) {
    arrival.has_rate = 1;
    arrival.rate = rate();
    word();
  }
  arrival.bounds = bounds();
  return arrive(&arrival, nearest_s);
}

/** Handles a line whose answer is a time. */
static void ask(int is_switch) {
  double time_s = number(), answer = NAN;
  dr_status status =
    is_switch ? next_switch(time_s, number(), &answer) : next_change(time_s, &answer);
  if (status == DR_OK) printf("%.17g", answer);
  else printf("error %s", error_name(status));
}

/** Handles a line that may change the repeat. */
static void change(const char *verb) {
  double nearest_s = 0;
  dr_status status = DR_OK;
  if (is(verb, "do")) status = perform(command());
  else if (is(verb, "at")) status = read_schedule();
  else if (is(verb, "cancel")) cancel(scheduled[atoi(word())]);
  else if (is(verb, "save")) status = save();
  else if (is(verb, "move")) status = move(number());
  else if (is(verb, "lock")) status = read_lock();
  else if (is(verb, "arrive")) status = read_arrive(&nearest_s);
  else if (is(verb, "unlock")) status = unlock();
  if (status == DR_OK) show(now());
  else printf("error %s", error_name(status));
  if (status == DR_ERROR_OUT_OF_REACH) printf(" %.17g", nearest_s);
}

int main(void) {
  static char line[1024];
  while (fgets(line, sizeof line, stdin)) {
    const char *verb = strtok(line, " \n");
    if (!verb) continue;
    if (is(verb, "settings")) {
      schedules = 0;
      dr_repeat_def def = settings();
      dr_status status = make(&def);
      printf("%s", status == DR_OK ? "made" : error_name(status));
    } else if (is(verb, "next") || is(verb, "advance")) {
      pass(is(verb, "next"), number());
    } else if (is(verb, "isOn")) {
      // Before the first advance, is_on is 0, because it cannot return an error.
      dr_sample shown;
      double time_s = number(), duty = number();
      dr_status status = sample(time_s, &shown);
      if (status != DR_OK) printf("error %s", error_name(status));
      else printf("%s", is_on(time_s, duty) ? "true" : "false");
    } else if (is(verb, "sample")) {
      show(number());
    } else if (is(verb, "nextChange") || is(verb, "nextSwitch")) {
      ask(is(verb, "nextSwitch"));
    } else {
      change(verb);
    }
    putchar('\n');
  }
}

#endif  // SCRIPTS_H
