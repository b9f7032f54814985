// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include <float.h>

static void test_spaces(void) {
  dr_time_space space = dr_default_time_space();
  double time = -1;
  space.speed = 0.5;
  space.offset_s = 1;
  FINE(dr_time_space_local(&space, 0.5, &time));
  CHECK(time == 1.25);
  FINE(dr_time_space_parent(&space, 1.25, &time));
  CHECK(time == 0.5);
  FINE(dr_time_space_pause(&space, 0.5));
  FINE(dr_time_space_pause(&space, 7));
  CHECK(space.is_paused && space.speed == 0 && space.speed_before_pause == 0.5);
  EXPECT(DR_ERROR_NO_ANSWER, dr_time_space_parent(&space, 1.25, &time));
  FINE(dr_time_space_reverse(&space, 8));
  FINE(dr_time_space_resume(&space, 9));
  FINE(dr_time_space_local(&space, 10, &time));
  CHECK(time == 0.75 && !space.is_paused);
  FINE(dr_time_space_set_speed(&space, 2, 10));
  FINE(dr_time_space_local(&space, 11, &time));
  CHECK(time == 2.75);
  FINE(dr_time_space_seek(&space, 100, 11));
  FINE(dr_time_space_local(&space, 12, &time));
  CHECK(time == 102);
}

static void test_wrong_spaces(void) {
  dr_time_space space = dr_default_time_space(), broken = space;
  double time = 3;
  broken.speed = NAN;
  EXPECT(DR_ERROR_TIME, dr_time_space_local(&broken, 0, &time));
  broken.speed = 1;
  broken.is_paused = 1;
  EXPECT(DR_ERROR_TIME, dr_time_space_parent(&broken, 0, &time));
  EXPECT(DR_ERROR_TIME, dr_time_space_resume(&broken, 0));
  EXPECT(DR_ERROR_TIME, dr_time_space_local(&space, NAN, &time));
  EXPECT(DR_ERROR_TIME, dr_time_space_parent(&space, INFINITY, &time));
  EXPECT(DR_ERROR_TIME, dr_time_space_pause(&space, NAN));
  EXPECT(DR_ERROR_TIME, dr_time_space_set_speed(&space, INFINITY, 0));
  EXPECT(DR_ERROR_TIME, dr_time_space_seek(&space, NAN, 0));
  EXPECT(DR_ERROR_TIME, dr_time_space_reverse(&space, -INFINITY));
  EXPECT(DR_ERROR_NULL, dr_time_space_local(NULL, 0, &time));
  EXPECT(DR_ERROR_NULL, dr_time_space_local(&space, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_time_space_parent(&space, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_time_space_pause(NULL, 0));
  EXPECT(DR_ERROR_NULL, dr_time_space_resume(NULL, 0));
  EXPECT(DR_ERROR_NULL, dr_time_space_reverse(NULL, 0));
  EXPECT(DR_ERROR_NULL, dr_time_space_set_speed(NULL, NAN, 0));
  EXPECT(DR_ERROR_NULL, dr_time_space_seek(NULL, NAN, 0));
  CHECK(time == 3 && space.speed == 1 && space.begin_s == 0);
  // The greatest numbers hold; nothing becomes infinite.
  space.begin_s = -DBL_MAX;
  space.speed = DBL_MAX;
  FINE(dr_time_space_local(&space, DBL_MAX, &time));
  CHECK(time == DBL_MAX);
}

static void test_conversion(void) {
  dr_time_space spaces[] = {
    {.speed = 1},
    {.begin_s = 2, .speed = 3, .offset_s = 0.25},
    {.begin_s = 1, .speed = 2, .offset_s = 0.5},
  };
  int32_t parents[] = {DR_MEDIA_TIME, 0, 1};
  double time = -1;
  static const struct {
    int32_t from, to;
    double wanted;
  } rows[] = {
    {1, 2, 18.5}, {0, 2, 47}, {DR_MEDIA_TIME, 2, 47}, {2, 1, 5.75}, {2, 0, 23.0 / 6}, {2, 2, 10}};
  for (int row = 0; row < 6; row++) {
    FINE(dr_convert_time(spaces, parents, 3, rows[row].from, rows[row].to, 10, &time));
    CHECK(fabs(time - rows[row].wanted) < 1e-14);
  }
  FINE(dr_convert_time(NULL, NULL, 0, DR_MEDIA_TIME, DR_MEDIA_TIME, 4, &time));
  CHECK(time == 4);
  EXPECT(DR_ERROR_CHOICE, dr_convert_time(spaces, parents, 3, 3, 0, 10, &time));
  EXPECT(DR_ERROR_CHOICE, dr_convert_time(spaces, parents, 3, 0, -2, 10, &time));
  EXPECT(DR_ERROR_NULL, dr_convert_time(spaces, NULL, 3, 1, 0, 10, &time));
  EXPECT(DR_ERROR_NULL, dr_convert_time(spaces, parents, 3, 1, 0, 10, NULL));
  EXPECT(DR_ERROR_TIME, dr_convert_time(spaces, parents, 3, 1, 0, NAN, &time));
  parents[1] = 2;
  EXPECT(DR_ERROR_CHOICE, dr_convert_time(spaces, parents, 3, 1, 0, 10, &time));
  parents[1] = 0;
  spaces[1].speed = 0;
  EXPECT(DR_ERROR_NO_ANSWER, dr_convert_time(spaces, parents, 3, 2, 0, 10, &time));
  FINE(dr_convert_time(spaces, parents, 3, 0, 2, 10, &time));
  enum { depth = 1000 };
  static dr_time_space deep[depth];
  static int32_t chain[depth];
  for (int level = 0; level < depth; level++) {
    deep[level] = dr_default_time_space();
    deep[level].offset_s = 1;
    chain[level] = level - 1;
  }
  FINE(dr_convert_time(deep, chain, depth, DR_MEDIA_TIME, depth - 1, 0, &time));
  CHECK(time == depth);
  FINE(dr_convert_time(deep, chain, depth, depth - 1, DR_MEDIA_TIME, depth, &time));
  CHECK(time == 0);
}

static void test_media(void) {
  dr_media_timing timing = dr_default_media_timing();
  dr_media_sample sample;
  double end = -1;
  timing.duration_s = 1.5;
  timing.autoreverses = 1;
  timing.fill_mode = DR_FILL_FORWARDS;
  FINE(dr_media_timing_sample(&timing, (dr_curve){0}, 2.25, 0, &sample));
  CHECK(sample.stage == DR_STAGE_ACTIVE && sample.progress == 0.5 && sample.leg == 1);
  CHECK(sample.cycle == 0 && sample.runs_backwards && sample.local_time_s == 0.75);
  FINE(dr_media_timing_sample(&timing, (dr_curve){0}, 3, 0, &sample));
  CHECK(sample.stage == DR_STAGE_AFTER && sample.is_in_effect && sample.fraction == 0);
  FINE(dr_media_timing_end(&timing, &end));
  CHECK(end == 3);
  dr_curve_def def = dr_default_curve_def();
  dr_curve curve;
  def.kind = DR_CURVE_EASE_IN;
  FINE(dr_curve_create(&def, &curve));
  FINE(dr_media_timing_sample(&timing, curve, 0.375, 0, &sample));
  CHECK(fabs(sample.progress - 0.093465) < 1e-5);
  FINE(dr_curve_destroy(curve));
  EXPECT(DR_ERROR_HANDLE, dr_media_timing_sample(&timing, curve, 0, 0, &sample));
  EXPECT(DR_ERROR_NULL, dr_media_timing_sample(NULL, (dr_curve){0}, 0, 0, &sample));
  EXPECT(DR_ERROR_NULL, dr_media_timing_sample(&timing, (dr_curve){0}, 0, 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_media_timing_end(&timing, NULL));
  EXPECT(DR_ERROR_NULL, dr_media_timing_end(NULL, &end));
  timing.fill_mode = (dr_fill_mode)4;
  EXPECT(DR_ERROR_CHOICE, dr_media_timing_end(&timing, &end));
  EXPECT(DR_ERROR_CHOICE, dr_media_timing_sample(&timing, (dr_curve){0}, 0, 0, &sample));
}

void test_times(void) {
  test_spaces();
  test_wrong_spaces();
  test_conversion();
  test_media();
}
