// SPDX-License-Identifier: Apache-2.0
//
// The C library as C++17 has it: what is created destroys itself, and nothing throws. A call answers
// with a status, or with a value that may have a status instead; dynamic_repeat.h, where every
// function is documented, says which. Only snapshot() allocates, in a std::vector.
//
//   auto flash = dynamic_repeat::repeat::create();
//   if (!flash) std::puts(dr_status_text(flash.status()));
//   flash->start();
//   flash->set_cycle_duration(0.5);
//   flash->advance(frame_time_s, [](const dr_event &event) { ... });
//   double value = flash->value(frame_time_s).value_or(0);
//
// Where a program needs more than stands here, `handle()` goes to any function of the C header.
#ifndef DYNAMIC_REPEAT_HPP
#define DYNAMIC_REPEAT_HPP

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

  /// Only where there is a value: else a default one.
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

/// A handle that is destroyed with its owner; moved from, it names nothing.
template <typename Handle, dr_status (*destroy)(Handle)>
class owner {
 public:
  owner() noexcept = default;
  explicit owner(Handle handle) noexcept : handle_(handle) {}
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

  /// For functions of the C header; zero where nothing is owned.
  Handle handle() const noexcept { return handle_; }

  /// Hands the handle over to the caller, who destroys it.
  Handle release() noexcept { return std::exchange(handle_, Handle{}); }

  /// Destroys what is owned, if anything is.
  void reset() noexcept {
    if (handle_.id != 0) destroy(release());
  }

 private:
  Handle handle_{};
};

}  // namespace detail

/// A timing function.
class curve : public detail::owner<dr_curve, dr_curve_destroy> {
 public:
  using owner::owner;

  static result<curve> create(const dr_curve_def &def = dr_default_curve_def()) noexcept {
    dr_curve made{};
    const dr_status status = dr_curve_create(&def, &made);
    if (status != DR_OK) return status;
    return curve(made);
  }

  result<double> value(double progress) const noexcept {
    return detail::output<double>(
      [&](double *value) { return dr_curve_value(handle(), progress, value); });
  }
};

/// Something that runs through its cycle again and again.
class repeat : public detail::owner<dr_repeat, dr_repeat_destroy> {
 public:
  using owner::owner;

  static result<repeat> create(const dr_repeat_def &def = dr_default_repeat_def()) noexcept {
    dr_repeat made{};
    const dr_status status = dr_repeat_create(&def, &made);
    if (status != DR_OK) return status;
    return repeat(made);
  }

  // Orders, in effect at the time last advanced to.
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

  // Commands for a moment to come.
  result<dr_command_id> schedule(const dr_command &command, const dr_moment &moment) noexcept {
    return detail::output<dr_command_id>(
      [&](dr_command_id *id) { return dr_repeat_schedule(handle(), &command, &moment, id); });
  }
  dr_status cancel(dr_command_id id) noexcept { return dr_repeat_cancel(handle(), id); }
  dr_status cancel_all() noexcept { return dr_repeat_cancel_all(handle()); }

  /// Moves the present time on; events wait.
  dr_status advance(double time_s) noexcept {
    return dr_repeat_advance(handle(), time_s, nullptr, 0, nullptr);
  }

  /// Moves the present time on, and calls `each` with every event, the oldest first.
  ///
  /// `each` may give orders to the repeat, and must not advance it.
  /// Returns how many events were lost because the repeat's event_capacity was too small.
  template <typename Each>
  result<uint64_t> advance(double time_s, Each each) {
    dr_event events[16];
    dr_event_count count{};
    uint64_t dropped = 0;
    dr_status status = dr_repeat_advance(handle(), time_s, events, 16, &count);
    while (status == DR_OK) {
      dropped += count.dropped;
      for (uint32_t index = 0; index < count.written; index++) each(events[index]);
      if (count.waiting == 0) return dropped;
      status = dr_repeat_take_events(handle(), events, 16, &count);
    }
    return status;
  }

  // Values at any time.
  result<double> value(double time_s) const noexcept {
    return detail::output<double>(
      [&](double *value) { return dr_repeat_value(handle(), time_s, value); });
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
};

/// A local time that runs in a parent's time; plain data, all changes without a jump.
class time_space {
 public:
  dr_time_space data = dr_default_time_space();

  result<double> local(double parent_s) const noexcept {
    return detail::output<double>(
      [&](double *local_s) { return dr_time_space_local(&data, parent_s, local_s); });
  }
  result<double> parent(double local_s) const noexcept {
    return detail::output<double>(
      [&](double *parent_s) { return dr_time_space_parent(&data, local_s, parent_s); });
  }
  dr_status pause(double parent_s) noexcept { return dr_time_space_pause(&data, parent_s); }
  dr_status resume(double parent_s) noexcept { return dr_time_space_resume(&data, parent_s); }
  dr_status set_speed(double speed, double parent_s) noexcept {
    return dr_time_space_set_speed(&data, speed, parent_s);
  }
  dr_status reverse(double parent_s) noexcept { return dr_time_space_reverse(&data, parent_s); }
  dr_status seek(double local_s, double parent_s) noexcept {
    return dr_time_space_seek(&data, local_s, parent_s);
  }
};

}  // namespace dynamic_repeat

#endif  // DYNAMIC_REPEAT_HPP
