// SPDX-License-Identifier: Apache-2.0
// The texts of --help and --version, embedded at build time.
//
// The files NAME.txt are the only copies: the scripts that build and run the programs print them
// before anything is built.
#pragma once

// The text for --help of a program, with a line break at its end; NULL for an unknown name.
const char *_Nullable demo_help_text(const char *_Nonnull program);

// The package's version, such as 0.3.0.
const char *_Nonnull demo_version(void);
