/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: banks of many repeats that share a timing function, each with its own rate. A frame
 * of a million takes about 0.2 ms. The rules for every function are in dynamic_repeat.h.
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
 * A member keeps its slot as long as it is in the bank; the slot freed last is reused first. Values
 * are in the order of slots; a free slot shows the value of phase 0. A member runs from its addition.
 *
 * Every command has a time of effect, not before the bank's present, which is the latest time of
 * a command or a frame. An earlier one returns PAST. Values may be evaluated for any time.
 *
 * A member has a phase and a rate. Its only pending changes are a waiting rate, a stop at the end of
 * the cycle and a ramp. Delays, counts, locks and events need a repeat: dr_bank_get_repeat makes one
 * that continues the member.
 *
 * Times in banks are within +-9e9 s, rates within +-953 Hz, durations 1/953 ... 1e9 s. A member takes
 * 28 bytes, 8 more after a frame that follows a field, and 36 more after any member of the bank has
 * waited or ramped. The memory doubles when it is full, unless enough was reserved.
 */
#ifndef DYNAMIC_REPEAT_BANKS_H
#define DYNAMIC_REPEAT_BANKS_H

#include "values.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The shape of a cycle. */
typedef enum dr_bank_mode {
  DR_BANK_MODE_THERE_AND_BACK = 0, /**< The return retraces the outward leg. */
  DR_BANK_MODE_ONE_WAY = 1         /**< One way, then a jump back. */
} dr_bank_mode;

/** The definition of a bank. Initialize it with dr_default_bank_def(). */
typedef struct dr_bank_def {
  uint32_t internal_check; /**< Set by dr_default_bank_def(); do not change. */
  dr_bank_mode mode;       /**< Default: there and back. */
  dr_curve_def timing;     /**< The pace of each way: at most 4096 steps, values within +-1e6, a
                                spring with at most 64 oscillations. Default: ease in, ease out. */
  uint32_t capacity;       /**< Most members, 1 ... 2^31. Default: 2^28, which is 7 GB. */
  uint32_t room;           /**< Members to reserve memory for, up to capacity. Default: 0. */
} dr_bank_def;

/** A bank, made by dr_bank_create. */
typedef struct dr_bank dr_bank;

/** Identifies a member of one bank; stale once it is removed. */
typedef struct dr_member {
  uint64_t id;
} dr_member;

/** A bank of ease in, ease out, there and back, with a default in every field. */
dr_bank_def dr_default_bank_def(void);

/**
 * Creates an empty bank; fitting the timing function takes up to 5 ms.
 * Errors: DEFINITION, CHOICE, TIMING, CAPACITY, MEMORY.
 */
dr_status dr_bank_create(const dr_bank_def *def, dr_bank **bank);

/** Destroys a bank with all its members; NULL does nothing. */
void dr_bank_destroy(dr_bank *bank);

typedef struct dr_bank_info {
  double now_s;      /**< The present; -9e9 in a new bank. */
  uint64_t bytes;    /**< The size of its rows. */
  double bound;      /**< The largest error of a frame's value at the frame's phase: 1e-6, times the
                          curve's largest magnitude if that is above 1. The phase is within 2e-9
                          cycle, and 4.6e-8 more for each hertz; one way it is never behind, but
                          may be ahead by twice as much. */
  uint32_t count;    /**< Members. */
  uint32_t end;      /**< Slots used so far, free ones included. */
  char method[32];   /**< The form of the curve, such as "odd polynomial". */
  char instructions[16]; /**< The instruction set: "SSE2", "AVX2", "AVX-512", "NEON". */
} dr_bank_info;

/** The size and the present of a bank. */
dr_status dr_bank_get_info(const dr_bank *bank, dr_bank_info *info);

/** Reserves memory for `total` members. Errors: CAPACITY, MEMORY. */
dr_status dr_bank_reserve(dr_bank *bank, uint32_t total);

/* ---- Members ---- */

/**
 * Adds a member that runs from `time_s`, starting at `phase`, in [0, 1). Rate 0 holds, negative
 * rates run backwards. Errors: RATE, CYCLE_DURATION, CHOICE, PHASE, TIME, PAST, FULL, MEMORY.
 */
dr_status dr_bank_add(
  dr_bank *bank, dr_rate rate, double phase, double time_s, dr_member *member);

/** Removes a member and frees its slot. Errors: HANDLE. */
dr_status dr_bank_remove(dr_bank *bank, dr_member member);

/** Removes all members in the slots first ... first + count - 1. Errors: RANGE. */
dr_status dr_bank_remove_range(dr_bank *bank, uint32_t first, uint32_t count);

/** Whether the member is in the bank: 1 or 0. */
int32_t dr_bank_contains(const dr_bank *bank, dr_member member);

/** The slot of a member, which is the index of its value. */
uint32_t dr_member_slot(dr_member member);

/** The member in a slot. Errors: NO_ANSWER for a free slot, RANGE beyond `end` of dr_bank_info. */
dr_status dr_bank_member_at(const dr_bank *bank, uint32_t slot, dr_member *member);

/* ---- Commands ----
 *
 * Each has the same effect as on a repeat, and changes nothing on an error. Errors of all: those of its
 * numbers, HANDLE or RANGE, TIME, PAST, MEMORY. */

/**
 * Requests a rate, which takes effect according to `policy`: with dr_phase_matched(0) at once; with
 * dr_restart_per_cycle() at the exact end of the cycle.
 */
dr_status dr_bank_set_rate(
  dr_bank *bank, dr_member member, dr_rate rate, dr_policy policy, double time_s);

/**
 * Sets `count` rates in Hz at once, phase-matched; faster than single calls. If a member is listed
 * twice its last rate applies.
 */
dr_status dr_bank_set_rates(
  dr_bank *bank, const dr_member *members, const double *rates_hz, size_t count, double time_s);

/**
 * Gives any command except DR_COMMAND_POLICY and DR_COMMAND_REPEAT_COUNT, which return CHOICE. A
 * DR_COMMAND_RATE reads `policy` too, a DR_COMMAND_SEEK only the phase of its position. A
 * DR_COMMAND_HOLD requests 0 Hz.
 */
dr_status dr_bank_command(
  dr_bank *bank, dr_member member, const dr_command *command, double time_s);

/** Gives a command to all members in the slots first ... first + count - 1. */
dr_status dr_bank_command_range(
  dr_bank *bank, uint32_t first, uint32_t count, const dr_command *command, double time_s);

/* ---- Frames ---- */

/** Evaluates all slots at a time. A time after the present moves the present there. Errors: TIME. */
dr_status dr_bank_evaluate(dr_bank *bank, double time_s);

/**
 * Evaluates all slots at a time, with rates that follow a field. `rates_hz` has the rate at `time_s`
 * for each slot below `end` of dr_bank_info. The rates of free slots are ignored, but must be numbers.
 *
 * From the bank's present to `time_s` each rate moves linearly to the new one; then it stays until the
 * next call. The phase is the exact integral, so nothing jumps. Each call rounds it by at most 2^-50
 * cycle, or 2^-50 of the interval's cycles if there are several, up in some calls and down in others.
 * Members that are paused or idle take the rate for later; waiting rates and ramps end. Errors: TIME, PAST, RATE, MEMORY; CAPACITY if
 * `count` is not `end`. Nothing is changed then.
 */
dr_status dr_bank_evaluate_rates(
  dr_bank *bank, double time_s, const float *rates_hz, size_t count);

/**
 * The values of the last frame in one array, in order of slots; 64-byte aligned. The array is the
 * bank's, and valid until members are added beyond its room, or it is restored or destroyed.
 */
dr_status dr_bank_all_values(const dr_bank *bank, const float **values, uint32_t *count);

/** Copies the values of the slots first ... first + count - 1 in the last frame. Errors: RANGE. */
dr_status dr_bank_values(const dr_bank *bank, uint32_t first, uint32_t count, float *out);

/**
 * The first time from `time_s` on at which a value changes: `time_s` itself while a member moves, else
 * infinite. Errors: TIME, PAST.
 */
dr_status dr_bank_next_change(const dr_bank *bank, double time_s, double *change_s);

/* ---- Exact values ----
 *
 * These calls change nothing and accept any time; for times before the last command, the present motion
 * is extrapolated. Errors of all: HANDLE, TIME. */

/** The value, equal to that of a repeat at the same phase. */
dr_status dr_bank_value(const dr_bank *bank, dr_member member, double time_s, double *value);

/**
 * The phase, in [0, 1). For 50 days after a change of the member's rate, it is within 1e-12 of the phase
 * of a repeat with the same commands. Each later second adds 2.2e-19. A restart keeps an error as a
 * time: at n times the rate it is n times as many cycles.
 */
dr_status dr_bank_phase(const dr_bank *bank, dr_member member, double time_s, double *phase);

/** A member at one time. */
typedef struct dr_member_sample {
  double value;   /**< 0 default state, 1 alternate state; overshooting curves leave that. */
  double phase;   /**< In [0, 1). */
  double rate_hz; /**< In effect; 0 if nothing moves. */
  dr_state state; /**< After all its commands. */
  uint32_t slot;
} dr_member_sample;

/** Value, phase, rate and state. */
dr_status dr_bank_sample(
  const dr_bank *bank, dr_member member, double time_s, dr_member_sample *sample);

/* ---- Members and repeats ---- */

/**
 * Makes a repeat that continues a member from `time_s`, within 2^-50 cycle, in memory whose content
 * does not matter. Its pace is the bank's if that is a Bezier curve, else linear: apply a dr_curve to
 * its value. Errors: HANDLE, TIME, PAST, MISALIGNED.
 */
dr_status dr_bank_get_repeat(
  dr_bank *bank, dr_member member, double time_s, dr_repeat *repeat);

/**
 * Adds a member that continues a repeat from its present. Errors: those of dr_bank_add; SETTINGS
 * if the repeat is not running, or has a delay, a count, a lock, a ramp or another shape than the bank.
 */
dr_status dr_bank_add_repeat(dr_bank *bank, const dr_repeat *repeat, dr_member *member);

/* ---- Saved states and other clocks ---- */

/**
 * Writes all members as bytes that are the same on every machine: 72 bytes, 20 for each slot, and 96
 * for each member that waits or ramps. `size` becomes their number, also on BUFFER, and may be NULL;
 * `bytes` may be NULL with a capacity of 0.
 */
dr_status dr_bank_save(const dr_bank *bank, void *bytes, size_t capacity, size_t *size);

/**
 * Replaces all members by a saved state: the same handles, and bit for bit the same exact values.
 * Errors: SETTINGS if the bank saved had another timing or mode, CAPACITY, SAVED_STATE, MEMORY.
 */
dr_status dr_bank_restore(dr_bank *bank, const void *bytes, size_t size);

/**
 * Moves the timeline so that the present is `now_s`: for a saved state in a process with a new clock,
 * and for a clock that was set. Exact values at the present stay, bit for bit. Errors: TIME.
 */
dr_status dr_bank_move_timeline(dr_bank *bank, double now_s);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_BANKS_H */
