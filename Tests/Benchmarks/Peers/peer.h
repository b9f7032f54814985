// SPDX-License-Identifier: Apache-2.0
// The protocol of the peers in C and C++. PEER COUNT makes a number of animations, with 0.5 to 2 s from
// one state to the other and a phase each; then each line with a number of frames moves all of them.
#pragma once

#include <stdio.h>
#include <stdlib.h>

// Evenly spread durations, in milliseconds of one way, in an order that is not sorted.
static inline int peer_duration_ms(long number) { return 500 + (int)(number * 7919L % 1501L); }

// The time that an animation has run at the start, in milliseconds.
static inline int peer_start_ms(long number) {
  return (int)(number * 104729L % peer_duration_ms(number));
}

// The number of animations from the arguments; ends the program if there is none.
static inline long peer_count(int argc, char **argv) {
  char *end = NULL;
  const long count = argc == 2 ? strtol(argv[1], &end, 10) : 0;
  if (count < 1 || count > 10000000 || *end != 0) {
    fprintf(stderr, "%s: right is one argument, 1 to 10000000 animations\n", argv[0]);
    exit(64);
  }
  return count;
}

// Moves all animations for each line with a number of frames, and answers "done". A frame is given the
// milliseconds since the start. The sum keeps the compiler from leaving the values out.
static inline int peer_serve(double (*show_frame)(long time_ms)) {
  static volatile double sum;
  long frame = 0, frames;
  printf("ready\n");
  fflush(stdout);
  while (scanf("%ld", &frames) == 1 && frames > 0) {
    for (long number = 0; number < frames; number++) sum += show_frame(++frame * 1000 / 60);
    printf("done\n");
    fflush(stdout);
  }
  return 0;
}
