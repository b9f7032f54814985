// SPDX-License-Identifier: Apache-2.0
// A program with the whole controller, WITH_BANK, or WITHOUT: the difference is its price.
#include <dynamic_repeat.h>
#include <stdio.h>

#ifdef WITHOUT
int main(void) {
  puts("nothing");
  return 0;
}
#else
#ifdef WITH_BANK
static int use_bank(void) {
  static unsigned char saved[1000];
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = {0};
  dr_member member = {0};
  double value = 0;
  size_t size = 0;
  int failed = dr_bank_create(&def, &bank);
  failed |= dr_bank_add(bank, (dr_rate){1, DR_RATE_HZ, 0}, 0, 0, &member);
  failed |= dr_bank_ramp(bank, member, (dr_rate){2, DR_RATE_HZ, 0}, 1, DR_RAMP_SMOOTH, 0);
  failed |= dr_bank_evaluate(bank, 1);
  failed |= dr_bank_value(bank, member, 1, &value);
  failed |= dr_bank_snapshot(bank, saved, sizeof saved, &size);
  failed |= dr_bank_restore(bank, saved, size);
  failed |= dr_bank_destroy(bank);
  return failed;
}
#else
static int use_bank(void) { return 0; }
#endif

int main(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat;
  dr_event events[8];
  dr_event_count count;
  dr_sample sample;
  double value = 0;
  int failed = dr_repeat_create(&def, &repeat);
  dr_command command = {.kind = DR_COMMAND_PAUSE};
  dr_moment moment = {.kind = DR_MOMENT_NEXT_CYCLE};
  dr_command_id id;
  failed |= dr_repeat_start(repeat);
  failed |= dr_repeat_set_cycle_duration(repeat, 0.5);
  failed |= dr_repeat_set_rate(repeat, 3);
  failed |= dr_repeat_set_policy(repeat, (dr_policy){.kind = DR_PHASE_MATCHED});
  failed |= dr_repeat_ramp(repeat, (dr_rate){1, DR_RATE_HZ, 0}, 1, DR_RAMP_SMOOTH);
  failed |= dr_repeat_seek(repeat, (dr_position){2, 0.5}, 0);
  failed |= dr_repeat_reverse(repeat);
  failed |= dr_repeat_hold(repeat);
  failed |= dr_repeat_schedule(repeat, &command, &moment, &id);
  failed |= dr_repeat_cancel(repeat, id);
  failed |= dr_repeat_cancel_all(repeat);
  failed |= dr_repeat_pause(repeat);
  failed |= dr_repeat_resume(repeat);
  failed |= dr_repeat_advance(repeat, 1, events, 8, &count);
  failed |= dr_repeat_sample(repeat, 1, &sample);
  failed |= dr_repeat_value(repeat, 1, &value);
  failed |= dr_repeat_stop(repeat, DR_STOP_FREEZE);
  failed |= dr_repeat_destroy(repeat);
  failed |= use_bank();
  printf("%g %u %s\n", value, count.written, dr_status_text((dr_status)failed));
  return failed;
}
#endif
