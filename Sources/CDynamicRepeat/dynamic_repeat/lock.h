/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: locks to a beat or another repeat, and clocks whose readings are late.
 * The rules for every function are in dynamic_repeat.h.
 *
 *   dr_beat_clock music;
 *   dr_line beats;
 *   dr_beat_clock_init(&music, 120, song_start_s, 4);  // 120 beats a minute, 4 in a bar
 *   dr_beat_clock_get_line(&music, &beats);
 *   dr_repeat_lock(&flash, &beats, NULL);              // DR_EVENT_LOCKED: in step
 *
 * A lock is computed once, for one line (a motion at a steady rate). When the tempo or the song's
 * position changes, get the new line and lock again. A command that changes the repeat's motion
 * ends the lock.
 */
#ifndef DYNAMIC_REPEAT_LOCK_H
#define DYNAMIC_REPEAT_LOCK_H

#include "repeats.h"

DR_BEGIN_DECLS

/* ---- Lines, to which repeats are locked ---- */

/**
 * A motion at a steady rate: a position, the time of that position, and the rate. A beat clock, a
 * clock follower and a repeat provide their exact line; it does not follow their later changes.
 */
typedef struct dr_line {
  DR_ALIGNED uint64_t words[8];
} dr_line;

/** A line through `position` at `time_s`; `rate_hz` within +-1e6. Errors: CYCLE, PHASE, TIME, RATE. */
dr_status dr_line_init(dr_line *line, dr_position position, double time_s, double rate_hz);

/**
 * Makes a line that runs `numerator` cycles during `denominator` cycles of `line`, and is `offset`
 * cycles ahead: position * numerator / denominator + offset. `product` may be `line`. Errors:
 * RATIO, RATE, CYCLE.
 */
dr_status dr_line_times(
  const dr_line *line, int32_t numerator, int32_t denominator, double offset, dr_line *product);

/** A repeat's present position and rate. The rate is 0 while idle, paused or between two cycles. */
dr_status dr_repeat_get_line(const dr_repeat *repeat, dr_line *line);

/* ---- Locks and arrivals ---- */

/** Limits of the rate while a repeat catches up. */
typedef struct dr_bounds {
  double minimum_hz;     /**< Within +-1e6. If it is below 0, the repeat may run backwards. */
  double maximum_hz;     /**< Within +-1e6; at least minimum_hz. */
  double slope_hz_per_s; /**< The largest change of the rate per second, above 0. With INFINITY, the
                              rate changes at once. */
} dr_bounds;

/**
 * Bounds below and above `rate_hz`, each at a distance of `fraction` times `rate_hz`: 0.2 gives
 * +-20 %. The slope is infinite.
 */
dr_bounds dr_bounds_around(double rate_hz, double fraction);

/** The progress of a lock. */
typedef enum dr_lock_state {
  DR_LOCK_STATE_UNLOCKED = 0,
  DR_LOCK_STATE_CATCHING_UP = 1,
  DR_LOCK_STATE_LOCKED = 2,
  DR_LOCK_STATE_ARRIVING = 3 /**< On the way to the position of dr_repeat_arrive. */
} dr_lock_state;

/**
 * Brings a repeat into step with a line as soon as the bounds allow, and lets it follow the line:
 * the positions become equal except for whole cycles. The value does not jump.
 *
 * With NULL for `bounds`, the rate stays between half and twice the line's rate. The repeat's
 * max_flash_hz narrows all bounds. DR_EVENT_LOCKED reports that the repeat is exactly on the line.
 * The commands rate, ramp, reverse, seek and pause end the lock with DR_EVENT_UNLOCKED, and so
 * does the end of the run. If the repeat had not reached the line, the requested rate takes effect
 * again, according to the policy.
 *
 * Errors: BOUNDS, FULL; NOT_MOVING while idle or paused, or if the repeat has a delay;
 * FLASH_LIMIT if the line is faster than max_flash_hz allows: dr_line_times makes a slower one, such
 * as 1 cycle for 2 beats; OUT_OF_BOUNDS if the bounds exclude the line's rate, or allow only it.
 */
dr_status dr_repeat_lock(dr_repeat *repeat, const dr_line *line, const dr_bounds *bounds);

/**
 * Ends a lock or an arrival. If the repeat is still catching up, the requested rate takes effect
 * again. Errors: FULL.
 */
dr_status dr_repeat_unlock(dr_repeat *repeat);

/** The part of `position` that an arrival uses. */
typedef enum dr_arrival_kind {
  DR_ARRIVAL_PHASE = 0,   /**< The phase, in the cycle that needs the smallest change of rate. */
  DR_ARRIVAL_POSITION = 1 /**< The cycle and the phase. */
} dr_arrival_kind;

/** A position, and the time at which a repeat reaches it. */
typedef struct dr_arrival {
  dr_arrival_kind kind;
  int32_t has_rate;     /**< Not 0: the repeat continues at `rate`; else at the requested rate. */
  dr_position position;
  double time_s;        /**< The time of the arrival, after the present time. */
  dr_rate rate;
  dr_bounds bounds;     /**< The bounds of the rate until the arrival; max_flash_hz narrows them. */
} dr_arrival;

/**
 * Lets a repeat reach a position at a given time, and continue from there. The value does not jump.
 * DR_EVENT_ARRIVED reports the arrival. The same commands end an arrival as end a lock.
 *
 * `nearest_s` may be NULL. On OUT_OF_REACH it becomes the nearest time that the bounds allow, or
 * infinity. Errors: those of dr_repeat_lock, CHOICE, PHASE, CYCLE, TIME, PAST, RATE, OUT_OF_REACH.
 */
dr_status dr_repeat_arrive(dr_repeat *repeat, const dr_arrival *arrival, double *nearest_s);

/* ---- Beat clocks: the beats of music ---- */

/**
 * A tempo, the time of a beat, and the number of beats of a bar. For a file, save the tempo, the beats
 * of a bar and dr_beat_clock_beat; dr_beat_clock_init and dr_beat_clock_seek make the clock again.
 */
typedef struct dr_beat_clock {
  DR_ALIGNED uint64_t words[16];
} dr_beat_clock;

/**
 * Makes a beat clock whose beat 0, which begins a bar, is at `time_s`. `beats_per_minute` is 0 ...
 * 6e7; 0 means paused. `beats_per_bar` is 1 ... 1e6. Errors: TEMPO, TIME.
 */
dr_status dr_beat_clock_init(
  dr_beat_clock *clock, double beats_per_minute, double time_s, uint32_t beats_per_bar);

/** Sets the tempo from `time_s` on; the beat position stays. Errors: TEMPO, TIME. */
dr_status dr_beat_clock_set_tempo(dr_beat_clock *clock, double beats_per_minute, double time_s);

/** Moves the music so that it is at `beat` at `time_s`. Errors: CYCLE, PHASE, TIME. */
dr_status dr_beat_clock_seek(dr_beat_clock *clock, dr_position beat, double time_s);

/** The beats as a line: one cycle of the line is one beat. */
dr_status dr_beat_clock_get_line(const dr_beat_clock *clock, dr_line *line);

/* For times before the latest change, the following calls extrapolate the present tempo. */

/** The beat position: the number of whole beats, and the elapsed fraction of the present beat. */
dr_status dr_beat_clock_beat(const dr_beat_clock *clock, double time_s, dr_position *beat);

/** The time of a beat. Errors: CYCLE; NO_ANSWER if the beat is never reached. */
dr_status dr_beat_clock_time_of_beat(const dr_beat_clock *clock, int64_t beat, double *time_s);

/** The first beat of the first bar at or after `time_s`. Errors: NO_ANSWER at tempo 0. */
dr_status dr_beat_clock_next_bar(const dr_beat_clock *clock, double time_s, int64_t *beat);

/** The elapsed fraction of the present bar, in [0, 1). */
dr_status dr_beat_clock_phase_in_bar(
  const dr_beat_clock *clock, double time_s, double *phase);

/* ---- Clock followers, each of which follows a leader: a clock whose readings are late ---- */

/** The definition of a follower. Initialize it with dr_default_clock_follower_def(). */
typedef struct dr_clock_follower_def {
  uint32_t internal_check; /**< Set by dr_default_clock_follower_def(); do not change. */
  uint32_t reserved;       /**< 0. */
  double rate;             /**< The leader's expected rate, in its units per second, 1e-6 ... 1e5.
                                Default: 1. */
  double rate_tolerance;   /**< The largest relative error of `rate`, 0 ... 0.1. Default: 0.005. A
                                leader with a larger error causes seeks. */
  double tolerance_s;      /**< The spread of the readings' delays, 1e-4 ... 0.1. Default: 0.005. */
} dr_clock_follower_def;

/**
 * Follows a leader whose readings are late and in steps: an audio device's position, MIDI, a
 * server's time.
 *
 * The readings with the smallest delay define the leader's line (position against time). The
 * position to show follows that line. While the follower is locked, the position's rate is within
 * 2 % of the leader's. If a reading is more than 0.1 s off the line or the position to show, the
 * leader has jumped or runs at another rate. The position to show then jumps, too; this is a seek.
 */
typedef struct dr_clock_follower {
  DR_ALIGNED uint64_t words[72];
} dr_clock_follower;

/** A definition with the default in every field, for an audio device's position in seconds. */
dr_clock_follower_def dr_default_clock_follower_def(void);

/** Makes a follower. Errors: DEFINITION, NUMBER. */
dr_status dr_clock_follower_init(
  dr_clock_follower *follower, const dr_clock_follower_def *def);

/** The changes that one sample made. A sample is a reading of the leader. */
typedef struct dr_clock_arrival {
  int32_t is_used;        /**< 1 if the sample has new information. */
  int32_t has_moved_line; /**< 1 if the leader's line has changed. */
  int32_t has_seek;       /**< 1 if the position to show has jumped by `seek`. */
  uint32_t reserved;      /**< 0. */
  double lateness_s;      /**< The lateness of the sample. A negative lateness moves the line. */
  double seek;            /**< The jump in the leader's units; 0 without a jump. */
} dr_clock_arrival;

/**
 * Adds a sample: the leader was at `position` at `time_s`. A sample that is not after the last one is
 * ignored. `arrival` may be NULL. Errors: TIME beyond +-1e9; NUMBER for a position beyond +-1e9 s.
 */
dr_status dr_clock_follower_add(
  dr_clock_follower *follower, double position, double time_s, dr_clock_arrival *arrival);

/**
 * The position to show. Up to the time of the next sample, the position steps back only at a seek.
 * For a later time the position is extrapolated, and may step back when the leader stops or jumps.
 * Errors: TIME beyond +-1e9; NO_ANSWER before the first sample.
 */
dr_status dr_clock_follower_position(
  const dr_clock_follower *follower, double time_s, double *position);

/**
 * The leader's line at `time_s`, for a lock. One unit of the leader's position is one cycle. While
 * the leader is stopped, this is its last line. Errors: those of dr_clock_follower_position.
 */
dr_status dr_clock_follower_get_line(
  const dr_clock_follower *follower, double time_s, dr_line *line);

/** A follower's knowledge of its leader. */
typedef enum dr_follower_state {
  DR_FOLLOWER_STATE_UNLOCKED = 0,  /**< No sample yet, or the leader has stopped. */
  DR_FOLLOWER_STATE_ACQUIRING = 1, /**< The leader moves; its line is not certain yet. */
  DR_FOLLOWER_STATE_LOCKED = 2     /**< The position to show is on the line. */
} dr_follower_state;

/** The present state of a follower. */
typedef struct dr_clock_follower_info {
  dr_follower_state state;
  uint32_t reserved; /**< 0. */
  double rate;       /**< The leader's rate, in its units per second; a stop keeps the last rate. */
} dr_clock_follower_info;

/** The present state of a follower. */
dr_status dr_clock_follower_get_info(
  const dr_clock_follower *follower, dr_clock_follower_info *info);

DR_END_DECLS

#endif /* DYNAMIC_REPEAT_LOCK_H */
