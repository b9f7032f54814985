// SPDX-License-Identifier: Apache-2.0
// Rollback and lockstep as in the recipe "Over a network" of Recipes.md. Prints hashes of the
// repeats' states and events, which are the same on every processor.
#include "check.h"
#include <inttypes.h>

enum { REPEATS = 1000, FRAMES = 60, SAVED_FRAMES = 8, COMMANDS = 300 };

int failures;

/** A command, its frame, and the frame, possibly later, in which a remote program receives it. */
typedef struct {
  int repeat, frame, received;
  dr_command command;
} command;

static command commands[COMMANDS];
static dr_repeat repeats[REPEATS], saved[SAVED_FRAMES][REPEATS];
static uint64_t events_of_frame[FRAMES];

/** A number below `limit`: xorshift64 by George Marsaglia. */
static int random_below(int limit) {
  static uint64_t state = 88172645463325252;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)(state % (uint64_t)limit);
}

static dr_command random_command(void) {
  double number = random_below(8192) / 1024.0 - 4;
  switch (random_below(7)) {
    case 0: return (dr_command){.kind = DR_COMMAND_PAUSE};
    case 1: return (dr_command){.kind = DR_COMMAND_REVERSE};
    case 2: return (dr_command){.kind = DR_COMMAND_RAMP, .rate = dr_hz(number), .ramp_s = 0.1};
    case 3: return (dr_command){.kind = DR_COMMAND_SEEK, .position = {1, 0.25}};
    case 4: return (dr_command){.kind = DR_COMMAND_RATE, .rate = dr_seconds(4.1 + number)};
    case 5: return (dr_command){.kind = DR_COMMAND_POLICY, .policy = dr_restart_per_cycle()};
    default: return (dr_command){.kind = DR_COMMAND_RESUME};
  }
}

static void make_repeats(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_hz(3);
  def.policy = dr_phase_matched(0);
  def.reporting = DR_REPORTING_ALL;
  def.now_s = 0;
  for (int i = 0; i < REPEATS; i++) {
    FINE(dr_repeat_init(&repeats[i], &def));
    FINE(dr_repeat_start(&repeats[i], DR_NOW));
  }
}

/** FNV-1a. */
static uint64_t hash(uint64_t sum, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
  return sum;
}

static uint64_t hash_of_states(void) {
  uint64_t sum = hash(0xcbf29ce484222325, events_of_frame, sizeof events_of_frame);
  for (int i = 0; i < REPEATS; i++) {
    static unsigned char bytes[DR_SAVED_REPEAT_SIZE];
    size_t size;
    FINE(dr_repeat_save(&repeats[i], bytes, sizeof bytes, &size));
    sum = hash(sum, bytes, size);
  }
  return sum;
}

/** Advances all repeats; returns a hash of their events. */
static uint64_t advance(double time_s) {
  uint64_t sum = 0;
  for (int i = 0; i < REPEATS; i++) {
    dr_event events[64];
    uint32_t count;
    FINE(dr_repeat_advance(&repeats[i], time_s, events, 64, &count));
    for (uint32_t e = 0; e < count; e++) {
      sum = hash(sum, &events[e].cycle, sizeof events[e].cycle);
      sum = hash(sum, &events[e].time_s, sizeof events[e].time_s);
    }
  }
  return sum;
}

/** Plays a frame with its commands; if `is_late`, only with those received by frame `present`. */
static void play_frame(int frame, int present, int is_late) {
  memcpy(saved[frame % SAVED_FRAMES], repeats, sizeof repeats);
  for (int i = 0; i < COMMANDS; i++) {
    if (commands[i].frame != frame || (is_late && commands[i].received > present)) continue;
    dr_moment now = {.kind = DR_MOMENT_TIME, .time_s = DR_NOW};
    FINE(dr_repeat_schedule(&repeats[commands[i].repeat], &commands[i].command, &now, NULL));
  }
  events_of_frame[frame] = advance((frame + 1) / 60.0);
}

/**
 * Plays all frames. If `is_late`, goes back to the earliest frame for which a command just came.
 */
static uint64_t play(int is_late) {
  make_repeats();
  for (int frame = 0; frame < FRAMES; frame++) {
    int oldest = frame;
    for (int i = 0; i < COMMANDS && is_late; i++) {
      if (commands[i].received == frame && commands[i].frame < oldest) oldest = commands[i].frame;
    }
    if (oldest < frame) memcpy(repeats, saved[oldest % SAVED_FRAMES], sizeof repeats);
    for (int again = oldest; again <= frame; again++) play_frame(again, frame, is_late);
  }
  return hash_of_states();
}

/** Schedules all commands, then advances by one second, in `frames` equal frames. */
static uint64_t play_scheduled(int frames) {
  make_repeats();
  memset(events_of_frame, 0, sizeof events_of_frame);
  for (int i = 0; i < COMMANDS; i++) {
    dr_moment moment = {.kind = DR_MOMENT_TIME, .time_s = commands[i].frame / 60.0};
    FINE(dr_repeat_schedule(&repeats[commands[i].repeat], &commands[i].command, &moment, NULL));
  }
  for (int frame = 1; frame <= frames; frame++) advance((double)frame / frames);
  return hash_of_states();
}

int main(void) {
  for (int i = 0; i < COMMANDS; i++) {
    int frame = 1 + random_below(FRAMES - SAVED_FRAMES - 1);
    int received = frame + random_below(SAVED_FRAMES + 1);
    commands[i] = (command){random_below(REPEATS), frame, received, random_command()};
  }
  uint64_t on_time = play(0), late = play(1), whole = play_scheduled(1), split = play_scheduled(144);
  CHECK(on_time == late);
  CHECK(whole == split);
  printf("%016" PRIx64 " %016" PRIx64 "\n", on_time, whole);
  return failures != 0;
}
