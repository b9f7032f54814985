// SPDX-License-Identifier: Apache-2.0
// Evaluates cases from standard input and writes the bits of each result: one line a sample, and at
// the end a hash of all that was written (FNV-1a, 64 bits). With the argument "hash" it writes that
// alone. A line of input is a word and numbers:
//   curve bezier X1 Y1 X2 Y2 | curve steps COUNT JUMP | curve linear
//   space BEGIN SPEED OFFSET   one more, inside the last; `spaces` removes all
//   timing DURATION COUNT REPEAT-DURATION AUTOREVERSES FILL OFFSET   in the innermost space
//   group ...                  the same, and the next timing is inside it; `alone` ends that
//   speed S T, seek LOCAL T, begin SECONDS, pause T, resume T   change the innermost space
//   x X                        a sample of the curve
//   t T                        a sample of all spaces and the timing
#include <dynamic_repeat.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_spaces = 16, most_numbers = 8 };

static dr_curve curve, group_curve;
static dr_time_space spaces[most_spaces];
static dr_media_timing timing, group;
static int space_count, has_group;
static double n[most_numbers];

static void need(dr_status status, const char *line) {
  if (status == DR_OK) return;
  fprintf(stderr, "%s: %s", dr_status_text(status), line);
  exit(1);
}

static int writes_hash_alone;
static uint64_t hash = 0xcbf29ce484222325;
static long sample_count;

static void say(const char *text) {
  for (const char *at = text; *at; at++) hash = (hash ^ (unsigned char)*at) * 0x100000001b3;
  if (!writes_hash_alone) fputs(text, stdout);
}

static void put(double number) {
  char text[24];
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  snprintf(text, sizeof text, "%016" PRIx64 " ", bits);
  say(text);
}

static void end_sample(void) {
  say("\n");
  sample_count++;
}

static void set_curve(const char *line) {
  dr_curve_def def = dr_default_curve_def();
  if (!strncmp(line, "curve bezier", 12)) {
    def.kind = DR_CURVE_BEZIER;
    def.x1 = n[0], def.y1 = n[1], def.x2 = n[2], def.y2 = n[3];
  } else if (!strncmp(line, "curve steps", 11)) {
    def.kind = DR_CURVE_STEPS;
    def.step_count = (int32_t)n[0];
    def.step_jump = (dr_step_jump)(int)n[1];
  }
  if (curve.id && curve.id != group_curve.id) need(dr_curve_destroy(curve), line);
  need(dr_curve_create(&def, &curve), line);
}

static dr_media_timing given_timing(void) {
  dr_media_timing made = dr_default_media_timing();
  made.duration_s = n[0];
  made.repeat_count = n[1];
  made.repeat_duration_s = n[2];
  made.autoreverses = n[3] != 0;
  made.fill_mode = (dr_fill_mode)(int)n[4];
  made.time_offset_s = n[5];
  return made;
}

static dr_media_sample sample_at(
  const dr_media_timing *of, dr_curve pace, double time, int reversed, const char *line) {
  dr_media_sample sample;
  need(dr_media_timing_sample(of, pace, time, reversed, &sample), line);
  put(sample.is_in_effect ? sample.progress : -1);
  put(sample.is_in_effect ? sample.fraction : -1);
  put(sample.local_time_s);
  char text[40];
  snprintf(text, sizeof text, "%d %" PRId64 " ", (int)sample.stage, sample.leg);
  say(text);
  return sample;
}

static void sample_all(double time, const char *line) {
  int reversed = 0;
  for (int index = 0; index < space_count; index++) {
    double outer = time, back = 0;
    need(dr_time_space_local(&spaces[index], outer, &time), line);
    dr_status status = dr_time_space_parent(&spaces[index], time, &back);
    if (status != DR_ERROR_NO_ANSWER) need(status, line);
    put(time);
    put(back);
    reversed ^= spaces[index].speed < 0;
  }
  if (has_group) {
    dr_media_sample outer = sample_at(&group, group_curve, time, reversed, line);
    if (outer.is_in_effect) {
      sample_at(&timing, curve, outer.local_time_s, outer.runs_backwards, line);
    }
  } else {
    sample_at(&timing, curve, time, reversed, line);
  }
}

static void change_space(const char *line) {
  dr_time_space *inner = &spaces[space_count - 1];
  if (!strncmp(line, "speed", 5)) need(dr_time_space_set_speed(inner, n[0], n[1]), line);
  if (!strncmp(line, "seek", 4)) need(dr_time_space_seek(inner, n[0], n[1]), line);
  if (!strncmp(line, "begin", 5)) inner->begin_s += n[0];
  if (!strncmp(line, "pause", 5)) need(dr_time_space_pause(inner, n[0]), line);
  if (!strncmp(line, "resume", 6)) need(dr_time_space_resume(inner, n[0]), line);
}

int main(int count, char **arguments) {
  static char line[1024];
  writes_hash_alone = count > 1 && !strcmp(arguments[1], "hash");
  while (fgets(line, sizeof line, stdin)) {
    char word[16] = "";
    int used = 0;
    sscanf(line, "%15s%n", word, &used);
    char *at = line + used;
    if (!strcmp(word, "curve")) at += 1 + strcspn(at + 1, " \n");
    for (int index = 0; index < most_numbers; index++) n[index] = strtod(at, &at);
    if (!strcmp(word, "curve")) {
      set_curve(line);
    } else if (!strcmp(word, "spaces")) {
      space_count = 0;
    } else if (!strcmp(word, "space") && space_count < most_spaces) {
      spaces[space_count] = dr_default_time_space();
      spaces[space_count].begin_s = n[0];
      spaces[space_count].speed = n[1];
      spaces[space_count++].offset_s = n[2];
    } else if (!strcmp(word, "timing")) {
      timing = given_timing();
    } else if (!strcmp(word, "group")) {
      group = given_timing();
      group_curve = curve;
      has_group = 1;
    } else if (!strcmp(word, "alone")) {
      has_group = 0;
      group_curve.id = 0;
    } else if (!strcmp(word, "x")) {
      double value;
      need(dr_curve_value(curve, n[0], &value), line);
      put(value);
      end_sample();
    } else if (!strcmp(word, "t")) {
      sample_all(n[0], line);
      end_sample();
    } else {
      change_space(line);
    }
  }
  printf("%ld samples, hash %016" PRIx64 "\n", sample_count, hash);
  return 0;
}
