// SPDX-License-Identifier: Apache-2.0
// Calls every function of dynamic_repeat.h with valid and invalid arguments.
#include "check.h"

int failures;

void test_repeats(void);
void test_commands(void);
void test_events(void);
void test_values(void);
void test_locks(void);
void test_curves(void);
void test_banks(void);

static void test_status(void) {
  // A part of each status text, in the order of the codes.
  static const char *const words[] = {
    "fine", "NULL", "not initialized", "multiple of 16", "dr_default_", "not for this call",
    "cycle duration", "rate must", "ramp or", "count must", "phase must", "marks must",
    "or DR_CURVE_SMOOTHSTEP", "max_flash_hz must", "DR_NOW only for a repeat's", "cycle must",
    "DR_NOW to a repeat's", "never advanced", "full", "not waiting", "too small", "saved state",
    "repeat_delay_s to 0", "bounds must be", "contain", "dr_line_times", "nearest_s", "tempo",
    "ratio", "follower", "no spring", "stops at least one", "rates exactly", "memory", "not in this bank", "these slots", "not fit the bank"};
  for (int code = -3; code < 40; code++) {
    const char *text = dr_status_text((dr_status)code);
    int is_known = code >= DR_OK && code <= DR_ERROR_SETTINGS;
    CHECK(text && strstr(text, is_known ? words[code] : "not a status of this library"));
    // After a colon, each error says what to write, or why.
    CHECK(!is_known || code == DR_OK || strstr(text, ": "));
  }
  CHECK(!strcmp(dr_event_kind_text(DR_EVENT_STARTED), "started"));
  CHECK(!strcmp(dr_event_kind_text(DR_EVENT_DELAY_ENDED), "delay_ended"));
  CHECK(!strcmp(dr_event_kind_text(DR_EVENT_TOWARD_DEFAULT), "toward_default"));
  CHECK(!strcmp(dr_event_kind_text(DR_EVENT_ARRIVED), "arrived"));
  CHECK(strstr(dr_event_kind_text((dr_event_kind)-1), "not an event") != NULL);
  CHECK(!strcmp(dr_state_text(DR_STATE_IDLE), "idle"));
  CHECK(!strcmp(dr_state_text(DR_STATE_PAUSED_STOPPING), "paused, stopping"));
  CHECK(strstr(dr_state_text((dr_state)5), "not a state") != NULL);
}

int main(void) {
  test_status();
  test_repeats();
  test_commands();
  test_events();
  test_values();
  test_locks();
  test_curves();
  test_banks();
  if (!failures) puts("every function answers as it should");
  return failures != 0;
}
