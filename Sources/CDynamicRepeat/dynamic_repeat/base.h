/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: version, status codes, the allocator and clocks. The rules for every function are
 * in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_BASE_H
#define DYNAMIC_REPEAT_BASE_H

/* Before the system's headers, which may be missing for another target. */
#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ != 8 && !defined(__wasm__)
#error "DynamicRepeat needs a 64-bit target: leave out -m32 and -mx32"
#elif !defined(__x86_64__) && !defined(__aarch64__) && !defined(__wasm__)
#error "DynamicRepeat is there for x86-64 and aarch64, and this compiler is for another processor"
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version and status ---- */

/** The version of this header: major, minor, patch. */
#define DR_VERSION_MAJOR 0
#define DR_VERSION_MINOR 2
#define DR_VERSION_PATCH 0

/** The version of the linked library: major << 16 | minor << 8 | patch. */
uint32_t dr_version(void);

/** The result of a call; 0 is success. */
typedef enum dr_status {
  DR_OK = 0,
  DR_ERROR_NULL = 1,           /**< A required pointer is NULL. */
  DR_ERROR_HANDLE = 2,         /**< The handle is stale, foreign or zero. */
  DR_ERROR_DEFINITION = 3,     /**< The definition was not made by its dr_default_ function. */
  DR_ERROR_CHOICE = 4,         /**< A value that its enumeration does not list. */
  DR_ERROR_CYCLE_DURATION = 5, /**< Seconds per cycle outside 1e-6 ... 1e9; bank: 1/953 ... 1e9. */
  DR_ERROR_RATE = 6,           /**< Cycles per second outside +-1e6; bank: +-953. */
  DR_ERROR_INTERVAL = 7,       /**< Seconds of a ramp or delay: 0 ... 1e9. */
  DR_ERROR_REPEAT_COUNT = 8,   /**< Cycles outside 0 ... 1e18. */
  DR_ERROR_PHASE = 9,          /**< A phase outside [0, 1). */
  DR_ERROR_TIME = 10,          /**< A time outside +-1e12, bank: +-9e9; or NaN. */
  DR_ERROR_CYCLE = 11,         /**< A cycle outside +-1e18. */
  DR_ERROR_PAST = 12,          /**< A time before the one last advanced to. */
  DR_ERROR_TIMING = 13,        /**< Numbers that define no timing function. */
  DR_ERROR_CAPACITY = 14,      /**< A capacity or count above its limit. */
  DR_ERROR_FULL = 15,          /**< No room for another command or member. */
  DR_ERROR_MEMORY = 16,        /**< The allocator returned NULL. */
  DR_ERROR_BUFFER = 17,        /**< The buffer is too small for the snapshot. */
  DR_ERROR_SNAPSHOT = 18,      /**< Not a snapshot that this version reads, or damaged. */
  DR_ERROR_SETTINGS = 19,      /**< The snapshot was taken under another definition. */
  DR_ERROR_TOO_FAR = 20,       /**< Over 65,536 changes of motion in one call: use smaller steps. */
  DR_ERROR_NO_ANSWER = 21,     /**< No answer: no such beat, an empty slot. */
  DR_ERROR_IN_USE = 22,        /**< The allocator cannot change while objects exist. */
  DR_ERROR_NOT_FOUND = 23,     /**< That command is not waiting. */
  DR_ERROR_RANGE = 24,         /**< Slots or blocks that the bank does not have. */
  DR_ERROR_ENDS = 25,          /**< Ends that are not finite, or a bank without ends. */
  DR_ERROR_OTHER_TIMING = 26,  /**< The snapshot was taken with another timing function. */
  DR_ERROR_OTHER_COUNT = 27,   /**< The snapshot was taken with another repeat_count. */
  DR_ERROR_QUANTUM = 28,       /**< A quantum below 0, or NaN. */
  DR_ERROR_TEMPO = 29,         /**< Beats per minute outside 0 ... 6e7, or a bar's outside 1 ... 1e6. */
  DR_ERROR_RATIO = 30,         /**< Outside +-1e6 to 1 ... 1e6, or 0. */
  DR_ERROR_BOUNDS = 31,        /**< The least rate above the most, beyond +-1e6, or no slope above 0. */
  DR_ERROR_OUT_OF_BOUNDS = 32, /**< The bounds do not hold the leader's or last rate, or no other. */
  DR_ERROR_OUT_OF_REACH = 33,  /**< Not at that time within the bounds: see dr_repeat_get_lock_info. */
  DR_ERROR_STANDS_STILL = 34,  /**< The leader or repeat is at rate 0, or has a delay between cycles. */
  DR_ERROR_NUMBER = 35         /**< A number of a clock follower outside its range: see lock.h. */
} dr_status;

/**
 * A status as one line of English: what was wrong and what is valid.
 *
 * Never NULL, not even for numbers that are no status. The text is static.
 */
const char *dr_status_text(dr_status status);

/* ---- Memory ---- */

/** An allocator. Both functions may be called from any thread and must not call the library. */
typedef struct dr_allocator {
  /** Returns `size` bytes, aligned to 16, or NULL. `size` is never 0. */
  void *(*allocate)(size_t size, void *context);
  /** Frees memory that `allocate` returned for this `size`. */
  void (*release)(void *memory, size_t size, void *context);
  /** Passed to both functions. */
  void *context;
} dr_allocator;

/**
 * Sets the allocator; NULL restores malloc. The struct is copied.
 *
 * Call it while no object exists, and while no other thread is inside the library. Errors: IN_USE
 * while objects exist, NULL where one of the two functions is NULL.
 * The handle table does not use the allocator: beyond 64 objects at a time it takes 32 bytes from
 * malloc for each, and keeps them.
 * After fork, a child may call everything, whatever other threads were doing; the allocator must
 * allow it, as malloc of glibc and musl does.
 */
dr_status dr_set_allocator(const dr_allocator *allocator);

/* ---- Clocks of 32-bit milliseconds ---- */

/** The time of a clock of 32-bit milliseconds, which wraps after 49.7 days. All zero at first. */
typedef struct dr_ticks {
  int64_t total_ms; /**< The time last converted, with all wraps. */
} dr_ticks;

/**
 * The seconds of a clock of 32-bit milliseconds, such as SDL_GetTicks of SDL 2; they do not wrap.
 *
 * `ticks` counts the wraps. Two successive times must be less than 24.8 days apart; the second may
 * be earlier, as the time of an event often is. Use one dr_ticks per clock, from one thread at a
 * time. With NULL, the seconds wrap with the clock.
 */
double dr_ticks_seconds(dr_ticks *ticks, uint32_t milliseconds);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_BASE_H */
