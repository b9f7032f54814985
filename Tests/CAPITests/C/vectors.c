// SPDX-License-Identifier: Apache-2.0
// Evaluates cases from standard input and writes the bits of each result, one a line. A line of
// input is a word and numbers:
//   curve X1 Y1 X2 Y2   the Bezier to sample
//   x X                 one sample of it
#include <dynamic_repeat.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(dr_status status, const char *line) {
  if (status == DR_OK) return;
  fprintf(stderr, "%s: %s", dr_status_text(status), line);
  exit(1);
}

int main(void) {
  static char line[1024];
  dr_curve *curve = NULL;
  while (fgets(line, sizeof line, stdin)) {
    char *at = line + 1;
    if (!strncmp(line, "curve", 5)) {
      dr_curve_def def = dr_default_curve_def();
      at = line + 5;
      def.kind = DR_CURVE_BEZIER;
      def.x1 = strtod(at, &at), def.y1 = strtod(at, &at);
      def.x2 = strtod(at, &at), def.y2 = strtod(at, &at);
      dr_curve_destroy(curve);
      need(dr_curve_create(&def, &curve), line);
    } else {
      double value;
      uint64_t bits;
      need(dr_curve_value(curve, strtod(at, &at), &value), line);
      memcpy(&bits, &value, sizeof bits);
      printf("%016" PRIx64 "\n", bits);
    }
  }
  return 0;
}
