// SPDX-License-Identifier: Apache-2.0
// Clutter: one ClutterTimeline per animation with a cubic Bezier, advanced manually and queried for
// its progress. Reversing needs Clutter's own clock, which needs a display, so the timelines here
// run one way and repeat.
#include "peer.h"

#include <clutter/clutter.h>

static ClutterTimeline **timelines;
static long timeline_count;

static double show_frame(long time_ms) {
  double sum = 0;
  for (long number = 0; number < timeline_count; number++) {
    ClutterTimeline *timeline = timelines[number];
    clutter_timeline_advance(timeline,
                             (guint)((time_ms + peer_start_ms(number)) % peer_duration_ms(number)));
    sum += clutter_timeline_get_progress(timeline);
  }
  return sum;
}

int main(int argc, char **argv) {
  timeline_count = peer_count(argc, argv);
  timelines = malloc((size_t)timeline_count * sizeof *timelines);
  if (timelines == NULL) {
    fprintf(stderr, "%s: there is no memory for %ld timelines\n", argv[0], timeline_count);
    return 71;
  }
  const ClutterPoint first = {.42f, 0}, second = {.58f, 1};
  for (long number = 0; number < timeline_count; number++) {
    timelines[number] = clutter_timeline_new((guint)peer_duration_ms(number));
    clutter_timeline_set_cubic_bezier_progress(timelines[number], &first, &second);
  }
  return peer_serve(show_frame);
}
