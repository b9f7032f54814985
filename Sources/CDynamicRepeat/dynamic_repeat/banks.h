/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: banks of many repeats. The repeats share a timing function, and each has its own
 * rate. A frame of a million repeats takes about 0.2 ms. The rules for every function are in
 * dynamic_repeat.h.
 *
 *   dr_bank_def def = dr_default_bank_def();
 *   dr_bank *torches;
 *   dr_member torch;
 *   const float *values;
 *   uint32_t count;
 *   dr_bank_create(&def, &torches);
 *   dr_bank_add(torches, dr_hz(1.5), 0.2, now_s, &torch);
 *   dr_bank_set_rate(torches, torch, dr_hz(3), dr_phase_matched(0), now_s);  // nothing jumps
 *
 *   // in each frame:
 *   dr_bank_evaluate(torches, frame_time_s);
 *   dr_bank_all_values(torches, &values, &count);   // 0 ... 1 each
 *   draw(values[dr_member_slot(torch)]);
 *
 * A member is a repeat in a bank. It runs from the time at which it is added, and keeps its slot as
 * long as it is in the bank. The slot freed last is reused first. Values are in the order of slots;
 * a free slot has the value of phase 0.
 *
 * Every command has a time of effect. Give the frame's time: DR_NOW is only for single repeats, and
 * returns TIME. The bank's present time is the latest time of a command or a frame.
 *
 * A member has a phase and a rate. The only changes that can be pending are a waiting rate, a stop
 * at the end of the cycle and a ramp. Delays, counts, locks and events need a repeat:
 * dr_bank_get_repeat makes one that continues the member.
 *
 * Times in banks are within +-9e9 s, rates within +-953 Hz, cycle durations within 1/953 ... 1e9 s.
 * A member takes 28 bytes; 8 more after the bank's first dr_bank_evaluate_rates, and 36 more after
 * its first waiting rate or ramp. The memory doubles when it is full, unless enough was reserved.
 */
#ifndef DYNAMIC_REPEAT_BANKS_H
#define DYNAMIC_REPEAT_BANKS_H

#include "values.h"

DR_BEGIN_DECLS

/** The shape of a cycle. */
typedef enum dr_bank_mode {
  DR_BANK_MODE_THERE_AND_BACK = 0, /**< The return retraces the outward leg. */
  DR_BANK_MODE_ONE_WAY = 1         /**< Only the outward leg, then a jump back. */
} dr_bank_mode;

/** The definition of a bank. Initialize it with dr_default_bank_def(). */
typedef struct dr_bank_def {
  uint32_t internal_check; /**< Set by dr_default_bank_def(); do not change. */
  dr_bank_mode mode;       /**< Default: there and back. */
  dr_curve_def timing;     /**< The timing function of each leg. Its values are within +-1e6; it has
                                at most 4096 steps; a spring has at most 64 oscillations. Default:
                                ease in, ease out. */
  uint32_t capacity;       /**< The largest number of members, 1 ... 2^31. Default: 2^28 (7 GB). */
  uint32_t room;           /**< The number of members to reserve memory for, up to capacity.
                                Default: 0. */
} dr_bank_def;

/** A bank, made by dr_bank_create. */
typedef struct dr_bank dr_bank;

/** The handle of a member of one bank. It is invalid after the member was removed. */
typedef struct dr_member {
  uint64_t id;
} dr_member;

/** A definition with the default in every field: ease in, ease out, there and back. */
dr_bank_def dr_default_bank_def(void);

/**
 * Creates an empty bank; fitting the timing function takes up to 5 ms.
 * Errors: DEFINITION, CHOICE, TIMING, CAPACITY, MEMORY.
 */
dr_status dr_bank_create(const dr_bank_def *def, dr_bank **bank);

/** Destroys a bank with all its members; NULL does nothing. */
void dr_bank_destroy(dr_bank *bank);

/** The size, the accuracy and the present time of a bank. */
typedef struct dr_bank_info {
  double now_s;      /**< The present time; -9e9 in a new bank. */
  uint64_t bytes;    /**< The memory of all members. */
  double bound;      /**< The largest error of a frame's value at the frame's phase: 1e-6, times the
                          curve's largest magnitude if that is above 1. The frame's phase differs
                          from the exact phase by at most 2e-9 cycle, plus 4.6e-8 cycle per hertz
                          of the rate. In a one-way bank, the frame's phase is never behind the
                          exact phase, but may be ahead of it by twice as much. */
  uint32_t count;    /**< The number of members. */
  uint32_t end;      /**< The number of slots used so far, including free ones. */
  char method[32];   /**< The form of the curve, such as "odd polynomial". */
  char instructions[16]; /**< The instruction set: "SSE2", "AVX2", "AVX-512", "NEON". */
} dr_bank_info;

/** The size, the accuracy and the present time of a bank. */
dr_status dr_bank_get_info(const dr_bank *bank, dr_bank_info *info);

/** Reserves memory for `total` members. Errors: CAPACITY, MEMORY. */
dr_status dr_bank_reserve(dr_bank *bank, uint32_t total);

/* ---- Members ---- */

/**
 * Adds a member that runs from `time_s`, starting at `phase`, which is in [0, 1). At a rate of 0 it
 * stands still, and at a negative rate it runs backwards. Errors: RATE, CYCLE_DURATION, CHOICE,
 * PHASE, TIME, PAST, FULL, MEMORY.
 */
dr_status dr_bank_add(
  dr_bank *bank, dr_rate rate, double phase, double time_s, dr_member *member);

/** Removes a member and frees its slot. Errors: HANDLE. */
dr_status dr_bank_remove(dr_bank *bank, dr_member member);

/** Removes all members in the slots first ... first + count - 1. Errors: RANGE. */
dr_status dr_bank_remove_range(dr_bank *bank, uint32_t first, uint32_t count);

/** Returns 1 if the member is in the bank, else 0. */
int32_t dr_bank_contains(const dr_bank *bank, dr_member member);

/** The slot of a member, which is the index of its value. */
uint32_t dr_member_slot(dr_member member);

/** The member in a slot. Errors: NO_ANSWER for a free slot; RANGE for a slot not below `end`. */
dr_status dr_bank_member_at(const dr_bank *bank, uint32_t slot, dr_member *member);

/* ---- Commands ----
 *
 * Each command has the same effect as on a repeat. Errors of every command: those for its numbers
 * (such as RATE), HANDLE or RANGE, TIME, PAST, MEMORY. */

/** Requests a rate. `policy` decides when it takes effect. */
dr_status dr_bank_set_rate(
  dr_bank *bank, dr_member member, dr_rate rate, dr_policy policy, double time_s);

/**
 * Sets `count` rates in Hz at once, phase-matched. This is faster than single calls. If a member is
 * listed twice, its last rate applies.
 */
dr_status dr_bank_set_rates(
  dr_bank *bank, const dr_member *members, const double *rates_hz, size_t count, double time_s);

/**
 * Gives any command except DR_COMMAND_POLICY and DR_COMMAND_REPEAT_COUNT, which return CHOICE.
 * DR_COMMAND_RATE also reads `policy`. DR_COMMAND_SEEK reads only the phase of its position.
 */
dr_status dr_bank_command(
  dr_bank *bank, dr_member member, const dr_command *command, double time_s);

/** Gives a command to all members in the slots first ... first + count - 1. */
dr_status dr_bank_command_range(
  dr_bank *bank, uint32_t first, uint32_t count, const dr_command *command, double time_s);

/* ---- Frames ---- */

/** Evaluates all slots at a time, which becomes the present time if it is later. Errors: TIME. */
dr_status dr_bank_evaluate(dr_bank *bank, double time_s);

/**
 * Evaluates all slots at a time, and gives each slot a new rate. `rates_hz` has the rate at
 * `time_s` for each slot below `end` of dr_bank_info. The rates of free slots are ignored, but must
 * be valid.
 *
 * From the bank's present time to `time_s`, but at most in the last 1e9 s, each rate moves linearly to
 * the new rate, and stays there until the next call. The phase is the integral of the rate, so
 * nothing jumps. Each call rounds the phase, up or down, by at most 2^-50 cycle, times the number of
 * cycles in the interval if that is above 1. In a paused or idle member, the rate takes effect when
 * the member runs again. The call ends waiting rates and ramps. Errors: TIME, PAST, RATE, MEMORY;
 * CAPACITY if `count` is not `end`.
 */
dr_status dr_bank_evaluate_rates(
  dr_bank *bank, double time_s, const float *rates_hz, size_t count);

/**
 * The values of the last frame in one array, in order of slots. The array is aligned to 64 bytes
 * and belongs to the bank. It is valid until members are added beyond the reserved memory, or the
 * bank is restored or destroyed.
 */
dr_status dr_bank_all_values(const dr_bank *bank, const float **values, uint32_t *count);

/** Copies the last frame's values of the slots first ... first + count - 1. Errors: RANGE. */
dr_status dr_bank_values(const dr_bank *bank, uint32_t first, uint32_t count, float *out);

/**
 * The first time from `time_s` on at which a value changes. This is `time_s` while a member moves,
 * else infinity. Errors: TIME, PAST.
 */
dr_status dr_bank_next_change(const dr_bank *bank, double time_s, double *change_s);

/* ---- Exact values ----
 *
 * These calls change nothing and accept any time. For times before the last command, the present
 * motion is extrapolated. Errors of every call: HANDLE, TIME. */

/** The value, which equals the value of a repeat at the same phase. */
dr_status dr_bank_value(const dr_bank *bank, dr_member member, double time_s, double *value);

/**
 * The phase, in [0, 1). For 50 days after a change of the member's rate, it is within 1e-12 of the
 * phase of a repeat with the same commands. Each later second adds 2.2e-19 to this error. A rate
 * change at a cycle's end keeps the error in seconds: if the new rate is n times as high, the error
 * in cycles is n times as large.
 */
dr_status dr_bank_phase(const dr_bank *bank, dr_member member, double time_s, double *phase);

/** The values of a member at one time. */
typedef struct dr_member_sample {
  double value;   /**< 0: default state; 1: alternate state. A curve may overshoot. */
  double phase;   /**< In [0, 1). */
  double rate_hz; /**< The rate in effect; 0 if nothing moves. */
  dr_state state; /**< The state after all commands so far. */
  uint32_t slot;
} dr_member_sample;

/** The value, phase, rate and state of a member at `time_s`. */
dr_status dr_bank_sample(
  const dr_bank *bank, dr_member member, double time_s, dr_member_sample *sample);

/* ---- Members and repeats ---- */

/**
 * Makes a repeat that continues a member from `time_s`, within 2^-50 cycle. If the bank's timing
 * function is a Bezier curve, it becomes the repeat's pace. Else the pace is linear: apply a dr_curve
 * to the repeat's value. Errors: HANDLE, TIME, PAST.
 */
dr_status dr_bank_get_repeat(
  dr_bank *bank, dr_member member, double time_s, dr_repeat *repeat);

/**
 * Adds a member that continues a repeat from the repeat's present time. Errors: those of
 * dr_bank_add; SETTINGS if the repeat is not running, if it has a delay, a count, a lock, a ramp, a
 * flash limit or a return pace, or if only one of the repeat and the bank is one-way.
 */
dr_status dr_bank_add_repeat(dr_bank *bank, const dr_repeat *repeat, dr_member *member);

/* ---- Saved states and other clocks ---- */

/**
 * Writes all members as bytes that are the same on every machine: 72 bytes, plus 20 for each slot,
 * plus 96 for each member with a waiting change or a ramp. `size` and the errors are those of
 * dr_repeat_save. `bytes` may be NULL if the capacity is 0.
 */
dr_status dr_bank_save(const dr_bank *bank, void *bytes, size_t capacity, size_t *size);

/**
 * Replaces all members by a saved state. Handles and exact values are the same, bit for bit, as in
 * the saved bank. Errors: CAPACITY, SAVED_STATE, MEMORY; SETTINGS if the saved bank had another
 * timing function or mode.
 */
dr_status dr_bank_restore(dr_bank *bank, const void *bytes, size_t size);

/**
 * Moves the timeline, as dr_repeat_move_timeline does. Exact values at the present time stay the same,
 * bit for bit. Errors: TIME.
 */
dr_status dr_bank_move_timeline(dr_bank *bank, double now_s);

DR_END_DECLS

#endif /* DYNAMIC_REPEAT_BANKS_H */
