// SPDX-License-Identifier: Apache-2.0
#include "demo_assets.h"

// C23's #embed includes the file's bytes unchanged.
static const unsigned char glyphs[] = {
#embed "glyphs.bin"
};

const unsigned char *demo_glyphs_bytes(void) { return glyphs; }

size_t demo_glyphs_length(void) { return sizeof glyphs; }
