// SPDX-License-Identifier: Apache-2.0
// The texts of --help and --version, embedded at build time.
//
// The texts are only in the files NAME.txt, so that the scripts can print them before the programs
// are built.
#pragma once

// The text for --help of a program, with a line break at its end; NULL for an unknown name.
const char *_Nullable demo_help_text(const char *_Nonnull program);

// The style sheet of the page of compare --report.
const char *_Nonnull demo_report_style(void);

// The package's version, such as 0.3.0.
const char *_Nonnull demo_version(void);
