// SPDX-License-Identifier: Apache-2.0
// The C driver of the script protocol: see Tests/ControllerScripts/Protocol.md.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamic_repeat.h"

static dr_repeat repeat;
static dr_command_id scheduled[64];
static int schedules;

// ---- Words, from the front of the line ----

static char *word(void) {
  char *next = strtok(NULL, " \n");
  return next ? next : "";
}

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }
static double number(void) { return atof(word()); }

static dr_position position(void) {
  dr_position result = {.cycle = atoll(word())};
  result.phase = number();
  return result;
}

static dr_rate rate(void) { return is(word(), "hertz") ? dr_hz(number()) : dr_seconds(number()); }

static dr_policy policy(void) {
  return is(word(), "restartPerCycle") ? dr_restart_per_cycle() : dr_phase_matched(number());
}

static dr_bounds bounds(void) {
  dr_bounds result = {.minimum_hz = number()};
  result.maximum_hz = number();
  result.slope_hz_per_s = number();
  return result;
}

static dr_moment moment(void) {
  const char *kind = word();
  if (is(kind, "time")) return (dr_moment){.kind = DR_MOMENT_TIME, .time_s = number()};
  if (is(kind, "cycle")) return (dr_moment){.kind = DR_MOMENT_CYCLE, .cycle = atoll(word())};
  if (is(kind, "phase")) return (dr_moment){.kind = DR_MOMENT_PHASE, .phase = number()};
  return (dr_moment){.kind = DR_MOMENT_NEXT_CYCLE};
}

static dr_command command(void) {
  static const struct {
    const char *name;
    dr_command_kind kind;
    dr_stop_mode mode;
  } plain[] = {
    {"start", DR_COMMAND_START, 0}, {"pause", DR_COMMAND_PAUSE, 0},
    {"resume", DR_COMMAND_RESUME, 0}, {"reverse", DR_COMMAND_REVERSE, 0},
    {"hold", DR_COMMAND_HOLD, 0}, {"freeze", DR_COMMAND_STOP, DR_STOP_MODE_FREEZE},
    {"stopAtCycleEnd", DR_COMMAND_STOP, DR_STOP_MODE_AT_CYCLE_END},
    {"stopImmediately", DR_COMMAND_STOP, DR_STOP_MODE_IMMEDIATELY},
  };
  const char *name = word();
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (is(name, plain[i].name)) {
      return (dr_command){.kind = plain[i].kind, .stop_mode = plain[i].mode};
    }
  }
  dr_command result = {.is_silent = is(name, "seek")};
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
    result.kind = DR_COMMAND_SEEK;
    result.position = position();
  }
  return result;
}

// ---- Answers ----

static const char *error_name(dr_status status) {
  switch (status) {
    case DR_ERROR_FULL: return "full";
    case DR_ERROR_PAST: return "timeHasPassed";
    case DR_ERROR_NOT_MOVING: return "notMoving";
    case DR_ERROR_OUT_OF_BOUNDS: return "rateOutOfBounds";
    case DR_ERROR_OUT_OF_REACH: return "outOfReach";
    case DR_ERROR_NEVER_ADVANCED: return "neverAdvanced";
    default: return dr_status_text(status);
  }
}

static void show(double time_s) {
  static const char *states[] = {"idle", "running", "stopping", "paused", "pausedStopping"};
  dr_sample sample;
  dr_status status = dr_repeat_sample(&repeat, time_s, &sample);
  if (status != DR_OK) {
    printf("error %s", error_name(status));
    return;
  }
  printf(
    "%s %" PRId64 " %.17g %.17g %.17g %s", states[sample.state], sample.position.cycle,
    sample.position.phase, sample.fraction, sample.rate_hz, sample.is_waiting ? "true" : "false");
}

static void show_now(void) {
  dr_repeat_info info;
  dr_repeat_get_info(&repeat, &info);
  show(info.now_s == DR_AT_FIRST_ADVANCE ? 0 : info.now_s);
}

static void print_events(const dr_event *events, uint32_t count) {
  static const char *kinds[] = {
    "started", "cycle", "towardAlternate", "towardDefault", "stoppedAtCycleEnd",
    "stoppedImmediately", "frozen", "finished", "locked", "unlocked", "arrived"};
  for (uint32_t i = 0; i < count; i++) {
    printf(
      " | %s %" PRId64 " %" PRId64 " %.17g %.17g", kinds[events[i].kind], events[i].cycle,
      events[i].count, events[i].time_s, events[i].lateness_s);
  }
}

// ---- Lines ----

static dr_status make(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.pace = (dr_pace){.kind = DR_CURVE_LINEAR};
  def.now_s = 0;
  for (char *name = word(); *name; name = word()) {
    if (is(name, "unset")) def.now_s = DR_AT_FIRST_ADVANCE;
    else if (is(name, "rate")) def.rate = rate();
    else if (is(name, "policy")) def.policy = policy();
    else if (is(name, "oneWay")) def.autoreverses = 0;
    else if (is(name, "count")) def.repeat_count = number();
    else if (is(name, "delay")) def.repeat_delay_s = number();
    else if (is(name, "startPhase")) def.start_phase = number();
    else if (is(name, "restAtLastValue")) def.rest_state = DR_REST_STATE_LAST_VALUE;
    else if (is(name, "limit")) def.max_flash_hz = number();
    else if (is(name, "all")) def.reporting = DR_REPORTING_ALL;
  }
  schedules = 0;
  return dr_repeat_init(&repeat, &def);
}

/** A command's own function. */
static dr_status perform(dr_command c) {
  switch (c.kind) {
    case DR_COMMAND_START: return dr_repeat_start(&repeat, DR_NOW);
    case DR_COMMAND_STOP: return dr_repeat_stop(&repeat, c.stop_mode, DR_NOW);
    case DR_COMMAND_PAUSE: return dr_repeat_pause(&repeat, DR_NOW);
    case DR_COMMAND_RESUME: return dr_repeat_resume(&repeat, DR_NOW);
    case DR_COMMAND_REVERSE: return dr_repeat_reverse(&repeat, DR_NOW);
    case DR_COMMAND_HOLD: return dr_repeat_hold(&repeat, DR_NOW);
    case DR_COMMAND_RATE: return dr_repeat_set_rate(&repeat, c.rate, DR_NOW);
    case DR_COMMAND_RAMP: return dr_repeat_ramp(&repeat, c.rate, c.ramp_s, DR_NOW);
    case DR_COMMAND_SEEK: return dr_repeat_seek(&repeat, c.position, c.is_silent, DR_NOW);
    case DR_COMMAND_POLICY: return dr_repeat_set_policy(&repeat, c.policy, DR_NOW);
    case DR_COMMAND_REPEAT_COUNT:
      return dr_repeat_set_repeat_count(&repeat, c.repeat_count, DR_NOW);
  }
  return DR_ERROR_CHOICE;
}

static dr_status schedule(void) {
  dr_moment when = moment();
  dr_command what = command();
  scheduled[schedules].number = -1;
  return dr_repeat_schedule(&repeat, &what, &when, &scheduled[schedules++]);
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

static dr_status lock(void) {
  dr_line line;
  dr_position at = position();
  double time_s = number();
  dr_status status = dr_line_init(&line, at, time_s, number());
  if (status != DR_OK) return status;
  if (!is(word(), "within")) return dr_repeat_lock(&repeat, &line, NULL);
  dr_bounds within = bounds();
  return dr_repeat_lock(&repeat, &line, &within);
}

static dr_status arrive(double *nearest_s) {
  dr_arrival arrival = {0};
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
  return dr_repeat_arrive(&repeat, &arrival, nearest_s);
}

static void advance(double time_s) {
  dr_event events[64], all[4096];
  uint32_t room = is(word(), "room") ? atoi(word()) : 64, count, total = 0;
  dr_status status;
  do {
    status = dr_repeat_advance(&repeat, time_s, events, room, &count);
    for (uint32_t i = 0; i < count && total < 4096; i++) all[total++] = events[i];
  } while (status == DR_MORE_EVENTS);
  show(time_s);
  print_events(all, total);
}

/** A line that answers a time. */
static void ask(int is_switch) {
  double time_s = number(), answer = NAN;
  dr_status status = is_switch ? dr_repeat_next_switch(&repeat, time_s, number(), &answer)
                               : dr_repeat_next_change(&repeat, time_s, &answer);
  if (status == DR_OK) printf("%.17g", answer);
  else printf("error %s", error_name(status));
}

/** A line that may change the repeat. */
static void change(const char *verb) {
  double nearest_s = 0;
  dr_status status = DR_OK;
  if (is(verb, "do")) status = perform(command());
  else if (is(verb, "at")) status = schedule();
  else if (is(verb, "cancel")) dr_repeat_cancel(&repeat, scheduled[atoi(word())]);
  else if (is(verb, "save")) status = save();
  else if (is(verb, "move")) status = dr_repeat_move_timeline(&repeat, number());
  else if (is(verb, "lock")) status = lock();
  else if (is(verb, "arrive")) status = arrive(&nearest_s);
  else if (is(verb, "unlock")) status = dr_repeat_unlock(&repeat);
  if (status == DR_OK) show_now();
  else printf("error %s", error_name(status));
  if (status == DR_ERROR_OUT_OF_REACH) printf(" %.17g", nearest_s);
}

int main(void) {
  static char line[1024];
  while (fgets(line, sizeof line, stdin)) {
    const char *verb = strtok(line, " \n");
    if (!verb) continue;
    if (is(verb, "settings")) {
      dr_status status = make();
      printf("%s", status == DR_OK ? "made" : error_name(status));
    } else if (is(verb, "advance")) {
      advance(number());
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
