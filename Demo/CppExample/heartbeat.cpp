// SPDX-License-Identifier: Apache-2.0
//
// A heart that beats faster and faster, printed as one line per tenth of a second. A copy of the
// heart then repeats the last second. The program needs only DynamicRepeat's installed C library:
//
//   c++ -std=c++17 heartbeat.cpp $(pkg-config --cflags --libs dynamicrepeat)
#include <dynamic_repeat.hpp>

#include <cstdio>
#include <string>

using dynamic_repeat::repeat;

namespace {

// A frame: prints a bar as long as the heart is wide, and the events since the previous frame.
void beat(repeat &heart, int frame) {
  const double time_s = frame / 10.0;
  std::string events;
  dr_status status;
  for (const dr_event &event : heart.events(time_s, &status))
    if (event.kind == DR_EVENT_CYCLE) events += " beat " + std::to_string(event.cycle);
  if (status != DR_OK) std::puts(dr_status_text(status));
  const auto width = static_cast<std::size_t>(heart.value_or(time_s, 0) * 40 + 0.5);
  std::printf("%4.1f s %s%s\n", time_s, std::string(width, '#').c_str(), events.c_str());
}

}  // namespace

int main() {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = dr_phase_matched(0.5);
  repeat heart(def);
  heart.start();
  for (int frame = 0; frame <= 10; frame++) beat(heart, frame);

  std::puts("the heart is frightened");
  heart.set_rate(dr_seconds(0.4));
  repeat saved = heart;
  for (int frame = 11; frame <= 20; frame++) beat(heart, frame);

  std::puts("and once more");
  for (int frame = 11; frame <= 20; frame++) beat(saved, frame);
  if (saved != heart) return 1;

  // An invalid rate returns a status, and changes nothing.
  std::puts(dr_status_text(heart.set_rate(dr_seconds(-1))));
  return 0;
}
