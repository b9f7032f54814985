// SPDX-License-Identifier: Apache-2.0
// Prints value, position and number of events of each frame; TraceTests gives the same commands.
#include "check.h"
#include <inttypes.h>

int failures;

static void command(dr_repeat flash, int frame, double time) {
  switch (frame % 100) {
    case 10: FINE(dr_repeat_set_cycle_duration(flash, 0.3 + frame / 1000.0)); break;
    case 40: FINE(dr_repeat_set_rate(flash, frame % 7 - 2.5)); break;
    case 60: {
      dr_command seek = {.kind = DR_COMMAND_SEEK, .position = {2, 0.9}, .is_silent = 1};
      FINE(dr_repeat_schedule(
        flash, &seek, &(dr_moment){.kind = DR_MOMENT_PHASE, .phase = 0.4}, NULL));
      break;
    }
    case 90: {
      dr_command reverse = {.kind = DR_COMMAND_REVERSE};
      FINE(dr_repeat_schedule(
        flash, &reverse, &(dr_moment){.kind = DR_MOMENT_TIME, .time_s = time + 0.3}, NULL));
    }
  }
}

int main(int count, char **arguments) {
  int policy = count > 1 ? atoi(arguments[1]) : 0;
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = (dr_policy){0.7, (dr_policy_kind)policy, DR_RAMP_SMOOTH};
  def.flood = DR_FLOOD_ALL;
  def.event_capacity = 1000;
  dr_repeat flash;
  FINE(dr_repeat_create(&def, &flash));
  FINE(dr_repeat_start(flash));
  for (int frame = 0; frame < 1500; frame++) {
    static dr_event events[1000];
    dr_event_count events_count;
    dr_sample sample;
    uint64_t value, phase;
    double time = frame / 60.0;
    FINE(dr_repeat_advance(flash, time, events, 1000, &events_count));
    command(flash, frame, time);
    FINE(dr_repeat_sample(flash, time + 0.005, &sample));
    memcpy(&value, &sample.value, 8);
    memcpy(&phase, &sample.position.phase, 8);
    printf("%" PRIu64 " %" PRId64 " %" PRIu64 " %u\n", value, sample.position.cycle, phase,
      events_count.written);
  }
  FINE(dr_repeat_destroy(flash));
  return failures != 0;
}
