// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include <dynamic_repeat.h>
#include <stdio.h>
#include <string.h>

static void count(void) { puts("cycle"); }

// Recipe:
// Whether the first line that a command prints contains a text.
static int answers(const char *command, const char *text) {
  char line[80] = "";
  FILE *output = popen(command, "r");
  if (!output) return 0;
  const int is_found = fgets(line, sizeof line, output) && strstr(line, text);
  pclose(output);
  return is_found;
}

// The desktop's setting: the settings portal's key or, on older desktops, GNOME's.
static int wants_less_motion(void) {
  return answers(
           "gdbus call --session --timeout 1 --dest org.freedesktop.portal.Desktop"
           " --object-path /org/freedesktop/portal/desktop"
           " --method org.freedesktop.portal.Settings.ReadOne"
           " org.freedesktop.appearance reduced-motion 2>/dev/null",
           "uint32 1")
    || answers(
      "gsettings get org.gnome.desktop.interface enable-animations 2>/dev/null", "false");
}

static dr_repeat flash;
static int is_still;

void begin(void) {
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat_init(&flash, &def);
  dr_repeat_start(&flash, DR_NOW);
  is_still = wants_less_motion();  // read once, at the start
}

double frame(double time_s) {
  dr_event event;
  while (dr_repeat_next_event(&flash, time_s, &event))
    if (event.kind == DR_EVENT_CYCLE) count();  // as ever
  return is_still ? 0.5 : dr_repeat_value_or(&flash, time_s, 0);  // a steady light
}
// End of recipe.

int main(void) {
  begin();
  for (int i = 0; i <= 4; i++) printf("%.0f\n", 100 * frame(i / 4.0));
}
