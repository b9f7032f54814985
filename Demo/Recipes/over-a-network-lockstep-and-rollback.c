// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Recipe:
// What a program sends: the action and its tick, not the state. A tick is 1/60 s. All programs agree
// on a tick that none of them has reached.
typedef struct message {
  int32_t tick, lamp;
  double cycle_duration_s;
} message;

enum { LAMPS = 3, SAVED = 8 };
static dr_repeat lamps[LAMPS], saved[SAVED][LAMPS];  // the copies are for rollback

void receive(message sent) {
  dr_command command = dr_command_of(DR_COMMAND_RATE);
  command.rate = dr_seconds(sent.cycle_duration_s);
  dr_moment moment = dr_at_time(sent.tick / 60.0);
  dr_repeat_schedule(&lamps[sent.lamp], &command, &moment, NULL);
}

// What the programs compare from time to time: FNV-1a of the saved states.
uint64_t hash(void) {
  uint64_t hash = 0xcbf29ce484222325;
  for (int i = 0; i < LAMPS; i++) {
    unsigned char bytes[DR_SAVED_REPEAT_SIZE];
    size_t size = 0;
    dr_repeat_save(&lamps[i], bytes, sizeof bytes, &size);
    for (size_t j = 0; j < size; j++) hash = (hash ^ bytes[j]) * 0x100000001b3;
  }
  return hash;
}

void begin_frame(int tick) { memcpy(saved[tick % SAVED], lamps, sizeof lamps); }
void go_back_to(int tick) { memcpy(lamps, saved[tick % SAVED], sizeof lamps); }
// End of recipe.

static void play(int first, int last) {
  for (int tick = first; tick <= last; tick++) {
    begin_frame(tick);
    for (int i = 0; i < LAMPS; i++) dr_repeat_advance(&lamps[i], tick / 60.0);
  }
}

static uint64_t hash_of_game(int hears_late) {
  const message sent = {9, 1, 0.3};
  dr_repeat_def def = dr_default_repeat_def();
  for (int i = 0; i < LAMPS; i++) {
    dr_repeat_init(&lamps[i], &def);
    dr_repeat_start(&lamps[i], DR_NOW);
  }
  play(0, 7);
  if (!hears_late) receive(sent);
  play(8, 10);
  if (hears_late) {
    go_back_to(8);
    receive(sent);
    play(8, 10);
  }
  play(11, 100);
  return hash();
}

int main(void) {
  const uint64_t in_time = hash_of_game(0);
  printf("%" PRIx64 " %s\n", in_time, hash_of_game(1) == in_time ? "true" : "false");
}
