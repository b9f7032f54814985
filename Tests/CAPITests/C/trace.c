// SPDX-License-Identifier: Apache-2.0
// Prints value, position and number of events of each frame; TraceTests gives the same commands to
// the Swift controller.
#include "check.h"
#include <inttypes.h>

int failures;

static void command(dr_repeat *flash, int frame, double time) {
  switch (frame % 100) {
    case 10: FINE(dr_repeat_set_rate(flash, dr_seconds(0.3 + frame / 1000.0), DR_NOW)); break;
    case 40: FINE(dr_repeat_set_rate(flash, dr_hz(frame % 7 - 2.5), DR_NOW)); break;
    case 60: {
      dr_command seek = {.kind = DR_COMMAND_SEEK, .position = {2, 0.9}, .is_silent = 1};
      FINE(dr_repeat_schedule(
        flash, &seek, &(dr_moment){.kind = DR_MOMENT_PHASE, .phase = 0.4}, NULL));
      break;
    }
    case 90: FINE(dr_repeat_reverse(flash, time + 0.3));
  }
}

int main(int count, char **arguments) {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = count > 1 && atoi(arguments[1]) ? dr_phase_matched(0.7) : dr_restart_per_cycle();
  def.reporting = DR_REPORTING_ALL;
  dr_repeat flash;
  FINE(dr_repeat_init(&flash, &def));
  FINE(dr_repeat_start(&flash, DR_NOW));
  for (int frame = 0; frame < 1500; frame++) {
    static dr_event events[1000];
    uint32_t written;
    dr_sample sample;
    uint64_t value, phase;
    double time = frame / 60.0;
    FINE(dr_repeat_advance(&flash, time, events, 1000, &written));
    command(&flash, frame, time);
    FINE(dr_repeat_sample(&flash, time + 0.005, &sample));
    memcpy(&value, &sample.value, 8);
    memcpy(&phase, &sample.position.phase, 8);
    printf("%" PRIu64 " %" PRId64 " %" PRIu64 " %u\n", value, sample.position.cycle, phase, written);
  }
  return failures != 0;
}
