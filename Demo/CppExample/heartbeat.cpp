// SPDX-License-Identifier: Apache-2.0
//
// A heart that beats faster and faster, a line for each tenth of a second; then the same second
// once more, from a snapshot. It needs the installed C library of DynamicRepeat and nothing else:
//
//   c++ -std=c++17 heartbeat.cpp $(pkg-config --cflags --libs dynamicrepeat)
#include <dynamic_repeat.hpp>

#include <cstdio>
#include <string>

using dynamic_repeat::repeat;

namespace {

// A frame: a bar as long as the heart is wide, and what has happened since the one before.
void beat(repeat &heart, int frame) {
  const double time_s = frame / 10.0;
  std::string events;
  const auto dropped = heart.advance(time_s, [&](const dr_event &event) {
    if (event.kind == DR_EVENT_CYCLE) events += " beat " + std::to_string(event.cycle);
  });
  if (!dropped) std::puts(dr_status_text(dropped.status()));
  const auto width = static_cast<std::size_t>(heart.value(time_s).value_or(0) * 40 + 0.5);
  std::printf("%4.1f s %s%s\n", time_s, std::string(width, '#').c_str(), events.c_str());
}

}  // namespace

int main() {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = {0.5, DR_PHASE_MATCHED, DR_RAMP_SMOOTH};
  auto heart = repeat::create(def);
  if (!heart) {
    std::puts(dr_status_text(heart.status()));
    return 1;
  }
  heart->start();
  for (int frame = 0; frame <= 10; frame++) beat(*heart, frame);

  std::puts("the heart is frightened");
  heart->set_cycle_duration(0.4);
  const auto saved = heart->snapshot();
  for (int frame = 11; frame <= 20; frame++) beat(*heart, frame);

  std::puts("and once more");
  if (heart->restore(*saved) != DR_OK) return 1;
  for (int frame = 11; frame <= 20; frame++) beat(*heart, frame);

  // An invalid rate returns a status, and changes nothing.
  std::puts(dr_status_text(heart->set_cycle_duration(-1)));
  return 0;
}
