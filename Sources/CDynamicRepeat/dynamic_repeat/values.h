/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: values, positions and saved states of a single repeat; moving its timeline to
 * another clock. The rules for every function are in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_VALUES_H
#define DYNAMIC_REPEAT_VALUES_H

#include "lock.h"

DR_BEGIN_DECLS

/* ---- Values ----
 *
 * These calls change nothing and accept any time. For times after the present time, all requested
 * and scheduled changes are taken into account; for times before the latest change, the present
 * motion is extrapolated. Errors of every call: TIME; NEVER_ADVANCED for a repeat that was started
 * but never advanced: it would show the same value in every frame. */

/** The state of a repeat. */
typedef enum dr_state {
  DR_STATE_IDLE = 0,
  DR_STATE_RUNNING = 1,
  DR_STATE_STOPPING = 2,       /**< Running until the present cycle ends. */
  DR_STATE_PAUSED = 3,
  DR_STATE_PAUSED_STOPPING = 4 /**< Paused; stopping after it is resumed. */
} dr_state;

/** A state as one or two words, such as "running". */
const char *dr_state_text(dr_state state);

/** The values of a repeat at one time. */
typedef struct dr_sample {
  dr_position position;
  double value;            /**< 0: default state; 1: alternate state. A pace may overshoot. */
  double fraction;         /**< The fraction of the way to the alternate state, 0 ... 1, before the
                                pace is applied. */
  double rate_hz;          /**< The rate in effect; 0 if nothing moves. */
  double cycle_duration_s; /**< The cycle duration in effect; infinite if nothing moves. */
  dr_state state;
  int32_t is_waiting; /**< 1 in the delay between two cycles, and before a run that max_flash_hz
                           lets wait. */
} dr_sample;

/**
 * The value at `time_s`, from the default state (0) to the alternate state (1).
 *
 * At the boundary of a one-way repeat, this is the first value of the cycle that its direction
 * begins: 0 forwards, 1 backwards. A door that closes at a rate of -1 Hz thus starts at 1.
 */
dr_status dr_repeat_value(const dr_repeat *repeat, double time_s, double *value);

/** The value at `time_s`, or `fallback` if dr_repeat_value returns an error. */
double dr_repeat_value_or(const dr_repeat *repeat, double time_s, double fallback);

/**
 * Returns 1 if a blinking repeat is on at `time_s`, else 0. It is on for the fraction `duty` (0 ...
 * 1) at the start of each cycle, from the first instant of the run on; backwards, at the end of each
 * cycle. It is off in the rest of the cycle, in a delay, and while idle. Another duty acts at once,
 * so a change inside a cycle can light twice. The result is 0 after an error, too.
 */
int32_t dr_repeat_is_on(const dr_repeat *repeat, double time_s, double duty);

/** The position, value, rate and state at `time_s`. */
dr_status dr_repeat_sample(const dr_repeat *repeat, double time_s, dr_sample *sample);

/**
 * The earliest time at which the value changes: `time_s` itself during motion, else the next
 * time at which anything happens; infinite if nothing will happen. A program need not draw before
 * that time.
 *
 * Before the first dr_repeat_advance, an advance to `time_s` is assumed. Errors: TIME; PAST for
 * times before the present time.
 */
dr_status dr_repeat_next_change(const dr_repeat *repeat, double time_s, double *change_s);

/**
 * The next time at which the result of dr_repeat_is_on changes; infinite if it never does. `duty`
 * is 0 ... 1.
 *
 * A duty can be so short that no `double` is a time at which the repeat is on. The search therefore
 * ends after 1,000 steps without a switch, and `switch_s` becomes the time of the last step: call
 * again with that time.
 */
dr_status dr_repeat_next_switch(
  const dr_repeat *repeat, double time_s, double duty, double *switch_s);

/** The requested rate and the present state. */
typedef struct dr_repeat_info {
  double now_s;              /**< The present time; DR_AT_FIRST_ADVANCE before the first advance. */
  dr_rate requested_rate;    /**< The rate last requested; it may not be in effect yet. */
  dr_policy policy;          /**< The policy in effect. */
  double repeat_count;       /**< The number of cycles of a run now; infinite: forever. */
  dr_state state;            /**< At the present time. */
  dr_lock_state lock_state;
  int32_t has_waiting_rate;  /**< 1 while a rate waits for the end of the cycle. */
  uint32_t waiting_commands;
  void *user_data;
} dr_repeat_info;

/** The requested rate and the present state. */
dr_status dr_repeat_get_info(const dr_repeat *repeat, dr_repeat_info *info);

/* ---- Saved states ---- */

/** The largest size of a saved state in bytes. */
#define DR_SAVED_REPEAT_SIZE 2048

/**
 * Writes the present state and the definition as bytes that are the same on every machine, with a
 * version and a checksum. `bytes` may be unaligned; user_data is not saved. `size` becomes the number
 * of bytes, also after BUFFER; it may be NULL. Errors: BUFFER if `capacity` is too small;
 * DR_SAVED_REPEAT_SIZE is always enough.
 */
dr_status dr_repeat_save(const dr_repeat *repeat, void *bytes, size_t capacity, size_t *size);

/**
 * Makes a repeat from a saved state. It continues bit for bit like the saved repeat. Errors:
 * SAVED_STATE for bytes that are no saved state, or are damaged.
 */
dr_status dr_repeat_restore(
  dr_repeat *repeat, const void *bytes, size_t size, void *user_data);

/**
 * Moves the timeline so that the present time is `now_s`. Use it after restoring a state in a
 * process with another clock, and after a clock was set.
 *
 * The sample at the present time stays the same, bit for bit; scheduled times move with the
 * timeline. The line of a lock moves, too: if the beat did not move by the same time, call
 * dr_repeat_lock again. Errors: TIME if `now_s` or a scheduled time would be outside +-1e12.
 */
dr_status dr_repeat_move_timeline(dr_repeat *repeat, double now_s);

DR_END_DECLS

#endif /* DYNAMIC_REPEAT_VALUES_H */
