// SPDX-License-Identifier: Apache-2.0
// Prints timing functions at 201 points: a name and a number, then the bits of each value.
// Functions that need no libm, such as Bezier curves, must have the same bits on every processor.
#include "check.h"
#include <inttypes.h>

int failures;

static void print(const char *name, int number, const dr_curve_def *def) {
  dr_curve *curve;
  FINE(dr_curve_create(def, &curve));
  printf("%s %d", name, number);
  for (int i = 0; i <= 200; i++) {
    double value = 0;
    uint64_t bits;
    FINE(dr_curve_value(curve, i / 200.0, &value));
    memcpy(&bits, &value, sizeof bits);
    printf(" %016" PRIx64, bits);
  }
  printf("\n");
  dr_curve_destroy(curve);
}

int main(void) {
  static const char *names[] = {"sine", "quadratic", "cubic", "quartic", "quintic", "exponential",
    "circular", "back", "elastic", "bounce"};
  static const double points[][4] = {{0.42, 0, 1, 1}, {0, 0, 0.58, 1}, {0.42, 0, 0.58, 1},
    {0.25, 0.1, 0.25, 1}, {0.68, -0.6, 0.32, 1.6}, {1, 0, 0, 1}, {0, 1, 1, 0}, {0.2, -1, 0.3, 2}};
  dr_curve_def def = dr_default_curve_def();
  def.kind = DR_CURVE_EASING;
  for (int family = DR_EASING_FAMILY_SINE; family <= DR_EASING_FAMILY_BOUNCE; family++)
    for (int direction = DR_EASING_DIRECTION_IN; direction <= DR_EASING_DIRECTION_IN_OUT; direction++) {
      def.family = (dr_easing_family)family;
      def.direction = (dr_easing_direction)direction;
      print(names[family], direction, &def);
    }
  def.kind = DR_CURVE_BEZIER;
  for (int i = 0; i < 8; i++) {
    def.x1 = points[i][0], def.y1 = points[i][1], def.x2 = points[i][2], def.y2 = points[i][3];
    print("bezier", i, &def);
  }
  def.kind = DR_CURVE_SPRING;
  for (int damping = 5; damping <= 25; damping += 5) {
    def.spring.damping = damping;
    print("spring", damping, &def);
  }
  return failures != 0;
}
