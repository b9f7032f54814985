/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The function bodies of dynamic_repeat_sdl.h, which includes this header in one file of the
 * program. Do not include it yourself.
 */
#ifndef DYNAMIC_REPEAT_SDL_IMPLEMENTED
#define DYNAMIC_REPEAT_SDL_IMPLEMENTED

#include "dynamic_repeat_sdl.h"
#include <dynamic_repeat_wayland.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Records an event. Returns the kind of a window event of the loop's window, else 0. This function
 * does not record whether the window is hidden: SDL reports hiding and showing in up to four events
 * of varying order, so the loop reads the window's flags instead. */
static uint32_t dr_sdl_note(const SDL_Event *event, uint32_t window_id, dr_loop_window *state) {
  const uint32_t kind = event->window.windowID == window_id ? DR_SDL_WINDOW_EVENT_OF(event) : 0u;
  if (event->type >= DR_SDL_FIRST_INPUT || event->type == DR_SDL_QUIT_EVENT) state->input_events++;
  if (DR_SDL_IS_DISPLAY_EVENT(event)) state->display_may_have_changed = 1;
  switch (kind) {
    case DR_SDL_WINDOW_EVENT(SHOWN): case DR_SDL_WINDOW_EVENT(RESTORED):
    case DR_SDL_WINDOW_EVENT(DISPLAY_CHANGED):
      state->display_may_have_changed = state->needs_picture = 1;
      break;
    case DR_SDL_RESIZED:
      state->display_may_have_changed = state->needs_picture = 1;
      state->input_events++;
      break;
    case DR_SDL_WINDOW_EVENT(EXPOSED): state->needs_picture = 1; break;
    case DR_SDL_WINDOW_EVENT(FOCUS_GAINED): case DR_SDL_WINDOW_EVENT(FOCUS_LOST):
      state->input_events++;
      break;
    default: break;
  }
  return kind;
}

int dr_sdl_present_waits(SDL_Renderer *renderer) { return dr_sdl_has_swap_control(renderer); }

/* The watched display. It is global, because X's error handlers belong to the process. */
static dr_sdl_display dr_sdl_watched;
static const dr_sdl_loop *dr_sdl_opened; /* The open loop, if there is one. */

/* ---- Starting and ending SDL ---- */

/* Whether SIGHUP came, and whether dr_sdl_init has installed the handler. */
static volatile sig_atomic_t dr_sdl_is_hung_up, dr_sdl_catches_hang_up;

/* The handler is installed again, because in strict ISO C a signal removes its handler. SDL makes a
 * quit event of SIGTERM. */
static void dr_sdl_on_hang_up(int number) {
  signal(number, dr_sdl_on_hang_up);
  dr_sdl_is_hung_up = 1;
  raise(SIGTERM);
}

static void dr_sdl_catch_hang_up(void) {
  const char *has_none = SDL_GetHint(SDL_HINT_NO_SIGNAL_HANDLERS);
  if (dr_sdl_catches_hang_up || (has_none && strcmp(has_none, "0") != 0)) return;
  void (*before)(int) = signal(SIGHUP, dr_sdl_on_hang_up);
  dr_sdl_catches_hang_up = before == SIG_DFL;
  if (before != SIG_DFL) signal(SIGHUP, before);
}

int dr_sdl_init(void) {
  char reason[200];
  dr_sdl_display_prepare(&dr_sdl_watched);
  if (!DR_SDL_SUCCEEDED(SDL_InitSubSystem(SDL_INIT_VIDEO))) {
    snprintf(reason, sizeof reason, "%s", SDL_GetError());
    SDL_SetError("no display: SDL says \"%s\". Set DISPLAY or WAYLAND_DISPLAY, or run without a"
      " window (headless)", reason);
    return -1;
  }
  const char *driver = SDL_GetCurrentVideoDriver();
  if (driver && dr_sdl_is_invisible(driver) && !dr_sdl_is_named(driver, dr_sdl_named_drivers())) {
    /* The name is copied before SDL's end, which frees it. */
    snprintf(reason, sizeof reason, "%s", driver);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    SDL_SetError("no display: SDL found only its invisible driver \"%s\". Set DISPLAY or"
      " WAYLAND_DISPLAY, or run without a window (headless)", reason);
    return -1;
  }
  dr_sdl_catch_hang_up();
  return 0;
}

SDL_Renderer *dr_sdl_create_renderer(SDL_Window *window) {
  return dr_sdl_choose_renderer(window, DR_SDL_BEST_RENDERER);
}

void dr_sdl_quit(SDL_Window *window, SDL_Renderer *renderer) {
  /* A shell sends SIGHUP a second time, which must not interrupt a program that saves its state. */
  if (dr_sdl_catches_hang_up) signal(SIGHUP, dr_sdl_is_hung_up ? SIG_IGN : SIG_DFL);
  dr_sdl_catches_hang_up = 0;
  if (dr_sdl_watched.loss == DR_SDL_LOST_CONNECTION) return;
  dr_sdl_display_settle(&dr_sdl_watched, window);
  if (renderer) SDL_DestroyRenderer(renderer);
  if (window) SDL_DestroyWindow(window);
  /* Takes the errors now, before SDL restores Xlib's own handler and closes the connection. */
  dr_sdl_display_settle(&dr_sdl_watched, NULL);
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

/* ---- The loop ---- */

dr_sdl_options dr_sdl_default_options(void) {
  dr_sdl_options options;
  memset(&options, 0, sizeof options);
  options.loop = dr_default_loop_def();
  options.frame_limit = -1;
  options.escape_quits = 1;
  return options;
}

int dr_sdl_exit_status(dr_sdl_end end) {
  if (end == DR_SDL_WINDOW_LOST || end == DR_SDL_CONNECTION_LOST) return 70;
  return end == DR_SDL_FAILED ? 1 : 0;
}

/* Whether a call succeeded. If it failed, ends the loop and sets the error text. */
static int dr_sdl_is_ok(dr_sdl_loop *loop, dr_loop_status status, const char *function) {
  if (status == DR_LOOP_OK) return 1;
  SDL_SetError("%s: %s", function, dr_loop_status_text(status));
  loop->end = DR_SDL_FAILED;
  return 0;
}

static int64_t dr_sdl_now_ns(void) {
  const double count = (double)SDL_GetPerformanceCounter();
  return (int64_t)(count * 1e9 / (double)SDL_GetPerformanceFrequency());
}

static void dr_sdl_pause_if_unshown(dr_sdl_loop *loop, int64_t presented_ns, int64_t waited_ns) {
  if (!loop->vsync) return;
  const double hz = dr_sdl_display_hz(loop->window);
  const int64_t period_ns = (int64_t)(1e9 / (hz > 0 ? hz : 60));
  const int64_t pause_ns =
    dr_sdl_unshown_pause_ns(&loop->unshown, presented_ns, waited_ns, period_ns);
  if (pause_ns > 0) SDL_Delay((uint32_t)(pause_ns / 1000000));
}

int dr_sdl_open(
  dr_sdl_loop *loop, SDL_Window *window, SDL_Renderer *renderer, const dr_sdl_options *options) {
  if (options && options->stats) memset(options->stats, 0, sizeof *options->stats);
  if (!loop) return SDL_SetError("dr_sdl_open: the loop is NULL"), -1;
  if (loop != dr_sdl_opened) memset(loop, 0, sizeof *loop), loop->end = DR_SDL_FAILED;
  if (dr_sdl_opened) return SDL_SetError("dr_sdl_open: another loop is open: close it first"), -1;
  loop->options = options ? *options : dr_sdl_default_options();
  loop->state = dr_default_loop_window();
  if (dr_sdl_watched.loss == DR_SDL_LOST_CONNECTION) {
    SDL_SetError("dr_sdl_open: this process has lost its display, and can no longer use SDL. Start"
      " the program anew");
    return -1;
  }
  loop->window_id = window ? SDL_GetWindowID(window) : 0;
  if (!loop->window_id) return SDL_SetError("dr_sdl_open: there is no such window"), -1;
  if (!renderer && SDL_GL_GetCurrentWindow() != window) {
    SDL_SetError("dr_sdl_open: the renderer is NULL, and the window has no current OpenGL context");
    return -1;
  }
  loop->window = window;
  loop->renderer = renderer;
  dr_loop_def def = loop->options.loop;
  def.display_hz = dr_sdl_display_hz(window);
  def.present_waits = dr_sdl_present_waits(renderer);
  dr_loop_status status = dr_loop_create(&def, &loop->loop);
  if (!dr_sdl_is_ok(loop, status, "dr_sdl_open")) return -1;
  loop->end = DR_SDL_RUNNING;
  dr_sdl_opened = loop;
  /* With vsync on, SDL's simulated vsync would sleep in addition to the loop. If a timer and the
   * display both waited, they would interfere. */
  loop->vsync = def.present_waits && def.timing == DR_LOOP_TIMING_DISPLAY;
  if (!loop->vsync && strcmp(dr_sdl_renderer_name(renderer), "software") != 0) {
    dr_sdl_set_vsync(renderer, 0);
  }
  dr_sdl_display_watch(&dr_sdl_watched, window);
  loop->unshown = dr_sdl_unshown_on(&dr_sdl_watched);
  const dr_sdl_handles handles = dr_sdl_watched.watched;
  if (loop->vsync && def.latches_late && !handles.is_x11) {
    loop->reports = dr_wayland_open(handles.connection, handles.surface);
  }
  return 0;
}

void dr_sdl_take_event(dr_sdl_loop *loop, const SDL_Event *event) {
  dr_sdl_end ending = DR_SDL_RUNNING;
  if (!loop || !event) return;
  const uint32_t kind = dr_sdl_note(event, loop->window_id, &loop->state);
  if (event->type == DR_SDL_QUIT_EVENT) dr_sdl_display_check_compositor(&dr_sdl_watched);
  /* SDL sends its quit event only when the last window is closed. */
  if (event->type == DR_SDL_QUIT_EVENT || event->type == DR_SDL_TERMINATING ||
      kind == DR_SDL_CLOSED) {
    ending = DR_SDL_QUIT;
  } else if (loop->options.escape_quits && DR_SDL_IS_ESCAPE(event)) {
    ending = DR_SDL_ESCAPE;
  }
  if (!loop->ending) loop->ending = ending;
  if (loop->options.event) loop->options.event(event, loop->options.user);
}

/* Waits for an event, then takes all pending events. */
static void dr_sdl_take(dr_sdl_loop *loop, int32_t timeout_ms) {
  SDL_Event event;
  if (timeout_ms > 0) (void)SDL_WaitEventTimeout(NULL, timeout_ms);
  while (SDL_PollEvent(&event)) dr_sdl_take_event(loop, &event);
}

/* Passes the reports of shown pictures to the loop. */
static void dr_sdl_take_reports(dr_sdl_loop *loop) {
  int64_t number, shown_ns;
  while (dr_wayland_next(loop->reports, &number, &shown_ns)) {
    const int64_t age_ns = dr_wayland_now(loop->reports, DR_WL_MONOTONIC) - shown_ns;
    (void)dr_loop_shown(loop->loop, number, (double)age_ns * 1e-9);
  }
}

/* Whether the window still exists. Ends the loop if it does not. */
static int dr_sdl_has_window(dr_sdl_loop *loop) {
  if (dr_sdl_watched.loss == DR_SDL_LOST_CONNECTION) loop->end = DR_SDL_CONNECTION_LOST;
  /* The window is looked up by its ID, because the program may have destroyed it. */
  else if (dr_sdl_watched.loss || SDL_GetWindowFromID(loop->window_id) != loop->window) {
    loop->end = DR_SDL_WINDOW_LOST;
  }
  if (loop->end == DR_SDL_WINDOW_LOST) SDL_SetError("the window was destroyed while its loop ran");
  return loop->end == DR_SDL_RUNNING;
}

int dr_sdl_next(dr_sdl_loop *loop, dr_frame *frame) {
  static const char *const name = "dr_sdl_next";
  int32_t timeout_ms = 0, is_due = 0;
  if (!loop || loop->end) return 0;
  if (loop->ending) {
    loop->end = loop->ending;
  } else if (loop->options.frame_limit >= 0 && loop->frames >= loop->options.frame_limit) {
    loop->end = DR_SDL_FRAME_LIMIT;
  }
  while (!loop->end && !is_due) {
    if (!dr_sdl_is_ok(loop, dr_loop_wait(loop->loop, &timeout_ms), name)) return 0;
    dr_sdl_take(loop, timeout_ms);
    if (loop->state.is_hidden) dr_sdl_display_check_window(&dr_sdl_watched);
    if (!dr_sdl_has_window(loop)) return 0;
    dr_sdl_take_reports(loop);
    const uint64_t flags = SDL_GetWindowFlags(loop->window);
    loop->state.is_hidden = (flags & DR_SDL_UNSEEN) != 0;
    if (loop->state.is_hidden) loop->unshown = dr_sdl_unshown_on(&dr_sdl_watched);
    loop->state.has_focus = (flags & SDL_WINDOW_INPUT_FOCUS) != 0;
    loop->state.is_ending = loop->ending != DR_SDL_RUNNING;
    if (!dr_sdl_is_ok(loop, dr_loop_polled(loop->loop, &loop->state, &is_due), name)) return 0;
    loop->state.display_may_have_changed = 0;
    if (loop->state.is_hidden && loop->ending) loop->end = loop->ending;
  }
  if (loop->end || !dr_sdl_is_ok(loop, dr_loop_begin(loop->loop, frame), name)) return 0;
  loop->number = frame->number;
  return 1;
}

void dr_sdl_present(dr_sdl_loop *loop) {
  static const char *const name = "dr_sdl_present";
  int32_t vsync = 0;
  if (!loop || loop->end || !dr_sdl_has_window(loop)) return;
  /* With this call, the software renderer fills the pixels before the loop waits. */
  if (loop->renderer && loop->options.loop.presents_on_time) DR_SDL_FLUSH(loop->renderer);
  if (!dr_sdl_is_ok(loop, dr_loop_drawn(loop->loop), name)) return;
  dr_wayland_expect(loop->reports, loop->number);
  const int64_t drawn_ns = dr_sdl_now_ns();
  const clock_t computed = clock();
  if (loop->renderer) SDL_RenderPresent(loop->renderer);
  else SDL_GL_SwapWindow(loop->window);
  const int64_t presented_ns = dr_sdl_now_ns();
  const int64_t computed_ns = (int64_t)(clock() - computed) * (1000000000 / CLOCKS_PER_SEC);
  if (!dr_sdl_has_window(loop)) return;
  if (!dr_sdl_is_ok(loop, dr_loop_presented(loop->loop, &vsync), name)) return;
  if (vsync != loop->vsync) dr_sdl_set_vsync(loop->renderer, vsync);
  loop->vsync = vsync;
  loop->frames++;
  loop->state.input_events = 0;
  loop->state.needs_picture = 0;
  dr_sdl_pause_if_unshown(loop, presented_ns, presented_ns - drawn_ns - computed_ns);
}

dr_sdl_end dr_sdl_close(dr_sdl_loop *loop) {
  if (!loop) return DR_SDL_FAILED;
  if (loop->loop && loop->options.stats) (void)dr_loop_get_stats(loop->loop, loop->options.stats);
  /* The connection may be lost together with the window. */
  if (loop->end != DR_SDL_WINDOW_LOST) dr_wayland_close(loop->reports);
  loop->reports = NULL;
  dr_loop_destroy(loop->loop);
  loop->loop = NULL;
  if (loop == dr_sdl_opened) dr_sdl_opened = NULL;
  if (!loop->end) loop->end = DR_SDL_STOPPED;
  return loop->end;
}

dr_sdl_end dr_sdl_run(
  SDL_Window *window, SDL_Renderer *renderer, const dr_sdl_options *options, dr_sdl_frame frame,
  void *user) {
  dr_sdl_loop loop;
  dr_frame now;
  const int is_open = dr_sdl_open(&loop, window, renderer, options) == 0;
  loop.options.user = user;
  if (is_open && !frame) {
    SDL_SetError("dr_sdl_run: the frame's function is NULL");
    loop.end = DR_SDL_FAILED;
  }
  while (dr_sdl_next(&loop, &now)) {
    const dr_sdl_decision decision = frame(&now, user);
    dr_sdl_present(&loop);
    if (decision == DR_SDL_WAIT) (void)dr_loop_idle(loop.loop);
    if (decision == DR_SDL_STOP && !loop.end && !loop.ending) loop.ending = DR_SDL_STOPPED;
  }
  return dr_sdl_close(&loop);
}

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_SDL_IMPLEMENTED */
