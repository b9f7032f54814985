// SPDX-License-Identifier: Apache-2.0
#include <dynamic_repeat.hpp>

#include <cstdio>
#include <vector>

// Recipe:
std::vector<unsigned char> save(const dynamic_repeat::repeat &flash) {
  return flash.save().value_or({});
}

dr_status load(
  dynamic_repeat::repeat &flash, const std::vector<unsigned char> &bytes, double clock_now_s) {
  auto loaded = dynamic_repeat::repeat::restore(bytes);
  if (!loaded) return loaded.status();  // dr_status_text(status) says why
  flash = *loaded;
  return flash.move_timeline(clock_now_s);
}
// End of recipe.

static const char *yes(bool is_true) { return is_true ? "true" : "false"; }

int main() {
  dynamic_repeat::repeat flash, loaded;
  flash.set_rate(dr_seconds(0.7));
  flash.start();
  flash.advance(0);
  flash.advance(3.3);
  std::puts(yes(load(loaded, save(flash), 0.02) == DR_OK));
  std::puts(yes(loaded.value_or(0.02, 0) == flash.value_or(3.3, 0)));
  std::puts(yes(load(loaded, std::vector<unsigned char>(9), 0.02) == DR_ERROR_SAVED_STATE));
}
