/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: single repeats. Definition, commands at once and scheduled commands, time and
 * events; values.h has what they show. The rules for every function are in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_REPEATS_H
#define DYNAMIC_REPEAT_REPEATS_H

#include "curves.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rates, policies and definitions ---- */

/** The unit of a rate. */
typedef enum dr_rate_unit {
  DR_CYCLE_DURATION_S = 0, /**< Seconds per cycle, 1e-6 ... 1e9; keeps the direction. */
  DR_RATE_HZ = 1           /**< Cycles per second, +-1e6; 0 holds, negative runs backwards. */
} dr_rate_unit;

typedef struct dr_rate {
  double value;
  dr_rate_unit unit;
  uint32_t reserved; /**< 0. */
} dr_rate;

/** How a ramp changes the rate over time. */
typedef enum dr_ramp_shape {
  DR_RAMP_LINEAR = 0, /**< At a constant slope. */
  DR_RAMP_SMOOTH = 1  /**< Along 3 s^2 - 2 s^3: the slope is continuous too. */
} dr_ramp_shape;

/** When a requested rate takes effect. */
typedef enum dr_policy_kind {
  DR_RESTART_PER_CYCLE = 0, /**< At the end of the present cycle, at its exact time. */
  DR_PHASE_MATCHED = 1      /**< At once, or over ramp_s; the phase does not jump. */
} dr_policy_kind;

typedef struct dr_policy {
  double ramp_s; /**< DR_PHASE_MATCHED: 0 ... 1e9. */
  dr_policy_kind kind;
  dr_ramp_shape shape;
} dr_policy;

/** What a repeat shows while idle after the last cycle of a counted run. */
typedef enum dr_rest_state {
  DR_REST_DEFAULT_STATE = 0,
  DR_REST_LAST_VALUE = 1
} dr_rest_state;

/** How events are reported when one advance passes several of a kind. */
typedef enum dr_event_flood {
  DR_FLOOD_COUNTED = 0, /**< One event of each kind, with the number in `count`. */
  DR_FLOOD_ALL = 1,     /**< An event for each. */
  DR_FLOOD_LATEST = 2   /**< The last one only. */
} dr_event_flood;

/** The largest command_capacity and event_capacity. */
#define DR_MAX_CAPACITY 65536

/**
 * As now_s of a definition: the first dr_repeat_advance sets the start of the timeline. Commands
 * given before take effect at that time; until then, every time shows the state at the start.
 * As now_s of dr_repeat_info: the repeat has not been advanced yet.
 */
#define DR_AT_FIRST_ADVANCE (-1e12)

/**
 * The definition of a repeat. Initialize it with dr_default_repeat_def().
 *
 * max_flash_hz is how many flashes a second the repeat may show at most: 3 is the limit of WCAG
 * 2.3.1, above which flashing may cause seizures. A cycle is a flash. Faster rates are accepted, and
 * this one is in effect instead, as rate_hz of dr_sample shows. A seek and a reversal are not
 * counted. At least 1.001e-9; otherwise DR_ERROR_RATE.
 */
typedef struct dr_repeat_def {
  uint32_t internal_check;      /**< Set by dr_default_repeat_def(); do not change. */
  int32_t autoreverses;         /**< Not 0: each cycle goes there and back. Default: 1. */
  dr_rate rate;                 /**< Default: 1 second per cycle. */
  dr_policy policy;             /**< Default: restart per cycle. */
  dr_curve_def timing;          /**< Paces the way out. Default: ease in, ease out. */
  dr_curve_def return_timing;   /**< Paces the way back, where has_return_timing is not 0. */
  int32_t has_return_timing;    /**< Default: 0, the way back retraces the way out. */
  dr_rest_state rest_state;     /**< Default: the default state. */
  double repeat_count;          /**< Cycles, up to 1e18; 0 repeats forever. Default: 0. */
  double repeat_delay_s;        /**< Pause between cycles, 0 ... 1e9. Default: 0. */
  double start_phase;           /**< In [0, 1). Default: 0. */
  double now_s;                 /**< Start of the timeline. Default: DR_AT_FIRST_ADVANCE. */
  double max_flash_hz;          /**< See below. Default: 0, no limit. */
  dr_event_flood flood;         /**< Default: counted. */
  uint32_t command_capacity;    /**< Scheduled commands, up to DR_MAX_CAPACITY. Default: 8. */
  uint32_t event_capacity;      /**< Waiting events, up to DR_MAX_CAPACITY. Default: 4. */
  uint32_t lock_capacity;       /**< Locks and arrivals, up to DR_MAX_CAPACITY. Default: 2. */
} dr_repeat_def;

/** A repeat: runs through its cycle again and again. */
typedef struct dr_repeat {
  uint64_t id;
} dr_repeat;

/** One second per cycle, there and back, with a default in every field. */
dr_repeat_def dr_default_repeat_def(void);

/**
 * Creates an idle repeat. Its timeline starts at now_s of the definition; by default, at the time
 * of the first dr_repeat_advance.
 *
 * Errors: DEFINITION, CHOICE, CAPACITY, MEMORY, and the one for the first invalid number.
 */
dr_status dr_repeat_create(const dr_repeat_def *def, dr_repeat *repeat);

/** Destroys a repeat; its handle is stale afterwards. */
dr_status dr_repeat_destroy(dr_repeat repeat);

/** Whether the handle is valid: 1 or 0. */
int32_t dr_repeat_is_valid(dr_repeat repeat);

/* -- Commands at once: they take effect at the present time, the time last advanced to -- */

/** How a run ends. */
typedef enum dr_stop_mode {
  DR_STOP_AT_CYCLE_END = 0, /**< At the end of the present cycle, then idle in the default state. */
  DR_STOP_IMMEDIATELY = 1,  /**< Now, idle in the default state: the value may jump. */
  DR_STOP_FREEZE = 2        /**< Now, idle at the present value. */
} dr_stop_mode;

/** A position in cycles: the sum of both fields. */
typedef struct dr_position {
  int64_t cycle; /**< Within +-1e18; negative before the start. */
  double phase;  /**< In [0, 1), never 1. */
} dr_position;

/** Begins a run at the start phase. While stopping, cancels the stop. Otherwise does nothing. */
dr_status dr_repeat_start(dr_repeat repeat);

/** Ends the run. Does nothing while idle. */
dr_status dr_repeat_stop(dr_repeat repeat, dr_stop_mode mode);

/** Pauses the run. Does nothing unless running or stopping. */
dr_status dr_repeat_pause(dr_repeat repeat);

/**
 * Continues after a pause as if no time had passed. Does nothing unless paused. It does not end a
 * hold: the next rate does.
 */
dr_status dr_repeat_resume(dr_repeat repeat);

/**
 * Reverses the direction at once; the value stays continuous. The next run begins in the direction
 * of the requested rate, or forwards for a duration. While idle, reverses the next run.
 */
dr_status dr_repeat_reverse(dr_repeat repeat);

/**
 * Sets the rate to 0 at once and keeps the value. The next rate or duration ends the hold. A repeat
 * that is stopping ends with DR_STOPPED_IMMEDIATELY, and so does a held repeat that is stopped with
 * DR_STOP_AT_CYCLE_END.
 */
dr_status dr_repeat_hold(dr_repeat repeat);

/** Requests a cycle duration, 1e-6 ... 1e9. The policy decides when it takes effect. */
dr_status dr_repeat_set_cycle_duration(dr_repeat repeat, double duration_s);

/** Requests a rate, +-1e6: 0 holds, negative runs backwards. The policy decides when. */
dr_status dr_repeat_set_rate(dr_repeat repeat, double rate_hz);

/** Changes the rate over `ramp_s`, 0 ... 1e9, from now on, whatever the policy. */
dr_status dr_repeat_ramp(dr_repeat repeat, dr_rate rate, double ramp_s, dr_ramp_shape shape);

/**
 * Jumps to a position of the run; beyond an end of the run, ends it. Does nothing while idle.
 * Where `is_silent` is 0, the boundaries in between are reported.
 */
dr_status dr_repeat_seek(dr_repeat repeat, dr_position position, int32_t is_silent);

/** Sets the policy, also for a rate change that is still pending. */
dr_status dr_repeat_set_policy(dr_repeat repeat, dr_policy policy);

/**
 * Sets how many cycles a run has, up to 1e18, the present one included; 0 repeats forever. They are
 * counted from where the run started. A run that has had as many already ends with its present
 * cycle.
 */
dr_status dr_repeat_set_repeat_count(dr_repeat repeat, double cycles);

/* -- The same commands at a time: at once where `time_s` is the present time, scheduled where it is
 *    later. Errors: those of the command, TIME, PAST for earlier times, FULL, MEMORY. -- */

dr_status dr_repeat_start_at(dr_repeat repeat, double time_s);
dr_status dr_repeat_stop_at(dr_repeat repeat, dr_stop_mode mode, double time_s);
dr_status dr_repeat_pause_at(dr_repeat repeat, double time_s);
dr_status dr_repeat_resume_at(dr_repeat repeat, double time_s);
dr_status dr_repeat_reverse_at(dr_repeat repeat, double time_s);
dr_status dr_repeat_hold_at(dr_repeat repeat, double time_s);
dr_status dr_repeat_set_cycle_duration_at(dr_repeat repeat, double duration_s, double time_s);
dr_status dr_repeat_set_rate_at(dr_repeat repeat, double rate_hz, double time_s);
dr_status dr_repeat_ramp_at(
  dr_repeat repeat, dr_rate rate, double ramp_s, dr_ramp_shape shape, double time_s);
dr_status dr_repeat_seek_at(
  dr_repeat repeat, dr_position position, int32_t is_silent, double time_s);
dr_status dr_repeat_set_policy_at(dr_repeat repeat, dr_policy policy, double time_s);
dr_status dr_repeat_set_repeat_count_at(dr_repeat repeat, double cycles, double time_s);

/**
 * Blinks `cycles` times from `time_s` on: a run under way stops there at once, and one of that many
 * cycles starts; 0 repeats forever. Its end is an event DR_EVENT_STOPPED with DR_STOPPED_FINISHED.
 *
 * The same as dr_repeat_stop_at, dr_repeat_set_repeat_count_at and dr_repeat_start_at; on an error,
 * none of them. A later time needs room for three commands. Errors: REPEAT_COUNT, TIME, PAST, FULL,
 * MEMORY.
 */
dr_status dr_repeat_blink_at(dr_repeat repeat, double cycles, double time_s);

/* -- Scheduled commands -- */

typedef enum dr_command_kind {
  DR_COMMAND_START = 0,
  DR_COMMAND_STOP = 1, /**< stop_mode. */
  DR_COMMAND_PAUSE = 2,
  DR_COMMAND_RESUME = 3,
  DR_COMMAND_REVERSE = 4,
  DR_COMMAND_HOLD = 5,
  DR_COMMAND_RATE = 6,  /**< rate. */
  DR_COMMAND_RAMP = 7,  /**< rate, ramp_s, shape. */
  DR_COMMAND_SEEK = 8,  /**< position, is_silent. */
  DR_COMMAND_POLICY = 9, /**< policy. */
  DR_COMMAND_REPEAT_COUNT = 10 /**< repeat_count. */
} dr_command_kind;

/** A command. Each kind reads the fields listed with it and ignores the others. */
typedef struct dr_command {
  dr_command_kind kind;
  dr_stop_mode stop_mode;
  dr_rate rate;
  double ramp_s;
  dr_ramp_shape shape;
  int32_t is_silent;
  dr_position position;
  dr_policy policy;
  double repeat_count;
} dr_command;

/** A command of a kind: 1 second per cycle, no ramp, a silent seek to 0, restart per cycle, forever. */
dr_command dr_default_command(dr_command_kind kind);

typedef enum dr_moment_kind {
  DR_MOMENT_NOW = 0,        /**< The present time. */
  DR_MOMENT_NEXT_CYCLE = 1, /**< At the next cycle boundary. */
  DR_MOMENT_CYCLE = 2,      /**< When the start of `cycle` is reached. */
  DR_MOMENT_PHASE = 3,      /**< When `phase` is next reached. */
  DR_MOMENT_TIME = 4        /**< At `time_s`, not before the present time. */
} dr_moment_kind;

/** When a command takes effect. Each kind reads the field that it names. */
typedef struct dr_moment {
  dr_moment_kind kind;
  uint32_t reserved; /**< 0. */
  double time_s;
  double phase;
  int64_t cycle;
} dr_moment;

/** A moment of a kind, with 0 in every field. */
dr_moment dr_default_moment(dr_moment_kind kind);

/** Identifies a scheduled command of one repeat. */
typedef struct dr_command_id {
  int64_t number;
} dr_command_id;

/**
 * Schedules a command. It takes effect at its exact moment, also between two frames.
 *
 * A command for a cycle or phase waits until the motion gets there, also through stops and new
 * starts. `id` may be NULL. Errors: CHOICE, FULL, PAST, MEMORY, and the one for an invalid number.
 */
dr_status dr_repeat_schedule(
  dr_repeat repeat, const dr_command *command, const dr_moment *moment, dr_command_id *id);

/** Cancels a scheduled command; DR_ERROR_NOT_FOUND where it is not waiting. */
dr_status dr_repeat_cancel(dr_repeat repeat, dr_command_id id);

/** Cancels all scheduled commands. */
dr_status dr_repeat_cancel_all(dr_repeat repeat);

/* -- Time and events -- */

typedef enum dr_event_kind {
  DR_EVENT_STARTED = 0,   /**< A run began. */
  DR_EVENT_CYCLE = 1,     /**< A cycle boundary; `cycle` is the cycle that begins. */
  DR_EVENT_DIRECTION = 2, /**< The value turned; `detail` is a dr_direction. */
  DR_EVENT_STOPPED = 3,   /**< The run ended; `detail` is a dr_stop_reason. */
  DR_EVENT_LOCKED = 4,    /**< In step with the leader: see lock.h. */
  DR_EVENT_UNLOCKED = 5   /**< A lock ended; `detail` is a dr_unlock_reason. */
} dr_event_kind;

typedef enum dr_direction {
  DR_TOWARD_ALTERNATE = 0,
  DR_TOWARD_DEFAULT = 1
} dr_direction;

typedef enum dr_stop_reason {
  DR_STOPPED_AT_CYCLE_END = 0,
  DR_STOPPED_IMMEDIATELY = 1,
  DR_STOPPED_FROZEN = 2,
  DR_STOPPED_FINISHED = 3 /**< After all cycles of a counted run, or 1e18 cycles. */
} dr_stop_reason;

/** An event between two advances. */
typedef struct dr_event {
  dr_event_kind kind;
  int32_t detail;    /**< See `kind`; otherwise 0. */
  int64_t cycle;     /**< The cycle that begins, or in which it happened. */
  int64_t count;     /**< The number of its kind: above 1 only with DR_FLOOD_COUNTED. */
  double time_s;     /**< When it happened, exactly, whatever the frames. */
  double lateness_s; /**< From time_s to the present time; never negative. */
} dr_event;

/** How many events were returned, wait, and were lost. */
typedef struct dr_event_count {
  uint32_t written; /**< In the caller's array. */
  uint32_t waiting; /**< Did not fit; the next call returns them. */
  uint64_t dropped; /**< Lost since the last count, as event_capacity was too small. */
} dr_event_count;

/**
 * Advances the present time to `time_s` and returns the events since the last advance, in order of
 * time. The first call sets the start of the timeline, where now_s was DR_AT_FIRST_ADVANCE.
 *
 * `events` may be NULL where `capacity` is 0; the events wait then. `count` may be NULL. A repeat
 * keeps event_capacity events until they are taken, and in the course of one call as many more as
 * `events` has room for, up to 28 in all: beyond that, the newest are lost and counted. Splitting
 * an interval into several calls changes no value and no event. The same time again has no effect.
 * Errors: TIME, PAST, TOO_FAR.
 */
dr_status dr_repeat_advance(
  dr_repeat repeat, double time_s, dr_event *events, uint32_t capacity, dr_event_count *count);

/**
 * Returns waiting events without advancing; `events` and `count` as for dr_repeat_advance.
 * There are none before the first dr_repeat_advance: it sets their time.
 */
dr_status dr_repeat_take_events(
  dr_repeat repeat, dr_event *events, uint32_t capacity, dr_event_count *count);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_REPEATS_H */
