// SPDX-License-Identifier: Apache-2.0
// Commands for a time or for another moment (such as the next cycle), and the commands' arguments.
// scripts.c compares the effects of commands with the model in Tests/ControllerScripts.
#include "check.h"

static void test_at_a_time(void) {
  dr_repeat r = started();
  FINE(dr_repeat_pause(&r, 0.5));
  FINE(dr_repeat_resume(&r, 1.5));
  CHECK(info_of(&r).waiting_commands == 2 && value_at(&r, 1) == 0.5 && value_at(&r, 2) == 1);
  dr_repeat before = r;
  EXPECT(DR_ERROR_FULL, dr_repeat_blink(&r, 3, 4));
  EXPECT(DR_ERROR_PAST, dr_repeat_start(&r, -0.1));
  EXPECT(DR_ERROR_TIME, dr_repeat_start(&r, NAN));
  EXPECT(DR_ERROR_TIME, dr_repeat_start(&r, 1e13));
  CHECK(dr_repeat_equals(&r, &before));
  FINE(dr_repeat_reverse(&r, 6));
  FINE(dr_repeat_reverse(&r, 7));
  EXPECT(DR_ERROR_FULL, dr_repeat_reverse(&r, 8));
  // A stop, a count and a start together make one blink.
  r = started();
  FINE(dr_repeat_blink(&r, 2, DR_NOW));
  CHECK(info_of(&r).state == DR_STATE_RUNNING && info_of(&r).repeat_count == 2);
  // At most eight events of commands can wait for an advance.
  r = started();
  for (int i = 0; i < 7; i++) FINE(i % 2 ? dr_repeat_start(&r, DR_NOW)
    : dr_repeat_stop(&r, DR_STOP_MODE_IMMEDIATELY, DR_NOW));
  before = r;
  EXPECT(DR_ERROR_FULL, dr_repeat_start(&r, DR_NOW));
  CHECK(dr_repeat_equals(&r, &before));
}

static void test_scheduled(void) {
  dr_repeat r = started();
  dr_command command = dr_command_of(DR_COMMAND_RATE);
  command.rate = dr_hz(2);
  dr_moment moment = dr_at_cycle(3);
  dr_command_id id = {-7};
  FINE(dr_repeat_schedule(&r, &command, &moment, &id));
  CHECK(id.number >= 0 && info_of(&r).waiting_commands == 1);
  FINE(dr_repeat_cancel(&r, id));
  EXPECT(DR_ERROR_NOT_FOUND, dr_repeat_cancel(&r, id));
  EXPECT(DR_ERROR_NOT_FOUND, dr_repeat_cancel(&r, (dr_command_id){INT64_MIN}));
  moment = dr_at_phase(0.25);
  command = (dr_command){.kind = DR_COMMAND_SEEK, .position = {7, 0.5}, .is_silent = 1};
  FINE(dr_repeat_schedule(&r, &command, &moment, NULL));
  CHECK(value_at(&r, 0.5) == 1);
  moment = dr_at_time(DR_NOW);
  command.kind = DR_COMMAND_PAUSE;
  FINE(dr_repeat_schedule(&r, &command, &moment, &id));
  CHECK(id.number == -1 && info_of(&r).state == DR_STATE_PAUSED);
  dr_repeat before = r;
  EXPECT(DR_ERROR_NULL, dr_repeat_schedule(&r, NULL, &moment, &id));
  EXPECT(DR_ERROR_NULL, dr_repeat_schedule(&r, &command, NULL, &id));
  for (int kind = DR_COMMAND_START; kind <= DR_COMMAND_REPEAT_COUNT + 1; kind++) {
    // Every number of the command is invalid; its kind decides which of them is read.
    dr_command wrong = {.kind = (dr_command_kind)kind, .stop_mode = (dr_stop_mode)9,
      .rate = {NAN, DR_RATE_UNIT_HZ, 0}, .ramp_s = NAN, .position = {0, NAN},
      .policy = {0, (dr_policy_kind)9, 0}, .repeat_count = NAN};
    static const dr_status answers[] = {DR_OK, DR_ERROR_CHOICE, DR_OK, DR_OK, DR_OK,
      DR_ERROR_RATE, DR_ERROR_RATE, DR_ERROR_PHASE, DR_ERROR_CHOICE, DR_ERROR_REPEAT_COUNT,
      DR_ERROR_CHOICE};
    dr_repeat copy = r;
    EXPECT(answers[kind], dr_repeat_schedule(&copy, &wrong, &(dr_moment){.time_s = 5}, NULL));
    if (answers[kind] != DR_OK) CHECK(dr_repeat_equals(&copy, &before));
  }
  for (int kind = DR_MOMENT_TIME; kind <= DR_MOMENT_PHASE + 1; kind++) {
    dr_moment wrong = {.kind = (dr_moment_kind)kind, .time_s = NAN, .phase = 1, .cycle = INT64_MIN};
    static const dr_status answers[] = {DR_ERROR_TIME, DR_OK, DR_ERROR_CYCLE, DR_ERROR_PHASE,
      DR_ERROR_CHOICE};
    dr_repeat copy = r;
    EXPECT(answers[kind], dr_repeat_schedule(&copy, &command, &wrong, NULL));
  }
  CHECK(dr_repeat_equals(&r, &before));
  // The functions that make commands and moments set all fields.
  command = dr_command_of(DR_COMMAND_PAUSE);
  CHECK(command.kind == DR_COMMAND_PAUSE && command.rate.value == 0 && command.repeat_count == 0);
  moment = dr_at_next_cycle();
  CHECK(moment.kind == DR_MOMENT_NEXT_CYCLE && moment.time_s == 0 && moment.cycle == 0);
}

// Requesting the same rate in each frame leads to the same states as requesting it once.
static void test_same_request(dr_policy policy) {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = policy;
  dr_repeat once = made(&def), often;
  FINE(dr_repeat_start(&once, DR_NOW));
  often = once;
  for (int frame = 0; frame < 600; frame++) {
    FINE(dr_repeat_advance(&once, frame / 60.0));
    FINE(dr_repeat_advance(&often, frame / 60.0));
    dr_rate rate = dr_seconds(frame < 200 ? 2 : frame < 330 ? 0.7 : 3);
    if (frame == 200 || frame == 330) FINE(dr_repeat_set_rate(&once, rate, DR_NOW));
    FINE(dr_repeat_set_rate(&often, rate, DR_NOW));
    CHECK(dr_repeat_equals(&once, &often));
  }
}

void test_commands(void) {
  test_same_request(dr_restart_per_cycle());
  test_same_request(dr_phase_matched(0));
  test_same_request(dr_phase_matched(0.5));
  test_at_a_time();
  test_scheduled();
}
