// SPDX-License-Identifier: Apache-2.0
//
// The C library for C++17: value types, without exceptions. A call returns a status, or a `result`,
// which is a value or the status of the error. A method without a comment calls one C function, whose
// header describes it and lists its errors. Only save() allocates, in a std::vector.
//
//   dynamic_repeat::repeat flash;                    // a cycle per second, there and back
//   flash.start();                                   // at the first advance
//   for (const dr_event &event : flash.events(frame_time_s)) { ... }   // advances
//   flash.set_rate(dr_seconds(0.5));                 // at the time of the last advance
//   double value = flash.value_or(frame_time_s, 0);
//
// `get()` returns the C object, for functions of the C header that have no method here.
#ifndef DYNAMIC_REPEAT_HPP
#define DYNAMIC_REPEAT_HPP

#if __cplusplus < 201703L
#error "dynamic_repeat.hpp needs C++17: compile with -std=c++17"
#endif

#include <dynamic_repeat.h>

#include <memory>
#include <utility>
#include <vector>

namespace dynamic_repeat {

/// A value, or the status of the error.
template <typename Value>
class result {
 public:
  result(dr_status status) noexcept : status_(status) {}
  result(Value value) noexcept : value_(std::move(value)) {}
  /// The value if the status is DR_OK.
  result(dr_status status, Value value) noexcept : status_(status) {
    if (status == DR_OK) value_ = std::move(value);
  }

  explicit operator bool() const noexcept { return status_ == DR_OK; }
  dr_status status() const noexcept { return status_; }

  /// The value, or a default value after an error.
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

/// Calls a C function whose last argument is an output.
template <typename Value, typename Function, typename... Arguments>
result<Value> read(Function function, Arguments... arguments) noexcept {
  Value value{};
  const dr_status status = function(arguments..., &value);
  return {status, value};
}

}  // namespace detail

/// The events of a repeat up to a time, for a range-based `for`. Each step advances the repeat to the
/// next event, which is valid until the next step. The range is its own iterator.
class event_range {
 public:
  struct end_of_events {};

  event_range(dr_repeat *repeat, double time_s, dr_status *status) noexcept
      : repeat_(repeat), time_s_(time_s), status_(status) {}
  event_range begin() noexcept { return ++*this; }
  end_of_events end() const noexcept { return {}; }

  const dr_event &operator*() const noexcept { return event_; }
  const dr_event *operator->() const noexcept { return &event_; }
  bool operator!=(end_of_events) const noexcept { return has_event_; }
  event_range &operator++() noexcept {
    has_event_ = dr_repeat_next_event(repeat_, time_s_, &event_) != 0;
    if (status_) *status_ = event_.status;
    return *this;
  }

 private:
  dr_repeat *repeat_;
  double time_s_;
  dr_status *status_;
  dr_event event_{};
  bool has_event_ = false;
};

/// A repeat, which runs through its cycle again and again. A copy continues like the original.
class repeat {
 public:
  /// A cycle per second, there and back.
  repeat() noexcept : repeat(dr_default_repeat_def()) {}

  /// If `def` is invalid, all calls return DR_ERROR_NOT_INITIALIZED; create() returns the reason.
  explicit repeat(const dr_repeat_def &def) noexcept : words_{} { dr_repeat_init(&words_, &def); }

  static result<repeat> create(const dr_repeat_def &def) noexcept {
    repeat made;
    const dr_status status = dr_repeat_init(&made.words_, &def);
    return {status, made};
  }

  /// The C object, for functions of the C header.
  dr_repeat *get() noexcept { return &words_; }
  const dr_repeat *get() const noexcept { return &words_; }

  friend bool operator==(const repeat &one, const repeat &other) noexcept {
    return dr_repeat_equals(&one.words_, &other.words_) != 0;
  }
  friend bool operator!=(const repeat &one, const repeat &other) noexcept {
    return !(one == other);
  }

  // Commands take effect at once, or at a later time.
  dr_status start(double time_s = DR_NOW) noexcept { return dr_repeat_start(&words_, time_s); }
  dr_status stop(
    dr_stop_mode mode = DR_STOP_MODE_AT_CYCLE_END, double time_s = DR_NOW) noexcept {
    return dr_repeat_stop(&words_, mode, time_s);
  }
  dr_status pause(double time_s = DR_NOW) noexcept { return dr_repeat_pause(&words_, time_s); }
  dr_status resume(double time_s = DR_NOW) noexcept { return dr_repeat_resume(&words_, time_s); }
  dr_status reverse(double time_s = DR_NOW) noexcept { return dr_repeat_reverse(&words_, time_s); }
  dr_status set_rate(dr_rate rate, double time_s = DR_NOW) noexcept {
    return dr_repeat_set_rate(&words_, rate, time_s);
  }
  dr_status ramp(dr_rate rate, double ramp_s, double time_s = DR_NOW) noexcept {
    return dr_repeat_ramp(&words_, rate, ramp_s, time_s);
  }
  dr_status seek(dr_position position, bool is_silent = true, double time_s = DR_NOW) noexcept {
    return dr_repeat_seek(&words_, position, is_silent, time_s);
  }
  dr_status set_policy(dr_policy policy, double time_s = DR_NOW) noexcept {
    return dr_repeat_set_policy(&words_, policy, time_s);
  }
  dr_status set_repeat_count(double cycles, double time_s = DR_NOW) noexcept {
    return dr_repeat_set_repeat_count(&words_, cycles, time_s);
  }
  dr_status blink(double cycles, double time_s = DR_NOW) noexcept {
    return dr_repeat_blink(&words_, cycles, time_s);
  }

  // Commands for a cycle or a phase.
  result<dr_command_id> schedule(const dr_command &command, const dr_moment &moment) noexcept {
    return detail::read<dr_command_id>(dr_repeat_schedule, &words_, &command, &moment);
  }
  dr_status cancel(dr_command_id id) noexcept { return dr_repeat_cancel(&words_, id); }

  /// Advances the present time, and drops the events on the way.
  dr_status advance(double time_s) noexcept { return dr_repeat_advance(&words_, time_s); }

  /// The events up to a time, one by one. The loop over them advances the present time: to each
  /// event, and to `time_s` at its end. A command in the loop takes effect at its event's time.
  ///
  ///   for (const dr_event &event : flash.events(time_s, &status))
  ///     if (event.kind == DR_EVENT_FINISHED) flash.start();
  ///
  /// `status` becomes DR_OK or the error. After an error there are no events.
  [[nodiscard]] event_range events(double time_s, dr_status *status = nullptr) noexcept {
    return {&words_, time_s, status};
  }

  // Values at any time.
  result<double> value(double time_s) const noexcept {
    return read<double>(dr_repeat_value, time_s);
  }
  double value_or(double time_s, double fallback) const noexcept {
    return dr_repeat_value_or(&words_, time_s, fallback);
  }
  bool is_on(double time_s, double duty = 0.5) const noexcept {
    return dr_repeat_is_on(&words_, time_s, duty) != 0;
  }
  result<dr_sample> sample(double time_s) const noexcept {
    return read<dr_sample>(dr_repeat_sample, time_s);
  }
  result<double> next_change(double time_s) const noexcept {
    return read<double>(dr_repeat_next_change, time_s);
  }
  result<double> next_switch(double time_s, double duty = 0.5) const noexcept {
    return read<double>(dr_repeat_next_switch, time_s, duty);
  }
  result<dr_repeat_info> info() const noexcept { return read<dr_repeat_info>(dr_repeat_get_info); }

  // Locks and arrivals.
  result<dr_line> line() const noexcept { return read<dr_line>(dr_repeat_get_line); }
  dr_status lock(const dr_line &line) noexcept { return dr_repeat_lock(&words_, &line, nullptr); }
  dr_status lock(const dr_line &line, const dr_bounds &bounds) noexcept {
    return dr_repeat_lock(&words_, &line, &bounds);
  }
  dr_status arrive(const dr_arrival &arrival, double *nearest_s = nullptr) noexcept {
    return dr_repeat_arrive(&words_, &arrival, nearest_s);
  }
  dr_status unlock() noexcept { return dr_repeat_unlock(&words_); }

  // Saved states.
  result<std::vector<unsigned char>> save() const {
    std::vector<unsigned char> bytes(DR_SAVED_REPEAT_SIZE);
    size_t size = 0;
    const dr_status status = dr_repeat_save(&words_, bytes.data(), bytes.size(), &size);
    bytes.resize(size);
    return {status, std::move(bytes)};
  }
  static result<repeat> restore(
    const std::vector<unsigned char> &bytes, void *user_data = nullptr) noexcept {
    repeat made;
    const dr_status status = dr_repeat_restore(&made.words_, bytes.data(), bytes.size(), user_data);
    return {status, made};
  }
  dr_status move_timeline(double now_s) noexcept {
    return dr_repeat_move_timeline(&words_, now_s);
  }

 private:
  template <typename Value, typename Function, typename... Arguments>
  result<Value> read(Function function, Arguments... arguments) const noexcept {
    return detail::read<Value>(function, &words_, arguments...);
  }
  dr_repeat words_;
};

/// Many repeats that share a timing function, each a member with its own rate.
///
/// If a bank was not made by create(), or was moved from, its calls return DR_ERROR_NULL.
class bank {
 public:
  static result<bank> create(const dr_bank_def &def = dr_default_bank_def()) noexcept {
    dr_bank *pointer = nullptr;
    const dr_status status = dr_bank_create(&def, &pointer);
    bank made;
    made.pointer_.reset(pointer);
    return {status, std::move(made)};
  }

  /// The C object, for functions of the C header.
  dr_bank *get() noexcept { return pointer_.get(); }
  const dr_bank *get() const noexcept { return pointer_.get(); }

  result<dr_bank_info> info() const noexcept {
    return detail::read<dr_bank_info>(dr_bank_get_info, get());
  }
  dr_status reserve(uint32_t total) noexcept { return dr_bank_reserve(get(), total); }

  // Members.
  result<dr_member> add(dr_rate rate, double phase, double time_s) noexcept {
    return detail::read<dr_member>(dr_bank_add, get(), rate, phase, time_s);
  }
  result<dr_member> add(const dynamic_repeat::repeat &repeat) noexcept {
    return detail::read<dr_member>(dr_bank_add_repeat, get(), repeat.get());
  }
  dr_status remove(dr_member member) noexcept { return dr_bank_remove(get(), member); }
  bool contains(dr_member member) const noexcept { return dr_bank_contains(get(), member) != 0; }
  result<dr_member> member_at(uint32_t slot) const noexcept {
    return detail::read<dr_member>(dr_bank_member_at, get(), slot);
  }

  // Commands.
  dr_status set_rate(dr_member member, dr_rate rate, dr_policy policy, double time_s) noexcept {
    return dr_bank_set_rate(get(), member, rate, policy, time_s);
  }
  dr_status command(dr_member member, const dr_command &command, double time_s) noexcept {
    return dr_bank_command(get(), member, &command, time_s);
  }

  // Frames.
  dr_status evaluate(double time_s) noexcept { return dr_bank_evaluate(get(), time_s); }
  /// The values of the last frame: `values()[dr_member_slot(member)]`. NULL if there is no bank.
  const float *values() const noexcept {
    const float *values = nullptr;
    uint32_t count = 0;
    dr_bank_all_values(get(), &values, &count);
    return values;
  }
  result<double> next_change(double time_s) const noexcept {
    return detail::read<double>(dr_bank_next_change, get(), time_s);
  }

  // Exact values, at any time.
  result<double> value(dr_member member, double time_s) const noexcept {
    return detail::read<double>(dr_bank_value, get(), member, time_s);
  }
  result<dr_member_sample> sample(dr_member member, double time_s) const noexcept {
    return detail::read<dr_member_sample>(dr_bank_sample, get(), member, time_s);
  }
  result<dynamic_repeat::repeat> repeat(dr_member member, double time_s) noexcept {
    dynamic_repeat::repeat made;
    const dr_status status = dr_bank_get_repeat(get(), member, time_s, made.get());
    return {status, made};
  }

  // Saved states.
  result<std::vector<unsigned char>> save() const {
    size_t size = 0;
    dr_status status = dr_bank_save(get(), nullptr, 0, &size);
    std::vector<unsigned char> bytes(size);
    if (status == DR_ERROR_BUFFER) status = dr_bank_save(get(), bytes.data(), size, nullptr);
    return {status, std::move(bytes)};
  }
  dr_status restore(const std::vector<unsigned char> &bytes) noexcept {
    return dr_bank_restore(get(), bytes.data(), bytes.size());
  }
  dr_status move_timeline(double now_s) noexcept { return dr_bank_move_timeline(get(), now_s); }

 private:
  struct destroyer {
    void operator()(dr_bank *pointer) const noexcept { dr_bank_destroy(pointer); }
  };
  std::unique_ptr<dr_bank, destroyer> pointer_;
};

/// The beats of music: a tempo, the time of a beat, and the number of beats of a bar.
class beat_clock {
 public:
  /// If an argument is invalid, every call returns DR_ERROR_NOT_INITIALIZED.
  explicit beat_clock(
    double beats_per_minute = 120, double time_s = 0, uint32_t beats_per_bar = 4) noexcept
      : words_{} {
    dr_beat_clock_init(&words_, beats_per_minute, time_s, beats_per_bar);
  }

  // Commands. A change of tempo keeps the beat position; a seek changes it.
  dr_status set_tempo(double beats_per_minute, double time_s) noexcept {
    return dr_beat_clock_set_tempo(&words_, beats_per_minute, time_s);
  }
  dr_status seek(dr_position beat, double time_s) noexcept {
    return dr_beat_clock_seek(&words_, beat, time_s);
  }

  result<dr_line> line() const noexcept {
    return detail::read<dr_line>(dr_beat_clock_get_line, &words_);
  }
  result<dr_position> beat(double time_s) const noexcept {
    return detail::read<dr_position>(dr_beat_clock_beat, &words_, time_s);
  }
  result<double> time_of_beat(int64_t beat) const noexcept {
    return detail::read<double>(dr_beat_clock_time_of_beat, &words_, beat);
  }
  result<int64_t> next_bar(double time_s) const noexcept {
    return detail::read<int64_t>(dr_beat_clock_next_bar, &words_, time_s);
  }
  result<double> phase_in_bar(double time_s) const noexcept {
    return detail::read<double>(dr_beat_clock_phase_in_bar, &words_, time_s);
  }

 private:
  dr_beat_clock words_;
};

}  // namespace dynamic_repeat

#endif  // DYNAMIC_REPEAT_HPP
