/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: timing functions, also for the pace of a repeat, and colors. The rules for every
 * function are in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_CURVES_H
#define DYNAMIC_REPEAT_CURVES_H

#include "base.h"

DR_BEGIN_DECLS

/** The kinds of timing function, with the fields that each reads. */
typedef enum dr_curve_kind {
  DR_CURVE_LINEAR = 0,
  DR_CURVE_EASE_IN = 1,     /**< Begins slowly: the Bezier (0.42, 0, 1, 1). */
  DR_CURVE_EASE_OUT = 2,    /**< Ends slowly: (0, 0, 0.58, 1). */
  DR_CURVE_EASE_IN_OUT = 3, /**< Begins and ends slowly: (0.42, 0, 0.58, 1). */
  DR_CURVE_DEFAULT = 4,     /**< Core Animation's default: (0.25, 0.1, 0.25, 1). */
  DR_CURVE_BEZIER = 5,      /**< x1, y1, x2, y2. */
  DR_CURVE_STEPS = 6,       /**< step_count, step_jump. */
  DR_CURVE_EASING = 7,      /**< family, direction. */
  DR_CURVE_SPRING = 8,      /**< spring. */
  DR_CURVE_STOPS = 9,       /**< stops, stop_count. */
  DR_CURVE_SMOOTHSTEP = 10  /**< t * t * (3 - 2 * t); a bank evaluates it faster than the others. */
} dr_curve_kind;

/** The positions of a staircase's jumps, as in CSS's steps(). */
typedef enum dr_step_jump {
  DR_STEP_JUMP_START = 0,
  DR_STEP_JUMP_END = 1,
  DR_STEP_JUMP_NONE = 2, /**< Needs at least 2 steps. */
  DR_STEP_JUMP_BOTH = 3
} dr_step_jump;

/**
 * The pace of a repeat: the timing function with which its value goes from one state to the other.
 * A structure of zeros is linear.
 *
 * A pace is linear, a Bezier curve, a staircase or smoothstep. To use an easing, a spring or stops,
 * leave the repeat linear and apply a dr_curve to its value.
 */
typedef struct dr_pace {
  dr_curve_kind kind;     /**< LINEAR to STEPS, SMOOTHSTEP; others are the error PACE. */
  int32_t step_count;     /**< DR_CURVE_STEPS: at least 1. */
  dr_step_jump step_jump; /**< DR_CURVE_STEPS. */
  uint32_t reserved;      /**< 0. */
  double x1, y1, x2, y2;  /**< DR_CURVE_BEZIER: finite; x1 and x2 are clamped to 0 ... 1. */
} dr_pace;

/** The common easings, with the constants of easings.net. */
typedef enum dr_easing_family {
  DR_EASING_FAMILY_SINE = 0,
  DR_EASING_FAMILY_QUADRATIC = 1,
  DR_EASING_FAMILY_CUBIC = 2,
  DR_EASING_FAMILY_QUARTIC = 3,
  DR_EASING_FAMILY_QUINTIC = 4,
  DR_EASING_FAMILY_EXPONENTIAL = 5,
  DR_EASING_FAMILY_CIRCULAR = 6,
  DR_EASING_FAMILY_BACK = 7,
  DR_EASING_FAMILY_ELASTIC = 8,
  DR_EASING_FAMILY_BOUNCE = 9
} dr_easing_family;

/** The part of a leg (one direction of a cycle) that an easing changes: beginning, end, or both. */
typedef enum dr_easing_direction {
  DR_EASING_DIRECTION_IN = 0,
  DR_EASING_DIRECTION_OUT = 1,
  DR_EASING_DIRECTION_IN_OUT = 2
} dr_easing_direction;

/** A mass on a damped spring, released at 0, that settles at 1. */
typedef struct dr_spring {
  double mass;             /**< Above 0; default 1. */
  double stiffness;        /**< Above 0; default 100. */
  double damping;          /**< Above 0; default 10. */
  double initial_velocity; /**< Per second, with the distance from 0 to 1 as the unit. Within +-1e9;
                                default 0. */
  double tolerance;        /**< The distance from 1 at which the spring counts as settled,
                                1e-9 ... 0.5; default 0.001. */
} dr_spring;

/** A point of a piecewise linear timing function. */
typedef struct dr_curve_stop {
  double output; /**< Finite. */
  double input;  /**< At least the previous stop's input. With NAN, the input is placed evenly
                      between its neighbours. */
} dr_curve_stop;

/** The largest number of stops of a curve. */
#define DR_MAX_STOPS 4096

/** The definition of a timing function. Initialize it with dr_default_curve_def(). */
typedef struct dr_curve_def {
  uint32_t internal_check; /**< Set by dr_default_curve_def(); do not change. */
  dr_curve_kind kind;      /**< Default: linear. */
  double x1, y1, x2, y2;   /**< Finite; x1 and x2 are clamped to 0 ... 1. Default: those of
                                DR_CURVE_EASE_IN_OUT. */
  int32_t step_count;      /**< At least 1. Default: 4. */
  dr_step_jump step_jump;  /**< Default: at the end, as in CSS. */
  dr_easing_family family; /**< Default: sine. */
  dr_easing_direction direction; /**< Default: in. */
  dr_spring spring;
  const dr_curve_stop *stops; /**< At least one; copied by dr_curve_create. Default: NULL. */
  uint32_t stop_count;  /**< Up to DR_MAX_STOPS. Default: 0. */
  uint32_t reserved;    /**< 0. */
} dr_curve_def;

/** A timing function, made by dr_curve_create. */
typedef struct dr_curve dr_curve;

/** A definition with the default in every field: the linear timing function. */
dr_curve_def dr_default_curve_def(void);

/** Creates a timing function. Errors: DEFINITION, CHOICE, TIMING, CAPACITY, MEMORY. */
dr_status dr_curve_create(const dr_curve_def *def, dr_curve **curve);

/** Destroys a timing function; NULL does nothing. */
void dr_curve_destroy(dr_curve *curve);

/**
 * Applies a timing function to `progress`, which is clamped to 0 ... 1; NaN counts as 0. `value` is
 * finite and may be outside 0 ... 1.
 */
dr_status dr_curve_value(const dr_curve *curve, double progress, double *value);

/**
 * The time in seconds after which a spring's distance from 1 never exceeds its tolerance again.
 * Errors: NO_ANSWER for other kinds of timing function.
 */
dr_status dr_curve_settling_duration(const dr_curve *curve, double *duration_s);

/* ---- Colors ---- */

/**
 * Mixes one 8-bit sRGB channel of two colors in linear light: `a` at value 0, `b` at value 1.
 *
 * Call it for red, green and blue, but not for alpha, which is linear already. Values outside
 * 0 ... 1 extrapolate; the result is clamped to 0 ... 255. NaN counts as 0.
 */
uint8_t dr_mix_srgb8(uint8_t a, uint8_t b, double value);

DR_END_DECLS

#endif /* DYNAMIC_REPEAT_CURVES_H */
