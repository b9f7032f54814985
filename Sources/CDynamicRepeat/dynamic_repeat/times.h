/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: time spaces and media timing, for animations. The rules that hold for every
 * function stand in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_TIMES_H
#define DYNAMIC_REPEAT_TIMES_H

#include "curves.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Time spaces ---- */

/**
 * A local time that runs in a parent's time: local = (parent - begin_s) * speed + offset_s.
 *
 * Plain data of the caller's. All numbers must be finite, and the speed of a paused space 0; else
 * DR_ERROR_TIME.
 */
typedef struct dr_time_space {
  double begin_s;
  double speed; /**< Local seconds per parent second: 0 stands still, negative runs backwards. */
  double offset_s;
  double speed_before_pause; /**< What resuming goes back to, where is_paused is not 0. */
  int32_t is_paused;
  uint32_t reserved; /**< 0. */
} dr_time_space;

/** The space in which local time is parent time. */
dr_time_space dr_default_time_space(void);

/** The local time at a parent time; held at the greatest finite number. */
dr_status dr_time_space_local(const dr_time_space *space, double parent_s, double *local_s);

/** The parent time at a local time; DR_ERROR_NO_ANSWER at speed 0, or beyond all finite numbers. */
dr_status dr_time_space_parent(const dr_time_space *space, double local_s, double *parent_s);

/* The changes that do not jump: local time at `parent_s` is the same before and after. */

/** Local time stands still from `parent_s` on; a second pause changes nothing. */
dr_status dr_time_space_pause(dr_time_space *space, double parent_s);

/** Goes on at the speed before the pause; does nothing if not paused. */
dr_status dr_time_space_resume(dr_time_space *space, double parent_s);

/** Runs at `speed` from `parent_s` on; ends a pause. */
dr_status dr_time_space_set_speed(dr_time_space *space, double speed, double parent_s);

/** Runs the other way from `parent_s` on; paused, it will when resumed. */
dr_status dr_time_space_reverse(dr_time_space *space, double parent_s);

/** Local time is `local_s` at `parent_s`, and runs on from there; a pause goes on. */
dr_status dr_time_space_seek(dr_time_space *space, double local_s, double parent_s);

/** Media time: the parent of the outermost spaces. */
#define DR_MEDIA_TIME (-1)

/**
 * A time of one space in the time of another, up to their nearest common ancestor and down again.
 *
 * `parents[i]` is the index of the space that contains `spaces[i]`, below i, or DR_MEDIA_TIME;
 * `from` and `to` are indices or DR_MEDIA_TIME. Both arrays have `count` elements. DR_ERROR_CHOICE
 * for an index that is none, DR_ERROR_NO_ANSWER where the way up leads through a space of speed 0.
 * Nothing is allocated; spaces may be nested to any depth.
 */
dr_status dr_convert_time(
  const dr_time_space *spaces, const int32_t *parents, uint32_t count, int32_t from, int32_t to,
  double time_s, double *converted_s);

/* ---- Media timing ---- */

/** What shows before and after the active interval. */
typedef enum dr_fill_mode {
  DR_FILL_REMOVED = 0,
  DR_FILL_FORWARDS = 1,
  DR_FILL_BACKWARDS = 2,
  DR_FILL_BOTH = 3
} dr_fill_mode;

/**
 * When an animation runs, how often and which way: the properties of CAMediaTiming.
 * Every number is accepted; one that is no number reads as its default.
 */
typedef struct dr_media_timing {
  double begin_s;           /**< Parent time of the beginning; default 0. */
  double duration_s;        /**< Of one leg; default 0, which lasts no time. Infinite never ends. */
  double repeat_count;      /**< Cycles; default 0, which plays once. Infinite is for ever. */
  double repeat_duration_s; /**< Seconds to repeat for; default 0, unset. The smaller wins. */
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

/** Where an animation stands at one time. All numbers are finite. */
typedef struct dr_media_sample {
  dr_media_stage stage;
  int32_t is_in_effect; /**< 1 in the active interval, and outside it where it fills. */
  int64_t leg;          /**< The one-way run, from 0; odd ones run back where it autoreverses. */
  int64_t cycle;        /**< From 0. */
  double fraction;      /**< From start to end, 0 ... 1, before pacing. */
  double progress;      /**< After pacing: what a value is interpolated with. */
  double local_time_s;  /**< From the start of the leg, after pacing. */
  int32_t runs_backwards; /**< 1 where local_time_s falls while parent time rises. */
  uint32_t reserved;      /**< 0. */
} dr_media_sample;

/** A timing with the defaults. */
dr_media_timing dr_default_media_timing(void);

/**
 * Where the animation stands at a parent time; one that is no number reads as 0.
 *
 * `curve` paces each leg; all zero is linear. `in_reversed_time`: not 0 where the parent's time
 * runs backwards. Errors: HANDLE, CHOICE.
 */
dr_status dr_media_timing_sample(
  const dr_media_timing *timing, dr_curve curve, double parent_s, int32_t in_reversed_time,
  dr_media_sample *sample);

/** The parent time at which the active interval is over; infinite if never. */
dr_status dr_media_timing_end(const dr_media_timing *timing, double *end_s);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_TIMES_H */
