/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: repeats in step with a beat or another repeat, and clocks whose readings are late.
 * The rules for every function are in dynamic_repeat.h.
 *
 *   dr_beat_clock music;
 *   dr_line beats;
 *   dr_beat_clock_init(&music, 120, song_start_s, 4);  // 120 beats a minute, 4 in a bar
 *   dr_beat_clock_get_line(&music, &beats);
 *   dr_repeat_lock(&flash, &beats, NULL);              // DR_EVENT_LOCKED: in step
 *
 * A lock is a plan, made once. When the tempo or the song's position changes, get the new line and
 * lock again. Any other change of the motion ends a lock.
 */
#ifndef DYNAMIC_REPEAT_LOCK_H
#define DYNAMIC_REPEAT_LOCK_H

#include "repeats.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Lines, to which repeats are locked ---- */

/**
 * A position at a time, and a steady rate. Plain data; a beat clock, a clock follower and another
 * repeat provide one, exactly. It does not follow their later changes.
 */
typedef struct dr_line {
  DR_ALIGNED uint64_t words[8];
} dr_line;

/** A line through `position` at `time_s`, at +-1e6 Hz. Errors: CYCLE, PHASE, TIME, RATE. */
dr_status dr_line_init(dr_line *line, dr_position position, double time_s, double rate_hz);

/**
 * The line that runs `numerator` cycles during `denominator` cycles of this one, `offset` cycles
 * ahead: position * numerator / denominator + offset. `product` may be `line`. Errors: RATIO, RATE,
 * CYCLE.
 */
dr_status dr_line_times(
  const dr_line *line, int32_t numerator, int32_t denominator, double offset, dr_line *product);

/**
 * A repeat's present position and rate; the rate is 0 while it is idle, paused or between two cycles.
 * After a rate change, a seek, a pause or a ramp of that repeat, get its line again.
 */
dr_status dr_repeat_get_line(const dr_repeat *repeat, dr_line *line);

/* ---- Locks and arrivals ---- */

/** Limits of the rate while a repeat catches up. */
typedef struct dr_bounds {
  double minimum_hz;     /**< +-1e6; below 0 only if it may run backwards. */
  double maximum_hz;     /**< +-1e6; not below minimum_hz. */
  double slope_hz_per_s; /**< The largest change of rate in a second; INFINITY changes at once. */
} dr_bounds;

/** A rate and a fraction of it to both sides, such as 0.2 for +-20 %; the slope is infinite. */
dr_bounds dr_bounds_around(double rate_hz, double fraction);

/** The progress of a lock. */
typedef enum dr_lock_state {
  DR_LOCK_STATE_UNLOCKED = 0,
  DR_LOCK_STATE_CATCHING_UP = 1,
  DR_LOCK_STATE_LOCKED = 2,
  DR_LOCK_STATE_ARRIVING = 3 /**< On the way of dr_repeat_arrive. */
} dr_lock_state;

/**
 * Comes into step with a line as soon as the bounds allow, and follows it: positions become equal
 * except for whole cycles. The value does not jump.
 *
 * With NULL for `bounds`, the rate stays within half to twice the line's; max_flash_hz narrows all
 * bounds. DR_EVENT_LOCKED reports the step in which it is on the line, exactly. A rate, ramp, hold,
 * reversal, seek, pause or the end of the run ends the lock (DR_EVENT_UNLOCKED). If the line was not
 * reached, the requested rate is in effect again, according to the policy.
 *
 * Errors: NOT_MOVING while idle or paused, or if the repeat has a delay; BOUNDS; OUT_OF_BOUNDS if the
 * bounds exclude the line's rate, or allow no other; FULL.
 */
dr_status dr_repeat_lock(dr_repeat *repeat, const dr_line *line, const dr_bounds *bounds);

/** Ends a lock or an arrival; on the way, the requested rate is in effect again. Errors: FULL. */
dr_status dr_repeat_unlock(dr_repeat *repeat);

/** The part of its position that an arrival uses. */
typedef enum dr_arrival_kind {
  DR_ARRIVAL_PHASE = 0,   /**< The phase, in the cycle with the smallest change of rate. */
  DR_ARRIVAL_POSITION = 1 /**< Cycle and phase. */
} dr_arrival_kind;

/** A position and the time at which a repeat is to be there. */
typedef struct dr_arrival {
  dr_arrival_kind kind;
  int32_t has_rate;     /**< Not 0: `rate` from then on; 0: the requested rate. */
  dr_position position;
  double time_s;        /**< After the present time. */
  dr_rate rate;
  dr_bounds bounds;     /**< Of the rate until then; max_flash_hz narrows them. */
} dr_arrival;

/**
 * Reaches a position at a time, and continues from there. The value does not jump; DR_EVENT_ARRIVED
 * reports it. The commands that end a lock end an arrival, too.
 *
 * `nearest_s` may be NULL. On OUT_OF_REACH it becomes the nearest time that the bounds allow, or
 * infinity. Errors: those of dr_repeat_lock, CHOICE, PHASE, CYCLE, TIME, PAST, RATE, OUT_OF_REACH.
 */
dr_status dr_repeat_arrive(dr_repeat *repeat, const dr_arrival *arrival, double *nearest_s);

/* ---- Beat clocks: the beats of music ---- */

/** A tempo, a beat at a time, and the beats of a bar. Plain data, as a dr_repeat is. */
typedef struct dr_beat_clock {
  DR_ALIGNED uint64_t words[16];
} dr_beat_clock;

/**
 * A clock whose beat 0, which begins a bar, is at `time_s`. `beats_per_minute` is 0 ... 6e7, and 0 is
 * paused; `beats_per_bar` is 1 ... 1e6. Errors: TEMPO, TIME.
 */
dr_status dr_beat_clock_init(
  dr_beat_clock *clock, double beats_per_minute, double time_s, uint32_t beats_per_bar);

/** Sets the tempo from `time_s` on; the beat position stays. Errors: TEMPO, TIME. */
dr_status dr_beat_clock_set_tempo(dr_beat_clock *clock, double beats_per_minute, double time_s);

/** Moves the music: it is at `beat` at `time_s`. Errors: CYCLE, PHASE, TIME. */
dr_status dr_beat_clock_seek(dr_beat_clock *clock, dr_position beat, double time_s);

/** The beats as a line: a cycle is a beat. */
dr_status dr_beat_clock_get_line(const dr_beat_clock *clock, dr_line *line);

/* For times before the latest change, the present tempo is extrapolated. */

/** The beat position: whole beats, and the fraction of the present one. */
dr_status dr_beat_clock_beat(const dr_beat_clock *clock, double time_s, dr_position *beat);

/** The time of a beat. Errors: NO_ANSWER if it is never reached, CYCLE. */
dr_status dr_beat_clock_time_of_beat(const dr_beat_clock *clock, int64_t beat, double *time_s);

/** The first beat of the next bar; at the start of a bar, its own first beat. */
dr_status dr_beat_clock_next_bar(const dr_beat_clock *clock, double time_s, int64_t *beat);

/** The elapsed fraction of the present bar, in [0, 1). */
dr_status dr_beat_clock_phase_in_bar(
  const dr_beat_clock *clock, double time_s, double *phase);

/* ---- Clock followers: clocks whose readings are late ---- */

/** The definition of a follower. Initialize it with dr_default_clock_follower_def(). */
typedef struct dr_clock_follower_def {
  uint32_t internal_check; /**< Set by dr_default_clock_follower_def(); do not change. */
  uint32_t reserved;       /**< 0. */
  double rate;             /**< Expected positions per second, 1e-6 ... 1e5. Default: 1. */
  double rate_tolerance;   /**< Largest relative error of `rate`: 0 ... 0.1. Default: 0.005. */
  double tolerance_s;      /**< Spread of the arrivals: 1e-4 ... 0.1. Default: 0.005. */
} dr_clock_follower_def;

/**
 * Follows a clock that is read late and in steps: an audio device's position, MIDI, a server's time.
 * Plain data, as a dr_repeat is.
 *
 * The earliest arrivals define the leader's line. The position to show follows that line. While locked,
 * its rate is the leader's within 2 %. It steps back only at a seek, that is, a jump beyond 0.1 s.
 */
typedef struct dr_clock_follower {
  DR_ALIGNED uint64_t words[72];
} dr_clock_follower;

/** For an audio device's position in seconds. */
dr_clock_follower_def dr_default_clock_follower_def(void);

/** Makes a follower. Errors: DEFINITION, NUMBER. */
dr_status dr_clock_follower_init(
  dr_clock_follower *follower, const dr_clock_follower_def *def);

/** The changes that one sample made. */
typedef struct dr_clock_arrival {
  int32_t is_used;        /**< 1 if it has new information. */
  int32_t has_moved_line; /**< 1 if the leader's line has changed. */
  int32_t has_seek;       /**< 1 if the leader has jumped by `seek`. */
  uint32_t reserved;      /**< 0. */
  double lateness_s;      /**< Lateness of the sample; negative: early, which moves the line. */
  double seek;            /**< In the leader's units; otherwise 0. */
} dr_clock_arrival;

/**
 * Adds a sample: the leader was at `position` at `time_s`. A sample that is not after the last one is
 * ignored. `arrival` may be NULL. Errors: TIME beyond +-1e9, NUMBER for a position beyond +-1e9 s.
 */
dr_status dr_clock_follower_add(
  dr_clock_follower *follower, double position, double time_s, dr_clock_arrival *arrival);

/** The position to show. Errors: TIME beyond +-1e9, NO_ANSWER before the first sample. */
dr_status dr_clock_follower_position(
  const dr_clock_follower *follower, double time_s, double *position);

/** The leader's line at `time_s`, for a lock: a position is a cycle. Errors: as above. */
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
  double rate;       /**< The leader's positions per second. */
} dr_clock_follower_info;

/** The present state of a follower. */
dr_status dr_clock_follower_get_info(
  const dr_clock_follower *follower, dr_clock_follower_info *info);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_LOCK_H */
