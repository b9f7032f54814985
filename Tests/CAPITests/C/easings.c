// SPDX-License-Identifier: Apache-2.0
// Prints every easing and a few springs at 201 points: a name, then the bits of each value. Only
// these timing functions need functions of libm.
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
  dr_curve_def def = dr_default_curve_def();
  def.kind = DR_CURVE_EASING;
  for (int family = DR_EASING_FAMILY_SINE; family <= DR_EASING_FAMILY_BOUNCE; family++)
    for (int direction = DR_EASING_DIRECTION_IN; direction <= DR_EASING_DIRECTION_IN_OUT; direction++) {
      def.family = (dr_easing_family)family;
      def.direction = (dr_easing_direction)direction;
      print(names[family], direction, &def);
    }
  def.kind = DR_CURVE_SPRING;
  for (int damping = 5; damping <= 25; damping += 5) {
    def.spring.damping = damping;
    print("spring", damping, &def);
  }
  return failures != 0;
}
