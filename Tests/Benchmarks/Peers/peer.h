// SPDX-License-Identifier: Apache-2.0
// What the peers in C and C++ share: the protocol that the benchmark speaks with all of them.
//
//   PEER COUNT
//
// makes that many animations, there and back or as near to it as the peer comes, with 0.5 to 2 s a
// way and a phase each. Then, for each line with a number of frames on standard input, it moves all
// of them on by so many frames of 1/60 s, and prints how many nanoseconds one animation took in one
// frame.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Evenly spread durations, in milliseconds of one way, in an order that is not sorted.
static inline int peer_duration_ms(long number) { return 500 + (int)(number * 7919L % 1501L); }

// Where in its way an animation is at the start, in milliseconds.
static inline int peer_start_ms(long number) {
  return (int)(number * 104729L % peer_duration_ms(number));
}

// The number of animations from the arguments; ends the program if there is none.
static inline long peer_count(int argc, char **argv) {
  char *end = NULL;
  const long count = argc == 2 ? strtol(argv[1], &end, 10) : 0;
  if (count < 1 || count > 10000000 || *end != 0) {
    fprintf(stderr, "%s: right is one argument, the number of animations, 1 to 10000000\n",
            argv[0]);
    exit(64);
  }
  return count;
}

// Processor time, as the benchmark's own: what other programs take is no part of it.
static inline double peer_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

// Answers until the input ends. A frame is given the milliseconds since the start.
static inline int peer_serve(long count, double (*show_frame)(long time_ms)) {
  static double sum;
  long frame = 0, frames;
  printf("ready\n");
  fflush(stdout);
  while (scanf("%ld", &frames) == 1 && frames > 0) {
    const double start = peer_now_ns();
    for (long number = 0; number < frames; number++) sum += show_frame(++frame * 1000 / 60);
    const double elapsed = peer_now_ns() - start;
    printf("ns %.6f\n", elapsed / (double)frames / (double)count);
    fflush(stdout);
  }
  // Printed only on request; without it the compiler could leave the values out.
  if (getenv("PEER_SUM")) fprintf(stderr, "%g\n", sum);
  return 0;
}
