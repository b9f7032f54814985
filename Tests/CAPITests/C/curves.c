// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static double curve_at(dr_curve_def def, double progress) {
  dr_curve *curve = NULL;
  double value = -9;
  FINE(dr_curve_create(&def, &curve));
  FINE(dr_curve_value(curve, progress, &value));
  dr_curve_destroy(curve);
  return value;
}

static void test_kinds(void) {
  dr_curve_def def = dr_default_curve_def();
  CHECK(curve_at(def, 0.3) == 0.3);
  CHECK(curve_at(def, -1) == 0 && curve_at(def, 2) == 1 && curve_at(def, NAN) == 0);
  // The results of Core Animation, to 1e-5.
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
  for (int family = DR_EASING_FAMILY_SINE; family <= DR_EASING_FAMILY_BOUNCE; family++) {
    for (int direction = DR_EASING_DIRECTION_IN; direction <= DR_EASING_DIRECTION_IN_OUT; direction++) {
      // The values of IN at the middle. OUT is the mirror image of IN, and IN_OUT is 0.5 there.
      static const double in[] = {0.292893, 0.25, 0.125, 0.0625, 0.03125, 0.03125, 0.133975,
        -0.087698, -0.015625, 0.234375};
      const double wanted[] = {in[family], 1 - in[family], 0.5};
      def.family = (dr_easing_family)family;
      def.direction = (dr_easing_direction)direction;
      CHECK(fabs(curve_at(def, 0.5) - wanted[direction]) < 1e-6);
    }
  }
  dr_curve_stop stops[] = {{2, NAN}, {4, NAN}, {3, NAN}};
  def.kind = DR_CURVE_STOPS;
  def.stops = stops;
  def.stop_count = 3;
  CHECK(curve_at(def, 0.25) == 3);
}

static void test_springs(void) {
  dr_curve_def def = dr_default_curve_def();
  def.kind = DR_CURVE_SPRING;
  dr_curve *curve = NULL;
  double seconds = -1;
  FINE(dr_curve_create(&def, &curve));
  FINE(dr_curve_settling_duration(curve, &seconds));
  CHECK(seconds > 1 && seconds < 2);
  EXPECT(DR_ERROR_NULL, dr_curve_settling_duration(curve, NULL));
  dr_curve_destroy(curve);
  EXPECT(DR_ERROR_NULL, dr_curve_settling_duration(NULL, &seconds));
  def.kind = DR_CURVE_LINEAR;
  FINE(dr_curve_create(&def, &curve));
  EXPECT(DR_ERROR_NO_ANSWER, dr_curve_settling_duration(curve, &seconds));
  dr_curve_destroy(curve);
  def.kind = DR_CURVE_SPRING;
  double wrong[] = {0, -1, NAN, INFINITY};
  for (int index = 0; index < 4; index++) {
    def.spring.mass = wrong[index];
    EXPECT(DR_ERROR_TIMING, dr_curve_create(&def, &curve));
  }
}

static void test_invalid_definitions(void) {
  dr_curve *curve = (dr_curve *)&curve, *before = curve;
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
  def.family = DR_EASING_FAMILY_SINE;
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
  CHECK(curve == before);
  double value = 5;
  EXPECT(DR_ERROR_NULL, dr_curve_value(NULL, 0, &value));
  CHECK(value == 5);
  dr_curve_destroy(NULL);
}

// The pace of a repeat is the same as the curve of the same kind.
static void test_paces(void) {
  for (int kind = DR_CURVE_LINEAR; kind <= DR_CURVE_STEPS; kind++) {
    dr_curve_def curve = dr_default_curve_def();
    dr_repeat_def def = dr_default_repeat_def();
    dr_repeat repeat = made(&def);
    curve.kind = (dr_curve_kind)kind;
    (curve.x1 = 0.2, curve.y1 = -1, curve.x2 = 0.3, curve.y2 = 2);
    def.pace = (dr_pace){curve.kind, curve.step_count, curve.step_jump, 0, 0.2, -1, 0.3, 2};
    FINE(dr_repeat_init(&repeat, &def));
    FINE(dr_repeat_start(&repeat, DR_NOW));
    for (double time = 0; time < 1; time += 1 / 64.0) {
      dr_sample sample = {0};
      FINE(dr_repeat_sample(&repeat, time, &sample));
      CHECK(sample.value == curve_at(curve, time) && sample.fraction == time);
      CHECK(value_at(&repeat, time) == sample.value);
    }
  }
}

static void test_colors(void) {
  CHECK(dr_mix_srgb8(10, 200, 0) == 10 && dr_mix_srgb8(10, 200, 1) == 200);
  CHECK(dr_mix_srgb8(0, 255, 0.5) == 188 && dr_mix_srgb8(10, 200, NAN) == 10);
  CHECK(dr_mix_srgb8(0, 255, -INFINITY) == 0 && dr_mix_srgb8(0, 255, 1e300) == 255);
}

void test_curves(void) {
  test_kinds();
  test_springs();
  test_invalid_definitions();
  test_paces();
  test_colors();
}
