// SPDX-License-Identifier: Apache-2.0
//
// The C library for C++17: objects destroy themselves, and nothing throws. A call returns a status,
// or a result: a value or the status of the error. The headers that dynamic_repeat.h includes list
// the errors. Only snapshot() allocates, in a std::vector.
//
//   auto flash = dynamic_repeat::repeat::create();
//   if (!flash) std::puts(dr_status_text(flash.status()));
//   flash->start_at(now_s);
//   flash->advance(frame_time_s, [](const dr_event &event) { ... });
//   flash->set_cycle_duration(0.5);  // commands take effect at the time last advanced to
//   double value = flash->value(frame_time_s).value_or(0);
//
// `handle()` is for the functions of the C header that have no member here.
#ifndef DYNAMIC_REPEAT_HPP
#define DYNAMIC_REPEAT_HPP

#if __cplusplus < 201703L
#error "dynamic_repeat.hpp needs C++17: compile with -std=c++17"
#endif

#include <dynamic_repeat.h>

#include <utility>
#include <vector>

namespace dynamic_repeat {

/// A value, or the status that says why there is none.
template <typename Value>
class result {
 public:
  result(dr_status status) noexcept : status_(status) {}
  result(Value value) noexcept : value_(std::move(value)) {}

  explicit operator bool() const noexcept { return status_ == DR_OK; }
  dr_status status() const noexcept { return status_; }

  /// The value; a default one where there is none.
  Value &operator*() noexcept { return value_; }
  const Value &operator*() const noexcept { return value_; }
  Value *operator->() noexcept { return &value_; }
  const Value *operator->() const noexcept { return &value_; }
  Value value_or(Value other) const { return status_ == DR_OK ? value_ : other; }

 private:
  Value value_{};
  dr_status status_ = DR_OK;
};

namespace detail {

/// Calls a function of the C header that writes one output.
template <typename Value, typename Call>
result<Value> output(Call call) noexcept {
  Value value{};
  const dr_status status = call(&value);
  if (status != DR_OK) return status;
  return value;
}

/// Owns a handle and destroys it; null after a move.
template <
  typename Self, typename Handle, typename Def, Def (*defaults)(),
  dr_status (*make)(const Def *, Handle *), dr_status (*destroy)(Handle)>
class owner {
 public:
  owner() noexcept = default;
  explicit owner(Handle handle) noexcept : handle_(handle) {}

  /// Creates the object, as a member does in an initializer list: `game() : flash_(def) {}`. Null
  /// on an error: create() returns the status.
  explicit owner(const Def &def) noexcept { make(&def, &handle_); }

  static result<Self> create(const Def &def = defaults()) noexcept {
    Handle made{};
    const dr_status status = make(&def, &made);
    if (status != DR_OK) return status;
    return Self(made);
  }

  owner(owner &&other) noexcept : handle_(other.release()) {}
  owner &operator=(owner &&other) noexcept {
    if (this != &other) {
      reset();
      handle_ = other.release();
    }
    return *this;
  }
  owner(const owner &) = delete;
  owner &operator=(const owner &) = delete;
  ~owner() { reset(); }

  /// Whether there is an object.
  explicit operator bool() const noexcept { return handle_.id != 0; }

  /// For functions of the C header; zero where nothing is owned.
  Handle handle() const noexcept { return handle_; }

  /// Releases the handle to the caller, who destroys it.
  Handle release() noexcept { return std::exchange(handle_, Handle{}); }

  /// Destroys the object, if there is one.
  void reset() noexcept {
    if (handle_.id != 0) destroy(release());
  }

 private:
  Handle handle_{};
};

}  // namespace detail

/// A timing function.
class curve : public detail::owner<
  curve, dr_curve, dr_curve_def, dr_default_curve_def, dr_curve_create, dr_curve_destroy> {
 public:
  using owner::owner;

  result<double> value(double progress) const noexcept {
    return detail::output<double>(
      [&](double *value) { return dr_curve_value(handle(), progress, value); });
  }
};

/// A repeat: runs through its cycle again and again.
class repeat : public detail::owner<
  repeat, dr_repeat, dr_repeat_def, dr_default_repeat_def, dr_repeat_create, dr_repeat_destroy> {
 public:
  using owner::owner;

  // Commands at once: they take effect at the time last advanced to.
  dr_status start() noexcept { return dr_repeat_start(handle()); }
  dr_status stop(dr_stop_mode mode = DR_STOP_AT_CYCLE_END) noexcept {
    return dr_repeat_stop(handle(), mode);
  }
  dr_status pause() noexcept { return dr_repeat_pause(handle()); }
  dr_status resume() noexcept { return dr_repeat_resume(handle()); }
  dr_status reverse() noexcept { return dr_repeat_reverse(handle()); }
  dr_status hold() noexcept { return dr_repeat_hold(handle()); }
  dr_status set_cycle_duration(double duration_s) noexcept {
    return dr_repeat_set_cycle_duration(handle(), duration_s);
  }
  dr_status set_rate(double rate_hz) noexcept { return dr_repeat_set_rate(handle(), rate_hz); }
  dr_status ramp(dr_rate rate, double ramp_s, dr_ramp_shape shape = DR_RAMP_LINEAR) noexcept {
    return dr_repeat_ramp(handle(), rate, ramp_s, shape);
  }
  dr_status seek(dr_position position, bool is_silent = true) noexcept {
    return dr_repeat_seek(handle(), position, is_silent);
  }
  dr_status set_policy(dr_policy policy) noexcept { return dr_repeat_set_policy(handle(), policy); }
  dr_status set_repeat_count(double cycles) noexcept {
    return dr_repeat_set_repeat_count(handle(), cycles);
  }

  // The same at a time: at once at the time last advanced to, scheduled where it is later.
  dr_status start_at(double time_s) noexcept { return dr_repeat_start_at(handle(), time_s); }
  dr_status stop_at(double time_s, dr_stop_mode mode = DR_STOP_AT_CYCLE_END) noexcept {
    return dr_repeat_stop_at(handle(), mode, time_s);
  }
  dr_status pause_at(double time_s) noexcept { return dr_repeat_pause_at(handle(), time_s); }
  dr_status resume_at(double time_s) noexcept { return dr_repeat_resume_at(handle(), time_s); }
  dr_status reverse_at(double time_s) noexcept { return dr_repeat_reverse_at(handle(), time_s); }
  dr_status hold_at(double time_s) noexcept { return dr_repeat_hold_at(handle(), time_s); }
  dr_status set_cycle_duration_at(double duration_s, double time_s) noexcept {
    return dr_repeat_set_cycle_duration_at(handle(), duration_s, time_s);
  }
  dr_status set_rate_at(double rate_hz, double time_s) noexcept {
    return dr_repeat_set_rate_at(handle(), rate_hz, time_s);
  }
  dr_status ramp_at(
    dr_rate rate, double ramp_s, double time_s, dr_ramp_shape shape = DR_RAMP_LINEAR) noexcept {
    return dr_repeat_ramp_at(handle(), rate, ramp_s, shape, time_s);
  }
  dr_status seek_at(dr_position position, double time_s, bool is_silent = true) noexcept {
    return dr_repeat_seek_at(handle(), position, is_silent, time_s);
  }
  dr_status set_policy_at(dr_policy policy, double time_s) noexcept {
    return dr_repeat_set_policy_at(handle(), policy, time_s);
  }
  dr_status set_repeat_count_at(double cycles, double time_s) noexcept {
    return dr_repeat_set_repeat_count_at(handle(), cycles, time_s);
  }
  dr_status blink_at(double cycles, double time_s) noexcept {
    return dr_repeat_blink_at(handle(), cycles, time_s);
  }

  // Scheduled commands.
  result<dr_command_id> schedule(const dr_command &command, const dr_moment &moment) noexcept {
    return detail::output<dr_command_id>(
      [&](dr_command_id *id) { return dr_repeat_schedule(handle(), &command, &moment, id); });
  }
  dr_status cancel(dr_command_id id) noexcept { return dr_repeat_cancel(handle(), id); }
  dr_status cancel_all() noexcept { return dr_repeat_cancel_all(handle()); }

  /// Advances the present time; events wait.
  dr_status advance(double time_s) noexcept {
    return dr_repeat_advance(handle(), time_s, nullptr, 0, nullptr);
  }

  /// Advances the present time and calls `each` with every event, the oldest first.
  ///
  /// `each` may command the repeat and must not advance it.
  /// Returns the number of events that were lost as event_capacity was too small.
  template <typename Each>
  result<uint64_t> advance(double time_s, Each each) {
    // `each` may move or destroy this object.
    const dr_repeat own = handle();
    dr_event events[16];
    dr_event_count count{};
    uint64_t dropped = 0;
    dr_status status = dr_repeat_advance(own, time_s, events, 16, &count);
    while (status == DR_OK) {
      dropped += count.dropped;
      for (uint32_t index = 0; index < count.written; index++) each(events[index]);
      if (count.waiting == 0) return dropped;
      status = dr_repeat_take_events(own, events, 16, &count);
    }
    return status;
  }

  // Values at any time.
  result<double> value(double time_s) const noexcept {
    return detail::output<double>(
      [&](double *value) { return dr_repeat_value(handle(), time_s, value); });
  }
  double value_or(double time_s, double fallback) const noexcept {
    return dr_repeat_value_or(handle(), time_s, fallback);
  }
  /// Whether a repeat that blinks is on: in the first `duty` of each cycle.
  bool is_on(double time_s, double duty = 0.5) const noexcept {
    return dr_repeat_is_on(handle(), time_s, duty) != 0;
  }
  // Locks and arrivals.
  /// Gets in step with a leader.
  dr_status lock(const dr_lock_def &lock) noexcept { return dr_repeat_lock(handle(), &lock); }
  dr_status lock_at(const dr_lock_def &lock, double time_s) noexcept {
    return dr_repeat_lock_at(handle(), &lock, time_s);
  }
  /// Arrives at a phase or position at a time.
  dr_status arrive(const dr_arrival_def &arrival) noexcept {
    return dr_repeat_arrive(handle(), &arrival);
  }
  dr_status arrive_at(const dr_arrival_def &arrival, double time_s) noexcept {
    return dr_repeat_arrive_at(handle(), &arrival, time_s);
  }
  /// Ends a lock or arrival, or the way to one.
  dr_status unlock() noexcept { return dr_repeat_unlock(handle()); }
  dr_status unlock_at(double time_s) noexcept { return dr_repeat_unlock_at(handle(), time_s); }
  result<dr_lock_info> lock_info() const noexcept {
    return detail::output<dr_lock_info>(
      [&](dr_lock_info *info) { return dr_repeat_get_lock_info(handle(), info); });
  }
  /// The present motion, for others to be locked to.
  result<dr_leader> leader() const noexcept {
    return detail::output<dr_leader>(
      [&](dr_leader *leader) { return dr_repeat_leader(handle(), leader); });
  }

  /// When the value next differs by more than `quantum`; infinite where it never does.
  result<double> next_change(double time_s, double quantum = 1 / 255.0) const noexcept {
    return detail::output<double>([&](double *change_s) {
      return dr_repeat_next_change(handle(), time_s, quantum, change_s);
    });
  }
  /// When it is next switched on or off; infinite where it never is.
  result<double> next_switch(double time_s, double duty = 0.5) const noexcept {
    return detail::output<double>([&](double *switch_s) {
      return dr_repeat_next_switch(handle(), time_s, duty, switch_s);
    });
  }
  result<dr_position> position(double time_s) const noexcept {
    return detail::output<dr_position>(
      [&](dr_position *position) { return dr_repeat_position(handle(), time_s, position); });
  }
  result<dr_sample> sample(double time_s) const noexcept {
    return detail::output<dr_sample>(
      [&](dr_sample *sample) { return dr_repeat_sample(handle(), time_s, sample); });
  }
  result<dr_repeat_info> info() const noexcept {
    return detail::output<dr_repeat_info>(
      [&](dr_repeat_info *info) { return dr_repeat_get_info(handle(), info); });
  }

  /// The present state as bytes.
  result<std::vector<unsigned char>> snapshot() const {
    size_t size = 0;
    dr_status status = dr_repeat_snapshot_size(handle(), &size);
    std::vector<unsigned char> bytes(size);
    if (status == DR_OK) status = dr_repeat_snapshot(handle(), bytes.data(), size, &size);
    if (status != DR_OK) return status;
    bytes.resize(size);
    return bytes;
  }
  dr_status restore(const std::vector<unsigned char> &bytes) noexcept {
    return dr_repeat_restore(handle(), bytes.data(), bytes.size());
  }
  /// Continues the saved state at `now_s` of the caller's clock.
  dr_status restore_at(const std::vector<unsigned char> &bytes, double now_s) noexcept {
    return dr_repeat_restore_at(handle(), bytes.data(), bytes.size(), now_s);
  }
  /// Moves the timeline, for a clock that was set.
  dr_status shift_time(double delta_s) noexcept {
    return dr_repeat_shift_time(handle(), delta_s);
  }
};

/// Many repeats that share a timing function, each with a rate of its own.
class bank : public detail::owner<
  bank, dr_bank, dr_bank_def, dr_default_bank_def, dr_bank_create, dr_bank_destroy> {
 public:
  using owner::owner;

  result<dr_bank_info> info() const noexcept {
    return detail::output<dr_bank_info>(
      [&](dr_bank_info *info) { return dr_bank_get_info(handle(), info); });
  }
  dr_status reserve(uint32_t total) noexcept { return dr_bank_reserve(handle(), total); }

  // Members.
  result<dr_member> add(dr_rate rate, double phase, double time_s) noexcept {
    return detail::output<dr_member>(
      [&](dr_member *member) { return dr_bank_add(handle(), rate, phase, time_s, member); });
  }
  dr_status remove(dr_member member) noexcept { return dr_bank_remove(handle(), member); }
  dr_status remove(uint32_t first, uint32_t count) noexcept {
    return dr_bank_remove_range(handle(), first, count);
  }
  bool contains(dr_member member) const noexcept { return dr_bank_contains(handle(), member) != 0; }
  result<uint32_t> slot(dr_member member) const noexcept {
    return detail::output<uint32_t>(
      [&](uint32_t *slot) { return dr_bank_slot(handle(), member, slot); });
  }
  result<dr_member> member_at(uint32_t slot) const noexcept {
    return detail::output<dr_member>(
      [&](dr_member *member) { return dr_bank_member_at(handle(), slot, member); });
  }
  dr_status set_ends(dr_member member, float start, float end) noexcept {
    return dr_bank_set_ends(handle(), member, start, end);
  }

  // Commands; each takes effect at its time.
  dr_status set_rate(
    dr_member member, double rate_hz, dr_policy policy, double time_s) noexcept {
    return dr_bank_set_rate(handle(), member, rate_hz, policy, time_s);
  }
  dr_status set_rates(
    const dr_member *members, const double *rates_hz, size_t count, double time_s) noexcept {
    return dr_bank_set_rates(handle(), members, rates_hz, count, time_s);
  }
  dr_status set_cycle_duration(
    dr_member member, double duration_s, dr_policy policy, double time_s) noexcept {
    return dr_bank_set_cycle_duration(handle(), member, duration_s, policy, time_s);
  }
  dr_status ramp(
    dr_member member, dr_rate rate, double ramp_s, double time_s,
    dr_ramp_shape shape = DR_RAMP_LINEAR) noexcept {
    return dr_bank_ramp(handle(), member, rate, ramp_s, shape, time_s);
  }
  dr_status seek(dr_member member, double phase, double time_s) noexcept {
    return dr_bank_seek(handle(), member, phase, time_s);
  }
  dr_status pause(dr_member member, double time_s) noexcept {
    return dr_bank_pause(handle(), member, time_s);
  }
  dr_status resume(dr_member member, double time_s) noexcept {
    return dr_bank_resume(handle(), member, time_s);
  }
  dr_status reverse(dr_member member, double time_s) noexcept {
    return dr_bank_reverse(handle(), member, time_s);
  }
  dr_status start(dr_member member, double time_s) noexcept {
    return dr_bank_start(handle(), member, time_s);
  }
  dr_status stop(
    dr_member member, double time_s, dr_stop_mode mode = DR_STOP_AT_CYCLE_END) noexcept {
    return dr_bank_stop(handle(), member, mode, time_s);
  }
  dr_status command(dr_member member, const dr_command &command, double time_s) noexcept {
    return dr_bank_command(handle(), member, &command, time_s);
  }
  dr_status command(
    uint32_t first, uint32_t count, const dr_command &command, double time_s) noexcept {
    return dr_bank_command_range(handle(), first, count, &command, time_s);
  }
  /// Evaluates all values at a time, and calls `each` for every block with its first slot, its
  /// values and their number.
  template <typename Each>
  dr_status evaluate(double time_s, Each each) {
    const dr_bank own = handle();
    dr_status status = dr_bank_evaluate(own, time_s);
    const auto now = info();
    for (uint32_t block = 0; status == DR_OK && block < now->block_count; block++) {
      const float *values = nullptr;
      uint32_t count = 0;
      status = dr_bank_block(own, block, &values, &count);
      if (status == DR_OK) each(block * DR_BANK_BLOCK, values, count);
    }
    return status;
  }
  /// Evaluates into the caller's array; returns the number of values.
  result<size_t> evaluate_into(double time_s, float *values, size_t capacity) noexcept {
    return detail::output<size_t>([&](size_t *count) {
      return dr_bank_evaluate_into(handle(), time_s, values, capacity, count);
    });
  }
  /// Returns the number of blocks of the frame.
  result<uint32_t> begin_frame(double time_s) noexcept {
    return detail::output<uint32_t>(
      [&](uint32_t *count) { return dr_bank_begin_frame(handle(), time_s, count); });
  }
  /// Evaluates all slots with rates that follow a field, one for each slot.
  dr_status evaluate_rates(double time_s, const float *rates_hz, size_t count) noexcept {
    return dr_bank_evaluate_rates(handle(), time_s, rates_hz, count);
  }
  dr_status evaluate_blocks(uint32_t first, uint32_t count, float *values = nullptr) noexcept {
    return dr_bank_evaluate_blocks(handle(), first, count, values);
  }

  /// When the value of a member next differs by more than `quantum`; infinite where none ever does.
  result<double> next_change(double time_s, double quantum = 1 / 255.0) noexcept {
    return detail::output<double>(
      [&](double *change_s) { return dr_bank_next_change(handle(), time_s, quantum, change_s); });
  }

  // Exact values at any time.
  result<double> value(dr_member member, double time_s) const noexcept {
    return detail::output<double>(
      [&](double *value) { return dr_bank_value(handle(), member, time_s, value); });
  }
  result<double> phase(dr_member member, double time_s) const noexcept {
    return detail::output<double>(
      [&](double *phase) { return dr_bank_phase(handle(), member, time_s, phase); });
  }
  result<dr_member_sample> sample(dr_member member, double time_s) const noexcept {
    return detail::output<dr_member_sample>([&](dr_member_sample *sample) {
      return dr_bank_sample(handle(), member, time_s, sample);
    });
  }

  /// All members as bytes.
  result<std::vector<unsigned char>> snapshot() const {
    size_t size = 0;
    dr_status status = dr_bank_snapshot_size(handle(), &size);
    std::vector<unsigned char> bytes(size);
    if (status == DR_OK) status = dr_bank_snapshot(handle(), bytes.data(), size, &size);
    if (status != DR_OK) return status;
    return bytes;
  }
  dr_status restore(const std::vector<unsigned char> &bytes) noexcept {
    return dr_bank_restore(handle(), bytes.data(), bytes.size());
  }
  /// Restores a saved state at the time of another clock.
  dr_status restore_at(const std::vector<unsigned char> &bytes, double now_s) noexcept {
    return dr_bank_restore_at(handle(), bytes.data(), bytes.size(), now_s);
  }
  /// Moves the timeline, for a clock that was set.
  dr_status shift_time(double delta_s) noexcept { return dr_bank_shift_time(handle(), delta_s); }
};

/// Seconds of a clock of 32-bit milliseconds that wraps, such as SDL_GetTicks of SDL 2.
class ticks {
 public:
  dr_ticks data{};

  double seconds(uint32_t milliseconds) noexcept { return dr_ticks_seconds(&data, milliseconds); }
};

}  // namespace dynamic_repeat

#include <dynamic_repeat/lock.hpp>

#endif  // DYNAMIC_REPEAT_HPP
