/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: the definition, commands, time and events of single repeats. Their values are in
 * values.h. The rules for every function are in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_REPEATS_H
#define DYNAMIC_REPEAT_REPEATS_H

#include "curves.h"

DR_BEGIN_DECLS

/* ---- Rates and policies ---- */

/** The unit of a rate. */
typedef enum dr_rate_unit {
  DR_RATE_UNIT_SECONDS = 0, /**< Seconds per cycle, 1e-6 ... 1e9. The direction stays the same. */
  DR_RATE_UNIT_HZ = 1       /**< Cycles per second, +-1e6. At 0 the repeat stands still; a
                                 negative rate runs backwards. */
} dr_rate_unit;

/** The speed of a repeat. Make one with dr_seconds() or dr_hz(). */
typedef struct dr_rate {
  double value;
  dr_rate_unit unit;
  uint32_t reserved; /**< 0. */
} dr_rate;

/** A rate in seconds per cycle, 1e-6 ... 1e9. The call that gets the rate checks its range. */
dr_rate dr_seconds(double seconds_per_cycle);

/** A rate in cycles per second, +-1e6. The call that gets the rate checks its range. */
dr_rate dr_hz(double cycles_per_second);

/** The time at which a requested rate takes effect. */
typedef enum dr_policy_kind {
  DR_POLICY_RESTART_PER_CYCLE = 0, /**< At the end of the present cycle, at its exact time. */
  DR_POLICY_PHASE_MATCHED = 1      /**< At once, or over ramp_s; the phase does not jump. */
} dr_policy_kind;

/** The rule for rate changes. Make one with dr_restart_per_cycle() or dr_phase_matched(). */
typedef struct dr_policy {
  double ramp_s; /**< DR_POLICY_PHASE_MATCHED: 0 ... 1e9. */
  dr_policy_kind kind;
  uint32_t reserved; /**< 0. */
} dr_policy;

/** The policy that applies a new rate at the end of the present cycle. */
dr_policy dr_restart_per_cycle(void);

/** The policy that applies a new rate at once, or over a linear ramp of `ramp_s`, 0 ... 1e9. */
dr_policy dr_phase_matched(double ramp_s);

/* ---- Definition ---- */

/** The state of a repeat after the last cycle of a counted run. */
typedef enum dr_rest_state {
  DR_REST_STATE_DEFAULT = 0,
  DR_REST_STATE_LAST_VALUE = 1
} dr_rest_state;

/** The way in which several boundaries, turns or marks on the way to one time are reported. */
typedef enum dr_reporting {
  /**
   * One event of each kind, with their number as its `count`: a frame after a stall costs no more
   * than any other. The turns in both directions are one event, with the kind of the last turn.
   */
  DR_REPORTING_COUNTED = 0,
  DR_REPORTING_ALL = 1 /**< One event each. */
} dr_reporting;

/** A value of now_s in a definition: the first advance sets the start of the timeline. */
#define DR_AT_FIRST_ADVANCE (-1e300)

/** A time of a repeat's command: the present time, which is that of the last advance or event. */
#define DR_NOW (-1e300)

/** The largest number of waiting commands of a repeat. */
#define DR_WAITING_COMMANDS 4

/**
 * The definition of a repeat. Initialize it with dr_default_repeat_def().
 *
 * max_flash_hz is the largest number of flashes per second. The limit of WCAG 2.3.1 is 3; faster
 * flashing may cause seizures. In no second does the value have more pairs of opposing changes of a
 * tenth or more. Only seeks, reversals (also by a rate of the other sign) and a duty of the program's
 * own are not limited. A faster rate is accepted, but the repeat runs at the limit, as rate_hz of
 * dr_sample shows. A run that starts sooner than a flash after the start of the last cycle waits, as
 * in a delay. A pace that swings several times in a cycle counts several times.
 *
 * Marks report phases with DR_EVENT_MARK, such as the two steps of a walk: marks = {0.2, 0.7},
 * mark_count = 2. In a cycle there and back, the phase 0.75 is halfway back.
 */
typedef struct dr_repeat_def {
  uint32_t internal_check;  /**< Set by dr_default_repeat_def(); do not change. */
  int32_t autoreverses;     /**< Not 0: each cycle goes there and back. Default: 1. */
  dr_rate rate;             /**< Default: 1 second per cycle. */
  dr_policy policy;         /**< Default: restart per cycle. */
  dr_pace pace;             /**< For the outward leg. Default: ease in, ease out. */
  dr_pace return_pace;      /**< For the return leg, if has_return_pace is not 0. */
  int32_t has_return_pace;  /**< Default: 0; the return then retraces the outward leg. */
  dr_rest_state rest_state; /**< Default: DR_REST_STATE_DEFAULT. */
  dr_reporting reporting;   /**< Default: counted. */
  uint32_t reserved;        /**< 0. */
  double repeat_count;      /**< Cycles of a run, above 0, up to 1e18. Default: INFINITY, forever. */
  double repeat_delay_s;    /**< Between two cycles, 0 ... 1e9. The value shows the end of the last
                                 cycle, and ramps stand still. Default: 0. */
  double start_phase;       /**< The phase at which each run begins, in [0, 1). Default: 0. */
  double max_flash_hz;      /**< At least 1.001e-9. Default: INFINITY, no limit. */
  double marks[4];          /**< In [0, 1), ascending. */
  uint32_t mark_count;      /**< The number of marks, 0 ... 4. Default: 0. */
  uint32_t reserved_2;      /**< 0. */
  double now_s;             /**< The start of the timeline. Default: DR_AT_FIRST_ADVANCE. */
  void *user_data;          /**< The program's own pointer, copied to each event. Default: NULL. */
} dr_repeat_def;

/** A definition with the default in every field: one second per cycle, there and back. */
dr_repeat_def dr_default_repeat_def(void);

/**
 * A repeat, which runs through its cycle again and again. Keep it in a variable, an array or a
 * structure of your own. A copy continues like the original; dr_repeat_save() makes a state for a file.
 */
typedef struct dr_repeat {
  DR_ALIGNED uint64_t words[160];
} dr_repeat;

/**
 * Makes an idle repeat. Commands given before the timeline starts take effect at its start. Errors:
 * DEFINITION, CHOICE, PACE, MAX_FLASH, MARKS, and the error for the first other invalid number.
 */
dr_status dr_repeat_init(dr_repeat *repeat, const dr_repeat_def *def);

/**
 * Returns 1 if both repeats behave equally from now on, else 0; 0 if one is not initialized.
 * user_data is not compared. Do not use memcmp, which would also compare cached values. For a
 * checksum of a game's state, take the bytes of dr_repeat_save, which equal repeats share.
 */
int32_t dr_repeat_equals(const dr_repeat *repeat, const dr_repeat *other);

/* ---- Commands ----
 *
 * Each command has a time of effect, `time_s`. With DR_NOW or the present time, the command takes
 * effect at once. With a later time, it takes effect exactly at that time, even between two frames.
 * Up to DR_WAITING_COMMANDS may wait. Errors of every command: those for its numbers (such as
 * RATE); TIME; PAST for a time before the present time; FULL if too many commands would wait, or if
 * more than eight events of commands would wait for dr_repeat_next_event. */

/** The way in which a run ends. */
typedef enum dr_stop_mode {
  DR_STOP_MODE_AT_CYCLE_END = 0, /**< After the present cycle: idle in the default state. */
  DR_STOP_MODE_IMMEDIATELY = 1,  /**< At once: idle in the default state. The value may jump. */
  DR_STOP_MODE_FREEZE = 2        /**< At once: idle at the present value. */
} dr_stop_mode;

/** A position in cycles: the sum of both fields. */
typedef struct dr_position {
  int64_t cycle; /**< Within +-1e18; negative before the start. */
  double phase;  /**< In [0, 1), never 1. */
} dr_position;

/**
 * Begins a run at the start phase. While stopping, withdraws the stop; while running, does nothing.
 */
dr_status dr_repeat_start(dr_repeat *repeat, double time_s);

/** Ends the run. Does nothing while idle. */
dr_status dr_repeat_stop(dr_repeat *repeat, dr_stop_mode mode, double time_s);

/** Pauses the run. Does nothing unless running or stopping. */
dr_status dr_repeat_pause(dr_repeat *repeat, double time_s);

/** After a pause, continues from the same phase. */
dr_status dr_repeat_resume(dr_repeat *repeat, double time_s);

/**
 * Reverses the direction at once; the value stays continuous. A later run begins in the direction
 * of the requested rate, or forwards if that rate is a duration. If the repeat is idle, the call
 * reverses its next run.
 */
dr_status dr_repeat_reverse(dr_repeat *repeat, double time_s);

/**
 * Requests a rate. The policy decides when it takes effect.
 *
 * To request the same rate again changes nothing, so a program may do so in each frame; but any
 * request ends a lock, and one in Hz also undoes a reversal. A later request replaces a waiting rate,
 * which is no waiting command: dr_repeat_cancel does not know it.
 */
dr_status dr_repeat_set_rate(dr_repeat *repeat, dr_rate rate, double time_s);

/**
 * Changes the rate linearly over `ramp_s`, 0 ... 1e9, under either policy. At 0 Hz the repeat stands
 * still: a stop with DR_STOP_MODE_AT_CYCLE_END then ends the run with DR_EVENT_STOPPED_IMMEDIATELY,
 * because its cycle would never end.
 */
dr_status dr_repeat_ramp(dr_repeat *repeat, dr_rate rate, double ramp_s, double time_s);

/**
 * Jumps to a position of the run. A position beyond an end of the run ends the run. Does nothing
 * while idle. If `is_silent` is 0, the boundaries between the old and the new position are
 * reported.
 */
dr_status dr_repeat_seek(
  dr_repeat *repeat, dr_position position, int32_t is_silent, double time_s);

/** Sets the policy, also for a rate change that is still waiting. */
dr_status dr_repeat_set_policy(dr_repeat *repeat, dr_policy policy, double time_s);

/**
 * Sets the number of cycles of a run, counted from its start: above 0, up to 1e18, or INFINITY. A run
 * that has reached the number ends with its present cycle.
 */
dr_status dr_repeat_set_repeat_count(dr_repeat *repeat, double cycles, double time_s);

/**
 * Blinks `cycles` times. A current run stops at once, and a run of `cycles` cycles starts, which
 * ends with DR_EVENT_FINISHED. With a later `time_s`, a blink counts as three waiting commands.
 */
dr_status dr_repeat_blink(dr_repeat *repeat, double cycles, double time_s);

/* ---- Commands for a cycle or a phase ---- */

/** The kinds of command, with the fields of dr_command that each reads. */
typedef enum dr_command_kind {
  DR_COMMAND_START = 0,
  DR_COMMAND_STOP = 1, /**< stop_mode. */
  DR_COMMAND_PAUSE = 2,
  DR_COMMAND_RESUME = 3,
  DR_COMMAND_REVERSE = 4,
  DR_COMMAND_RATE = 5,        /**< rate. */
  DR_COMMAND_RAMP = 6,        /**< rate, ramp_s. */
  DR_COMMAND_SEEK = 7,        /**< position, is_silent. */
  DR_COMMAND_POLICY = 8,      /**< policy. */
  DR_COMMAND_REPEAT_COUNT = 9 /**< repeat_count. */
} dr_command_kind;

/** A command. Make one with dr_command_of(), and set the fields that its kind lists. */
typedef struct dr_command {
  dr_command_kind kind;
  dr_stop_mode stop_mode;
  dr_rate rate;
  double ramp_s;
  dr_position position;
  int32_t is_silent;
  uint32_t reserved; /**< 0. */
  dr_policy policy;
  double repeat_count;
} dr_command;

/** A command of a kind, with 0 in all other fields. */
dr_command dr_command_of(dr_command_kind kind);

/** The kinds of moment, with the field of dr_moment that each reads. */
typedef enum dr_moment_kind {
  DR_MOMENT_TIME = 0,       /**< At `time_s`, which may be DR_NOW. */
  DR_MOMENT_NEXT_CYCLE = 1, /**< At the first cycle boundary after the present position. */
  DR_MOMENT_CYCLE = 2,      /**< When the start of `cycle` is reached, which may be now. */
  DR_MOMENT_PHASE = 3       /**< When `phase`, in [0, 1), is next reached after the present time. */
} dr_moment_kind;

/** The moment of a command: dr_at_time(), dr_at_next_cycle(), dr_at_cycle() or dr_at_phase(). */
typedef struct dr_moment {
  dr_moment_kind kind;
  uint32_t reserved; /**< 0. */
  double time_s;
  double phase;
  int64_t cycle;
} dr_moment;

/** The moment of each kind. The call that gets the moment checks its number. */
dr_moment dr_at_time(double time_s);
dr_moment dr_at_next_cycle(void);
dr_moment dr_at_cycle(int64_t cycle);
dr_moment dr_at_phase(double phase);

/** Identifies a waiting command of one repeat. */
typedef struct dr_command_id {
  int64_t number; /**< -1 for a command that took effect at once. */
} dr_command_id;

/**
 * Gives a command that takes effect exactly at a moment, even between two frames:
 *
 *   dr_command slower = dr_command_of(DR_COMMAND_RAMP);
 *   dr_moment tenth = dr_at_cycle(10);
 *   slower.rate = dr_hz(0.5);
 *   slower.ramp_s = 3;
 *   dr_repeat_schedule(&flash, &slower, &tenth, NULL);
 *
 * A command for a cycle or phase waits until the motion reaches that cycle or phase, even if the
 * run stops and another run starts meanwhile. `id` may be NULL. Errors: CHOICE, and those of every
 * command.
 */
dr_status dr_repeat_schedule(
  dr_repeat *repeat, const dr_command *command, const dr_moment *moment, dr_command_id *id);

/** Cancels a waiting command. Errors: NOT_FOUND. */
dr_status dr_repeat_cancel(dr_repeat *repeat, dr_command_id id);

/* ---- Time and events ---- */

/**
 * The kinds of event. At one position, the cycle comes first, then the turn, then marks. With a delay
 * between two cycles, the cycle and a mark at 0 come where the delay begins; the delay's end and the
 * turn come where the value moves again. A start reports neither cycle nor turn nor mark, and the
 * end of a run reports no cycle, because none begins.
 */
typedef enum dr_event_kind {
  DR_EVENT_STARTED = 0,          /**< A run began. */
  DR_EVENT_CYCLE = 1,            /**< A cycle boundary; `cycle` is the cycle that begins. */
  DR_EVENT_MARK = 2,             /**< A phase of the definition's marks; `mark` is its index. */
  DR_EVENT_DELAY_ENDED = 3,      /**< The delay between two cycles ended: the value moves again. */
  DR_EVENT_TOWARD_ALTERNATE = 4, /**< The value turned toward the alternate state. */
  DR_EVENT_TOWARD_DEFAULT = 5,   /**< The value turned toward the default state. */
  DR_EVENT_STOPPED_AT_CYCLE_END = 6,
  DR_EVENT_STOPPED_IMMEDIATELY = 7,
  DR_EVENT_FROZEN = 8,           /**< DR_STOP_MODE_FREEZE ended the run. */
  DR_EVENT_FINISHED = 9,         /**< The run ended after its last cycle. */
  DR_EVENT_LOCKED = 10,          /**< The repeat is in step with the line: see lock.h. */
  DR_EVENT_UNLOCKED = 11,        /**< A lock ended, after or before it reached the line. */
  DR_EVENT_ARRIVED = 12          /**< dr_repeat_arrive has reached its position. */
} dr_event_kind;

/** A kind of event as one word, such as "cycle". */
const char *dr_event_kind_text(dr_event_kind kind);

/** An event of a repeat. */
typedef struct dr_event {
  dr_event_kind kind;
  dr_status status;  /**< DR_OK; after dr_repeat_next_event has returned 0, its error, if any. */
  int64_t cycle;     /**< The cycle that begins at the event, or contains it; at the end of a run's
                          last cycle, that cycle. A stop in a delay or on a boundary names the
                          cycle that begins next. */
  int64_t count;     /**< The number of events of this kind that this event represents; above 1 only
                          with DR_REPORTING_COUNTED. */
  double time_s;     /**< The exact time, independent of frames. */
  double lateness_s; /**< The seconds from time_s to the time of the advance; never negative. */
  int32_t mark;      /**< DR_EVENT_MARK: the index in the definition's marks; otherwise 0. */
  uint32_t reserved; /**< 0. */
  void *user_data;   /**< The pointer in the repeat's definition. */
} dr_event;

/**
 * Advances to the next event at or before `time_s`, writes it, and returns 1; if there is none,
 * advances to `time_s` and returns 0. Read events like those of SDL_PollEvent:
 *
 *   dr_event event;
 *   while (dr_repeat_next_event(&flash, frame_time_s, &event)) play(&event);
 *   if (event.status != DR_OK) fputs(dr_status_text(event.status), stderr);
 *
 * A command between two calls takes effect at the exact time of the event, after everything else that
 * happens at that time: a run that is started again at its DR_EVENT_FINISHED starts exactly at its
 * end. Splitting an interval into several calls changes no value and no event.
 *
 * After a 0, the event's other fields are 0. With NULL for `event`, nothing is written. Errors: TIME,
 * PAST.
 *
 * For a sound that must be queued 40 ms early, read the events of a copy that is 40 ms ahead, and
 * leave out those that the last frame has read:
 *
 *   dr_repeat ahead = flash;
 *   while (dr_repeat_next_event(&ahead, frame_time_s + 0.04, &event))
 *     if (event.time_s > last_frame_time_s + 0.04) queue_sound(&event);
 */
int32_t dr_repeat_next_event(dr_repeat *repeat, double time_s, dr_event *event);

/** Advances to `time_s` and drops the events on the way. Errors: TIME, PAST. */
dr_status dr_repeat_advance(dr_repeat *repeat, double time_s);

DR_END_DECLS

#endif /* DYNAMIC_REPEAT_REPEATS_H */
