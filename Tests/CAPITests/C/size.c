// SPDX-License-Identifier: Apache-2.0
// A program with the whole controller, or, if WITHOUT is defined, without it. The difference of the
// two sizes is the controller's size.
#include <dynamic_repeat.h>
#include <stdio.h>

#ifdef WITHOUT
int main(void) {
  puts("nothing");
  return 0;
}
#else
int main(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat;
  dr_event event;
  dr_sample sample;
  dr_command_id id;
  double value = 0;
  dr_command command = {.kind = DR_COMMAND_PAUSE};
  dr_moment moment = {.kind = DR_MOMENT_NEXT_CYCLE};
  int failed = dr_repeat_init(&repeat, &def);
  failed |= dr_repeat_start(&repeat, DR_NOW);
  failed |= dr_repeat_set_rate(&repeat, dr_seconds(0.5), DR_NOW);
  failed |= dr_repeat_set_policy(&repeat, dr_phase_matched(0), DR_NOW);
  failed |= dr_repeat_ramp(&repeat, dr_hz(1), 1, DR_NOW);
  failed |= dr_repeat_seek(&repeat, (dr_position){2, 0.5}, 0, DR_NOW);
  failed |= dr_repeat_reverse(&repeat, DR_NOW);
  failed |= dr_repeat_schedule(&repeat, &command, &moment, &id);
  failed |= dr_repeat_cancel(&repeat, id);
  failed |= dr_repeat_pause(&repeat, DR_NOW);
  failed |= dr_repeat_resume(&repeat, DR_NOW);
  while (dr_repeat_next_event(&repeat, 1, &event)) puts(dr_event_kind_text(event.kind));
  failed |= event.status;
  failed |= dr_repeat_advance(&repeat, 1);
  failed |= dr_repeat_sample(&repeat, 1, &sample);
  failed |= dr_repeat_value(&repeat, 1, &value);
  failed |= dr_repeat_stop(&repeat, DR_STOP_MODE_FREEZE, DR_NOW);
  printf("%g %s\n", value, dr_status_text((dr_status)failed));
  return failed;
}
#endif
