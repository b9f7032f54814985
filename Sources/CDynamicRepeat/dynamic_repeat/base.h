/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: version and status codes. The rules for every function are in dynamic_repeat.h.
 */
#ifndef DYNAMIC_REPEAT_BASE_H
#define DYNAMIC_REPEAT_BASE_H

/* This check precedes the system's headers, which may be missing for another target. */
#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ != 8 && !defined(__wasm__)
#error "DynamicRepeat needs a 64-bit target: leave out -m32 and -mx32"
#elif !defined(__x86_64__) && !defined(__aarch64__) && !defined(__wasm__)
#error "DynamicRepeat supports x86-64 and aarch64, and this compiler is for another processor"
#endif

#include <stddef.h>
#include <stdint.h>

/* The alignment of structures whose content belongs to the library. C99 has no _Alignas. */
#define DR_ALIGNED __attribute__((aligned(16)))

/* These enclose a header's declarations. In C++, they give the functions C linkage. */
#ifdef __cplusplus
#define DR_BEGIN_DECLS extern "C" {
#define DR_END_DECLS }
#else
#define DR_BEGIN_DECLS
#define DR_END_DECLS
#endif

DR_BEGIN_DECLS

/** The version of this header: major, minor, patch. */
#define DR_VERSION_MAJOR 0
#define DR_VERSION_MINOR 4
#define DR_VERSION_PATCH 0

/** The result of a call; 0 is success. */
typedef enum dr_status {
  DR_OK = 0,
  DR_ERROR_NULL = 1,           /**< A required pointer is NULL. */
  DR_ERROR_NOT_INITIALIZED = 2, /**< The structure is zeroed, or was made by another version. */
  DR_ERROR_MISALIGNED = 3,     /**< The structure's address is not a multiple of 16. */
  DR_ERROR_DEFINITION = 4,     /**< The definition was not made by its dr_default_ function. */
  DR_ERROR_CHOICE = 5,         /**< A value that its enumeration does not list, or that the call
                                    does not take. */
  DR_ERROR_CYCLE_DURATION = 6, /**< Seconds per cycle outside 1e-6 ... 1e9; bank: 1/953 ... 1e9. */
  DR_ERROR_RATE = 7,           /**< Cycles per second outside +-1e6; bank: +-953. */
  DR_ERROR_INTERVAL = 8,       /**< Seconds of a ramp or delay outside 0 ... 1e9. */
  DR_ERROR_REPEAT_COUNT = 9,   /**< A count of cycles that is 0, negative, NaN or above 1e18. */
  DR_ERROR_PHASE = 10,         /**< A phase outside [0, 1). */
  DR_ERROR_MARKS = 11,         /**< Marks outside [0, 1), not ascending, or more than four. */
  DR_ERROR_PACE = 12,          /**< A kind of timing function that a pace cannot be. */
  DR_ERROR_MAX_FLASH = 13,     /**< A max_flash_hz below 1.001e-9, or NaN. */
  DR_ERROR_TIME = 14,          /**< A time that is NaN or outside +-1e12; bank: +-9e9. */
  DR_ERROR_CYCLE = 15,         /**< A cycle outside +-1e18. */
  DR_ERROR_PAST = 16,          /**< A time before the present time. */
  DR_ERROR_NEVER_ADVANCED = 17, /**< The repeat was started, but never advanced. */
  DR_ERROR_FULL = 18,          /**< No room for another waiting command, event or member. */
  DR_ERROR_NOT_FOUND = 19,     /**< The command to cancel is not waiting. */
  DR_ERROR_BUFFER = 20,        /**< The buffer is too small. */
  DR_ERROR_SAVED_STATE = 21,   /**< Not a saved state of this version, or damaged. */
  DR_ERROR_NOT_MOVING = 22,    /**< A lock needs a running repeat without a delay. */
  DR_ERROR_BOUNDS = 23,        /**< Bounds out of order or outside +-1e6, or a slope not above 0. */
  DR_ERROR_OUT_OF_BOUNDS = 24, /**< The bounds exclude the final rate, or allow only that rate. */
  DR_ERROR_FLASH_LIMIT = 25,   /**< A line that is faster than max_flash_hz allows. */
  DR_ERROR_OUT_OF_REACH = 26,  /**< The bounds do not allow the requested arrival. */
  DR_ERROR_TEMPO = 27,         /**< Beats per minute outside 0 ... 6e7, or a bar outside 1 ... 1e6. */
  DR_ERROR_RATIO = 28,         /**< A ratio's numbers outside 1 ... 1e6, or an offset outside +-1e6. */
  DR_ERROR_NUMBER = 29,        /**< A number outside its range, in a call on a clock follower. */
  DR_ERROR_NO_ANSWER = 30,     /**< No result exists, as for a free slot. */
  DR_ERROR_TIMING = 31,        /**< A pace or timing function with an invalid number. */
  DR_ERROR_CAPACITY = 32,      /**< A capacity or count outside its limits. */
  DR_ERROR_MEMORY = 33,        /**< malloc returned NULL. */
  DR_ERROR_HANDLE = 34,        /**< The member is not in this bank. */
  DR_ERROR_RANGE = 35,         /**< A slot that the bank does not have. */
  DR_ERROR_SETTINGS = 36       /**< The saved state or repeat does not fit the bank's definition. */
} dr_status;

/** A status in one line of English: the error, and the valid values. */
const char *dr_status_text(dr_status status);

DR_END_DECLS

#endif /* DYNAMIC_REPEAT_BASE_H */
