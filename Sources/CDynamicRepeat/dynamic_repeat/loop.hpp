// SPDX-License-Identifier: Apache-2.0
//
// DynamicRepeat: the frame loop of dynamic_repeat/loop.h for C++17. dynamic_repeat.hpp includes it.
#ifndef DYNAMIC_REPEAT_LOOP_HPP
#define DYNAMIC_REPEAT_LOOP_HPP

#include <dynamic_repeat.hpp>

namespace dynamic_repeat {

/// A frame loop without a window, owned by the thread that created it.
class loop : public detail::owner<
  loop, dr_loop, dr_loop_def, dr_default_loop_def, dr_loop_create, dr_loop_destroy> {
 public:
  using owner::owner;

  // A frame, in this order.
  /// Sleeps until the frame is due; returns for how many milliseconds to wait for an event.
  result<int32_t> wait() noexcept {
    return detail::output<int32_t>([&](int32_t *ms) { return dr_loop_wait(handle(), ms); });
  }
  /// Whether there is a frame to draw, by what the window shows.
  result<bool> polled(const dr_loop_window &window = dr_default_loop_window()) noexcept {
    int32_t is_due = 0;
    const dr_status status = dr_loop_polled(handle(), &window, &is_due);
    if (status != DR_OK) return status;
    return is_due != 0;
  }
  result<dr_frame> begin() noexcept {
    return detail::output<dr_frame>(
      [&](dr_frame *frame) { return dr_loop_begin(handle(), frame); });
  }
  dr_status drawn() noexcept { return dr_loop_drawn(handle()); }
  /// Whether presenting is to wait for the display from now on.
  result<bool> presented() noexcept {
    int32_t vsync = 0;
    const dr_status status = dr_loop_presented(handle(), &vsync);
    if (status != DR_OK) return status;
    return vsync != 0;
  }
  /// The picture of a frame was shown so many seconds ago, as the display reports it.
  dr_status shown(int64_t number, double age_s) noexcept {
    return dr_loop_shown(handle(), number, age_s);
  }
  /// Ends a frame that is not presented.
  dr_status abandon() noexcept { return dr_loop_abandon(handle()); }

  // Pauses.
  dr_status idle() noexcept { return dr_loop_idle(handle()); }
  dr_status idle_until(double time_s) noexcept { return dr_loop_idle_until(handle(), time_s); }
  dr_status pause() noexcept { return dr_loop_pause(handle()); }
  dr_status resume() noexcept { return dr_loop_resume(handle()); }

  // Clocks.
  result<double> now() const noexcept {
    return detail::output<double>([&](double *now_s) { return dr_loop_now(handle(), now_s); });
  }
  dr_status set_clock(double now_s) noexcept { return dr_loop_set_clock(handle(), now_s); }
  dr_status shift_time(double delta_s) noexcept { return dr_loop_shift_time(handle(), delta_s); }

  result<dr_loop_stats> stats() const noexcept {
    return detail::output<dr_loop_stats>(
      [&](dr_loop_stats *stats) { return dr_loop_get_stats(handle(), stats); });
  }
};

}  // namespace dynamic_repeat

#endif  // DYNAMIC_REPEAT_LOOP_HPP
