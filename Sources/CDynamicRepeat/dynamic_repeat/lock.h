/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: repeats in step with a beat, with another repeat, or with a moment. The rate changes
 * within bounds so that the phase comes out right; nothing jumps. The rules for every function are in
 * dynamic_repeat.h.
 *
 *   dr_beat_clock_def music_def = dr_default_beat_clock_def();    // 120 beats a minute from 0 s on
 *   dr_beat_clock_create(&music_def, &music);
 *   dr_lock_def lock = dr_default_lock_def();
 *   dr_beat_clock_leader(music, &lock.leader);
 *   lock.bounds.least_hz = 1;
 *   lock.bounds.most_hz = 3;
 *   dr_repeat_lock(flash, &lock);             // DR_EVENT_LOCKED says when it is in step
 *
 *   dr_beat_clock_set_tempo(music, 90, now_s);                    // the music changes:
 *   dr_beat_clock_leader(music, &lock.leader);
 *   dr_repeat_lock(flash, &lock);             // hand over the leader as it is now
 *
 * A command on the next bar: dr_beat_clock_next_bar, then dr_beat_clock_time_of_beat, then the
 * command's form that ends in _at.
 */
#ifndef DYNAMIC_REPEAT_LOCK_H
#define DYNAMIC_REPEAT_LOCK_H

#include "values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Leaders ---- */

/**
 * What a repeat is locked to: a position at a time, and a rate from there on.
 *
 * Plain data. A beat clock, a repeat and a clock follower give one; dr_default_leader() gives one to
 * be filled in. It is the leader's motion as it is, and does not follow later changes. Numbers out of
 * range return the status that names them, where the leader is used.
 */
typedef struct dr_leader {
  double time_s;         /**< A time, within +-1e12. */
  double time_low_s;     /**< What time_s is short of, as for all that end so; 0 is exact. */
  int64_t cycle;         /**< The position at that time. */
  double phase;          /**< In [0, 1). */
  double phase_low;
  double rate_hz;        /**< Cycles per second, +-1e6; where there is a ramp, at its end. */
  double rate_low_hz;
  double ramp_s;         /**< Seconds of a ramp to that rate, 0 ... 1e9. Default: 0. */
  double ramp_start_hz;  /**< The rate at the ramp's start. */
  double ramp_start_low_hz;
  double ramp_done_s;    /**< Seconds of the ramp that had passed at that time. */
  double ramp_done_low_s;
  dr_ramp_shape shape;
  uint32_t reserved; /**< 0. */
} dr_leader;

/** At position 0 at 0 s, with 1 cycle per second. */
dr_leader dr_default_leader(void);

/** The leader's position at a time. Errors: TIME, and those of the leader's numbers. */
dr_status dr_leader_position(const dr_leader *leader, double time_s, dr_position *position);

/** The leader's cycles per second at a time. Errors: as above. */
dr_status dr_leader_rate(const dr_leader *leader, double time_s, double *rate_hz);

/**
 * The present motion of a repeat, for others to be locked to. A delay between cycles counts as a part
 * of the cycle. NO_ANSWER where a ramp is under way in a repeat with such delays, and in a run that
 * waits for its first advance.
 */
dr_status dr_repeat_leader(dr_repeat repeat, dr_leader *leader);

/* ---- Beat clocks: where the beats of music are ---- */

/** A clock to be made. Start from dr_default_beat_clock_def(). */
typedef struct dr_beat_clock_def {
  uint32_t internal_check;  /**< Set by dr_default_beat_clock_def(); leave it. */
  uint32_t beats_per_bar;   /**< 1 ... 1e6. Default: 4. */
  double beats_per_minute;  /**< 0 ... 6e7; 0 is paused. Default: 120. */
  double time_s;            /**< Default: 0. */
  dr_position beat;         /**< The beat position at time_s. Default: 0, which begins a bar. */
} dr_beat_clock_def;

/** A tempo, a beat at a time, and the beats of a bar. */
typedef struct dr_beat_clock {
  uint64_t id;
} dr_beat_clock;

/** 120 beats a minute and 4 in a bar, from 0 s on. */
dr_beat_clock_def dr_default_beat_clock_def(void);

/** Creates a clock. Errors: DEFINITION, TEMPO, TIME, PHASE, CYCLE, MEMORY. */
dr_status dr_beat_clock_create(const dr_beat_clock_def *def, dr_beat_clock *clock);

/** Destroys a clock; its handle is stale afterwards. What is locked to it goes on. */
dr_status dr_beat_clock_destroy(dr_beat_clock clock);

/** Whether the handle is valid: 1 or 0. */
int32_t dr_beat_clock_is_valid(dr_beat_clock clock);

/** The beats as a leader: a cycle is a beat. */
dr_status dr_beat_clock_leader(dr_beat_clock clock, dr_leader *leader);

/** Sets the tempo from `time_s` on; the beat position stays. Errors: TEMPO, TIME. */
dr_status dr_beat_clock_set_tempo(dr_beat_clock clock, double beats_per_minute, double time_s);

/** Reaches a tempo over `ramp_s`, 0 ... 1e9, from `time_s` on. Errors: TEMPO, INTERVAL, TIME. */
dr_status dr_beat_clock_ramp(
  dr_beat_clock clock, double beats_per_minute, double ramp_s, dr_ramp_shape shape,
  double time_s);

/** Is at `beat` at `time_s`, and goes on from there: the music was moved. */
dr_status dr_beat_clock_seek(dr_beat_clock clock, dr_position beat, double time_s);

/* Times before the latest change are answered as if the present tempo had always held. */

/** The beat position: whole beats, and the fraction of the present one. */
dr_status dr_beat_clock_beat(dr_beat_clock clock, double time_s, dr_position *beat);

/** The tempo at a time. */
dr_status dr_beat_clock_tempo(dr_beat_clock clock, double time_s, double *beats_per_minute);

/** The first time at which a beat has come; DR_ERROR_NO_ANSWER where it never comes. */
dr_status dr_beat_clock_time_of_beat(dr_beat_clock clock, int64_t beat, double *time_s);

/** The next beat; on a beat itself, that one. */
dr_status dr_beat_clock_next_beat(dr_beat_clock clock, double time_s, int64_t *beat);

/** The beat that begins the next bar; on that beat itself, that one. */
dr_status dr_beat_clock_next_bar(dr_beat_clock clock, double time_s, int64_t *beat);

/** How much of the present bar is over, in [0, 1). */
dr_status dr_beat_clock_phase_in_bar(dr_beat_clock clock, double time_s, double *phase);

/* ---- Locks and arrivals ---- */

/** What the rate may be while a repeat catches up. Start from dr_default_bounds(). */
typedef struct dr_bounds {
  double least_hz;       /**< +-1e6; below 0 only where it may run backwards. Default: 0. */
  double most_hz;        /**< Not below least_hz. Default: 1e6. */
  double slope_hz_per_s; /**< The most change of rate in a second. Default: infinite, at once. */
  dr_ramp_shape shape;   /**< Of the ramps. Default: linear. */
  uint32_t reserved;     /**< 0. */
} dr_bounds;

/** From 0 to 1e6 Hz, changing at once. */
dr_bounds dr_default_bounds(void);

/** How a repeat gets in step. */
typedef enum dr_lock_style {
  DR_LOCK_PHASE = 0,       /**< At once: the rate changes inside a cycle. */
  DR_LOCK_WHOLE_CYCLES = 1 /**< From the next boundary on, in cycles of one duration each. */
} dr_lock_style;

/**
 * A lock: the position of the repeat becomes ratio * leader + offset, but for whole cycles, and
 * its rate the leader's times the ratio. Start from dr_default_lock_def().
 */
typedef struct dr_lock_def {
  uint32_t internal_check; /**< Set by dr_default_lock_def(); leave it. */
  dr_lock_style style;     /**< Default: phase. */
  dr_leader leader;        /**< Default: dr_default_leader(). */
  int32_t numerator;       /**< Cycles of the repeat, +-1e6, not 0. Default: 1. */
  int32_t denominator;     /**< For so many of the leader's, 1 ... 1e6. Default: 1. */
  double offset;           /**< Cycles by which the repeat is ahead, +-1e15. Default: 0. */
  dr_bounds bounds;        /**< The leader's rate times the ratio must be within them. */
  double deadline_s;       /**< It takes the time until then. Default: infinite, the soonest. */
} dr_lock_def;

/** A lock in phase, one to one, as soon as possible, from 0 to 1e6 Hz. */
dr_lock_def dr_default_lock_def(void);

/**
 * Gets in step with a leader, without a jump: at once, as a command is.
 *
 * From the event DR_EVENT_LOCKED on it follows the leader, a ramp under way included, exactly. A rate,
 * duration, ramp, hold or reversal ends the lock; a pause keeps it, and the way is planned anew. While
 * idle, it waits for the run to start. A repeat has room for lock_capacity locks and arrivals of its
 * definition: FULL beyond it.
 *
 * Errors: DEFINITION, CHOICE, FULL, MEMORY, those of the leader's numbers, RATIO, CYCLE for the
 * offset, BOUNDS; OUT_OF_BOUNDS where the bounds do not hold the leader's rate, or no other;
 * OUT_OF_REACH for a deadline that is too soon: dr_repeat_get_lock_info names the soonest.
 */
dr_status dr_repeat_lock(dr_repeat repeat, const dr_lock_def *lock);

/** What an arrival reads: see dr_arrival_def. */
typedef enum dr_arrival_kind {
  DR_ARRIVE_AT_PHASE = 0,     /**< `phase`, of whichever cycle fits best. */
  DR_ARRIVE_AT_POSITION = 1,  /**< `position` of the run. */
  DR_ARRIVE_AFTER_CYCLES = 2, /**< `cycles` from where it is; negative: backwards. */
  DR_ARRIVE_AT_NEXT_PHASE = 3 /**< `phase`, at the present rate: with rate 0, "stop there". */
} dr_arrival_kind;

/** Where a repeat is to be, when, and at which rate. Start from dr_default_arrival_def(). */
typedef struct dr_arrival_def {
  uint32_t internal_check; /**< Set by dr_default_arrival_def(); leave it. */
  dr_arrival_kind kind;    /**< Default: a phase. */
  double phase;            /**< In [0, 1). Default: 0. */
  dr_position position;    /**< Default: 0. */
  double cycles;           /**< +-1e18. Default: 1. */
  double time_s;           /**< When; not for DR_ARRIVE_AT_NEXT_PHASE. Default: 0. */
  int32_t has_rate;        /**< Not 0: `rate` from then on; 0: the requested one. Default: 0. */
  uint32_t reserved;       /**< 0. */
  dr_rate rate;            /**< DR_ARRIVE_AT_NEXT_PHASE always reads it. Default: 0 Hz. */
  dr_bounds bounds;        /**< What the rate may be until then. */
} dr_arrival_def;

/** At phase 0, from 0 to 1e6 Hz. */
dr_arrival_def dr_default_arrival_def(void);

/**
 * Arrives at a phase or position at a time. "n cycles in s seconds" is DR_ARRIVE_AFTER_CYCLES.
 *
 * Errors: DEFINITION, CHOICE, FULL, MEMORY, PHASE, CYCLE, RATE, TIME, BOUNDS, OUT_OF_BOUNDS,
 * STANDS_STILL for a repeat with a delay between its cycles; OUT_OF_REACH where it cannot be done
 * within the bounds: dr_repeat_get_lock_info names the nearest time at which it can.
 */
dr_status dr_repeat_arrive(dr_repeat repeat, const dr_arrival_def *arrival);

/** Ends a lock or arrival, or the way to one: the ramp under way is run to its end, its rate kept. */
dr_status dr_repeat_unlock(dr_repeat repeat);

/* The same at a time: at once where `time_s` is the present time, scheduled where it is later. Where
   there is no way then, DR_EVENT_UNLOCKED says so. */

dr_status dr_repeat_lock_at(dr_repeat repeat, const dr_lock_def *lock, double time_s);
dr_status dr_repeat_arrive_at(dr_repeat repeat, const dr_arrival_def *arrival, double time_s);
dr_status dr_repeat_unlock_at(dr_repeat repeat, double time_s);

/** Why a lock ended: the `detail` of DR_EVENT_UNLOCKED. */
typedef enum dr_unlock_reason {
  DR_UNLOCKED_REPLACED = 0,  /**< By a rate, duration, ramp, hold or reversal. */
  DR_UNLOCKED_RELEASED = 1,  /**< By dr_repeat_unlock. */
  DR_UNLOCKED_RUN_ENDED = 2, /**< The run ended. */
  DR_UNLOCKED_IMPOSSIBLE = 3 /**< When it came to it, there was no way. */
} dr_unlock_reason;

/** How far a lock has come. */
typedef enum dr_lock_state {
  DR_UNLOCKED = 0,
  DR_LOCK_WAITING = 1,     /**< For the run to start, a pause to end, or the next boundary. */
  DR_LOCK_CATCHING_UP = 2,
  DR_LOCKED = 3
} dr_lock_state;

/** The present lock. */
typedef struct dr_lock_info {
  dr_lock_state state;  /**< DR_UNLOCKED also on the way to an arrival. */
  uint32_t reserved;    /**< 0. */
  double time_s;        /**< When lock or arrival is or was reached; NaN where there is none. */
  double nearest_s;     /**< What the last OUT_OF_REACH named: the nearest time possible, or NaN. */
  double nearest_phase; /**< The nearest phase possible at the time asked for, or NaN. */
} dr_lock_info;

/** The present lock, and what would have been possible. */
dr_status dr_repeat_get_lock_info(dr_repeat repeat, dr_lock_info *info);

/* ---- Clock followers: a clock that is only heard ---- */

/** A follower to be made. Start from dr_default_clock_follower_def(). */
typedef struct dr_clock_follower_def {
  uint32_t internal_check; /**< Set by dr_default_clock_follower_def(); leave it. */
  uint32_t reserved;       /**< 0. */
  double rate;             /**< Positions per second by name, 1e-6 ... 1e5. Default: 1. */
  double rate_tolerance;   /**< How far the true rate may be off: 0 ... 0.02. Default: 0.005. */
  double tolerance_s;      /**< By how much arrivals scatter: 1e-4 ... 0.1. Default: 0.005. */
  double seek_distance_s;  /**< A jump beyond is a seek: 0.01 ... 10. Default: 0.1. */
  double catch_up;         /**< Departure from the leader's rate: 0.001 ... 0.1. Default: 0.02. */
} dr_clock_follower_def;

/**
 * Follows a clock that is read late and in steps: an audio device's position, MIDI, a server's time.
 *
 * The earliest arrivals show the true line. What it shows follows that line, catches up at a bounded
 * rate, and never steps back but at a seek.
 */
typedef struct dr_clock_follower {
  uint64_t id;
} dr_clock_follower;

/** For an audio device's position in seconds. */
dr_clock_follower_def dr_default_clock_follower_def(void);

/** Creates a follower. Errors: DEFINITION, MEMORY, NUMBER. */
dr_status dr_clock_follower_create(
  const dr_clock_follower_def *def, dr_clock_follower *follower);

/** Destroys a follower; its handle is stale afterwards. */
dr_status dr_clock_follower_destroy(dr_clock_follower follower);

/** Whether the handle is valid: 1 or 0. */
int32_t dr_clock_follower_is_valid(dr_clock_follower follower);

/** What one sample showed. */
typedef struct dr_clock_arrival {
  int32_t is_used;        /**< 1 where it says something new. */
  int32_t has_locked;     /**< 1 where the follower is locked from now on. */
  int32_t has_unlocked;   /**< 1 where the leader has stopped. */
  int32_t has_moved_line; /**< 1 where the leader's line is another than before. */
  int32_t has_seek;       /**< 1 where the leader has jumped by `seek`. */
  uint32_t reserved;      /**< 0. */
  double lateness_s;      /**< By which the sample was late; negative: early, the line was raised. */
  double seek;            /**< In the leader's units; otherwise 0. */
} dr_clock_arrival;

/**
 * Takes in that the leader was seen at `position` at `time_s`. A sample that is not after the last one
 * is ignored. Errors: TIME beyond +-1e9, NUMBER for a position beyond +-1e9 s.
 */
dr_status dr_clock_follower_add(
  dr_clock_follower follower, double position, double time_s, dr_clock_arrival *arrival);

/** The position to show; DR_ERROR_NO_ANSWER before the first sample. */
dr_status dr_clock_follower_position(
  dr_clock_follower follower, double time_s, double *position);

/** The leader's line, for a lock: a position is a cycle. DR_ERROR_NO_ANSWER before the first sample. */
dr_status dr_clock_follower_leader(
  dr_clock_follower follower, double time_s, dr_leader *leader);

/** How well a leader is known. */
typedef enum dr_follower_state {
  DR_FOLLOWER_UNLOCKED = 0,  /**< No sample yet, or the leader stands still: what is shown waits. */
  DR_FOLLOWER_ACQUIRING = 1, /**< The leader moves; its line is not certain yet. */
  DR_FOLLOWER_LOCKED = 2     /**< What is shown is on the line. */
} dr_follower_state;

/** What a follower knows. */
typedef struct dr_clock_follower_info {
  dr_follower_state state;
  uint32_t reserved; /**< 0. */
  double rate;       /**< The leader's positions per second. */
  double spread_s;   /**< How well the line is known; NaN before the first quarter of a second. */
} dr_clock_follower_info;

/** What a follower knows. */
dr_status dr_clock_follower_get_info(
  dr_clock_follower follower, dr_clock_follower_info *info);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_LOCK_H */
