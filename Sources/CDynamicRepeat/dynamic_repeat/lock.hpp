// SPDX-License-Identifier: Apache-2.0
//
// DynamicRepeat: the beat clocks and followers of dynamic_repeat/lock.h for C++17.
// dynamic_repeat.hpp includes it; repeats have lock(), arrive() and unlock() there.
#ifndef DYNAMIC_REPEAT_LOCK_HPP
#define DYNAMIC_REPEAT_LOCK_HPP

#include <dynamic_repeat.hpp>

namespace dynamic_repeat {

/// Where the beats of music are: a tempo, a beat at a time, and the beats of a bar.
class beat_clock : public detail::owner<
  beat_clock, dr_beat_clock, dr_beat_clock_def, dr_default_beat_clock_def, dr_beat_clock_create,
  dr_beat_clock_destroy> {
 public:
  using owner::owner;

  /// The beats as a leader: a cycle is a beat.
  result<dr_leader> leader() const noexcept {
    return detail::output<dr_leader>(
      [&](dr_leader *leader) { return dr_beat_clock_leader(handle(), leader); });
  }

  // Changes; the beat position stays, but for a seek.
  dr_status set_tempo(double beats_per_minute, double time_s) noexcept {
    return dr_beat_clock_set_tempo(handle(), beats_per_minute, time_s);
  }
  dr_status ramp(
    double beats_per_minute, double ramp_s, double time_s,
    dr_ramp_shape shape = DR_RAMP_LINEAR) noexcept {
    return dr_beat_clock_ramp(handle(), beats_per_minute, ramp_s, shape, time_s);
  }
  dr_status seek(dr_position beat, double time_s) noexcept {
    return dr_beat_clock_seek(handle(), beat, time_s);
  }

  // Beats at any time.
  result<dr_position> beat(double time_s) const noexcept {
    return detail::output<dr_position>(
      [&](dr_position *beat) { return dr_beat_clock_beat(handle(), time_s, beat); });
  }
  result<double> tempo(double time_s) const noexcept {
    return detail::output<double>(
      [&](double *tempo) { return dr_beat_clock_tempo(handle(), time_s, tempo); });
  }
  result<double> time_of_beat(int64_t beat) const noexcept {
    return detail::output<double>(
      [&](double *time_s) { return dr_beat_clock_time_of_beat(handle(), beat, time_s); });
  }
  result<int64_t> next_beat(double time_s) const noexcept {
    return detail::output<int64_t>(
      [&](int64_t *beat) { return dr_beat_clock_next_beat(handle(), time_s, beat); });
  }
  result<int64_t> next_bar(double time_s) const noexcept {
    return detail::output<int64_t>(
      [&](int64_t *beat) { return dr_beat_clock_next_bar(handle(), time_s, beat); });
  }
  result<double> phase_in_bar(double time_s) const noexcept {
    return detail::output<double>(
      [&](double *phase) { return dr_beat_clock_phase_in_bar(handle(), time_s, phase); });
  }
};

/// Follows a clock that is only heard: an audio device's position, MIDI, a server's time.
class clock_follower : public detail::owner<
  clock_follower, dr_clock_follower, dr_clock_follower_def, dr_default_clock_follower_def,
  dr_clock_follower_create, dr_clock_follower_destroy> {
 public:
  using owner::owner;

  /// Takes in that the leader was seen at `position` at `time_s`.
  result<dr_clock_arrival> add(double position, double time_s) noexcept {
    return detail::output<dr_clock_arrival>([&](dr_clock_arrival *arrival) {
      return dr_clock_follower_add(handle(), position, time_s, arrival);
    });
  }
  /// The position to show.
  result<double> position(double time_s) const noexcept {
    return detail::output<double>([&](double *position) {
      return dr_clock_follower_position(handle(), time_s, position);
    });
  }
  /// The leader's line, for a lock.
  result<dr_leader> leader(double time_s) const noexcept {
    return detail::output<dr_leader>(
      [&](dr_leader *leader) { return dr_clock_follower_leader(handle(), time_s, leader); });
  }
  result<dr_clock_follower_info> info() const noexcept {
    return detail::output<dr_clock_follower_info>([&](dr_clock_follower_info *info) {
      return dr_clock_follower_get_info(handle(), info);
    });
  }
};

}  // namespace dynamic_repeat

#endif  // DYNAMIC_REPEAT_LOCK_HPP
