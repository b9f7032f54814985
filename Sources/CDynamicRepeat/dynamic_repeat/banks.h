/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: banks of many repeats that share a timing function, each with a rate of its own.
 * From some dozens on they are quicker than single ones; a million takes some 0.2 ms a frame. The
 * rules that hold for every function are in dynamic_repeat.h.
 *
 *   dr_bank_def def = dr_default_bank_def();
 *   def.room = 10000;
 *   dr_bank_create(&def, &torches);
 *   dr_bank_add(torches, (dr_rate){1.5, DR_RATE_HZ, 0}, 0.2, now_s, &torch);
 *   dr_policy at_once = {0, DR_PHASE_MATCHED, DR_RAMP_LINEAR};
 *   dr_bank_set_rate(torches, torch, 3, at_once, now_s);    // nothing jumps
 *   dr_bank_evaluate(torches, frame_time_s);
 *   dr_bank_block(torches, 0, &values, &count);    // 0 ... 1 each, as floats
 *   dr_bank_value(torches, torch, time_s, &exact);
 *
 * Each is a member, and keeps its slot as long as it is in the bank; the lowest free slot goes to
 * the next one. Values are in the order of slots; a free slot shows the value of phase 0.
 * Members run from when they are added. Every command has the time at which it takes effect. Values
 * may be evaluated for any time. A bank's present is the latest time of a command or a frame: a
 * command for an earlier time returns DR_ERROR_PAST, whichever command and member it is.
 *
 * A member with a ramp, or with a rate or stop that waits for the end of its cycle, is evaluated
 * individually until that is over: some 1 KB and tens of nanoseconds a frame.
 *
 * At the time for which a phase was requested, a member's phase is that or at most 2^-53 above,
 * never below. In DR_BANK_ONE_WAY, frames are not behind the exact phase: the frame at the start of
 * a member shows its start.
 *
 * Times in banks are within +-9e9 s, rates within +-953 Hz, durations 1/953 ... 1e9 s.
 *
 * Memory: dr_bank_create allocates the room of the definition, and no call allocates as long as it
 * is enough. Beyond it, the room grows as a vector does: in adding, changes after which a member is
 * evaluated individually, and the first frame afterwards. Without memory these return
 * DR_ERROR_MEMORY. dr_bank_restore allocates everything anew.
 */
#ifndef DYNAMIC_REPEAT_BANKS_H
#define DYNAMIC_REPEAT_BANKS_H

#include "values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Banks ---- */

/** Slots of each block but the last one of a bank. */
#define DR_BANK_BLOCK 4096

typedef enum dr_bank_mode {
  DR_BANK_THERE_AND_BACK = 0, /**< The way back retraces the way out. */
  DR_BANK_ONE_WAY = 1         /**< One way, then a jump back. */
} dr_bank_mode;

/** How frames evaluate the timing function of a bank. */
typedef enum dr_bank_method {
  DR_BANK_CHEAPEST = 0,       /**< As measured on processors with the same instructions. */
  DR_BANK_LINE = 1,           /**< A straight line. */
  DR_BANK_ODD_POLYNOMIAL = 2, /**< One polynomial: curves antisymmetric about their middle. */
  DR_BANK_PIECES_IN_REGISTERS = 3, /**< Polynomials on equal pieces; not with SSE2 and NEON. */
  DR_BANK_PIECES_IN_MEMORY = 4,    /**< Cubics on equal pieces. */
  DR_BANK_GRADED_PIECES = 5,       /**< Cubics on pieces finer towards ends and middle. */
  DR_BANK_TIMING_FUNCTION = 6      /**< The function itself, one value at a time. */
} dr_bank_method;

/** A bank to be made. Start from dr_default_bank_def(). */
typedef struct dr_bank_def {
  uint32_t internal_check; /**< Set by dr_default_bank_def(); leave it. */
  dr_bank_mode mode;       /**< Default: there and back. */
  dr_curve_def timing;     /**< The pace of each way. Default: ease in, ease out. */
  int32_t has_ends;        /**< Not 0: each member has ends of its own, 8 bytes. Default: 0. */
  uint32_t most_members;   /**< 1 ... 2^31. Default: 2^28, whose 8 GB no game has. */
  uint32_t room;           /**< Members; 33 bytes each. Default: 0. */
  uint32_t individual_room; /**< Members that are evaluated individually. Default: 0. */
  dr_bank_method method;   /**< Default: the cheapest. */
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
 * Creates an empty bank.
 *
 * This fits the timing function with what the processor evaluates fastest, and measures the fit: it
 * takes a few milliseconds, and 4.2 MB meanwhile. An empty bank takes some 40 to 125 KB, depending
 * on timing function and processor. The method is the same for the same timing function and
 * instructions; dr_bank_info.kernel names it. Errors: DEFINITION, TIMING, CAPACITY, MEMORY; CHOICE
 * also for a method that does not fit the timing function within 2e-7 on this processor.
 */
dr_status dr_bank_create(const dr_bank_def *def, dr_bank *bank);

/** Destroys a bank with all its members; its handle is stale afterwards. */
dr_status dr_bank_destroy(dr_bank bank);

/** Whether the handle is valid: 1 or 0. */
int32_t dr_bank_is_valid(dr_bank bank);

typedef struct dr_bank_info {
  uint32_t count;           /**< Members. */
  uint32_t end;             /**< Slots in use, including free ones between them. */
  uint32_t block_count;     /**< Blocks in use. */
  uint32_t individual_count; /**< Members that are evaluated individually. */
  uint64_t bytes;           /**< Allocated by the bank. */
  double curve_bound;       /**< The largest error of the fit when measured: 2e-7, as floats. */
  double exact_curve_bound; /**< The same for dr_bank_value(): 1e-13. */
  char kernel[64];          /**< How frames are evaluated: "32 pieces of degree 3 in registers". */
  char instructions[16];    /**< The instructions used: "SSE2", "AVX2", "AVX-512", "NEON". */
} dr_bank_info;

/** The size and the present state of a bank. */
dr_status dr_bank_get_info(dr_bank bank, dr_bank_info *info);

/** Reserves room for `total` members. Errors: CAPACITY above most_members, MEMORY. */
dr_status dr_bank_reserve(dr_bank bank, uint32_t total);

/* -- Members -- */

/**
 * Adds a member that runs from `time_s` on, where it is at `phase`, in [0, 1).
 *
 * Rate 0 holds, negative rates run backwards. Errors: RATE, CYCLE_DURATION, CHOICE, PHASE, TIME,
 * FULL, MEMORY.
 */
dr_status dr_bank_add(dr_bank bank, dr_rate rate, double phase, double time_s, dr_member *member);

/** Removes a member and frees its slot. DR_ERROR_HANDLE where it is not in this bank. */
dr_status dr_bank_remove(dr_bank bank, dr_member member);

/** Removes all members in the slots first ... first + count - 1. Errors: RANGE. */
dr_status dr_bank_remove_range(dr_bank bank, uint32_t first, uint32_t count);

/** Whether the member is in the bank: 1 or 0. */
int32_t dr_bank_contains(dr_bank bank, dr_member member);

/** The slot of a member, below `end` of dr_bank_info. */
dr_status dr_bank_slot(dr_bank bank, dr_member member, uint32_t *slot);

/** The member in a slot; DR_ERROR_NO_ANSWER where it is free, DR_ERROR_RANGE beyond `end`. */
dr_status dr_bank_member_at(dr_bank bank, uint32_t slot, dr_member *member);

/**
 * Sets the values of a member in the default and the alternate state, in place of 0 and 1. Both and
 * their difference must be finite. DR_ERROR_ENDS where they are not, or where the bank has no ends.
 */
dr_status dr_bank_set_ends(dr_bank bank, dr_member member, float start, float end);

/* -- Commands, in effect at `time_s`. Each does the same as for a repeat. -- */

/**
 * Requests a rate, in effect as `policy` says: with DR_PHASE_MATCHED at once or over its ramp, the
 * phase kept, in some nanoseconds; with DR_RESTART_PER_CYCLE at the end of the cycle, which is the
 * default of repeats.
 */
dr_status dr_bank_set_rate(
  dr_bank bank, dr_member member, double rate_hz, dr_policy policy, double time_s);

/** Requests a cycle duration, likewise. */
dr_status dr_bank_set_cycle_duration(
  dr_bank bank, dr_member member, double duration_s, dr_policy policy, double time_s);

/**
 * Sets `count` rates, all phase-matched at once: faster than one by one.
 *
 * Both arrays have `count` elements. Of a member that is listed twice the last rate applies. One
 * invalid entry, and nothing is changed.
 */
dr_status dr_bank_set_rates(
  dr_bank bank, const dr_member *members, const double *rates_hz, size_t count, double time_s);

/** Changes the rate over `ramp_s`, 0 ... 1e9. */
dr_status dr_bank_ramp(
  dr_bank bank, dr_member member, dr_rate rate, double ramp_s, dr_ramp_shape shape, double time_s);

/** Jumps to a phase, in [0, 1). Does nothing while idle. */
dr_status dr_bank_seek(dr_bank bank, dr_member member, double phase, double time_s);

/** Pauses a member. */
dr_status dr_bank_pause(dr_bank bank, dr_member member, double time_s);

/** Continues after a pause as if no time had passed. */
dr_status dr_bank_resume(dr_bank bank, dr_member member, double time_s);

/**
 * Reverses the direction at once, until the next rate in Hz or the end of the run; the value stays
 * continuous.
 */
dr_status dr_bank_reverse(dr_bank bank, dr_member member, double time_s);

/** Begins a run at phase 0 where one was stopped, or cancels a stop that waits. */
dr_status dr_bank_start(dr_bank bank, dr_member member, double time_s);

/** Ends the run; the member stays in the bank, idle. */
dr_status dr_bank_stop(dr_bank bank, dr_member member, dr_stop_mode mode, double time_s);

/**
 * Any command except DR_COMMAND_POLICY and DR_COMMAND_REPEAT_COUNT. A DR_COMMAND_RATE reads `policy` too; a DR_COMMAND_SEEK
 * reads only the phase of its position.
 */
dr_status dr_bank_command(
  dr_bank bank, dr_member member, const dr_command *command, double time_s);

/**
 * The same for all members in the slots first ... first + count - 1, except for free slots. An
 * error for one of them changes none.
 */
dr_status dr_bank_command_range(
  dr_bank bank, uint32_t first, uint32_t count, const dr_command *command, double time_s);

/* -- Frames -- */

/**
 * Evaluates all slots at a time; dr_bank_block() returns the values until the next frame. Values
 * beyond the range of floats are infinite or NaN.
 */
dr_status dr_bank_evaluate(dr_bank bank, double time_s);

/**
 * Evaluates all slots at a time, with rates that follow a field: `rates_hz` has the rate at `time_s`
 * for each slot below `end` of dr_bank_info; those of free slots are ignored, but must be numbers.
 *
 * From the bank's present to `time_s` each rate moves linearly to the new one, and the phase is the
 * exact integral of that, so nothing jumps; then the rate stays until the next call. Members that
 * are paused or idle take the rate for later. One invalid entry, and nothing is changed. Errors:
 * TIME, PAST, RATE, MEMORY; CAPACITY where `count` is not `end`.
 */
dr_status dr_bank_evaluate_rates(
  dr_bank bank, double time_s, const float *rates_hz, size_t count);

/**
 * The values of a block, DR_BANK_BLOCK slots from block * DR_BANK_BLOCK on, as the last frame left
 * them: 64-byte aligned, valid until the bank next grows, is restored or destroyed.
 * Errors: RANGE; NO_ANSWER where no frame has been evaluated since it grew to this block.
 */
dr_status dr_bank_block(dr_bank bank, uint32_t block, const float **values, uint32_t *count);

/**
 * Evaluates all slots at a time into the caller's array, in order of slots. `count` is set to the
 * number of values, and may be NULL. DR_ERROR_BUFFER where `capacity` is too small.
 */
dr_status dr_bank_evaluate_into(
  dr_bank bank, double time_s, float *values, size_t capacity, size_t *count);

/** Begins a frame for dr_bank_evaluate_blocks(). `block_count` may be NULL. */
dr_status dr_bank_begin_frame(dr_bank bank, double time_s, uint32_t *block_count);

/**
 * Evaluates some blocks of the frame that was begun into `values`, which begins with the first slot
 * of `first_block` and has room for all slots of these blocks. With NULL, into the bank's own
 * blocks.
 *
 * Threads: several may call this on one bank at once, for different blocks; nothing else may be
 * called on it meanwhile. Errors: RANGE; NO_ANSWER where none was begun since another frame, a change
 * of members or of their room, a restored state, or a shift of time.
 */
dr_status dr_bank_evaluate_blocks(
  dr_bank bank, uint32_t first_block, uint32_t block_count, float *values);

/**
 * The first time at which the value of one of the members differs from its own at `time_s` by more
 * than `quantum`, which is a part of the way between the ends: infinite where none ever does. As
 * dr_repeat_next_change for each member.
 *
 * It takes some tens of nanoseconds a member. Where many move, a frame is always due. Errors: QUANTUM,
 * TIME, PAST for times before the bank's present.
 */
dr_status dr_bank_next_change(dr_bank bank, double time_s, double quantum, double *change_s);

/* -- Exact values. These calls change nothing and accept any time; times before the last command
 *    are answered as if the present motion had always been in effect. Errors: HANDLE, TIME. -- */

/** The value, between the ends where the bank has them; frames have the same as floats. */
dr_status dr_bank_value(dr_bank bank, dr_member member, double time_s, double *value);

/**
 * The phase, in [0, 1): within 1e-12 of that of a repeat with the same commands for 50 days after a
 * change of the member's rate, and 2.1e-19 more for each second: 6.5e-12 after a year, 2.1e-10
 * after 1e9 s.
 */
dr_status dr_bank_phase(dr_bank bank, dr_member member, double time_s, double *phase);

/** A member at one time. */
typedef struct dr_member_sample {
  double value;   /**< Between its ends. */
  double progress; /**< 0 default state, 1 alternate state; overshooting curves leave that. */
  double phase;   /**< In [0, 1). */
  double rate_hz; /**< In effect; 0 where nothing moves. */
  dr_state state; /**< After all its commands. */
  uint32_t slot;
} dr_member_sample;

/** Value, phase, rate and state. */
dr_status dr_bank_sample(dr_bank bank, dr_member member, double time_s, dr_member_sample *sample);

/* -- Snapshots -- */

/** The size of a snapshot in bytes: 20 for each slot that was ever used, 28 with ends, and some 300
    for each member that is evaluated individually. */
dr_status dr_bank_snapshot_size(dr_bank bank, size_t *size);

/** Writes all members as bytes, as dr_repeat_snapshot() does. */
dr_status dr_bank_snapshot(dr_bank bank, void *bytes, size_t capacity, size_t *size);

/**
 * Restores a saved state, with the same members and bit for bit the same exact values.
 *
 * The bank must have been created with the same timing, mode and has_ends. Errors: OTHER_TIMING,
 * SETTINGS where it was not, CAPACITY where the slots are above most_members, SNAPSHOT for damaged
 * bytes and those of versions before 0.3, MEMORY.
 */
dr_status dr_bank_restore(dr_bank bank, const void *bytes, size_t size);

/**
 * Restores a saved state as dr_bank_restore does, and moves it to `now_s` of the caller's clock: the
 * bank shows at `now_s` what it showed at its present when it was saved, and continues from there.
 *
 * For a process whose clock starts anew. Errors: those of dr_bank_restore, and TIME.
 */
dr_status dr_bank_restore_at(dr_bank bank, const void *bytes, size_t size, double now_s);

/* -- Another clock -- */

/**
 * Moves the timeline by `delta_s`, for a clock that was set or has wrapped: the bank shows at
 * t + delta_s what it showed at t.
 *
 * Ramps, and rates and stops that wait, move along. Exact values at the bank's present stay, bit for
 * bit; at other times, phases are within 2^-56 cycle of what they were. It takes some 20 ns a slot,
 * and allocates nothing. A frame that was begun has to be begun again. No effect on a new bank, which
 * has no present yet. Errors: TIME where the present would be outside +-9e9.
 */
dr_status dr_bank_shift_time(dr_bank bank, double delta_s);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_BANKS_H */
