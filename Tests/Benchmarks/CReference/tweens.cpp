// SPDX-License-Identifier: Apache-2.0
#include "creference.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <new>
#include <vector>

namespace {

/// Cubic in and out.
float cubic_in_out(float position, float start, float end) {
  position *= 2;
  if (position < 1) return (end - start) / 2 * position * position * position + start;
  position -= 2;
  return (end - start) / 2 * (position * position * position + 2) + start;
}

/// Points with the time from one to the next, one progress through all of them, and callbacks after
/// each step.
class Tween {
public:
  using Easing = std::function<float(float position, float start, float end)>;
  /// Returns whether it is to be forgotten.
  using Callback = std::function<bool(Tween &tween)>;

  explicit Tween(float start) { points.push_back({start, 0, 0, nullptr}); }

  Tween &to(float value, int32_t milliseconds, Easing easing) {
    Point &last = points.back();
    last.duration = milliseconds;
    last.easing = std::move(easing);
    total += milliseconds;
    last.end = total;
    points.push_back({value, 0, total, nullptr});
    return *this;
  }

  Tween &on_step(Callback callback) {
    callbacks.push_back(std::move(callback));
    return *this;
  }

  float step(int32_t milliseconds) {
    return step(static_cast<float>(milliseconds) / static_cast<float>(total));
  }

  float step(float share) {
    seek(progress + share * static_cast<float>(direction));
    for (size_t index = 0; index < callbacks.size();) {
      if (callbacks[index](*this)) {
        callbacks.erase(callbacks.begin() + static_cast<std::ptrdiff_t>(index));
      } else {
        index++;
      }
    }
    return value;
  }

  float seek(float share) {
    progress = std::min(std::max(share, 0.0f), 1.0f);
    const size_t index = point_at(progress);
    const Point &point = points[index];
    const float begin = static_cast<float>(point.end - point.duration);
    const float local =
        (progress * static_cast<float>(total) - begin) / static_cast<float>(point.duration);
    value = point.easing(std::min(local, 1.0f), point.value, points[index + 1].value);
    return value;
  }

  float reached() const { return progress; }
  float shown() const { return value; }

private:
  struct Point {
    float value;
    int32_t duration;
    int32_t end;
    Easing easing;
  };

  size_t point_at(float share) const {
    size_t index = 0;
    const float time = share * static_cast<float>(total);
    while (index + 2 < points.size() && static_cast<float>(points[index].end) <= time) index++;
    return index;
  }

  std::vector<Point> points;
  std::vector<Callback> callbacks;
  int32_t total = 0;
  int direction = 1;
  float progress = 0;
  float value = 0;
};

}  // namespace

struct reference_tweens {
  std::vector<Tween> tweens;
};

reference_tweens *reference_tweens_make(const int32_t *milliseconds, size_t count) try {
  auto *tweens = new reference_tweens;
  tweens->tweens.reserve(count);
  for (size_t index = 0; index < count; index++) {
    Tween tween(0);
    tween.to(1, milliseconds[index], cubic_in_out).on_step([](Tween &tween) {
      if (tween.reached() >= 1) tween.seek(0);
      return false;
    });
    tweens->tweens.push_back(std::move(tween));
  }
  return tweens;
} catch (const std::bad_alloc &) {
  return nullptr;
}

float reference_tweens_step(reference_tweens *tweens, int32_t milliseconds) {
  float sum = 0;
  for (Tween &tween : tweens->tweens) sum += tween.step(milliseconds);
  return sum;
}

float reference_tweens_value(const reference_tweens *tweens, size_t index) {
  return tweens->tweens[index].shown();
}

void reference_tweens_free(reference_tweens *tweens) { delete tweens; }
