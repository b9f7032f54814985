/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: single repeats. Their definition, orders at once and commands for a moment to
 * come, time and events, values, snapshots. The rules that hold for every function stand in
 * dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_REPEATS_H
#define DYNAMIC_REPEAT_REPEATS_H

#include "curves.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rates, policies and definitions ---- */

/** A rate in either way of saying it. */
typedef enum dr_rate_unit {
  DR_CYCLE_DURATION_S = 0, /**< Seconds per cycle, 1e-6 ... 1e9; keeps the direction of travel. */
  DR_RATE_HZ = 1           /**< Cycles per second, +-1e6; 0 holds, negative runs backwards. */
} dr_rate_unit;

typedef struct dr_rate {
  double value;
  dr_rate_unit unit;
  uint32_t reserved; /**< 0. */
} dr_rate;

/** How a rate gets from one value to another. */
typedef enum dr_ramp_shape {
  DR_RAMP_LINEAR = 0, /**< At a steady slope. */
  DR_RAMP_SMOOTH = 1  /**< Along 3 s^2 - 2 s^3: its slope is continuous too. */
} dr_ramp_shape;

/** What happens to the running cycle when another rate is ordered. */
typedef enum dr_policy_kind {
  DR_RESTART_PER_CYCLE = 0, /**< The cycle ends as it began; the rate holds from its ideal end. */
  DR_PHASE_MATCHED = 1      /**< Over ramp_s (0: at once), from the present phase: no jump. */
} dr_policy_kind;

typedef struct dr_policy {
  double ramp_s; /**< DR_PHASE_MATCHED: 0 ... 1e9. */
  dr_policy_kind kind;
  dr_ramp_shape shape;
} dr_policy;

/** Where a counted run rests after its last cycle. */
typedef enum dr_rest_state {
  DR_REST_DEFAULT_STATE = 0,
  DR_REST_LAST_VALUE = 1
} dr_rest_state;

/** How boundaries are reported when one frame passes several. */
typedef enum dr_event_flood {
  DR_FLOOD_COUNTED = 0, /**< One event of each kind, with the number passed. */
  DR_FLOOD_ALL = 1,     /**< One event each. */
  DR_FLOOD_LATEST = 2   /**< The last one only. */
} dr_event_flood;

/** The most commands that may wait and events that may be kept. */
#define DR_MAX_CAPACITY 65536

/**
 * As now_s of a definition: the first call of dr_repeat_advance sets the start of the timeline,
 * whatever the clock shows then. Calls made before hold from then on, and every time shows the
 * start until then. As now_s of dr_repeat_info: that call is still to come. No time lies before it.
 */
#define DR_AT_FIRST_ADVANCE (-1e12)

/** A repeat to be made. Start from dr_default_repeat_def(). */
typedef struct dr_repeat_def {
  uint32_t internal_check;      /**< Set by dr_default_repeat_def(); leave it. */
  int32_t autoreverses;         /**< Not 0: a cycle goes there and back. Default: 1. */
  dr_rate rate;                 /**< Default: a cycle in 1 second. */
  dr_policy policy;             /**< Default: restart per cycle. */
  dr_curve_def timing;          /**< The pace of the way out. Default: ease in, ease out. */
  dr_curve_def return_timing;   /**< The pace of the way back, where has_return_timing is not 0. */
  int32_t has_return_timing;    /**< Default: 0, the way out retraced. */
  dr_rest_state rest_state;       /**< Default: in the default state. */
  double repeat_count;          /**< Cycles above 0, up to 1e18; 0 is for ever. Default: 0. */
  double repeat_delay_s;        /**< Seconds of rest between cycles, 0 ... 1e9. Default: 0. */
  double start_phase;           /**< In [0, 1). Default: 0. */
  double now_s;                 /**< Start of its timeline. Default: DR_AT_FIRST_ADVANCE. */
  dr_event_flood flood;         /**< Default: counted. */
  uint32_t command_capacity;    /**< Most commands that may wait, to DR_MAX_CAPACITY. Default: 8. */
  uint32_t event_capacity;      /**< Most events at once, to DR_MAX_CAPACITY. Default: 16. */
  uint32_t reserved;            /**< 0. */
} dr_repeat_def;

/** A repeat: something that runs through its cycle again and again. */
typedef struct dr_repeat {
  uint64_t id;
} dr_repeat;

/** A repeat of a second per cycle, there and back, with a default in every field. */
dr_repeat_def dr_default_repeat_def(void);

/**
 * Makes an idle repeat. Its timeline starts at now_s of the definition; by default, with the first
 * call of dr_repeat_advance.
 *
 * Errors: DEFINITION, CHOICE, CAPACITY, MEMORY, and the one that names the first wrong number.
 */
dr_status dr_repeat_create(const dr_repeat_def *def, dr_repeat *repeat);

/** Ends it; the handle is stale from then on. */
dr_status dr_repeat_destroy(dr_repeat repeat);

/** Whether the handle names a repeat: 1 or 0. */
int32_t dr_repeat_is_valid(dr_repeat repeat);

/* -- Orders, in effect at the present time: the one last advanced to -- */

/** How a run ends. */
typedef enum dr_stop_mode {
  DR_STOP_AT_CYCLE_END = 0, /**< With the present cycle, then at rest in the default state. */
  DR_STOP_IMMEDIATELY = 1,  /**< Now, at rest in the default state: the value may jump. */
  DR_STOP_FREEZE = 2        /**< Now, holding its value. */
} dr_stop_mode;

/** Whole cycles, and the fraction of the present one: the position is their sum. */
typedef struct dr_position {
  int64_t cycle; /**< Within +-1e18; negative before the start. */
  double phase;  /**< In [0, 1), never 1. */
} dr_position;

/** Begins a run at the start phase; while stopping, takes the stop back. Otherwise does nothing. */
dr_status dr_repeat_start(dr_repeat repeat);

/** Ends the run. Does nothing at rest. */
dr_status dr_repeat_stop(dr_repeat repeat, dr_stop_mode mode);

/** Stands still, time and all. Does nothing unless running or stopping. */
dr_status dr_repeat_pause(dr_repeat repeat);

/**
 * Goes on after a pause as if no time had passed. Does nothing unless paused. It ends no hold: that
 * ends with the next rate.
 */
dr_status dr_repeat_resume(dr_repeat repeat);

/**
 * Turns the direction round at once; the value stays continuous. The next run begins in the
 * direction of the rate last ordered, forwards for a duration. At rest, it turns the next run.
 */
dr_status dr_repeat_reverse(dr_repeat repeat);

/**
 * Rate 0 at once, the value kept; the next rate or duration ends it. A repeat that is stopping ends
 * with DR_STOPPED_IMMEDIATELY, and so does a held one that is stopped at its cycle's end.
 */
dr_status dr_repeat_hold(dr_repeat repeat);

/** Orders seconds per cycle, 1e-6 ... 1e9, in effect as the policy says. */
dr_status dr_repeat_set_cycle_duration(dr_repeat repeat, double duration_s);

/** Orders a rate, +-1e6, in effect as the policy says. 0 holds, negative runs backwards. */
dr_status dr_repeat_set_rate(dr_repeat repeat, double rate_hz);

/** Reaches a rate over `ramp_s` seconds, 0 ... 1e9, whatever the policy. */
dr_status dr_repeat_ramp(dr_repeat repeat, dr_rate rate, double ramp_s, dr_ramp_shape shape);

/**
 * Jumps to a position of the run; beyond an end, ends the run there. Does nothing at rest.
 * Where `is_silent` is 0, boundaries between are reported.
 */
dr_status dr_repeat_seek(dr_repeat repeat, dr_position position, int32_t is_silent);

/** Orders follow `policy` from now on, one that still waits for a boundary included. */
dr_status dr_repeat_set_policy(dr_repeat repeat, dr_policy policy);

/* -- Commands for a moment to come -- */

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
  DR_COMMAND_POLICY = 9 /**< policy. */
} dr_command_kind;

/** A command; each kind reads the fields that it names, others may hold anything. */
typedef struct dr_command {
  dr_command_kind kind;
  dr_stop_mode stop_mode;
  dr_rate rate;
  double ramp_s;
  dr_ramp_shape shape;
  int32_t is_silent;
  dr_position position;
  dr_policy policy;
} dr_command;

typedef enum dr_moment_kind {
  DR_MOMENT_NOW = 0,        /**< The present time. */
  DR_MOMENT_NEXT_CYCLE = 1, /**< The next boundary in the direction of travel. */
  DR_MOMENT_CYCLE = 2,      /**< When the start of `cycle` is reached. */
  DR_MOMENT_PHASE = 3,      /**< When `phase` is next reached. */
  DR_MOMENT_TIME = 4        /**< At `time_s`, not before the present time. */
} dr_moment_kind;

/** When a command takes effect; each kind reads the field that it names. */
typedef struct dr_moment {
  dr_moment_kind kind;
  uint32_t reserved; /**< 0. */
  double time_s;
  double phase;
  int64_t cycle;
} dr_moment;

/** Names a command of one repeat that waits. */
typedef struct dr_command_id {
  int64_t number;
} dr_command_id;

/**
 * Keeps a command for its moment, which a frame may pass in its middle.
 *
 * A moment named by a position waits until motion gets there, through stops and new starts.
 * `id` may be NULL. Errors: CHOICE, FULL, PAST, and the one that names a wrong number.
 */
dr_status dr_repeat_schedule(
  dr_repeat repeat, const dr_command *command, const dr_moment *moment, dr_command_id *id);

/** Takes a command back; DR_ERROR_NOT_FOUND where it does not wait. */
dr_status dr_repeat_cancel(dr_repeat repeat, dr_command_id id);

/** Takes all commands back that still wait. */
dr_status dr_repeat_cancel_all(dr_repeat repeat);

/* -- Time and events -- */

typedef enum dr_event_kind {
  DR_EVENT_STARTED = 0,   /**< A run began. */
  DR_EVENT_CYCLE = 1,     /**< A boundary was reached; `cycle` is the one that is entered. */
  DR_EVENT_DIRECTION = 2, /**< The value turned; `detail` is a dr_direction. */
  DR_EVENT_STOPPED = 3    /**< The run ended; `detail` is a dr_stop_reason. */
} dr_event_kind;

typedef enum dr_direction {
  DR_TOWARD_ALTERNATE = 0,
  DR_TOWARD_DEFAULT = 1
} dr_direction;

typedef enum dr_stop_reason {
  DR_STOPPED_AT_CYCLE_END = 0,
  DR_STOPPED_IMMEDIATELY = 1,
  DR_STOPPED_FROZEN = 2,
  DR_STOPPED_FINISHED = 3 /**< All cycles of a counted run, or 1e18 cycles, have been run. */
} dr_stop_reason;

/** Something that happened between two frames. */
typedef struct dr_event {
  dr_event_kind kind;
  int32_t detail;    /**< What `kind` says, else 0. */
  int64_t cycle;     /**< The cycle that was entered, or in which it happened. */
  int64_t count;     /**< How many of its kind it stands for: 1, but in a counted flood. */
  double time_s;     /**< When it happened; frames do not change it. */
  double lateness_s; /**< From then to the present time; never negative. */
} dr_event;

/** What became of the events. */
typedef struct dr_event_count {
  uint32_t written; /**< How many stand in the caller's array. */
  uint32_t waiting; /**< How many did not fit, and wait for the next call. */
  uint64_t dropped; /**< How many were lost since the last count: event_capacity was too small. */
} dr_event_count;

/**
 * Moves the present time on, and hands out what happened in (then, time_s], in order of time.
 * The first call sets the start of the timeline, where now_s was DR_AT_FIRST_ADVANCE.
 *
 * `events` may be NULL where `capacity` is 0: events wait then. `count` may be NULL. Events reach
 * the array through the repeat, where those wait that do not fit: of more than its event_capacity
 * at once the newest are lost and counted, however large the array. How an interval is split into
 * calls changes no value and no event. The same time again moves nothing. Errors: TIME, PAST,
 * TOO_FAR.
 */
dr_status dr_repeat_advance(
  dr_repeat repeat, double time_s, dr_event *events, uint32_t capacity, dr_event_count *count);

/**
 * Hands out events that wait without moving the time; `events` and `count` as for advancing.
 * None before the start of the timeline: their time is that of the first dr_repeat_advance.
 */
dr_status dr_repeat_take_events(
  dr_repeat repeat, dr_event *events, uint32_t capacity, dr_event_count *count);

/* -- Values. They change nothing, and answer for any time: ahead, through all that is ordered and
 *    scheduled; behind, as if the present course had always held. Errors: TIME, TOO_FAR. -- */

/** What a repeat is doing. */
typedef enum dr_state {
  DR_STATE_IDLE = 0,
  DR_STATE_RUNNING = 1,
  DR_STATE_STOPPING = 2,       /**< Repeating until the present cycle ends. */
  DR_STATE_PAUSED = 3,
  DR_STATE_PAUSED_STOPPING = 4 /**< Paused, and stopping when it goes on. */
} dr_state;

/** What a repeat shows at one time. */
typedef struct dr_sample {
  dr_position position;
  double value;            /**< 0 default state, 1 alternate state; curves may overshoot. */
  double fraction;         /**< The same before pacing, in 0 ... 1. */
  double rate_hz;          /**< In effect; 0 where nothing moves. */
  double cycle_duration_s; /**< In effect; infinite where nothing moves. */
  dr_state state;
  int32_t is_waiting; /**< 1 in the rest between two cycles. */
} dr_sample;

/** How far it is from the default state (0) to the alternate one (1) at `time_s`. */
dr_status dr_repeat_value(dr_repeat repeat, double time_s, double *value);

/** The fraction of the present cycle, in [0, 1). */
dr_status dr_repeat_phase(dr_repeat repeat, double time_s, double *phase);

/** The number of whole cycles; negative before the start of what runs backwards. */
dr_status dr_repeat_cycle(dr_repeat repeat, double time_s, int64_t *cycle);

/** Both: cycles and phase. */
dr_status dr_repeat_position(dr_repeat repeat, double time_s, dr_position *position);

/** Everything that it shows. */
dr_status dr_repeat_sample(dr_repeat repeat, double time_s, dr_sample *sample);

/** What has been ordered, and where it stands. */
typedef struct dr_repeat_info {
  double now_s;              /**< The present time; DR_AT_FIRST_ADVANCE before the first. */
  dr_rate requested_rate;      /**< The rate last asked for, which may not be in effect yet. */
  dr_policy policy;          /**< In effect. */
  dr_state state;            /**< At the present time. */
  int32_t has_pending_rate_change; /**< 1 where an order waits for the end of the cycle. */
  uint32_t waiting_commands;
  uint32_t waiting_events;
} dr_repeat_info;

/** The present state. */
dr_status dr_repeat_get_info(dr_repeat repeat, dr_repeat_info *info);

/* -- Snapshots -- */

/** How many bytes a snapshot of the repeat takes now; commands and events that wait count. */
dr_status dr_repeat_snapshot_size(dr_repeat repeat, size_t *size);

/**
 * Writes the present state as bytes that any machine reads; at any address, aligned or not.
 *
 * `size` gets how many were written, and may be NULL. DR_ERROR_BUFFER where `capacity` is too
 * small.
 */
dr_status dr_repeat_snapshot(dr_repeat repeat, void *bytes, size_t capacity, size_t *size);

/**
 * Goes back to a saved state, and goes on from it bit for bit.
 *
 * The repeat must have been created with the same definition, now_s and capacities aside. Damaged
 * bytes are refused: DR_ERROR_SNAPSHOT; what waits must fit: DR_ERROR_CAPACITY.
 */
dr_status dr_repeat_restore(dr_repeat repeat, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_REPEATS_H */
