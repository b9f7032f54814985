/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: version, status codes, and where memory comes from. The rules that hold for every
 * function stand in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_BASE_H
#define DYNAMIC_REPEAT_BASE_H

/* Before the system's headers, which may be missing for another target. */
#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ != 8
#error "DynamicRepeat needs a 64-bit target: leave out -m32 and -mx32"
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
  DR_ERROR_TOO_FAR = 20,       /**< Over 65,536 changes of course lie between: go in steps. */
  DR_ERROR_NO_ANSWER = 21,     /**< There is none, or no single one: a time space stands still. */
  DR_ERROR_IN_USE = 22,        /**< The allocator cannot change while what it gave lives. */
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

/** Where memory comes from. Both may be called from any thread, and must not call the library. */
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

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_BASE_H */
