/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: values and positions of a single repeat, snapshots, and its timeline on another
 * clock. The rules for every function are in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_VALUES_H
#define DYNAMIC_REPEAT_VALUES_H

#include "repeats.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- Values. These calls change nothing and accept any time. Times ahead take everything requested
 *    and scheduled into account; times before the latest change are answered as if the present
 *    motion had always been in effect. Errors: TIME, TOO_FAR. -- */

/** The state of a repeat. */
typedef enum dr_state {
  DR_STATE_IDLE = 0,
  DR_STATE_RUNNING = 1,
  DR_STATE_STOPPING = 2,       /**< Running until the present cycle ends. */
  DR_STATE_PAUSED = 3,
  DR_STATE_PAUSED_STOPPING = 4 /**< Paused; stopping after it is resumed. */
} dr_state;

/** A repeat at one time. */
typedef struct dr_sample {
  dr_position position;
  double value;            /**< 0 default state, 1 alternate state; curves may overshoot. */
  double fraction;         /**< The value before pacing, 0 ... 1. */
  double rate_hz;          /**< In effect; 0 where nothing moves. */
  double cycle_duration_s; /**< In effect; infinite where nothing moves. */
  dr_state state;
  int32_t is_waiting; /**< 1 in the delay between two cycles. */
} dr_sample;

/** The value at `time_s`, from the default state (0) to the alternate state (1). */
dr_status dr_repeat_value(dr_repeat repeat, double time_s, double *value);

/** The value at `time_s`, or `fallback` where dr_repeat_value returns an error. */
double dr_repeat_value_or(dr_repeat repeat, double time_s, double fallback);

/**
 * Whether a repeat that blinks is on at `time_s`: 1 in the first `duty` of each cycle, from the
 * first instant of the run on; 0 otherwise, between cycles, while idle, and on an error.
 */
int32_t dr_repeat_is_on(dr_repeat repeat, double time_s, double duty);

/**
 * The time at which the value next differs from the one at `time_s` by more than `quantum`, such as
 * 1 / 255.0: infinite where it never does. Until then a program need not draw.
 *
 * It is the first such double. Everything requested and scheduled is taken into account; where over a
 * thousand changes of motion come before, it is the time of the last one that was looked at. Before
 * the first dr_repeat_advance the answer is that for one at `time_s`. It takes some microseconds.
 * Errors: QUANTUM, TIME, TOO_FAR, PAST for times before the present time.
 */
dr_status dr_repeat_next_change(
  dr_repeat repeat, double time_s, double quantum, double *change_s);

/** The same for dr_repeat_is_on: the time at which it is next switched on or off. */
dr_status dr_repeat_next_switch(dr_repeat repeat, double time_s, double duty, double *switch_s);

/** The phase: the fraction of the present cycle, in [0, 1). */
dr_status dr_repeat_phase(dr_repeat repeat, double time_s, double *phase);

/** The number of whole cycles; negative for a run that goes backwards from its start. */
dr_status dr_repeat_cycle(dr_repeat repeat, double time_s, int64_t *cycle);

/** The position: cycle and phase. */
dr_status dr_repeat_position(dr_repeat repeat, double time_s, dr_position *position);

/** Position, value, rate and state. */
dr_status dr_repeat_sample(dr_repeat repeat, double time_s, dr_sample *sample);

/** The requested rate and the present state. */
typedef struct dr_repeat_info {
  double now_s;              /**< The present time; DR_AT_FIRST_ADVANCE before the first. */
  dr_rate requested_rate;    /**< The rate last requested; it may not be in effect yet. */
  dr_policy policy;          /**< In effect. */
  double repeat_count;       /**< In effect; 0 repeats forever. */
  dr_state state;            /**< At the present time. */
  int32_t has_pending_rate_change; /**< 1 where a rate waits for the end of the cycle. */
  uint32_t waiting_commands;
  uint32_t waiting_events;
} dr_repeat_info;

/** The present state. */
dr_status dr_repeat_get_info(dr_repeat repeat, dr_repeat_info *info);

/* -- Snapshots -- */

/** The size of a snapshot in bytes; it grows with scheduled commands and waiting events. */
dr_status dr_repeat_snapshot_size(dr_repeat repeat, size_t *size);

/**
 * Writes the present state as bytes that are the same on every machine. `bytes` may be unaligned.
 *
 * `size` is set to the number of bytes written, and may be NULL. DR_ERROR_BUFFER where `capacity`
 * is too small.
 */
dr_status dr_repeat_snapshot(dr_repeat repeat, void *bytes, size_t capacity, size_t *size);

/**
 * Restores a saved state; the repeat continues from it bit for bit.
 *
 * Snapshots of older versions of the library are read, from 0.2 on. The repeat must have been created
 * with the same definition, except for rate, policy, now_s and the capacities; rate and policy are
 * part of the saved state. Errors: SNAPSHOT for damaged bytes, OTHER_TIMING for another timing
 * function, OTHER_COUNT for another repeat_count, SETTINGS for other differences, CAPACITY where the
 * scheduled commands or locks do not fit, MEMORY. Of more waiting events than fit, the newest are
 * lost and counted.
 */
dr_status dr_repeat_restore(dr_repeat repeat, const void *bytes, size_t size);

/**
 * Restores a saved state as dr_repeat_restore does, and moves it to `now_s` of the caller's clock:
 * the repeat shows at `now_s` what it showed when it was saved, and continues from there.
 *
 * For a process whose clock starts anew. Scheduled times and the times of waiting events move
 * along. A state that was saved before the first dr_repeat_advance starts at `now_s`. Errors: those
 * of dr_repeat_restore, and TIME where `now_s` or a scheduled time would be outside +-1e12.
 */
dr_status dr_repeat_restore_at(dr_repeat repeat, const void *bytes, size_t size, double now_s);

/* -- Another clock -- */

/**
 * Moves the timeline by `delta_s`, for a clock that was set or has wrapped: the repeat shows at
 * t + delta_s what it showed at t.
 *
 * Scheduled times and the times of waiting events move along. No effect before the first
 * dr_repeat_advance, which sets the start. Errors: TIME where the present time or a scheduled time
 * would be outside +-1e12.
 */
dr_status dr_repeat_shift_time(dr_repeat repeat, double delta_s);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_VALUES_H */
