/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat's frame loop, a separate library. It decides when each frame is due, waits for that
 * time to the microsecond, and predicts the time at which the frame's picture will be seen. The
 * loop has no window; dynamic_repeat_sdl.h joins it with SDL.
 *
 *   dr_loop_def def = dr_default_loop_def();
 *   def.display_hz = 60;                       // reported by the display; 0 if unknown
 *   def.present_waits = has_vsync;             // whether presenting waits for the display
 *   dr_loop *loop;
 *   dr_loop_status status = dr_loop_create(&def, &loop);
 *   while (is_running) {
 *     dr_loop_wait(loop, &timeout_ms);         // sleeps until the frame is due
 *     take_events(timeout_ms);                 // waits this long for an event; most often 0
 *     dr_loop_begin(loop, &frame);
 *     update_and_draw(frame.time_s);           // the time at which the picture will be seen
 *     dr_loop_drawn(loop);
 *     present();
 *     dr_loop_presented(loop, &vsync);
 *   }
 *   dr_loop_destroy(loop);
 *
 * Link with -ldynamicrepeat-loop (pkg-config dynamicrepeat-loop); it needs only the C library.
 * These rules apply to every function:
 *
 * Units     The suffix of a name is its unit: _s seconds, _ms milliseconds, _hz frames per second.
 * Errors    A call returns DR_LOOP_OK or the status that names the error. After an error nothing
 *           has changed, and no output was written. NULL and NaN return an error, unless a function
 *           allows them; no argument makes a call trap or hang. Each pointer must be NULL or point
 *           to an object of its type. Traps for floating-point exceptions must be off in a call,
 *           as they are by default.
 * Owner     The thread that creates a loop owns it. On every other thread, each call except
 *           dr_loop_destroy returns DR_LOOP_ERROR_THREAD.
 * Order     A frame calls wait, begin, drawn, presented, in this order. A call out of order returns
 *           DR_LOOP_ERROR_SEQUENCE. The call of dr_loop_drawn is optional.
 * Memory    dr_loop_create allocates about 100 KB, mostly for the statistics of the last 600
 *           frames. No other call allocates.
 */
#ifndef DYNAMIC_REPEAT_LOOP_H
#define DYNAMIC_REPEAT_LOOP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a call; 0 is success. */
typedef enum dr_loop_status {
  DR_LOOP_OK = 0,
  DR_LOOP_ERROR_NULL = 1,       /**< A required pointer is NULL. */
  DR_LOOP_ERROR_DEFINITION = 2, /**< The definition was not made by dr_default_loop_def. */
  DR_LOOP_ERROR_CHOICE = 3,     /**< A value that its enumeration does not list. */
  DR_LOOP_ERROR_RATE = 4,       /**< A rate outside 0.001 ... 1e6 Hz. */
  DR_LOOP_ERROR_ADVANCE = 5,    /**< longest_advance_s outside 0.001 ... 1e9. */
  DR_LOOP_ERROR_STEPS = 6,      /**< most_steps outside 1 ... 2^31 - 1. */
  DR_LOOP_ERROR_TIME = 7,       /**< A time outside its range, or NaN. */
  DR_LOOP_ERROR_SEQUENCE = 8,   /**< A call out of order, such as presented without begin. */
  DR_LOOP_ERROR_THREAD = 9,     /**< A call on a thread that did not create the loop. */
  DR_LOOP_ERROR_MEMORY = 10     /**< malloc returned NULL. */
} dr_loop_status;

/**
 * Describes a status in one line of English.
 *
 * The result is never NULL, not even for a number that the enumeration does not list. It is static:
 * do not free it.
 */
const char *dr_loop_status_text(dr_loop_status status);

/* ---- Definition ---- */

/** The source of a loop's rate. */
typedef enum dr_loop_timing {
  DR_LOOP_TIMING_DISPLAY = 0,      /**< The display if presenting waits, else DISPLAY_RATE. */
  DR_LOOP_TIMING_DISPLAY_RATE = 1, /**< A timer at display_hz. Input is newer, but pictures tear. */
  DR_LOOP_TIMING_TIMER = 2,        /**< A timer at rate_hz, independent of the display. */
  DR_LOOP_TIMING_VIRTUAL = 3       /**< No waits: frame n has the time n / rate_hz. For tests. */
} dr_loop_timing;

/**
 * The frame time after a stall. A stall is a long gap between frames, as after the process was
 * stopped, suspended or debugged.
 */
typedef enum dr_stall_rule {
  DR_STALL_RULE_RESUME = 0,    /**< Continues one refresh period after the last frame's time. */
  DR_STALL_RULE_WALL_CLOCK = 1 /**< Jumps by the time that has passed. */
} dr_stall_rule;

/** The reaction to losing the keyboard focus. */
typedef enum dr_focus_policy {
  DR_FOCUS_POLICY_KEEPS_RUNNING = 0,
  DR_FOCUS_POLICY_SLOWS = 1, /**< Runs at the lower of unfocused_hz and the loop's own rate. */
  DR_FOCUS_POLICY_PAUSES = 2 /**< Draws nothing, and frame time does not pass. */
} dr_focus_policy;

/**
 * The definition of a loop. Initialize it with dr_default_loop_def(). Rates are rounded to the
 * nearest millionth of a hertz.
 */
typedef struct dr_loop_def {
  uint32_t internal_check;     /**< Set by dr_default_loop_def(); do not change. */
  dr_loop_timing timing;       /**< Default: the display. */
  double rate_hz;              /**< For TIMER and VIRTUAL. Default: 60. */
  double display_hz;           /**< Rate reported by the display. 0 means unknown, and 60 Hz is
                                    assumed. Default: 0. */
  int32_t present_waits;       /**< Not 0: presenting waits for the display. Default: 0. */
  int32_t latches_late;        /**< Not 0: in DR_LOOP_MODE_LOCKED, dr_loop_wait delays taking the
                                    input until just enough time is left to draw, unless that was
                                    measured to cost pictures. See dr_loop_shown. Default: 0. */
  dr_stall_rule stall_rule;    /**< Default: resume. */
  dr_focus_policy when_unfocused; /**< Default: keeps running. */
  double unfocused_hz;         /**< For DR_FOCUS_POLICY_SLOWS. Default: 10. */
  double longest_advance_s;    /**< A time between frames that is longer than this, and longer than
                                    two periods of the loop's rate, is a stall. 0.001 ... 1e9.
                                    Default: 0.25. */
  double step_hz;              /**< Fixed steps per second; 0: none. Default: 0. */
  uint32_t most_steps;         /**< The most fixed steps in one frame; the loop drops the rest.
                                    1 ... 2^31 - 1. Default: 5. */
  int32_t presents_on_time;    /**< Not 0: in the modes of a timer, pictures are presented at even
                                    intervals; see dr_loop_drawn. Default: 0. */
} dr_loop_def;

/** A frame loop. */
typedef struct dr_loop dr_loop;

/** A definition with the default in every field: a loop for a display that reports nothing. */
dr_loop_def dr_default_loop_def(void);

/**
 * Creates a loop, owned by the calling thread. The loop's clock is CLOCK_MONOTONIC, counted from
 * the loop's creation.
 *
 * This call asks the kernel to wake the thread without slack (prctl, PR_SET_TIMERSLACK). Errors:
 * DEFINITION, CHOICE, RATE, ADVANCE, STEPS, MEMORY.
 */
dr_loop_status dr_loop_create(const dr_loop_def *def, dr_loop **loop);

/**
 * Destroys a loop; NULL does nothing. The call is valid on any thread. On the owner's thread, it
 * also restores the timer slack that the thread had before dr_loop_create.
 */
void dr_loop_destroy(dr_loop *loop);

/* ---- A frame ---- */

/** The present source of a loop's rate, and the reason for it. */
typedef enum dr_loop_mode {
  DR_LOOP_MODE_MEASURED = 0,              /**< Presenting waits, but no steady period is known: it
                                               is not measured yet, or it varies (VRR). */
  DR_LOOP_MODE_LOCKED = 1,                /**< Presenting waits; period and phase are known. */
  DR_LOOP_MODE_TIMER_REQUESTED = 2,       /**< The definition requests a timer. */
  DR_LOOP_MODE_TIMER_NO_SWAP_CONTROL = 3, /**< present_waits is 0: presenting does not wait. */
  DR_LOOP_MODE_TIMER_FREE_RUNNING = 4,    /**< present_waits is set, but presenting did not wait. */
  DR_LOOP_MODE_VIRTUAL = 5,               /**< Times are computed; nothing waits. */
  DR_LOOP_MODE_PAUSED_HIDDEN = 6,         /**< The window is minimised or hidden. */
  DR_LOOP_MODE_PAUSED_IDLE = 7,           /**< Nothing moves. */
  DR_LOOP_MODE_PAUSED_UNFOCUSED = 8       /**< Another window has the keyboard. */
} dr_loop_mode;

/**
 * Describes a mode in one line of English.
 *
 * The result is never NULL, not even for a number that the enumeration does not list. It is static:
 * do not free it.
 */
const char *dr_loop_mode_text(dr_loop_mode mode);

/** The frame that is drawn now. */
typedef struct dr_frame {
  int64_t number;          /**< Counted from 0. */
  double time_s;           /**< Predicted time at which the picture is seen, without pauses and
                                stalls; 0 for the first frame. */
  double delta_s;          /**< Difference of time_s from the frame before; 0 for the first. */
  double raw_delta_s;      /**< The clock's time since the frame before, with noise, pauses and
                                stalls. */
  double presentation_s;   /**< As time_s, but with pauses and stalls. */
  double refresh_period_s; /**< The measured period in DR_LOOP_MODE_LOCKED, in other modes the
                                period of the loop's rate. */
  double reported_period_s; /**< Reported by the display; 0 if it reports none. */
  double step_fraction;    /**< Position between the last two steps, [0, 1); 0 without steps. */
  int32_t steps;           /**< Fixed steps to make in this frame. */
  int32_t missed;          /**< Whole refresh periods without a frame since the frame before. */
  int32_t is_after_stall;  /**< 1 if the loop stalled before this frame. */
  dr_loop_mode mode;
} dr_frame;

/** The longest timeout_ms in milliseconds, so that a signal is noticed within half a second. */
#define DR_LOOP_SLEEP_MS 500

/**
 * Sleeps until the next frame is due. The call returns at once in DR_LOOP_MODE_VIRTUAL. It also
 * returns at once in MEASURED and, without latches_late, in LOCKED, because presenting waits in
 * these modes.
 *
 * `timeout_ms` receives the longest time for which to wait for an event after this call: 0 to take
 * only pending events, or up to DR_LOOP_SLEEP_MS while nothing is drawn. It may be NULL. A signal
 * does not end the sleep.
 * Errors: SEQUENCE between dr_loop_begin and dr_loop_presented.
 */
dr_loop_status dr_loop_wait(dr_loop *loop, int32_t *timeout_ms);

/**
 * Begins a frame: update, then draw for frame->time_s.
 *
 * After dr_loop_idle, time_s and delta_s do not include the time until this call. Errors: SEQUENCE
 * without dr_loop_wait, if the last frame was not presented, and in a pause.
 */
dr_loop_status dr_loop_begin(dr_loop *loop, dr_frame *frame);

/**
 * Marks the end of drawing; presenting begins.
 *
 * This call separates drawing from waiting. Without it, the loop takes longer to detect that the
 * display reports a wrong rate, or that presenting does not wait.
 *
 * With presents_on_time, this call returns when the picture is due. Each frame then begins before
 * its picture is due, by the second longest of the last ten drawing times. If drawing takes less
 * time, the call waits. The call does not wait in DR_LOOP_MODE_MEASURED and LOCKED. Errors:
 * SEQUENCE without dr_loop_begin.
 */
dr_loop_status dr_loop_drawn(dr_loop *loop);

/**
 * Marks the return of presenting.
 *
 * `vsync` becomes 1 if presenting should wait for the display from now on, else 0. Switch the
 * window's vsync when this value changes. `vsync` may be NULL. Errors: SEQUENCE without
 * dr_loop_begin.
 */
dr_loop_status dr_loop_presented(dr_loop *loop, int32_t *vsync);

/**
 * Reports that the picture of frame `number` was shown `age_s` seconds ago (-1 ... 1e9), measured
 * with the display's own clock. Report pictures in the order in which they were shown.
 *
 * With latches_late, the loop learns from these reports how long before a refresh a picture must be
 * presented, and leaves only that time. Do not call this function if the display reports nothing.
 * The effect of the reports ends after 16 pictures without a report. The reports have no effect
 * without latches_late, or if presenting does not wait.
 *
 * dynamic_repeat_wayland.h gets the reports of a Wayland window. Errors: TIME if `age_s` is outside
 * its range.
 */
dr_loop_status dr_loop_shown(dr_loop *loop, int64_t number, double age_s);

/** Ends a frame that was begun and is not presented. Errors: SEQUENCE without dr_loop_begin. */
dr_loop_status dr_loop_abandon(dr_loop *loop);

/* ---- Pauses and windows ---- */

/** The program's window, after its events were taken. */
typedef struct dr_loop_window {
  int32_t is_hidden;        /**< Not 0: the window is minimised or hidden. */
  int32_t has_focus;        /**< 0: another window has the keyboard. */
  uint32_t input_events;    /**< Events for the coming frame. They end DR_LOOP_MODE_PAUSED_IDLE. */
  int32_t needs_picture;    /**< Not 0: the window must be redrawn, as after a resize. */
  int32_t is_ending;        /**< Not 0: the program ends. A visible window gets a last frame. */
  int32_t display_may_have_changed; /**< Not 0: the window's display or size may have changed. */
} dr_loop_window;

/** A window in front, without events. */
dr_loop_window dr_default_loop_window(void);

/**
 * Decides, after the events were taken, whether there is a frame to draw. A program with a window
 * calls this function before dr_loop_begin.
 *
 * `is_due` becomes 0 while the window is hidden, while another window has the keyboard and the
 * policy is DR_FOCUS_POLICY_PAUSES, and while nothing moves or happens. In these cases call
 * dr_loop_wait again; its timeout_ms is then above 0. Frame time does not pass while `is_due` is 0.
 * Errors: SEQUENCE between dr_loop_begin and dr_loop_presented.
 */
dr_loop_status dr_loop_polled(dr_loop *loop, const dr_loop_window *window, int32_t *is_due);

/** Declares that nothing moves: no frame is due until something happens, or until dr_loop_begin. */
dr_loop_status dr_loop_idle(dr_loop *loop);

/**
 * Declares that the picture does not change before a frame with this time_s: no frame is drawn
 * until then, until something happens, or until dr_loop_begin. Time passes, and no frame counts as
 * missed.
 *
 * A flash of 2 Hz that only switches on and off then needs four frames per second. With infinity,
 * no frame is drawn until something happens. If the picture changes before the next frame is due,
 * that frame draws the change, and comes no earlier. Errors: SEQUENCE in a frame, TIME for NaN.
 */
dr_loop_status dr_loop_idle_until(dr_loop *loop, double time_s);

/* ---- Clocks ---- */

/** Seconds of the loop's clock since the loop was created. */
dr_loop_status dr_loop_now(dr_loop *loop, double *now_s);

/**
 * Adds `shift_s` to time_s of later frames; the frames' delta_s does not change. With this call, a
 * saved game continues at its saved time.
 *
 * Errors: TIME if the sum of all shifts is outside +-4e9.
 */
dr_loop_status dr_loop_shift_time(dr_loop *loop, double shift_s);

/* ---- Statistics ---- */

/** Durations of the last 600 frames; 0 if there are none. */
typedef struct dr_durations {
  double p1_s; /**< The 1st percentile. */
  double p50_s;
  double p90_s;
  double p99_s;
  double longest_s;
  uint32_t count;
  uint32_t reserved; /**< 0. */
} dr_durations;

/** The evenness and the cost of frames. */
typedef struct dr_loop_stats {
  int64_t frames;       /**< This field and those up to steps_dropped are totals since the start. */
  int64_t missed;       /**< Refresh periods without a frame. */
  int64_t stalls;
  int64_t relocks;      /**< Locks to the display after the first. */
  int64_t input_events; /**< The sum of dr_loop_polled's input_events. */
  int64_t steps_made;   /**< Fixed steps. */
  int64_t steps_dropped;
  double frames_per_s;  /**< In the last 600 frames. */
  double measured_hz;   /**< The display's measured rate; 0 if unknown. */
  double reported_hz;   /**< The display's reported rate; 0 if unknown. */
  double processor_share; /**< The process's use of one processor; 0.01 is 1 %. */
  dr_durations interval;   /**< From one presented picture to the next. */
  dr_durations step_error; /**< Difference between the predicted and the actual time from one
                                picture to the next. */
  dr_durations wake_error; /**< Lateness of dr_loop_wait's return. */
  dr_durations build;      /**< From dr_loop_begin to dr_loop_drawn. */
  dr_durations present;    /**< From dr_loop_drawn to dr_loop_presented. */
  dr_durations input_age;  /**< From taking the events to dr_loop_presented. */
  uint32_t short_intervals; /**< Intervals below half the median: bursts of frames. */
  dr_loop_mode mode;
  double lead_s;            /**< Time before a refresh at which pictures are presented, learned
                                 from dr_loop_shown; 0 if nothing was learned. */
  int64_t planned;          /**< Pictures presented lead_s before a chosen refresh. */
  int64_t late;             /**< Those of them that were shown at a later refresh. */
} dr_loop_stats;

/** The statistics since the loop was created. */
dr_loop_status dr_loop_get_stats(dr_loop *loop, dr_loop_stats *stats);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_LOOP_H */
