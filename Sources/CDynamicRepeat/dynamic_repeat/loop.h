/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: a frame loop without a window, for any game. It decides when each frame is due,
 * waits for it to the microsecond, and predicts the time at which its picture will be seen.
 * dynamic_repeat_sdl.h is this loop with SDL's events. The rules for every function are in
 * dynamic_repeat.h; what differs for loops is said here.
 *
 *   dr_loop_def def = dr_default_loop_def();
 *   def.display_hz = 60;                       // what the display reports, 0 where it does not
 *   def.present_waits = has_vsync;             // whether presenting waits for the display
 *   dr_loop_create(&def, &loop);
 *   while (is_running) {
 *     dr_loop_wait(loop, &timeout_ms);         // sleeps until the frame is due
 *     take_events(timeout_ms);                 // waits so long for one; most often 0
 *     dr_loop_begin(loop, &frame);
 *     update_and_draw(frame.time_s);           // the time at which the picture will be seen
 *     dr_loop_drawn(loop);
 *     present();
 *     dr_loop_presented(loop, &vsync);
 *   }
 *
 * Owner     One thread owns a loop: the one that created it. Every function that takes a dr_loop
 *           returns DR_ERROR_THREAD on another one, except dr_loop_destroy and dr_loop_is_valid.
 * Order     wait, begin, drawn, presented. A call out of this order returns DR_ERROR_SEQUENCE;
 *           drawn may be left out.
 * Memory    A loop takes 102,960 bytes, most of them for the statistics of its last 600 frames.
 */
#ifndef DYNAMIC_REPEAT_LOOP_H
#define DYNAMIC_REPEAT_LOOP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Definition ---- */

/** What holds a loop to its rate. */
typedef enum dr_loop_timing {
  DR_TIMING_DISPLAY = 0,      /**< The display where presenting waits, otherwise DISPLAY_RATE. */
  DR_TIMING_DISPLAY_RATE = 1, /**< A timer at display_hz: younger input, and pictures may tear. */
  DR_TIMING_TIMER = 2,        /**< A timer at rate_hz, whatever the display does. */
  DR_TIMING_VIRTUAL = 3       /**< Frame n at exactly n / rate_hz; never waits: tests, replays. */
} dr_loop_timing;

/** What the frames' time does after the loop stalled: stopped, suspended, debugged. */
typedef enum dr_stall_rule {
  DR_STALL_RESUME = 0,    /**< Continues where the picture stopped, by one refresh period. */
  DR_STALL_WALL_CLOCK = 1 /**< Jumps to where it would be. */
} dr_stall_rule;

/** What a loop does while another window has the keyboard. */
typedef enum dr_focus_policy {
  DR_FOCUS_KEEPS_RUNNING = 0,
  DR_FOCUS_SLOWS = 1, /**< Runs at unfocused_hz, or at its own rate where that is lower. */
  DR_FOCUS_PAUSES = 2 /**< Draws nothing, and its time does not pass. */
} dr_focus_policy;

/**
 * The definition of a loop. Initialize it with dr_default_loop_def(). Rates of frames are
 * 0.001 ... 1e6 Hz, taken to the nearest millionth.
 */
typedef struct dr_loop_def {
  uint32_t internal_check;     /**< Set by dr_default_loop_def(); do not change. */
  dr_loop_timing timing;       /**< Default: the display. */
  double rate_hz;              /**< Of TIMER and VIRTUAL. Default: 60. */
  double display_hz;           /**< What the display reports; 0: unknown, as 60 Hz. Default: 0. */
  int32_t present_waits;       /**< Not 0: presenting waits for the display. Default: 0. */
  int32_t latches_late;        /**< Not 0: in DR_MODE_LOCKED, waits before the input until just
                                    enough time is left to draw; see dr_loop_shown. Default: 0. */
  dr_stall_rule stall_rule;    /**< Default: resume. */
  dr_focus_policy when_unfocused; /**< Default: keeps running. */
  double unfocused_hz;         /**< Of DR_FOCUS_SLOWS. Default: 10. */
  double longest_advance_s;    /**< More from frame to frame is a stall; two periods never are.
                                    0.001 ... 1e9. Default: 0.25. */
  double step_hz;              /**< Fixed steps a second; 0: none. Default: 0. */
  uint32_t most_steps;         /**< In one frame, 1 ... 2^31 - 1; more are dropped. Default: 5. */
  int32_t has_manual_clock;    /**< Not 0: dr_loop_set_clock moves its clock. Default: 0. */
  int32_t presents_on_time;    /**< Not 0: in the modes of a timer, pictures are presented at even
                                    intervals; see dr_loop_drawn. Default: 0. */
} dr_loop_def;

/** A frame loop. */
typedef struct dr_loop {
  uint64_t id;
} dr_loop;

/** The loop of a display that reports nothing, with a default in every field. */
dr_loop_def dr_default_loop_def(void);

/**
 * Creates a loop, owned by the calling thread. Its clock starts now, at 0.
 *
 * It asks the kernel to wake this thread without slack (prctl, PR_SET_TIMERSLACK). Errors:
 * DEFINITION, CHOICE, RATE, INTERVAL for longest_advance_s, CAPACITY for most_steps, MEMORY.
 */
dr_status dr_loop_create(const dr_loop_def *def, dr_loop *loop);

/** Destroys a loop, on any thread; its handle is stale afterwards. */
dr_status dr_loop_destroy(dr_loop loop);

/** Whether the handle is valid: 1 or 0. */
int32_t dr_loop_is_valid(dr_loop loop);

/* ---- A frame ---- */

/** What holds a loop to its rate now, and why. */
typedef enum dr_loop_mode {
  DR_MODE_ACQUIRING = 0,              /**< Presenting waits; the period is being measured. */
  DR_MODE_ACQUIRING_RATE_CHANGED = 1, /**< The intervals showed another period than before. */
  DR_MODE_ACQUIRING_RESUMED = 2,      /**< The window is seen again. */
  DR_MODE_LOCKED = 3,                 /**< Presenting waits; period and phase are known. */
  DR_MODE_VARIABLE = 4,               /**< Presenting waits for a display without a period (VRR). */
  DR_MODE_TIMER_REQUESTED = 5,        /**< The definition requests a timer. */
  DR_MODE_TIMER_NO_SWAP_CONTROL = 6,  /**< Presenting does not wait here. */
  DR_MODE_TIMER_FREE_RUNNING = 7,     /**< Presenting claimed to wait, and did not. */
  DR_MODE_VIRTUAL = 8,                /**< The times are given; nothing waits. */
  DR_MODE_THROTTLED = 9,              /**< Presenting takes many periods: out of sight. */
  DR_MODE_PAUSED_HIDDEN = 10,         /**< The window is minimised or hidden. */
  DR_MODE_PAUSED_IDLE = 11,           /**< Nothing moves. */
  DR_MODE_PAUSED_UNFOCUSED = 12       /**< Another window has the keyboard. */
} dr_loop_mode;

/** A mode as one line of English. Never NULL, not even for numbers that are no mode; static. */
const char *dr_loop_mode_text(dr_loop_mode mode);

/** What a game needs to know of the frame that it draws now. */
typedef struct dr_frame {
  int64_t number;          /**< From 0. */
  double time_s;           /**< When the picture will be seen, less pauses and stalls; from 0. */
  double delta_s;          /**< Since the frame before; 0 for the first. */
  double raw_delta_s;      /**< The same by the clock, with its noise, pauses and stalls. */
  double presentation_s;   /**< The same with pauses and stalls. */
  double refresh_period_s; /**< Measured in DR_MODE_LOCKED, otherwise the rate's. */
  double reported_period_s; /**< What the display reports; 0 where it does not. */
  double step_fraction;    /**< From the last step but one to the last, [0, 1); 0 without steps. */
  int32_t steps;           /**< Fixed steps to make in this frame. */
  int32_t missed;          /**< Whole refresh periods without a frame since the frame before. */
  int32_t is_after_stall;  /**< 1 where the loop stalled before this frame. */
  dr_loop_mode mode;
} dr_frame;

/** The longest timeout_ms: a signal is noticed within half a second. */
#define DR_LOOP_SLEEP_MS 500

/**
 * Sleeps until the next frame is due; in a mode of the display, or with virtual times, not at all.
 *
 * `timeout_ms` says how to look for events then: 0 takes those that are there; more, up to
 * DR_LOOP_SLEEP_MS, waits so long for one, as there is nothing to draw. It may be NULL. A signal
 * does not end the sleep. Errors: SEQUENCE between dr_loop_begin and dr_loop_presented.
 */
dr_status dr_loop_wait(dr_loop loop, int32_t *timeout_ms);

/**
 * Begins a frame: update, then draw for frame->time_s.
 *
 * After dr_loop_idle, the time since then has not passed. Errors: SEQUENCE where the last frame was
 * not presented, and in a pause.
 */
dr_status dr_loop_begin(dr_loop loop, dr_frame *frame);

/**
 * The picture is drawn, and presenting begins.
 *
 * It tells drawing from waiting: without it, a display that reports a wrong rate, or does not wait
 * at all, is found later.
 *
 * With presents_on_time it returns when the picture is due: frames then begin as long before their
 * pictures are due as drawing took at most of late, and a picture that was drawn sooner is held. It
 * does not wait in the modes of a display. Errors: SEQUENCE without dr_loop_begin.
 */
dr_status dr_loop_drawn(dr_loop loop);

/**
 * Presenting has returned.
 *
 * `vsync` is 1 where presenting is to wait for the display from now on, and 0 where not: switch it
 * where that differs from before. It may be NULL. Errors: SEQUENCE without dr_loop_begin.
 */
dr_status dr_loop_presented(dr_loop loop, int32_t *vsync);

/**
 * The picture of frame `number` was shown `age_s` seconds ago, as the display reports it, by its own
 * clock: -1 ... 1e9, in the order in which pictures were shown.
 *
 * With latches_late the loop learns from this how long before a refresh a picture must be given
 * away, and leaves no more time than that. Without reports, do not call it: 16 pictures without one
 * end their effect. It has none without latches_late, nor where presenting does not wait.
 * dynamic_repeat_wayland.h gets the reports of a Wayland window. Errors: TIME for another age.
 */
dr_status dr_loop_shown(dr_loop loop, int64_t number, double age_s);

/** Ends a frame that was begun and is not presented. Errors: SEQUENCE without dr_loop_begin. */
dr_status dr_loop_abandon(dr_loop loop);

/* ---- Pauses and windows ---- */

/** The program's window, after its events were taken. */
typedef struct dr_loop_window {
  int32_t is_hidden;        /**< Not 0: minimised or hidden. */
  int32_t has_focus;        /**< 0: another window has the keyboard. */
  uint32_t input_events;    /**< Events that the coming frame sees: they end DR_MODE_PAUSED_IDLE. */
  int32_t needs_picture;    /**< Not 0: it shows less than it should, as after a resize. */
  int32_t is_ending;        /**< Not 0: the program ends; a visible window gets a frame. */
  int32_t display_may_have_changed; /**< Not 0: another display, or another size, may show it. */
} dr_loop_window;

/** A window in front, at which nothing happened. */
dr_loop_window dr_default_loop_window(void);

/**
 * Decides after a look at the events whether there is a frame to draw; call it before
 * dr_loop_begin in a program with a window.
 *
 * `is_due` is 0 while the window is hidden, lacks the keyboard where the definition pauses then, or
 * nothing moves and nothing happened: call dr_loop_wait again, whose timeout_ms is not 0 then. That
 * time does not pass for the frames. Errors: SEQUENCE between dr_loop_begin and dr_loop_presented.
 */
dr_status dr_loop_polled(dr_loop loop, const dr_loop_window *window, int32_t *is_due);

/** Nothing moves: draws nothing until something happens, or until dr_loop_begin. */
dr_status dr_loop_idle(dr_loop loop);

/**
 * Nothing that is shown changes before a frame with this time_s: draws nothing until then, until
 * something happens, or until dr_loop_begin. Time passes, and no frame is missed.
 *
 * dr_repeat_next_change, dr_repeat_next_switch and dr_bank_next_change say when that is. A flash of
 * 2 Hz that only switches on and off takes four frames a second so. Infinite waits until something
 * happens. What changes before the frame after the last one, or with it, is drawn when that is due.
 * Errors: SEQUENCE in a frame, TIME for NaN.
 */
dr_status dr_loop_idle_until(dr_loop loop, double time_s);

/** Draws nothing until dr_loop_resume. Errors: SEQUENCE in a frame. */
dr_status dr_loop_pause(dr_loop loop);

/** Continues after dr_loop_pause: its time has not passed. Does nothing unless paused. */
dr_status dr_loop_resume(dr_loop loop);

/* ---- Clocks ---- */

/** Seconds of the loop's clock since it was created: CLOCK_MONOTONIC's, or those that were set. */
dr_status dr_loop_now(dr_loop loop, double *now_s);

/**
 * Sets the manual clock, whose time passes only here and where dr_loop_wait would sleep.
 *
 * Errors: CLOCK where the loop has the system's, TIME outside 0 ... 4e9, PAST for earlier times.
 */
dr_status dr_loop_set_clock(dr_loop loop, double now_s);

/**
 * Moves time_s of the frames to come; no delta_s shows it. A saved game continues at the time at
 * which it was saved.
 *
 * Errors: TIME where all moves together are not within +-4e9.
 */
dr_status dr_loop_shift_time(dr_loop loop, double delta_s);

/* ---- Statistics ---- */

/** Durations of the last 600 frames; 0 where there are none. */
typedef struct dr_durations {
  double p1_s; /**< The duration that 1 % of all are not longer than. */
  double p50_s;
  double p90_s;
  double p99_s;
  double longest_s;
  uint32_t count;
  uint32_t reserved; /**< 0. */
} dr_durations;

/** How evenly frames come, and what they cost. */
typedef struct dr_loop_stats {
  int64_t frames;       /**< Of the whole run, like the next six. */
  int64_t missed;       /**< Refresh periods without a frame. */
  int64_t stalls;
  int64_t relocks;      /**< How often the display was locked to again. */
  int64_t input_events; /**< As dr_loop_polled was given them. */
  int64_t steps_made;   /**< Fixed steps. */
  int64_t steps_dropped;
  double frames_per_s;  /**< Of the last 600 frames. */
  double measured_hz;   /**< Of the display; 0 where nothing is measured. */
  double reported_hz;   /**< Of the display; 0 where it reports nothing. */
  double processor_share; /**< Of one processor, by the whole process; 0.01 is 1 %. */
  dr_durations interval;   /**< From one presented picture to the next. */
  dr_durations step_error; /**< How far a frame's step was from the one that was seen. */
  dr_durations wake_error; /**< How late waits ended. */
  dr_durations build;      /**< From dr_loop_begin to dr_loop_drawn. */
  dr_durations present;    /**< From dr_loop_drawn to dr_loop_presented. */
  dr_durations input_age;  /**< From the look at the events to dr_loop_presented. */
  uint32_t short_intervals; /**< Below half the median: frames that came in a burst. */
  dr_loop_mode mode;
  double lead_s;            /**< How long before a refresh pictures are given away, as was learned
                                 from dr_loop_shown; 0 where nothing was. */
  int64_t planned;          /**< Pictures that were meant for a refresh by that. */
  int64_t late;             /**< Those of them that were shown later. */
} dr_loop_stats;

/** The statistics since the loop was created. */
dr_status dr_loop_get_stats(dr_loop loop, dr_loop_stats *stats);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_LOOP_H */
