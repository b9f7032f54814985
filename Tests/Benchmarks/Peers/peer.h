// SPDX-License-Identifier: Apache-2.0
// The protocol of the programs in C and C++. `PEER COUNT` creates animations with 0.5 to 2 s per
// direction and different phases. Each input line is a number of frames: the program advances all
// animations by that number of frames.
#pragma once

#include <stdio.h>
#include <stdlib.h>

// Evenly distributed durations of one direction in milliseconds, in unsorted order.
static inline int peer_duration_ms(long number) { return 500 + (int)(number * 7919L % 1501L); }

// The elapsed time of an animation at the start, in milliseconds.
static inline int peer_start_ms(long number) {
  return (int)(number * 104729L % peer_duration_ms(number));
}

// The number of animations from the arguments; exits if it is missing.
static inline long peer_count(int argc, char **argv) {
  char *end = NULL;
  const long count = argc == 2 ? strtol(argv[1], &end, 10) : 0;
  if (count < 1 || count > 10000000 || *end != 0) {
    fprintf(stderr, "%s: it takes one argument: the number of animations, 1 to 10000000\n", argv[0]);
    exit(64);
  }
  return count;
}

// For each line with a number of frames, advances all animations and prints "done". `show_frame`
// gets the milliseconds since the start. The sum keeps the compiler from omitting the values.
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
