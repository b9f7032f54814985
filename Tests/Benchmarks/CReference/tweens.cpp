// SPDX-License-Identifier: Apache-2.0
#include "creference.h"

#include <algorithm>
#include <functional>
#include <new>
#include <vector>

namespace {

/// Eases cubically in and out.
float cubic_in_out(float position, float start, float end) {
  position *= 2;
  if (position < 1) return (end - start) / 2 * position * position * position + start;
  position -= 2;
  return (end - start) / 2 * (position * position * position + 2) + start;
}

/// A tween: points, the time between neighbouring points, one progress through all points, and
/// callbacks that run after each step.
class Tween {
public:
  using Easing = std::function<float(float position, float start, float end)>;
  /// Returns whether to remove the callback.
  using Callback = std::function<bool(Tween &tween)>;

  explicit Tween(float start) { points.push_back({start, 0, 0, nullptr}); }

  Tween &to(float value, int32_t milliseconds, Easing easing) {
    total += milliseconds;
    points.back() = {points.back().value, milliseconds, total, std::move(easing)};
    points.push_back({value, 0, total, nullptr});
    return *this;
  }

  void on_step(Callback callback) { callbacks.push_back(std::move(callback)); }

  float step(int32_t milliseconds) {
    seek(progress + static_cast<float>(milliseconds) / static_cast<float>(total));
    const auto forgets = [this](Callback &callback) { return callback(*this); };
    callbacks.erase(std::remove_if(callbacks.begin(), callbacks.end(), forgets), callbacks.end());
    return value;
  }

  void seek(float share) {
    progress = std::min(std::max(share, 0.0f), 1.0f);
    const float time = progress * static_cast<float>(total);
    // Usually the progress is still in the same part.
    while (current + 2 < points.size() && static_cast<int32_t>(time) >= points[current].end)
      current++;
    while (current > 0 && static_cast<int32_t>(time) < points[current - 1].end) current--;
    const Point &point = points[current];
    const float begin = static_cast<float>(point.end - point.duration);
    const float local = std::min((time - begin) / static_cast<float>(point.duration), 1.0f);
    value = point.easing(local, point.value, points[current + 1].value);
  }

  bool has_ended() const { return progress >= 1; }

private:
  struct Point {
    float value;
    int32_t duration, end;
    Easing easing;
  };

  std::vector<Point> points;
  std::vector<Callback> callbacks;
  int32_t total = 0;
  size_t current = 0;
  float progress = 0, value = 0;
};

}  // namespace

struct reference_tweens {
  std::vector<Tween> tweens;
};

reference_tweens *reference_tweens_make(const int32_t *milliseconds, size_t count) try {
  auto *made = new reference_tweens;
  for (size_t index = 0; index < count; index++) {
    Tween tween(0);
    tween.to(1, milliseconds[index], cubic_in_out).on_step([](Tween &tween) {
      if (tween.has_ended()) tween.seek(0);
      return false;
    });
    made->tweens.push_back(std::move(tween));
  }
  return made;
} catch (const std::bad_alloc &) {
  return nullptr;
}

float reference_tweens_step(reference_tweens *tweens, int32_t milliseconds) {
  float sum = 0;
  for (Tween &tween : tweens->tweens) sum += tween.step(milliseconds);
  return sum;
}
