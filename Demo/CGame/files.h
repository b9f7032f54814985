// SPDX-License-Identifier: Apache-2.0
//
// What the game reads and writes beside its window: the schedule of --play, the numbers of --trace,
// and errors.
#ifndef FILES_H
#define FILES_H

#include <dynamic_repeat.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

// Exit codes as in BSD's sysexits; the same as the Swift demo's.

enum { USAGE = 64, BAD_DATA, NO_INPUT, UNAVAILABLE = 69, INTERNAL, NO_OUTPUT = 73, BROKEN_OFF };

// Ends the program: what is wrong in one line, what would be right in the next.
__attribute__((format(printf, 3, 4)))
static _Noreturn void fail(int code, const char *right, const char *wrong, ...) {
  va_list arguments;
  va_start(arguments, wrong);
  fputs("flashing-square: ", stderr);
  vfprintf(stderr, wrong, arguments);
  va_end(arguments);
  fprintf(stderr, "\n  %s\n", right);
  exit(code);
}

// ---- The orders of --play

typedef struct { double time_s, duration_s, ramp_s; } row;  // ramp_s < 0: as the mode says
typedef struct { row *rows; uint32_t count; } schedule;

static const struct { const char *title, *right; double lowest, highest; } columns[3] = {
  {"time", "a time is in seconds, at least 0 and at most 1e12, as in 1.5", 0, 1e12},
  {"cycle_duration", "a cycle_duration is in seconds, from 0.000001 to 1000000000, as in 0.5",
    1e-6, 1e9},
  {"ramp", "a ramp is in seconds, at least 0 and at most 1e9, as in 0.25, or empty", 0, 1e9}};

// Splits a line at its commas, without blanks around the cells; 4 also stands for more.
static int split(char *line, char *cells[4]) {
  int count = 0;
  for (char *cell; count < 4 && (cell = strsep(&line, ",")); count++) {
    cell += strspn(cell, " \t");
    char *end = cell + strlen(cell);
    while (end > cell && strchr(" \t\r\n", end[-1])) *--end = 0;
    cells[count] = cell;
  }
  return count;
}

static double read_cell(const char *path, int line, int column, const char *cell) {
  char *end;
  double value = strtod(cell, &end);
  // What strtod takes, but for nan, inf and hexadecimal.
  bool is_number = end > cell && !*end && !cell[strspn(cell, "0123456789+-.eE")];
  bool is_right = value >= columns[column].lowest && value <= columns[column].highest;
  if (is_number && is_right) return value + 0;
  fail(BAD_DATA, columns[column].right, "%s:%d: %s \"%.80s\" is %s", path, line,
    columns[column].title, cell, is_number ? "out of range" : "not a number");
}

static void add_row(schedule *schedule, const char *path, int line, char **cells) {
  row row = {read_cell(path, line, 0, cells[0]), read_cell(path, line, 1, cells[1]),
    cells[2] && *cells[2] ? read_cell(path, line, 2, cells[2]) : -1};
  if (schedule->count && row.time_s < schedule->rows[schedule->count - 1].time_s) {
    fail(BAD_DATA, "sort the rows by time", "%s:%d: is before the row above", path, line);
  }
  if (schedule->count == DR_MAX_CAPACITY) {
    fail(BAD_DATA, "leave the rest out", "%s:%d: is the 65537th row", path, line);
  }
  schedule->rows = realloc(schedule->rows, (schedule->count + 1) * sizeof row);
  if (!schedule->rows) fail(UNAVAILABLE, "name a shorter file", "%s: no memory left", path);
  schedule->rows[schedule->count++] = row;
}

static schedule read_schedule(const char *path) {
  schedule result = {0};
  FILE *file = fopen(path, "r");
  char *line = NULL, *cells[4] = {0};
  size_t room = 0;
  int width = 0, blank = 0, number = 1;
  for (ssize_t length; file && (length = getline(&line, &room, file)) >= 0; number++) {
    bool is_text = (size_t)length == strlen(line);
    int count = split(line + (number == 1 && !strncmp(line, "\xEF\xBB\xBF", 3) ? 3 : 0), cells);
    if (number == 1) {
      for (int i = 0; i < count; i++) width += i < 3 && !strcmp(cells[i], columns[i].title);
      if (is_text && count >= 2 && count == width) continue;
      fail(BAD_DATA, "it is time,cycle_duration or time,cycle_duration,ramp",
        "%s:1: is not the header", path);
    }
    if (is_text && count == 1 && !*cells[0]) {
      if (!blank) blank = number;
      continue;
    }
    if (blank) fail(BAD_DATA, "remove it", "%s:%d: is blank, and rows follow", path, blank);
    if (!is_text || count != width) {
      fail(BAD_DATA, "a row has a cell for each title", "%s:%d: is no row", path, number);
    }
    add_row(&result, path, number, cells);
  }
  if (!file || (ferror(file) && errno == EISDIR)) {
    fail(NO_INPUT, "name a file that exists", "%s: cannot be read: %s", path, strerror(errno));
  }
  if (ferror(file)) fail(BROKEN_OFF, "try again", "%s: %s", path, strerror(errno));
  if (!result.count) fail(BAD_DATA, "add at least one, for example 0,2.0", "%s: has no rows", path);
  fclose(file);
  free(line);
  return result;
}

// ---- Numbers in the shortest form that reads back as the same, as Swift prints them

// The fewest digits that read back as `size`, with the point behind the first; their number.
static int shortest(double size, char digits[32], int *exponent) {
  char text[48];
  int count = 0;
  // A power of two has its neighbours nearer below than above. Where the nearest number of so many
  // digits lies below and is another double's, one above may still be ours: the nearest to this.
  long double above = size + ((long double)nextafter(size, INFINITY) - size) / 4;
  do {
    snprintf(text, sizeof text, "%.*e", count, size);
    if (strtod(text, NULL) != size) snprintf(text, sizeof text, "%.*Le", count, above);
  } while (strtod(text, NULL) != size && ++count < 17);
  digits[0] = text[0];
  memcpy(digits + 1, text + 2, (size_t)count);
  digits[count + 1] = 0;
  *exponent = atoi(strchr(text, 'e') + 1);
  return count + 1;
}

// Writes a number and a comma.
static void write_number(FILE *file, double value) {
  static const char *zeros = "0000000000000000";
  char digits[32];
  int exponent;
  if (isinf(value)) {
    fputs(value < 0 ? "-inf," : "inf,", file);
    return;
  }
  if (signbit(value)) fputc('-', file);
  int count = shortest(fabs(value), digits, &exponent), whole = exponent + 1;
  if (exponent < -4 || fabs(value) > 0x1p53) {
    fprintf(file, "%c%s%se%+03d,", digits[0], count > 1 ? "." : "", digits + 1, exponent);
  } else if (exponent < 0) {
    fprintf(file, "0.%.*s%s,", -whole, zeros, digits);
  } else if (count <= whole) {
    fprintf(file, "%s%.*s.0,", digits, whole - count, zeros);
  } else {
    fprintf(file, "%.*s.%s,", whole, digits, digits + whole);
  }
}

#endif
