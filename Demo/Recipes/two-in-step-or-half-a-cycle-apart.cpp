// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>

// Recipe:
static dynamic_repeat::repeat beacon, lamp;

void begin() {
  dr_repeat_def def = dr_default_repeat_def();
  def.policy = dr_phase_matched(0);
  beacon = dynamic_repeat::repeat(def);
  def.start_phase = 0.5;  // half a cycle ahead
  lamp = dynamic_repeat::repeat(def);
  beacon.start();
  lamp.start();
}

void hurry(double time_s) {
  for (auto *one : {&beacon, &lamp}) {
    one->advance(time_s);
    one->set_rate(dr_hz(2));
  }
}
// End of recipe.

int main() {
  begin();
  hurry(0);
  for (const double time_s : {1.1, 2.345, 30.0}) {
    hurry(time_s);
    const dr_position one = beacon.sample(time_s)->position;
    const dr_position other = lamp.sample(time_s)->position;
    const double cycles = static_cast<double>(other.cycle - one.cycle);
    std::printf("%.0f\n", 100 * (cycles + other.phase - one.phase));
  }
}
