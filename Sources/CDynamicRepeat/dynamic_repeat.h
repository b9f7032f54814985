/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: things that flash, pulse and cycle at a rate that keeps changing, exactly.
 *
 *   dr_repeat_def def = dr_default_repeat_def();
 *   dr_repeat flash;
 *   dr_repeat_create(&def, &flash);               // a cycle a second, there and back
 *   dr_repeat_start(flash);
 *   dr_repeat_set_cycle_duration(flash, 0.5);     // from the next boundary on
 *   dr_repeat_advance(flash, frame_time_s, NULL, 0, NULL);
 *   dr_repeat_value(flash, frame_time_s, &value); // 0 default state ... 1 alternate state
 *   dr_repeat_destroy(flash);
 *
 * These rules hold for every function; what differs stands with the function.
 *
 * Units     Names say them: _s seconds, _hz cycles per second. Times are seconds on a monotonic
 *           timeline of the caller's, within +-1e12; the library has no clock. Phases are in [0, 1).
 * Errors    Whatever is passed, no call traps, hangs or corrupts memory: it answers DR_OK or why not.
 *           After an error nothing has changed, and no output has been written. This goes for NULL
 *           where a pointer is needed, numbers that are no numbers, and handles that are stale,
 *           foreign or zero. Pointers that are not NULL must point to what their type says.
 * Handles   Plain values, never to be looked into. One that is all zero names nothing; one that was
 *           destroyed never comes to name another thing.
 * Threads   Calls on different handles may run at once, creating and destroying included. Calls on
 *           one handle must not overlap. Functions without a handle may be called at any time.
 * Memory    Creating makes one allocation, destroying gives it back; nothing else allocates. Banks
 *           differ: see there.
 * Versions  The structs and functions of one soname (libdynamicrepeat.so.0) keep their layout.
 *
 * C11 and C++17. Link with -ldynamicrepeat; nothing but the C library and libm is needed. Linked
 * statically, -Wl,--gc-sections leaves out what a program does not call: the bank, most of all.
 */
#ifndef DYNAMIC_REPEAT_H
#define DYNAMIC_REPEAT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version and status ---- */

/** The version of this header: major, minor, patch. */
#define DR_VERSION_MAJOR 0
#define DR_VERSION_MINOR 1
#define DR_VERSION_PATCH 0

/** The version of the library that is linked: major << 16 | minor << 8 | patch. */
uint32_t dr_version(void);

/** What a call answers; 0 is success. */
typedef enum dr_status {
  DR_OK = 0,
  DR_ERROR_NULL = 1,           /**< A pointer that is needed is NULL. */
  DR_ERROR_HANDLE = 2,         /**< The handle names nothing: stale, foreign or zero. */
  DR_ERROR_DEFINITION = 3,     /**< The definition does not come from its dr_default_ function. */
  DR_ERROR_CHOICE = 4,         /**< An enumeration has a value that it does not list. */
  DR_ERROR_CYCLE_DURATION = 5, /**< Seconds per cycle outside 1e-6, in a bank 1/953, ... 1e9. */
  DR_ERROR_RATE = 6,           /**< Cycles per second outside +-1e6, in a bank +-953. */
  DR_ERROR_INTERVAL = 7,       /**< Seconds of a ramp or delay outside 0 ... 1e9. */
  DR_ERROR_REPEAT_COUNT = 8,   /**< Cycles not above 0, or above 1e18. */
  DR_ERROR_PHASE = 9,          /**< A phase outside [0, 1). */
  DR_ERROR_TIME = 10,          /**< A time outside +-1e12, in a bank +-9e9, or no number. */
  DR_ERROR_CYCLE = 11,         /**< A cycle outside +-1e18. */
  DR_ERROR_PAST = 12,          /**< The repeat has been advanced beyond that time already. */
  DR_ERROR_TIMING = 13,        /**< Numbers that make no timing function or media timing. */
  DR_ERROR_CAPACITY = 14,      /**< A capacity or count above what its field allows. */
  DR_ERROR_FULL = 15,          /**< As many commands or repeats as there may be. */
  DR_ERROR_MEMORY = 16,        /**< The allocator gave none. */
  DR_ERROR_BUFFER = 17,        /**< The buffer is too small for the snapshot. */
  DR_ERROR_SNAPSHOT = 18,      /**< The bytes are no undamaged snapshot of this version. */
  DR_ERROR_SETTINGS = 19,      /**< The snapshot was taken under another definition. */
  DR_ERROR_TOO_FAR = 20,       /**< Over 65,536 changes of course lie between; go in shorter steps. */
  DR_ERROR_NO_ANSWER = 21,     /**< There is none, or no single one: a time space stands still. */
  DR_ERROR_IN_USE = 22,        /**< The allocator cannot change while something made with it lives. */
  DR_ERROR_NOT_FOUND = 23,     /**< That command does not wait, or not any more. */
  DR_ERROR_RANGE = 24,         /**< Places or blocks that the bank does not have. */
  DR_ERROR_ENDS = 25           /**< Ends that are not finite, or of a bank that has none. */
} dr_status;

/**
 * What a status means and what would be right, as one line of English.
 * Never NULL, also for numbers that are no status; the text lives as long as the program.
 */
const char *dr_status_text(dr_status status);

/* ---- Memory ---- */

/** Where memory comes from. Both functions may be called from any thread, and must not call back. */
typedef struct dr_allocator {
  /** Returns `size` bytes at a multiple of 16, or NULL. `size` is never 0. */
  void *(*allocate)(size_t size, void *context);
  /** Takes back what `allocate` returned; `size` is what it was asked for. */
  void (*release)(void *memory, size_t size, void *context);
  /** Handed to both; never looked into. */
  void *context;
} dr_allocator;

/**
 * Takes memory from `allocator` from now on; NULL goes back to malloc.
 *
 * The struct is copied. Only while nothing created lives, else DR_ERROR_IN_USE; not while another
 * thread is inside the library. DR_ERROR_NULL where one of the two functions is NULL.
 * Outside it is only the table that tells stale handles: 32 bytes for each thing beyond the first
 * 64 that live at once. It comes from malloc and stays.
 */
dr_status dr_set_allocator(const dr_allocator *allocator);

/* ---- Timing functions ---- */

/** The kinds of timing function; each says which fields of dr_curve_def it reads. */
typedef enum dr_curve_kind {
  DR_CURVE_LINEAR = 0,
  DR_CURVE_EASE_IN = 1,     /**< Begins slowly: the Bezier (0.42, 0, 1, 1). */
  DR_CURVE_EASE_OUT = 2,    /**< Ends slowly: (0, 0, 0.58, 1). */
  DR_CURVE_EASE_IN_OUT = 3, /**< Both: (0.42, 0, 0.58, 1). */
  DR_CURVE_DEFAULT = 4,     /**< Core Animation's default: (0.25, 0.1, 0.25, 1). */
  DR_CURVE_BEZIER = 5,      /**< x1, y1, x2, y2. */
  DR_CURVE_STEPS = 6,       /**< step_count, step_jump. */
  DR_CURVE_EASING = 7,      /**< family, direction. */
  DR_CURVE_SPRING = 8,      /**< spring. */
  DR_CURVE_STOPS = 9        /**< stops, stop_count. */
} dr_curve_kind;

/** Where a staircase jumps, as in CSS's steps(). */
typedef enum dr_step_jump {
  DR_STEP_JUMP_START = 0,
  DR_STEP_JUMP_END = 1,
  DR_STEP_JUMP_NONE = 2, /**< Needs at least 2 steps. */
  DR_STEP_JUMP_BOTH = 3
} dr_step_jump;

/** The usual easings of games, with the constants of easings.net. */
typedef enum dr_easing_family {
  DR_EASING_SINE = 0,
  DR_EASING_QUADRATIC = 1,
  DR_EASING_CUBIC = 2,
  DR_EASING_QUARTIC = 3,
  DR_EASING_QUINTIC = 4,
  DR_EASING_EXPONENTIAL = 5,
  DR_EASING_CIRCULAR = 6,
  DR_EASING_BACK = 7,
  DR_EASING_ELASTIC = 8,
  DR_EASING_BOUNCE = 9
} dr_easing_family;

/** At which end an easing acts. */
typedef enum dr_easing_direction {
  DR_EASING_IN = 0,
  DR_EASING_OUT = 1,
  DR_EASING_IN_OUT = 2
} dr_easing_direction;

/** A mass on a damped spring, pulled from 0 to rest at 1. */
typedef struct dr_spring {
  double mass;             /**< Above 0; default 1. */
  double stiffness;        /**< Above 0; default 100. */
  double damping;          /**< Above 0; default 10. */
  double initial_velocity; /**< Whole distances per second, +-1e9; default 0. */
  double tolerance;        /**< How near to rest counts as rest, 1e-9 ... 0.5; default 0.001. */
} dr_spring;

/** A point that a piecewise linear timing function goes through. */
typedef struct dr_stop {
  double output; /**< Finite. */
  double input;  /**< Not below the one before; no number (NAN): evenly between its neighbours. */
} dr_stop;

/** The most stops that a curve may have. */
#define DR_MAX_STOPS 4096

/** A timing function to be made. Start from dr_default_curve_def(). */
typedef struct dr_curve_def {
  uint32_t internal_check; /**< Set by dr_default_curve_def(); leave it. */
  dr_curve_kind kind;      /**< Default: linear. */
  double x1, y1, x2, y2;   /**< Finite; x outside 0 ... 1 is held there. Default: ease in, ease out. */
  int32_t step_count;      /**< At least 1. Default: 4. */
  dr_step_jump step_jump;  /**< Default: at the end, as in CSS. */
  dr_easing_family family; /**< Default: sine. */
  dr_easing_direction direction; /**< Default: in. */
  dr_spring spring;
  const dr_stop *stops; /**< At least one; copied on creation. Default: NULL. */
  uint32_t stop_count;  /**< Up to DR_MAX_STOPS. Default: 0. */
  uint32_t reserved;    /**< 0. */
} dr_curve_def;

/** A timing function. */
typedef struct dr_curve {
  uint64_t id;
} dr_curve;

/** The linear timing function, with a default in every other field. */
dr_curve_def dr_default_curve_def(void);

/** Makes a timing function. Errors: DEFINITION, CHOICE, TIMING, CAPACITY, MEMORY. */
dr_status dr_curve_create(const dr_curve_def *def, dr_curve *curve);

/** Ends it; the handle is stale from then on. */
dr_status dr_curve_destroy(dr_curve curve);

/** Whether the handle names a timing function: 1 or 0. */
int32_t dr_curve_is_valid(dr_curve curve);

/**
 * The eased progress at `progress`.
 *
 * The input is held in 0 ... 1, what is no number reads as 0. The output is finite, and may overshoot.
 */
dr_status dr_curve_value(dr_curve curve, double progress, double *value);

/**
 * Seconds over which a spring moves as a spring: until it stays within its tolerance.
 * DR_ERROR_NO_ANSWER for other kinds.
 */
dr_status dr_curve_settling_duration(dr_curve curve, double *duration_s);

/* ---- Repeats ---- */

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
  DR_RESTART_PER_CYCLE = 0, /**< The cycle ends as it began; the new rate holds from its ideal end. */
  DR_PHASE_MATCHED = 1,     /**< Over ramp_s (0: at once), from the present phase: no jump. */
  DR_PRESERVE_ELAPSED = 2,  /**< For comparison: the naive way, which jumps. */
  DR_RESTART_AT_FRAME = 3   /**< For comparison: each cycle begins at a frame, which drifts. */
} dr_policy_kind;

typedef struct dr_policy {
  double ramp_s; /**< DR_PHASE_MATCHED: 0 ... 1e9. */
  dr_policy_kind kind;
  dr_ramp_shape shape;
} dr_policy;

/** Where a counted run rests after its last cycle. */
typedef enum dr_rest_place {
  DR_REST_DEFAULT_STATE = 0,
  DR_REST_LAST_VALUE = 1
} dr_rest_place;

/** How boundaries are reported when one frame passes several. */
typedef enum dr_event_flood {
  DR_FLOOD_COUNTED = 0, /**< One event of each kind, with the number passed. */
  DR_FLOOD_ALL = 1,     /**< One event each. */
  DR_FLOOD_LATEST = 2   /**< The last one only. */
} dr_event_flood;

/** The most commands that may wait and events that may be kept. */
#define DR_MAX_CAPACITY 65536

/** A repeat to be made. Start from dr_default_repeat_def(). */
typedef struct dr_repeat_def {
  uint32_t internal_check;      /**< Set by dr_default_repeat_def(); leave it. */
  int32_t autoreverses;         /**< Not 0: a cycle goes there and back. Default: 1. */
  dr_rate rate;                 /**< Default: a cycle in 1 second. */
  dr_policy policy;             /**< Default: restart per cycle. */
  dr_curve_def timing;          /**< The pace of the way out. Default: ease in, ease out. */
  dr_curve_def return_timing;   /**< The pace of the way back, where has_return_timing is not 0. */
  int32_t has_return_timing;    /**< Default: 0, the way out retraced. */
  dr_rest_place rests_at;       /**< Default: in the default state. */
  double repeat_count;          /**< Cycles above 0, up to 1e18; 0 is for ever. Default: 0. */
  double repeat_delay_s;        /**< Seconds of rest between cycles, 0 ... 1e9. Default: 0. */
  double start_phase;           /**< In [0, 1). Default: 0. */
  double now_s;                 /**< Its first present time. Default: 0. */
  dr_event_flood flood;         /**< Default: counted. */
  uint32_t command_capacity;    /**< How many commands may wait. Default: 8; up to DR_MAX_CAPACITY. */
  uint32_t event_capacity;      /**< How many events are kept. Default: 16; up to DR_MAX_CAPACITY. */
  uint32_t reserved;            /**< 0. */
} dr_repeat_def;

/** A repeat: something that runs through its cycle again and again. */
typedef struct dr_repeat {
  uint64_t id;
} dr_repeat;

/** A repeat of a second per cycle, there and back, with a default in every field. */
dr_repeat_def dr_default_repeat_def(void);

/**
 * Makes a repeat at rest, at time now_s of the definition.
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

/** Goes on after a pause as if no time had passed. Does nothing unless paused. */
dr_status dr_repeat_resume(dr_repeat repeat);

/** Turns the direction round at once; the value stays continuous. */
dr_status dr_repeat_reverse(dr_repeat repeat);

/** Rate 0 at once, the value kept; the next rate or duration ends it. */
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
  DR_STOPPED_FINISHED = 3 /**< All cycles of a counted run have been run. */
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
 *
 * `events` may be NULL where `capacity` is 0: events wait then. `count` may be NULL. Events that do
 * not fit into the array wait inside the repeat, the newest beyond its event_capacity are lost and
 * counted. How an interval is split into calls changes no value and no event. The same time again
 * moves nothing. Errors: TIME, PAST, TOO_FAR.
 */
dr_status dr_repeat_advance(
  dr_repeat repeat, double time_s, dr_event *events, uint32_t capacity, dr_event_count *count);

/** Hands out events that wait without moving the time; `events` and `count` as for advancing. */
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
  double value;            /**< 0 default state, 1 alternate state; overshooting curves leave that. */
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
  double now_s;              /**< The present time. */
  dr_rate ordered_rate;      /**< The rate last asked for, which may not be in effect yet. */
  dr_policy policy;          /**< In effect. */
  dr_state state;            /**< At the present time. */
  int32_t has_waiting_order; /**< 1 where an order waits for the end of the cycle. */
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
 * `size` gets how many were written, and may be NULL. DR_ERROR_BUFFER where `capacity` is too small.
 */
dr_status dr_repeat_snapshot(dr_repeat repeat, void *bytes, size_t capacity, size_t *size);

/**
 * Goes back to a saved state, and goes on from it bit for bit.
 *
 * The repeat must have been created with the same definition, now_s and capacities aside. Damaged
 * bytes are refused: DR_ERROR_SNAPSHOT; what waits must fit: DR_ERROR_CAPACITY.
 */
dr_status dr_repeat_restore(dr_repeat repeat, const void *bytes, size_t size);

/* ---- Banks of many repeats ---- */

/*
 * Many repeats that share a timing function, each with a rate of its own: from some dozens on quicker
 * than single ones, and a million of them in some 0.2 ms a frame.
 *
 *   dr_bank_def def = dr_default_bank_def();
 *   def.room = 10000;
 *   dr_bank_create(&def, &torches);
 *   dr_bank_add(torches, (dr_rate){1.5, DR_RATE_HZ, 0}, 0.2, now_s, &torch);
 *   dr_bank_set_rate(torches, torch, 3, now_s);    // at once, and nothing jumps
 *   dr_bank_evaluate(torches, frame_time_s);
 *   dr_bank_block(torches, 0, &values, &count);    // 0 ... 1 each, as floats
 *   dr_bank_value(torches, torch, time_s, &exact);
 *
 * Each is a member, and keeps its place as long as it is in the bank; the lowest free place goes to the
 * next one. Values stand in the order of places; a free place shows the value of phase 0. Members run
 * from when they are added. Every order says when it holds, and any time may be asked for.
 *
 * A member with a ramp, an order or stop that waits for the end of its cycle, or events, stands in a
 * side table until that is over: some 1.5 KB and tens of nanoseconds a frame. There, orders for a time
 * before its last order or frame answer DR_ERROR_PAST.
 *
 * Times in banks are within +-9e9 s, rates within +-953 Hz, durations 1/953 ... 1e9 s.
 *
 * Memory: what the definition has room for is there from the beginning, and nothing allocates as long
 * as it is enough: the room grows by itself, as a vector does. What grows is adding, listening, orders
 * that lead into the side table, and the first frame afterwards; without memory these answer
 * DR_ERROR_MEMORY. Restoring makes everything anew.
 */

/** Places of a block, the last one of a bank aside. */
#define DR_BANK_BLOCK 4096

typedef enum dr_bank_mode {
  DR_BANK_THERE_AND_BACK = 0, /**< The way back retraces the way out. */
  DR_BANK_ONE_WAY = 1         /**< One way, then a jump back. */
} dr_bank_mode;

/** A bank to be made. Start from dr_default_bank_def(). */
typedef struct dr_bank_def {
  uint32_t internal_check; /**< Set by dr_default_bank_def(); leave it. */
  dr_bank_mode mode;       /**< Default: there and back. */
  dr_curve_def timing;     /**< The pace of each way. Default: ease in, ease out. */
  int32_t has_ends;        /**< Not 0: each member has ends of its own, 8 bytes. Default: 0. */
  uint32_t most_members;   /**< 1 ... 2^31. Default: 2^28, whose 8 GB no game has. */
  uint32_t room;           /**< Members; 32 bytes each. Default: 0. */
  uint32_t side_room;      /**< Members in the side table. Default: 0. */
  uint32_t listener_room;  /**< Members listened to, which are in it as well. Default: 0. */
  uint32_t reserved;       /**< 0. */
} dr_bank_def;

/** A bank. */
typedef struct dr_bank {
  uint64_t id;
} dr_bank;

/** Names a member of one bank; stale when it is removed, foreign to all other banks. */
typedef struct dr_member {
  uint64_t id;
} dr_member;

/** A bank of ease in, ease out, there and back, with a default in every field. */
dr_bank_def dr_default_bank_def(void);

/**
 * Makes an empty bank.
 *
 * This is where the timing function is fitted by what the processor evaluates fastest, and the fit is
 * measured: a few milliseconds, and 2 MB while it lasts.
 * Errors: DEFINITION, CHOICE, TIMING, CAPACITY, MEMORY.
 */
dr_status dr_bank_create(const dr_bank_def *def, dr_bank *bank);

/** Ends it with all its members; the handle is stale from then on. */
dr_status dr_bank_destroy(dr_bank bank);

/** Whether the handle names a bank: 1 or 0. */
int32_t dr_bank_is_valid(dr_bank bank);

typedef struct dr_bank_info {
  uint32_t count;           /**< Members. */
  uint32_t end;             /**< Places in use, free ones between them included. */
  uint32_t block_count;     /**< Blocks in use. */
  uint32_t side_count;      /**< Members in the side table. */
  uint32_t listener_count;  /**< Members that are listened to. */
  uint32_t waiting_events;  /**< Of the last frame. */
  uint64_t bytes;           /**< From the allocator, for all that the bank has. */
  double curve_bound;       /**< How far the fit was off in its trial, at most: 2e-7, as floats. */
  double exact_curve_bound; /**< The same for dr_bank_value(): 1e-13. */
  char kernel[64];          /**< How frames are evaluated: "32 pieces of degree 3 in registers". */
  char instructions[16];    /**< Which instructions that takes: "SSE2", "AVX2", "AVX-512", "NEON". */
} dr_bank_info;

/** What the bank is and has. */
dr_status dr_bank_get_info(dr_bank bank, dr_bank_info *info);

/** Makes room for `total` members. Errors: CAPACITY above most_members, MEMORY. */
dr_status dr_bank_reserve(dr_bank bank, uint32_t total);

/* -- Members -- */

/**
 * Adds a member that runs from `time_s` on, where it is at `phase`, in [0, 1).
 *
 * Rate 0 holds, negative rates run backwards. Errors: RATE, CYCLE_DURATION, CHOICE, PHASE, TIME, FULL,
 * MEMORY.
 */
dr_status dr_bank_add(dr_bank bank, dr_rate rate, double phase, double time_s, dr_member *member);

/** Removes it; its place is free. DR_ERROR_HANDLE where it is not in this bank. */
dr_status dr_bank_remove(dr_bank bank, dr_member member);

/** Removes all members on the places first ... first + count - 1. Errors: RANGE. */
dr_status dr_bank_remove_range(dr_bank bank, uint32_t first, uint32_t count);

/** Whether the bank has it: 1 or 0. */
int32_t dr_bank_contains(dr_bank bank, dr_member member);

/** Its place, below `end` of dr_bank_info. */
dr_status dr_bank_place(dr_bank bank, dr_member member, uint32_t *place);

/** The member on a place; DR_ERROR_NO_ANSWER where it is free, DR_ERROR_RANGE where there is none. */
dr_status dr_bank_member_at(dr_bank bank, uint32_t place, dr_member *member);

/**
 * The values of phase 0 and of the other end of its way, in place of 0 and 1; both finite, and so
 * their difference. DR_ERROR_ENDS where they are not, or where the bank was created without ends.
 */
dr_status dr_bank_set_ends(dr_bank bank, dr_member member, float start, float end);

/* -- Orders, in effect at `time_s`. Each does what it does to a repeat. -- */

/** A rate at once, the phase kept; some nanoseconds. */
dr_status dr_bank_set_rate(dr_bank bank, dr_member member, double rate_hz, double time_s);

/** Seconds per cycle at once, the phase kept. */
dr_status dr_bank_set_cycle_duration(
  dr_bank bank, dr_member member, double duration_s, double time_s);

/**
 * `count` rates at once, each of another member: quicker than one by one.
 * Both arrays have `count` elements. One wrong entry, and nothing is changed.
 */
dr_status dr_bank_set_rates(
  dr_bank bank, const dr_member *members, const double *rates_hz, size_t count, double time_s);

/** Reaches a rate over `ramp_s` seconds, 0 ... 1e9. */
dr_status dr_bank_ramp(
  dr_bank bank, dr_member member, dr_rate rate, double ramp_s, dr_ramp_shape shape, double time_s);

/** Jumps to a phase, in [0, 1). Does nothing at rest. */
dr_status dr_bank_seek(dr_bank bank, dr_member member, double phase, double time_s);

/** Stands still. */
dr_status dr_bank_pause(dr_bank bank, dr_member member, double time_s);

/** Goes on after a pause as if no time had passed. */
dr_status dr_bank_resume(dr_bank bank, dr_member member, double time_s);

/** Turns the direction round at once; the value stays continuous. */
dr_status dr_bank_reverse(dr_bank bank, dr_member member, double time_s);

/** Begins a run at phase 0 where one was stopped, or takes back a stop that waits. */
dr_status dr_bank_start(dr_bank bank, dr_member member, double time_s);

/** Ends the run; the member stays in the bank, at rest. */
dr_status dr_bank_stop(dr_bank bank, dr_member member, dr_stop_mode mode, double time_s);

/**
 * Any command but DR_COMMAND_POLICY. A DR_COMMAND_RATE reads `policy` as well:
 * DR_RESTART_PER_CYCLE waits for the end of the cycle; the policies for comparison answer CHOICE. A
 * DR_COMMAND_SEEK reads the phase of its position alone.
 */
dr_status dr_bank_command(
  dr_bank bank, dr_member member, const dr_command *command, double time_s);

/**
 * The same for all members on the places first ... first + count - 1, free ones passed over.
 * What one of them refuses is done to none.
 */
dr_status dr_bank_command_range(
  dr_bank bank, uint32_t first, uint32_t count, const dr_command *command, double time_s);

/* -- Frames -- */

/**
 * Works out the values of all places at a time; dr_bank_block() shows them until the next frame.
 * What is beyond the range of floats is infinite there, or no number.
 */
dr_status dr_bank_evaluate(dr_bank bank, double time_s);

/**
 * The values of a block, DR_BANK_BLOCK places from block * DR_BANK_BLOCK on, as the last frame left
 * them: 64-byte aligned, valid until the bank next grows, is restored or destroyed.
 * Errors: RANGE; NO_ANSWER where no frame has been evaluated since it grew to this block.
 */
dr_status dr_bank_block(dr_bank bank, uint32_t block, const float **values, uint32_t *count);

/**
 * Works out the values of all places at a time into the caller's array, in order of places.
 * `count` gets how many were written, and may be NULL. DR_ERROR_BUFFER where `capacity` is too small.
 */
dr_status dr_bank_evaluate_into(
  dr_bank bank, double time_s, float *values, size_t capacity, size_t *count);

/** Begins a frame whose blocks dr_bank_evaluate_blocks() works out. `block_count` may be NULL. */
dr_status dr_bank_begin_frame(dr_bank bank, double time_s, uint32_t *block_count);

/**
 * Works out some blocks of the frame that was begun, into `values`, which begins with those of
 * `first_block` and has room for all places of these blocks, or into the bank's own where it is NULL.
 *
 * Threads: several may call this on one bank at once, for different blocks; nothing else may be called
 * on it meanwhile. Errors: RANGE; NO_ANSWER where no frame was begun since members were last added,
 * removed, or restored.
 */
dr_status dr_bank_evaluate_blocks(
  dr_bank bank, uint32_t first_block, uint32_t block_count, float *values);

/* -- Exact values. They change nothing, and answer for any time: before the last order as if what
 *    holds now had always held. Errors: HANDLE, TIME. -- */

/** The value, between the ends where the bank has them; as floats, frames show the same. */
dr_status dr_bank_value(dr_bank bank, dr_member member, double time_s, double *value);

/** The phase, in [0, 1), to 1e-12 as a repeat with the same orders has it. */
dr_status dr_bank_phase(dr_bank bank, dr_member member, double time_s, double *phase);

/** What a member shows at one time. */
typedef struct dr_member_sample {
  double value;   /**< Between its ends. */
  double progress; /**< 0 default state, 1 alternate state; overshooting curves leave that. */
  double phase;   /**< In [0, 1). */
  double rate_hz; /**< In effect; 0 where nothing moves. */
  dr_state state; /**< After all that it was told. */
  uint32_t place;
} dr_member_sample;

/** Everything that it shows. */
dr_status dr_bank_sample(dr_bank bank, dr_member member, double time_s, dr_member_sample *sample);

/* -- Events of members that are listened to -- */

/** From `time_s` on, frames report when the member ends a cycle or its run. Errors: PAST, MEMORY. */
dr_status dr_bank_listen(dr_bank bank, dr_member member, double time_s);

/** Nothing more is reported of it. */
dr_status dr_bank_stop_listening(dr_bank bank, dr_member member);

/** Something that happened to a member between two frames. */
typedef struct dr_bank_event {
  dr_member member;
  int64_t count;      /**< How many boundaries were passed: more than 1 where a frame came late. */
  double time_s;      /**< When it happened; of several, the last one's. */
  dr_event_kind kind; /**< DR_EVENT_CYCLE or DR_EVENT_STOPPED. */
  int32_t is_forward; /**< 1 where it ran forwards, else 0. */
} dr_bank_event;

/**
 * Hands out what happened until the last frame, in order of places and times.
 *
 * `events` may be NULL where `capacity` is 0; `count` may be NULL. What does not fit waits for another
 * call, and is lost with the next frame. One member keeps 4 events between frames. What was lost, in
 * either way, is counted in `dropped` once.
 */
dr_status dr_bank_take_events(
  dr_bank bank, dr_bank_event *events, uint32_t capacity, dr_event_count *count);

/* -- Snapshots -- */

/** How many bytes a snapshot takes now: 20 a place, 28 with ends, some 300 for each in the side table. */
dr_status dr_bank_snapshot_size(dr_bank bank, size_t *size);

/** Writes all members as bytes, as dr_repeat_snapshot() does. */
dr_status dr_bank_snapshot(dr_bank bank, void *bytes, size_t capacity, size_t *size);

/**
 * Goes back to a saved state: with the same names, and bit for bit the same exact values.
 *
 * The bank must have been created with the same timing, mode and ends, else DR_ERROR_SETTINGS; the
 * places must be within most_members, else DR_ERROR_CAPACITY. Damaged bytes are refused:
 * DR_ERROR_SNAPSHOT.
 */
dr_status dr_bank_restore(dr_bank bank, const void *bytes, size_t size);

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

/** How deep time spaces may be nested for dr_convert_time(). */
#define DR_MAX_DEPTH 64

/** Media time: the parent of the outermost spaces. */
#define DR_MEDIA_TIME (-1)

/**
 * A time of one space in the time of another, up to their nearest common ancestor and down again.
 *
 * `parents[i]` is the index of the space that contains `spaces[i]`, below i, or DR_MEDIA_TIME;
 * `from` and `to` are indices or DR_MEDIA_TIME. Both arrays have `count` elements. DR_ERROR_CHOICE
 * for an index that is none, DR_ERROR_CAPACITY for more than DR_MAX_DEPTH levels,
 * DR_ERROR_NO_ANSWER where the way up leads through a space of speed 0.
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
  double repeat_duration_s; /**< Seconds to repeat for; default 0, unset. The smaller of both wins. */
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
 * `curve` paces each leg; all zero is linear. `in_reversed_time`: not 0 where the parent's time runs
 * backwards. Errors: HANDLE, CHOICE.
 */
dr_status dr_media_timing_sample(
  const dr_media_timing *timing, dr_curve curve, double parent_s, int32_t in_reversed_time,
  dr_media_sample *sample);

/** The parent time at which the active interval is over; infinite if never. */
dr_status dr_media_timing_end(const dr_media_timing *timing, double *end_s);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_H */
