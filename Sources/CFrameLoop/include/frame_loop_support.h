// SPDX-License-Identifier: Apache-2.0
// Support for the loop's Swift bodies: memory and the timer slack. Not installed.
#pragma once
#include <stddef.h>

// ---- Memory
//
// A failed allocation of the Swift runtime ends the program, but dr_loop_create promises a status.
// It therefore takes one block from malloc that holds the loop with its arrays: until end, the
// runtime's allocations on this thread come from the block. Later calls allocate nothing. The
// installer of the C library redirects posix_memalign and free to the last two functions.

/// The largest overhead of an allocation in bytes.
#define FRAME_LOOP_MEMORY_OVERHEAD 32

/// A block of `size` bytes, followed by `arrays` bytes for the runtime; NULL without memory.
/// `size` is a multiple of 16.
void *frame_loop_memory_begin(size_t size, size_t arrays);
void frame_loop_memory_end(void);
void frame_loop_memory_release(void *block);

int frame_loop_memory_align(void **block, size_t alignment, size_t size);
void frame_loop_memory_free(void *block);

// ---- Timer slack

/// Asks the kernel to wake this thread without slack, until an equal number of restore calls.
void frame_loop_slack_remove(void);

/// Restores the slack that this thread had before its first call of remove.
void frame_loop_slack_restore(void);
