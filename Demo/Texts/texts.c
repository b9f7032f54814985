// SPDX-License-Identifier: Apache-2.0
#include "demo_texts.h"

#include <string.h>

// The only definition of the version.
#include "../../Sources/CDynamicRepeat/dynamic_repeat/base.h"

// C23's #embed includes the files' bytes unchanged.
static const char flashing_square[] = {
#embed "flashing-square.txt"
  , 0};
static const char compare[] = {
#embed "compare.txt"
  , 0};
static const char benchmark[] = {
#embed "benchmark.txt"
  , 0};
static const char conformance[] = {
#embed "conformance.txt"
  , 0};

static const char report_style[] = {
#embed "report.css"
  , 0};

static const struct { const char *program, *help; } texts[] = {
  {"flashing-square", flashing_square},
  {"compare", compare},
  {"benchmark", benchmark},
  {"conformance", conformance},
};

const char *demo_help_text(const char *program) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (!strcmp(texts[i].program, program)) return texts[i].help;
  }
  return NULL;
}

const char *demo_report_style(void) { return report_style; }

#define TEXT(number) #number
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *demo_version(void) {
  return VERSION(DR_VERSION_MAJOR, DR_VERSION_MINOR, DR_VERSION_PATCH);
}
