// SPDX-License-Identifier: Apache-2.0
// The demo's type, embedded at build time.
//
// Assets/make-glyphs draws the letters and writes Assets/glyphs.bin; its format stands at the head
// of that script. Functions, not variables: an imported C array becomes a tuple in Swift, and a
// global is shared mutable state to Swift 6's checks.
#pragma once

#include <stddef.h>

// The first byte of glyphs.bin; constant, valid for as long as the program runs.
const unsigned char *_Nonnull demo_glyphs_bytes(void);

// The length of glyphs.bin in bytes.
size_t demo_glyphs_length(void);
