// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static double curve_at(dr_curve_def def, double progress) {
  dr_curve curve = {0};
  double value = -9;
  FINE(dr_curve_create(&def, &curve));
  FINE(dr_curve_value(curve, progress, &value));
  FINE(dr_curve_destroy(curve));
  return value;
}

static void test_kinds(void) {
  dr_curve_def def = dr_default_curve_def();
  CHECK(curve_at(def, 0.3) == 0.3);
  CHECK(curve_at(def, -1) == 0 && curve_at(def, 2) == 1 && curve_at(def, NAN) == 0);
  // Core Animation's own results, to 1e-5.
  static const double at_quarter[] = {0.25, 0.093465, 0.378140, 0.129162, 0.408511};
  for (int kind = DR_CURVE_LINEAR; kind <= DR_CURVE_DEFAULT; kind++) {
    def.kind = (dr_curve_kind)kind;
    CHECK(fabs(curve_at(def, 0.25) - at_quarter[kind]) < 1e-5);
  }
  def.kind = DR_CURVE_BEZIER;
  CHECK(fabs(curve_at(def, 0.25) - 0.129162) < 1e-5);
  def.kind = DR_CURVE_STEPS;
  static const double step_at_third[] = {0.5, 0.25, 1.0 / 3, 0.4};
  for (int jump = DR_STEP_JUMP_START; jump <= DR_STEP_JUMP_BOTH; jump++) {
    def.step_jump = (dr_step_jump)jump;
    CHECK(curve_at(def, 0.33) == step_at_third[jump]);
  }
  def.kind = DR_CURVE_EASING;
  for (int family = DR_EASING_SINE; family <= DR_EASING_BOUNCE; family++) {
    for (int direction = DR_EASING_IN; direction <= DR_EASING_IN_OUT; direction++) {
      def.family = (dr_easing_family)family;
      def.direction = (dr_easing_direction)direction;
      CHECK(curve_at(def, 0) == 0 && curve_at(def, 1) == 1);
    }
  }
  dr_stop stops[] = {{2, NAN}, {4, NAN}, {3, NAN}};
  def.kind = DR_CURVE_STOPS;
  def.stops = stops;
  def.stop_count = 3;
  CHECK(curve_at(def, 0.25) == 3);
}

static void test_springs(void) {
  dr_curve_def def = dr_default_curve_def();
  def.kind = DR_CURVE_SPRING;
  dr_curve curve = {0};
  double seconds = -1;
  FINE(dr_curve_create(&def, &curve));
  FINE(dr_curve_settling_duration(curve, &seconds));
  CHECK(seconds > 1 && seconds < 2);
  EXPECT(DR_ERROR_NULL, dr_curve_settling_duration(curve, NULL));
  FINE(dr_curve_destroy(curve));
  EXPECT(DR_ERROR_HANDLE, dr_curve_settling_duration(curve, &seconds));
  def.kind = DR_CURVE_LINEAR;
  FINE(dr_curve_create(&def, &curve));
  EXPECT(DR_ERROR_NO_ANSWER, dr_curve_settling_duration(curve, &seconds));
  FINE(dr_curve_destroy(curve));
  def.kind = DR_CURVE_SPRING;
  double wrong[] = {0, -1, NAN, INFINITY};
  for (int index = 0; index < 4; index++) {
    def.spring.mass = wrong[index];
    EXPECT(DR_ERROR_TIMING, dr_curve_create(&def, &curve));
  }
}

static void test_invalid_definitions(void) {
  dr_curve curve = {7};
  dr_curve_def blank;
  memset(&blank, 0xab, sizeof blank);
  EXPECT(DR_ERROR_DEFINITION, dr_curve_create(&blank, &curve));
  dr_curve_def def = dr_default_curve_def();
  EXPECT(DR_ERROR_NULL, dr_curve_create(NULL, &curve));
  EXPECT(DR_ERROR_NULL, dr_curve_create(&def, NULL));
  def.kind = (dr_curve_kind)77;
  EXPECT(DR_ERROR_CHOICE, dr_curve_create(&def, &curve));
  def.kind = DR_CURVE_STEPS;
  def.step_count = 0;
  EXPECT(DR_ERROR_TIMING, dr_curve_create(&def, &curve));
  def.step_count = 4;
  def.step_jump = (dr_step_jump)-1;
  EXPECT(DR_ERROR_CHOICE, dr_curve_create(&def, &curve));
  def.kind = DR_CURVE_EASING;
  def.family = (dr_easing_family)10;
  EXPECT(DR_ERROR_CHOICE, dr_curve_create(&def, &curve));
  def.family = DR_EASING_SINE;
  def.direction = (dr_easing_direction)3;
  EXPECT(DR_ERROR_CHOICE, dr_curve_create(&def, &curve));
  def.kind = DR_CURVE_BEZIER;
  def.y2 = NAN;
  EXPECT(DR_ERROR_TIMING, dr_curve_create(&def, &curve));
  def.kind = DR_CURVE_STOPS;
  EXPECT(DR_ERROR_TIMING, dr_curve_create(&def, &curve));
  def.stop_count = 1;
  EXPECT(DR_ERROR_NULL, dr_curve_create(&def, &curve));
  def.stop_count = DR_MAX_STOPS + 1;
  EXPECT(DR_ERROR_CAPACITY, dr_curve_create(&def, &curve));
  CHECK(curve.id == 7);
  CHECK(!dr_curve_is_valid(curve));
  double value = 5;
  EXPECT(DR_ERROR_HANDLE, dr_curve_value(curve, 0, &value));
  EXPECT(DR_ERROR_HANDLE, dr_curve_destroy(curve));
  CHECK(value == 5);
}

void test_curves(void) {
  test_kinds();
  test_springs();
  test_invalid_definitions();
  dr_curve_def def = dr_default_curve_def();
  dr_curve curve = {0};
  FINE(dr_curve_create(&def, &curve));
  CHECK(dr_curve_is_valid(curve));
  EXPECT(DR_ERROR_NULL, dr_curve_value(curve, 0, NULL));
  FINE(dr_curve_destroy(curve));
  CHECK(!dr_curve_is_valid(curve));
  EXPECT(DR_ERROR_HANDLE, dr_curve_destroy(curve));
}
