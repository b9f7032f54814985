/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: time spaces and media timing, for animations. The rules for every function are in
 * dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_TIMES_H
#define DYNAMIC_REPEAT_TIMES_H

#include "curves.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Time spaces ---- */

/**
 * A local time as a function of a parent time: local = (parent - begin_s) * speed + offset_s.
 *
 * Plain data, owned by the caller. All numbers must be finite, and the speed of a paused space must
 * be 0; otherwise calls return DR_ERROR_TIME.
 */
typedef struct dr_time_space {
  double begin_s;
  double speed; /**< Local seconds per parent second: 0 is still, negative is backwards. */
  double offset_s;
  double speed_before_pause; /**< The speed after resuming, where is_paused is not 0. */
  int32_t is_paused;
  uint32_t reserved; /**< 0. */
} dr_time_space;

/** The space in which local time is parent time. */
dr_time_space dr_default_time_space(void);

/** The local time at a parent time, clamped to the finite range. */
dr_status dr_time_space_local(const dr_time_space *space, double parent_s, double *local_s);

/** The parent time at a local time; DR_ERROR_NO_ANSWER at speed 0, or beyond the finite range. */
dr_status dr_time_space_parent(const dr_time_space *space, double local_s, double *parent_s);

/* Changes without a jump: local time at `parent_s` is the same before and after, but for a seek. */

/** Stops local time from `parent_s` on; does nothing if paused. */
dr_status dr_time_space_pause(dr_time_space *space, double parent_s);

/** Continues at the speed before the pause; does nothing if not paused. */
dr_status dr_time_space_resume(dr_time_space *space, double parent_s);

/** Sets the speed from `parent_s` on; ends a pause. */
dr_status dr_time_space_set_speed(dr_time_space *space, double speed, double parent_s);

/** Negates the speed from `parent_s` on; while paused, the speed after resuming. */
dr_status dr_time_space_reverse(dr_time_space *space, double parent_s);

/** Sets local time at `parent_s` to `local_s`; a pause remains. */
dr_status dr_time_space_seek(dr_time_space *space, double local_s, double parent_s);

/** Media time: the parent of the outermost spaces. */
#define DR_MEDIA_TIME (-1)

/**
 * Converts a time of one space into the time of another, by way of their nearest common ancestor.
 *
 * `parents[i]` is the index of the space that contains `spaces[i]`, less than i, or DR_MEDIA_TIME;
 * `from` and `to` are indices or DR_MEDIA_TIME. Both arrays have `count` elements. Errors: CHOICE
 * for an invalid index, NO_ANSWER where a space between `from` and the ancestor has speed 0.
 * Spaces may be nested to any depth.
 */
dr_status dr_convert_time(
  const dr_time_space *spaces, const int32_t *parents, uint32_t count, int32_t from, int32_t to,
  double time_s, double *converted_s);

/* ---- Media timing ---- */

/** What an animation shows before and after its active interval. */
typedef enum dr_fill_mode {
  DR_FILL_REMOVED = 0,
  DR_FILL_FORWARDS = 1,
  DR_FILL_BACKWARDS = 2,
  DR_FILL_BOTH = 3
} dr_fill_mode;

/**
 * When and how often an animation runs, and in which direction: the properties of CAMediaTiming.
 *
 * Every number is accepted; NaN reads as the default.
 */
typedef struct dr_media_timing {
  double begin_s;           /**< Parent time of the start; default 0. */
  double duration_s;        /**< Of one leg; default 0. Infinite never ends. */
  double repeat_count;      /**< Cycles; default 0, which plays once. Infinite repeats forever. */
  double repeat_duration_s; /**< Seconds to repeat for; default 0, unset. The shorter applies. */
  double speed;             /**< Default 1; negative plays from the end to the start. */
  double time_offset_s;     /**< Rotates each cycle; default 0. */
  int32_t autoreverses;     /**< Default 0. */
  dr_fill_mode fill_mode;   /**< Default removed. */
} dr_media_timing;

typedef enum dr_media_stage {
  DR_STAGE_BEFORE = 0,
  DR_STAGE_ACTIVE = 1,
  DR_STAGE_AFTER = 2
} dr_media_stage;

/** The state of an animation at one time. All numbers are finite. */
typedef struct dr_media_sample {
  dr_media_stage stage;
  int32_t is_in_effect; /**< 1 in the active interval, and outside it where it fills. */
  int64_t leg;          /**< The one-way run, from 0; odd ones run back where it autoreverses. */
  int64_t cycle;        /**< From 0. */
  double fraction;      /**< From start to end, 0 ... 1, before pacing. */
  double progress;      /**< After pacing, for interpolation. */
  double local_time_s;  /**< From the start of the leg, after pacing. */
  int32_t runs_backwards; /**< 1 where local_time_s falls while parent time rises. */
  uint32_t reserved;      /**< 0. */
} dr_media_sample;

/** A media timing with a default in every field. */
dr_media_timing dr_default_media_timing(void);

/**
 * The state of the animation at a parent time; NaN reads as 0.
 *
 * `curve` paces each leg; a zero handle is linear. `in_reversed_time` is not 0 where the parent
 * time runs backwards. Errors: HANDLE, CHOICE.
 */
dr_status dr_media_timing_sample(
  const dr_media_timing *timing, dr_curve curve, double parent_s, int32_t in_reversed_time,
  dr_media_sample *sample);

/** The parent time at which the active interval ends; infinite if it never does. */
dr_status dr_media_timing_end(const dr_media_timing *timing, double *end_s);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_TIMES_H */
