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

#ifdef __cplusplus
extern "C" {
#endif

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
  DR_ERROR_CHOICE = 5,         /**< A value that its enumeration does not list. */
  DR_ERROR_CYCLE_DURATION = 6, /**< Seconds per cycle outside 1e-6 ... 1e9; bank: 1/953 ... 1e9. */
  DR_ERROR_RATE = 7,           /**< Cycles per second outside +-1e6; bank: +-953. */
  DR_ERROR_INTERVAL = 8,       /**< Seconds of a ramp or delay outside 0 ... 1e9. */
  DR_ERROR_REPEAT_COUNT = 9,  /**< A count of cycles that is 0, negative, NaN or above 1e18. */
  DR_ERROR_PHASE = 10,         /**< A phase outside [0, 1). */
  DR_ERROR_MARKS = 11,         /**< Marks outside [0, 1), out of order, or more than four. */
  DR_ERROR_TIME = 12,          /**< A time that is NaN or outside +-1e12; bank: +-9e9. */
  DR_ERROR_CYCLE = 13,         /**< A cycle outside +-1e18. */
  DR_ERROR_PAST = 14,          /**< A time before the present time. */
  DR_ERROR_NEVER_ADVANCED = 15, /**< The repeat was started, but never advanced. */
  DR_ERROR_FULL = 16,          /**< No room for another waiting command, event or member. */
  DR_ERROR_NOT_FOUND = 17,     /**< The command to cancel is not waiting. */
  DR_ERROR_BUFFER = 18,        /**< The buffer is too small. */
  DR_ERROR_SAVED_STATE = 19,   /**< Not a saved state of this version, or damaged. */
  DR_ERROR_NOT_MOVING = 20,    /**< A lock needs a running repeat without a delay. */
  DR_ERROR_BOUNDS = 21,        /**< Bounds out of order or outside +-1e6, or a slope not above 0. */
  DR_ERROR_OUT_OF_BOUNDS = 22, /**< The bounds exclude the final rate, or allow only that rate. */
  DR_ERROR_FLASH_LIMIT = 23,   /**< A line that is faster than max_flash_hz allows. */
  DR_ERROR_OUT_OF_REACH = 24,  /**< The bounds do not allow the requested arrival. */
  DR_ERROR_TEMPO = 25,         /**< Beats per minute outside 0 ... 6e7, or a bar outside 1 ... 1e6. */
  DR_ERROR_RATIO = 26,         /**< A ratio's numbers outside 1 ... 1e6, or an offset outside +-1e6. */
  DR_ERROR_NUMBER = 27,        /**< A number outside its range, in a call on a clock follower. */
  DR_ERROR_NO_ANSWER = 28,     /**< No result exists, as for a free slot. */
  DR_ERROR_TIMING = 29,        /**< A pace or timing function with an invalid number. */
  DR_ERROR_CAPACITY = 30,      /**< A capacity or count above its limit. */
  DR_ERROR_MEMORY = 31,        /**< malloc returned NULL. */
  DR_ERROR_HANDLE = 32,        /**< The member is not in this bank. */
  DR_ERROR_RANGE = 33,         /**< A slot that the bank does not have. */
  DR_ERROR_SETTINGS = 34       /**< The saved state or repeat does not fit the bank's definition. */
} dr_status;

/**
 * Describes a status in one line of English: the error, and the valid values.
 *
 * The result is never NULL, not even for a number that is no status. It is static: do not free it.
 */
const char *dr_status_text(dr_status status);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_BASE_H */
