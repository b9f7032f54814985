// SPDX-License-Identifier: Apache-2.0
// The demo's typeface, embedded at build time.
//
// Assets/make-glyphs draws the letters and writes Assets/glyphs.bin, whose format is described at
// the beginning of that script. Functions return the bytes and their number, because Swift imports a
// C array as a tuple, and Swift 6 treats a C global as shared mutable state.
#pragma once

#include <stddef.h>

// The bytes of glyphs.bin; constant, and valid while the program runs.
const unsigned char *_Nonnull demo_glyphs_bytes(void);

// The length of glyphs.bin in bytes.
size_t demo_glyphs_length(void);
