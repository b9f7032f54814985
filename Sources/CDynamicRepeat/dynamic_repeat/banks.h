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
 * command for an earlier time answers DR_ERROR_PAST, whichever command and member it is.
 *
 * A member with a ramp, a rate or stop that waits for the end of its cycle, or events, is evaluated
 * individually until that is over: some 1.1 KB and tens of nanoseconds a frame.
 *
 * At the time for which a phase was requested, a member's phase is that or at most 2^-53 above, never
 * below. One way, frames are not behind the exact phase: the one that starts a member shows its
 * start.
 *
 * Times in banks are within +-9e9 s, rates within +-953 Hz, durations 1/953 ... 1e9 s.
 *
 * Memory: what the definition has room for is there from the beginning, and nothing allocates as
 * long as it is enough: the room grows by itself, as a vector does. What grows is adding,
 * listening, changes after which a member is evaluated individually, and the first frame
 * afterwards; without memory these answer DR_ERROR_MEMORY. Restoring makes everything anew.
 */
#ifndef DYNAMIC_REPEAT_BANKS_H
#define DYNAMIC_REPEAT_BANKS_H

#include "repeats.h"

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

/** A bank to be made. Start from dr_default_bank_def(). */
typedef struct dr_bank_def {
  uint32_t internal_check; /**< Set by dr_default_bank_def(); leave it. */
  dr_bank_mode mode;       /**< Default: there and back. */
  dr_curve_def timing;     /**< The pace of each way. Default: ease in, ease out. */
  int32_t has_ends;        /**< Not 0: each member has ends of its own, 8 bytes. Default: 0. */
  uint32_t most_members;   /**< 1 ... 2^31. Default: 2^28, whose 8 GB no game has. */
  uint32_t room;           /**< Members; 33 bytes each. Default: 0. */
  uint32_t individual_room; /**< Members that are evaluated individually. Default: 0. */
  uint32_t listener_room;  /**< Members listened to, which are among them. Default: 0. */
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
 * This is where the timing function is fitted by what the processor evaluates fastest, and the fit
 * is measured: a few milliseconds, and 4.2 MB while it lasts. An empty bank then takes 40 to 125 KB,
 * by its timing function.
 * Errors: DEFINITION, CHOICE, TIMING, CAPACITY, MEMORY.
 */
dr_status dr_bank_create(const dr_bank_def *def, dr_bank *bank);

/** Ends it with all its members; the handle is stale from then on. */
dr_status dr_bank_destroy(dr_bank bank);

/** Whether the handle names a bank: 1 or 0. */
int32_t dr_bank_is_valid(dr_bank bank);

typedef struct dr_bank_info {
  uint32_t count;           /**< Members. */
  uint32_t end;             /**< Slots in use, free ones between them included. */
  uint32_t block_count;     /**< Blocks in use. */
  uint32_t individual_count; /**< Members that are evaluated individually. */
  uint32_t listener_count;  /**< Members that are listened to. */
  uint32_t waiting_events;  /**< Of the last frame. */
  uint64_t bytes;           /**< From the allocator, for all that the bank has. */
  double curve_bound;       /**< How far the fit was off in its trial, at most: 2e-7, as floats. */
  double exact_curve_bound; /**< The same for dr_bank_value(): 1e-13. */
  char kernel[64];          /**< How frames are evaluated: "32 pieces of degree 3 in registers". */
  char instructions[16];    /**< Which ones that takes: "SSE2", "AVX2", "AVX-512", "NEON". */
} dr_bank_info;

/** What the bank is and has. */
dr_status dr_bank_get_info(dr_bank bank, dr_bank_info *info);

/** Makes room for `total` members. Errors: CAPACITY above most_members, MEMORY. */
dr_status dr_bank_reserve(dr_bank bank, uint32_t total);

/* -- Members -- */

/**
 * Adds a member that runs from `time_s` on, where it is at `phase`, in [0, 1).
 *
 * Rate 0 holds, negative rates run backwards. Errors: RATE, CYCLE_DURATION, CHOICE, PHASE, TIME,
 * FULL, MEMORY.
 */
dr_status dr_bank_add(dr_bank bank, dr_rate rate, double phase, double time_s, dr_member *member);

/** Removes it; its slot is free. DR_ERROR_HANDLE where it is not in this bank. */
dr_status dr_bank_remove(dr_bank bank, dr_member member);

/** Removes all members in the slots first ... first + count - 1. Errors: RANGE. */
dr_status dr_bank_remove_range(dr_bank bank, uint32_t first, uint32_t count);

/** Whether the bank has it: 1 or 0. */
int32_t dr_bank_contains(dr_bank bank, dr_member member);

/** Its slot, below `end` of dr_bank_info. */
dr_status dr_bank_slot(dr_bank bank, dr_member member, uint32_t *slot);

/** The member in a slot; DR_ERROR_NO_ANSWER where it is free, DR_ERROR_RANGE beyond `end`. */
dr_status dr_bank_member_at(dr_bank bank, uint32_t slot, dr_member *member);

/**
 * The values of phase 0 and of the other end of its way, in place of 0 and 1; both finite, and so
 * their difference. DR_ERROR_ENDS where they are not, or where the bank was created without ends.
 */
dr_status dr_bank_set_ends(dr_bank bank, dr_member member, float start, float end);

/* -- Changes, in effect at `time_s`. Each does what it does to a repeat. -- */

/**
 * A rate, which takes effect as `policy` says: DR_PHASE_MATCHED at once (or over its ramp), the
 * phase kept, in some nanoseconds; DR_RESTART_PER_CYCLE at the end of the cycle, as repeats do by
 * default. The policies for comparison answer DR_ERROR_CHOICE.
 */
dr_status dr_bank_set_rate(
  dr_bank bank, dr_member member, double rate_hz, dr_policy policy, double time_s);

/** The same for seconds per cycle. */
dr_status dr_bank_set_cycle_duration(
  dr_bank bank, dr_member member, double duration_s, dr_policy policy, double time_s);

/**
 * `count` rates, all phase-matched at once, which is the only policy here: quicker than one by one.
 * Of a member named twice the last rate holds.
 * Both arrays have `count` elements. One wrong entry, and nothing is changed.
 */
dr_status dr_bank_set_rates(
  dr_bank bank, const dr_member *members, const double *rates_hz, size_t count, double time_s);

/** Reaches a rate over `ramp_s` seconds, 0 ... 1e9. */
dr_status dr_bank_ramp(
  dr_bank bank, dr_member member, dr_rate rate, double ramp_s, dr_ramp_shape shape, double time_s);

/** Jumps to a phase, in [0, 1). Does nothing while idle. */
dr_status dr_bank_seek(dr_bank bank, dr_member member, double phase, double time_s);

/** Keeps it still. */
dr_status dr_bank_pause(dr_bank bank, dr_member member, double time_s);

/** Goes on after a pause as if no time had passed. */
dr_status dr_bank_resume(dr_bank bank, dr_member member, double time_s);

/**
 * Turns the direction round at once, until the next rate in Hz or the end of the run; the value
 * stays continuous.
 */
dr_status dr_bank_reverse(dr_bank bank, dr_member member, double time_s);

/** Begins a run at phase 0 where one was stopped, or takes back a stop that waits. */
dr_status dr_bank_start(dr_bank bank, dr_member member, double time_s);

/** Ends the run; the member stays in the bank, idle. */
dr_status dr_bank_stop(dr_bank bank, dr_member member, dr_stop_mode mode, double time_s);

/**
 * Any command but DR_COMMAND_POLICY. A DR_COMMAND_RATE reads `policy` as well:
 * DR_RESTART_PER_CYCLE waits for the end of the cycle; the policies for comparison answer CHOICE. A
 * DR_COMMAND_SEEK reads the phase of its position alone.
 */
dr_status dr_bank_command(
  dr_bank bank, dr_member member, const dr_command *command, double time_s);

/**
 * The same for all members in the slots first ... first + count - 1, free ones passed over.
 * An error of one of them changes none.
 */
dr_status dr_bank_command_range(
  dr_bank bank, uint32_t first, uint32_t count, const dr_command *command, double time_s);

/* -- Frames -- */

/**
 * Works out the values of all slots at a time; dr_bank_block() shows them until the next frame.
 * What is beyond the range of floats is infinite there, or no number.
 */
dr_status dr_bank_evaluate(dr_bank bank, double time_s);

/**
 * The values of a block, DR_BANK_BLOCK slots from block * DR_BANK_BLOCK on, as the last frame left
 * them: 64-byte aligned, valid until the bank next grows, is restored or destroyed.
 * Errors: RANGE; NO_ANSWER where no frame has been evaluated since it grew to this block.
 */
dr_status dr_bank_block(dr_bank bank, uint32_t block, const float **values, uint32_t *count);

/**
 * Works out the values of all slots at a time into the caller's array, in order of slots.
 * `count` gets how many were written, and may be NULL. DR_ERROR_BUFFER where `capacity` is too
 * small.
 */
dr_status dr_bank_evaluate_into(
  dr_bank bank, double time_s, float *values, size_t capacity, size_t *count);

/** Begins a frame whose blocks dr_bank_evaluate_blocks() works out. `block_count` may be NULL. */
dr_status dr_bank_begin_frame(dr_bank bank, double time_s, uint32_t *block_count);

/**
 * Works out some blocks of the frame that was begun, into `values`, which begins with those of
 * `first_block` and has room for all slots of these blocks; or into the bank's own where it is
 * NULL.
 *
 * Threads: several may call this on one bank at once, for different blocks; nothing else may be
 * called on it meanwhile. Errors: RANGE; NO_ANSWER where no frame was begun since members were last
 * added, removed, or restored.
 */
dr_status dr_bank_evaluate_blocks(
  dr_bank bank, uint32_t first_block, uint32_t block_count, float *values);

/* -- Exact values. They change nothing, and answer for any time: before the last command as if
 *    what holds now had always held. Errors: HANDLE, TIME. -- */

/** The value, between the ends where the bank has them; as floats, frames show the same. */
dr_status dr_bank_value(dr_bank bank, dr_member member, double time_s, double *value);

/**
 * The phase, in [0, 1): within 1e-12 of a repeat's with the same commands for 50 days after a change
 * of the member's rate, and 2.1e-19 more for each second: 6.5e-12 after a year, 2.1e-10 after 1e9 s.
 */
dr_status dr_bank_phase(dr_bank bank, dr_member member, double time_s, double *phase);

/** What a member shows at one time. */
typedef struct dr_member_sample {
  double value;   /**< Between its ends. */
  double progress; /**< 0 default state, 1 alternate state; overshooting curves leave that. */
  double phase;   /**< In [0, 1). */
  double rate_hz; /**< In effect; 0 where nothing moves. */
  dr_state state; /**< After all its commands. */
  uint32_t slot;
} dr_member_sample;

/** Everything that it shows. */
dr_status dr_bank_sample(dr_bank bank, dr_member member, double time_s, dr_member_sample *sample);

/* -- Events of members that are listened to -- */

/** Frames report from `time_s` on when it ends a cycle or its run. Errors: PAST, MEMORY. */
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
 * Hands out what happened until the last frame, in order of slots and times.
 *
 * `events` may be NULL where `capacity` is 0; `count` may be NULL. What does not fit waits for
 * another call, and is lost with the next frame. One member keeps 4 events between frames. What was
 * lost, in either way, is counted in `dropped` once.
 */
dr_status dr_bank_take_events(
  dr_bank bank, dr_bank_event *events, uint32_t capacity, dr_event_count *count);

/* -- Snapshots -- */

/** Bytes that a snapshot takes now: 20 a slot that was ever used, 28 with ends, some 300 for each
    member that is evaluated individually. */
dr_status dr_bank_snapshot_size(dr_bank bank, size_t *size);

/** Writes all members as bytes, as dr_repeat_snapshot() does. */
dr_status dr_bank_snapshot(dr_bank bank, void *bytes, size_t capacity, size_t *size);

/**
 * Goes back to a saved state: with the same names, and bit for bit the same exact values.
 *
 * The bank must have been created with the same timing, mode and ends, else DR_ERROR_SETTINGS; the
 * slots must be within most_members, else DR_ERROR_CAPACITY. Damaged bytes answer
 * DR_ERROR_SNAPSHOT.
 */
dr_status dr_bank_restore(dr_bank bank, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_BANKS_H */
