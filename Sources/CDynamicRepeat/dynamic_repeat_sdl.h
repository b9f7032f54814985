/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: the frame loop of dynamic_repeat/loop.h for windows of SDL 2 or 3. A header only,
 * and optional: link SDL beside the library. It uses the SDL header that was included before, or
 * else <SDL.h>.
 *
 *   dr_sdl_options options = dr_sdl_default_options();
 *   dr_sdl_end end = dr_sdl_run(window, renderer, &options, draw_frame, &game);
 *   return dr_sdl_exit_status(end);
 *
 * or, for a game with a loop of its own:
 *
 *   dr_sdl_loop loop;
 *   dr_sdl_open(&loop, window, renderer, &options);
 *   while (dr_sdl_next(&loop, &frame)) {        // waits, and calls options.event for each event
 *     draw(frame.time_s);
 *     dr_sdl_present(&loop);
 *   }
 *   end = dr_sdl_close(&loop);
 *
 * What it decides: whether presenting really waits for the display (SDL imitates vsync with whole
 * milliseconds, 62.5 Hz for 60, and its software renderer always claims it), when the input is
 * taken, and that a hidden or minimised window is not drawn and its time does not pass. The end of
 * the X server, or of a window that another program destroys, ends the loop and not the process.
 * SIGINT and SIGTERM arrive as SDL's quit event.
 *
 * Errors are the end DR_SDL_FAILED, or -1, with the text in SDL_GetError(). Everything belongs on
 * the thread that created the window.
 */
#ifndef DYNAMIC_REPEAT_SDL_H
#define DYNAMIC_REPEAT_SDL_H

#ifndef SDL_MAJOR_VERSION
#include <SDL.h>
#endif
#if SDL_MAJOR_VERSION == 2 && !SDL_VERSION_ATLEAST(2, 0, 18)
#error "dynamic_repeat_sdl.h needs SDL 2.0.18 or later: SDL_RenderSetVSync"
#endif

#include <dynamic_repeat.h>
#include <dynamic_repeat_wayland.h>

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a program gives and gets ---- */

/** What a frame wants next. */
typedef enum dr_sdl_decision {
  DR_SDL_CONTINUE = 0,
  DR_SDL_WAIT = 1, /**< Nothing moves: draw again after the next event; no time passes. */
  DR_SDL_STOP = 2  /**< This picture is shown, then the loop ends. */
} dr_sdl_decision;

/** Updates and draws for frame->time_s; presenting follows. */
typedef dr_sdl_decision (*dr_sdl_frame)(const dr_frame *frame, void *user);

/** How a loop runs. Initialize it with dr_sdl_default_options(). */
typedef struct dr_sdl_options {
  dr_loop_def loop;     /**< display_hz and present_waits are filled in. */
  int64_t frame_limit;  /**< The loop ends after so many frames; below 0: none. Default: -1. */
  int32_t escape_quits; /**< Not 0: the Escape key ends the loop. Default: 1. */
  uint32_t reserved;    /**< 0. */
  /** Gets every event before the frame that shows it; may be NULL, the default. */
  void (*event)(const SDL_Event *event, void *user);
  void *user;           /**< For `event`; dr_sdl_run passes its own. */
  dr_loop_stats *stats; /**< Gets the statistics at the end; may be NULL, the default. */
} dr_sdl_options;

/** Why a loop ended. */
typedef enum dr_sdl_end {
  DR_SDL_RUNNING = 0,
  DR_SDL_STOPPED = 1,         /**< A frame returned DR_SDL_STOP. */
  DR_SDL_FRAME_LIMIT = 2,
  DR_SDL_QUIT = 3,            /**< The window was closed, or SIGINT or SIGTERM came. */
  DR_SDL_ESCAPE = 4,
  DR_SDL_WINDOW_LOST = 5,     /**< The window was destroyed, here or by another program. */
  DR_SDL_CONNECTION_LOST = 6, /**< The server or compositor died: SDL is of no use now. */
  DR_SDL_FAILED = 7           /**< A call failed: SDL_GetError() says which and why. */
} dr_sdl_end;

/** What a program exits with: 70 where the display or the window was lost, 1 where a call failed,
 *  otherwise 0. */
static inline int dr_sdl_exit_status(dr_sdl_end end) {
  if (end == DR_SDL_WINDOW_LOST || end == DR_SDL_CONNECTION_LOST) return 70;
  return end == DR_SDL_FAILED ? 1 : 0;
}

/** A running loop. Its fields may be read. */
typedef struct dr_sdl_loop {
  dr_loop loop;
  SDL_Window *window;
  SDL_Renderer *renderer; /**< NULL where OpenGL draws. */
  dr_sdl_options options;
  dr_loop_window state;
  dr_sdl_end end;   /**< DR_SDL_RUNNING until it ends. */
  dr_sdl_end ending; /**< How it ends after this frame; DR_SDL_RUNNING where it goes on. */
  uint32_t window_id;
  int32_t vsync;    /**< Whether presenting waits for the display now. */
  int64_t frames;   /**< Presented so far. */
  int64_t number;   /**< Of the frame that was begun last. */
  dr_wayland *reports; /**< Of when pictures were shown; NULL where nothing reports it. */
} dr_sdl_loop;

static inline dr_sdl_options dr_sdl_default_options(void) {
  dr_sdl_options options;
  memset(&options, 0, sizeof options);
  options.loop = dr_default_loop_def();
  options.frame_limit = -1;
  options.escape_quits = 1;
  return options;
}

/* ---- SDL 2 and 3 ---- */

#if SDL_MAJOR_VERSION >= 3
#define DR_SDL_FLUSH(renderer) ((void)SDL_FlushRenderer(renderer))
#define DR_SDL_IS_QUIT(e) ((e)->type == SDL_EVENT_QUIT)
#define DR_SDL_IS_ESCAPE(e) ((e)->type == SDL_EVENT_KEY_DOWN && (e)->key.key == SDLK_ESCAPE)

static inline int dr_sdl_succeeded(bool result) { return result; }

/* Whether an event is about a window, and what it says of it. */
static inline int dr_sdl_window_event(const SDL_Event *event, dr_loop_window *state) {
  switch (event->type) {
    case SDL_EVENT_WINDOW_SHOWN: case SDL_EVENT_WINDOW_RESTORED:
    case SDL_EVENT_WINDOW_DISPLAY_CHANGED:
      state->display_may_have_changed = state->needs_picture = 1;
      return 1;
    case SDL_EVENT_WINDOW_PIXEL_SIZE_CHANGED:
      state->display_may_have_changed = state->needs_picture = 1;
      state->input_events++;
      return 1;
    case SDL_EVENT_WINDOW_EXPOSED: state->needs_picture = 1; return 1;
    case SDL_EVENT_WINDOW_FOCUS_GAINED: case SDL_EVENT_WINDOW_FOCUS_LOST:
      state->input_events++;
      return 1;
    default: break;
  }
  return event->type < SDL_EVENT_KEY_DOWN && !DR_SDL_IS_QUIT(event);
}

static inline double dr_sdl_display_hz(SDL_Window *window) {
  const SDL_DisplayMode *mode = SDL_GetCurrentDisplayMode(SDL_GetDisplayForWindow(window));
  return mode ? mode->refresh_rate : 0;
}

static inline const char *dr_sdl_renderer_name(SDL_Renderer *renderer) {
  const char *name = renderer ? SDL_GetRendererName(renderer) : "opengl";
  return name ? name : "";
}

static inline int dr_sdl_swap_interval(void) {
  int interval = 0;
  return SDL_GL_GetSwapInterval(&interval) ? interval : 0;
}

static inline int dr_sdl_claims_vsync(SDL_Renderer *renderer) {
  int vsync = 0;
  return SDL_GetRenderVSync(renderer, &vsync) && vsync != 0;
}

static inline void dr_sdl_set_vsync(SDL_Renderer *renderer, int on) {
  if (renderer) SDL_SetRenderVSync(renderer, on);
  else SDL_GL_SetSwapInterval(on);
}

/* Xlib's display and window, or Wayland's display; NULL elsewhere. */
static inline void *dr_sdl_connection(SDL_Window *window, unsigned long *x_window, int *is_x11) {
  SDL_PropertiesID about = SDL_GetWindowProperties(window);
  void *x11 = SDL_GetPointerProperty(about, SDL_PROP_WINDOW_X11_DISPLAY_POINTER, NULL);
  *is_x11 = x11 != NULL;
  *x_window = (unsigned long)SDL_GetNumberProperty(about, SDL_PROP_WINDOW_X11_WINDOW_NUMBER, 0);
  if (x11) return x11;
  return SDL_GetPointerProperty(about, SDL_PROP_WINDOW_WAYLAND_DISPLAY_POINTER, NULL);
}

/* Reports of when the window's pictures were shown; NULL where there are none. */
static inline dr_wayland *dr_sdl_reports(SDL_Window *window) {
  SDL_PropertiesID about = SDL_GetWindowProperties(window);
  return dr_wayland_open(
    SDL_GetPointerProperty(about, SDL_PROP_WINDOW_WAYLAND_DISPLAY_POINTER, NULL),
    SDL_GetPointerProperty(about, SDL_PROP_WINDOW_WAYLAND_SURFACE_POINTER, NULL));
}
#else
#define DR_SDL_FLUSH(renderer) ((void)SDL_RenderFlush(renderer))
#define DR_SDL_IS_QUIT(e) ((e)->type == SDL_QUIT)
#define DR_SDL_IS_ESCAPE(e) ((e)->type == SDL_KEYDOWN && (e)->key.keysym.sym == SDLK_ESCAPE)

static inline int dr_sdl_succeeded(int result) { return result == 0; }

/* Whether an event is about a window, and what it says of it. Hiding and showing are not here: SDL
 * reports them in up to four events in changing order; the window is asked. */
static inline int dr_sdl_window_event(const SDL_Event *event, dr_loop_window *state) {
  if (event->type != SDL_WINDOWEVENT) return event->type < SDL_KEYDOWN && !DR_SDL_IS_QUIT(event);
  switch (event->window.event) {
    case SDL_WINDOWEVENT_SHOWN: case SDL_WINDOWEVENT_RESTORED: case SDL_WINDOWEVENT_DISPLAY_CHANGED:
      state->display_may_have_changed = state->needs_picture = 1;
      break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
      state->display_may_have_changed = state->needs_picture = 1;
      state->input_events++;
      break;
    case SDL_WINDOWEVENT_EXPOSED: state->needs_picture = 1; break;
    case SDL_WINDOWEVENT_FOCUS_GAINED: case SDL_WINDOWEVENT_FOCUS_LOST:
      state->input_events++;
      break;
    default: break;
  }
  return 1;
}

/* The rate that the window's display reports; 0 where it reports none. */
static inline double dr_sdl_display_hz(SDL_Window *window) {
  SDL_DisplayMode mode;
  int display = SDL_GetWindowDisplayIndex(window);
  return display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0 ? mode.refresh_rate : 0;
}

static inline const char *dr_sdl_renderer_name(SDL_Renderer *renderer) {
  SDL_RendererInfo info;
  if (!renderer) return "opengl";
  return SDL_GetRendererInfo(renderer, &info) == 0 && info.name ? info.name : "";
}

static inline int dr_sdl_swap_interval(void) { return SDL_GL_GetSwapInterval(); }

static inline int dr_sdl_claims_vsync(SDL_Renderer *renderer) {
  SDL_RendererInfo info;
  return SDL_GetRendererInfo(renderer, &info) == 0 && (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
}

/** Lets presenting wait for the display, or not. Where the driver cannot do it, nothing changes. */
static inline void dr_sdl_set_vsync(SDL_Renderer *renderer, int on) {
  if (renderer) SDL_RenderSetVSync(renderer, on);
  else SDL_GL_SetSwapInterval(on);
}

/* What SDL_syswm.h declares, without the headers of Xlib, whose macros are common words. */
struct SDL_SysWMinfo;
extern DECLSPEC SDL_bool SDLCALL SDL_GetWindowWMInfo(
  SDL_Window *window, struct SDL_SysWMinfo *info);

typedef struct dr_sdl_window_info {
  SDL_version version;
  int subsystem;
  union {
    struct { void *display; unsigned long window; } x11;
    struct { void *display, *surface; } wayland;
    char room[64];
  } info;
} dr_sdl_window_info;

enum { DR_SDL_ON_X11 = 2, DR_SDL_ON_WAYLAND = 6 };

/* What SDL knows of a window's display; the subsystem 0 where that is nothing. */
static inline dr_sdl_window_info dr_sdl_about(SDL_Window *window) {
  dr_sdl_window_info known;
  memset(&known, 0, sizeof known);
  SDL_VERSION(&known.version);
  if (!SDL_GetWindowWMInfo(window, (struct SDL_SysWMinfo *)(void *)&known)) known.subsystem = 0;
  return known;
}

/* Xlib's display and window, or Wayland's display; NULL elsewhere. */
static inline void *dr_sdl_connection(SDL_Window *window, unsigned long *x_window, int *is_x11) {
  const dr_sdl_window_info known = dr_sdl_about(window);
  *is_x11 = known.subsystem == DR_SDL_ON_X11;
  *x_window = known.info.x11.window;
  return *is_x11 || known.subsystem == DR_SDL_ON_WAYLAND ? known.info.x11.display : NULL;
}

/* Reports of when the window's pictures were shown; NULL where there are none. */
static inline dr_wayland *dr_sdl_reports(SDL_Window *window) {
  const dr_sdl_window_info known = dr_sdl_about(window);
  if (known.subsystem != DR_SDL_ON_WAYLAND) return NULL;
  return dr_wayland_open(known.info.wayland.display, known.info.wayland.surface);
}
#endif

/**
 * Whether presenting waits for the display by swap control.
 *
 * The software renderer claims vsync always, and SDL claims it for its imitation too; only a swap
 * interval shows the real thing.
 */
static inline int dr_sdl_present_waits(SDL_Renderer *renderer) {
  if (renderer && !dr_sdl_claims_vsync(renderer)) return 0;
  const char *name = dr_sdl_renderer_name(renderer);
  if (!strcmp(name, "software")) return 0;
  return strncmp(name, "opengl", 6) != 0 || dr_sdl_swap_interval() != 0;
}

/* ---- A display that is lost ---- */

/* Xlib's own handlers call exit() inside whatever SDL call noticed the loss. These note it and
 * return, which libX11 1.7 and later allow. Handlers get no context: so there is one such state. */
static struct {
  void *connection;
  unsigned long x_window;
  int is_x11;
  volatile dr_sdl_end loss;
} dr_sdl_display;

typedef struct dr_sdl_x_error {
  int type;
  void *display;
  unsigned long resource, serial;
  unsigned char error_code, request_code, minor_code;
} dr_sdl_x_error;

/* Stores a function of a library that SDL has loaded, and that stays loaded; NULL where there is
 * none. Pointers to functions and to data are of one size wherever SDL loads either. */
static inline void dr_sdl_find(const char *library, const char *name, void *function) {
#if SDL_MAJOR_VERSION >= 3
  SDL_SharedObject *object = SDL_LoadObject(library);
  SDL_FunctionPointer found = object ? SDL_LoadFunction(object, name) : NULL;
#else
  void *object = SDL_LoadObject(library);
  void *found = object ? SDL_LoadFunction(object, name) : NULL;
#endif
  memcpy(function, &found, sizeof found);
}

static inline int dr_sdl_io_error(void *display) {
  (void)display;
  dr_sdl_display.loss = DR_SDL_CONNECTION_LOST;
  return 0;
}

static inline int dr_sdl_x_error_came(void *display, const dr_sdl_x_error *error) {
  (void)display;
  if (error->resource == dr_sdl_display.x_window) dr_sdl_display.loss = DR_SDL_WINDOW_LOST;
  else if (!dr_sdl_display.loss) {
    fprintf(stderr, "X error %d for request %d.%d\n", error->error_code, error->request_code,
      error->minor_code);
  }
  return 0;
}

static inline void dr_sdl_io_exit(void *display, void *context) { (void)display, (void)context; }

/* Keeps Xlib from ending the process; for good, as errors arrive later than their causes. */
static inline void dr_sdl_watch(SDL_Window *window) {
  typedef int (*io_handler)(void *);
  typedef int (*error_handler)(void *, const dr_sdl_x_error *);
  typedef void (*exit_handler)(void *, void *);
  if (dr_sdl_display.loss == DR_SDL_WINDOW_LOST) dr_sdl_display.loss = DR_SDL_RUNNING;
  dr_sdl_display.is_x11 = 0;
  dr_sdl_display.connection =
    dr_sdl_connection(window, &dr_sdl_display.x_window, &dr_sdl_display.is_x11);
  if (!dr_sdl_display.is_x11) return;
  io_handler (*set_io)(io_handler) = NULL;
  error_handler (*set_error)(error_handler) = NULL;
  void (*set_exit)(void *, exit_handler, void *) = NULL;
  dr_sdl_find("libX11.so.6", "XSetIOErrorHandler", &set_io);
  dr_sdl_find("libX11.so.6", "XSetErrorHandler", &set_error);
  dr_sdl_find("libX11.so.6", "XSetIOErrorExitHandler", &set_exit);
  if (set_io) set_io(dr_sdl_io_error);
  if (set_error) set_error(dr_sdl_x_error_came);
  if (set_exit) set_exit(dr_sdl_display.connection, dr_sdl_io_exit, NULL);
}

/* A dead compositor looks like a user who closes the window. */
static inline void dr_sdl_check_compositor(void) {
  int (*get_error)(void *) = NULL;
  if (!dr_sdl_display.connection || dr_sdl_display.is_x11) return;
  dr_sdl_find("libwayland-client.so.0", "wl_display_get_error", &get_error);
  if (get_error && get_error(dr_sdl_display.connection) != 0) {
    dr_sdl_display.loss = DR_SDL_CONNECTION_LOST;
  }
}

/* A hidden window is not drawn, so no error would show that it is gone: asks the server. */
static inline void dr_sdl_check_window(void) {
  int (*get_attributes)(void *, unsigned long, void *) = NULL;
  long attributes[64];
  if (!dr_sdl_display.is_x11) return;
  dr_sdl_find("libX11.so.6", "XGetWindowAttributes", &get_attributes);
  if (get_attributes) {
    get_attributes(dr_sdl_display.connection, dr_sdl_display.x_window, attributes);
  }
}

/* ---- Starting and ending SDL ---- */

/**
 * Starts SDL's video: 0, or -1 where there is no display.
 *
 * Without a display SDL quietly draws on one of its invisible drivers; here that is an error,
 * unless SDL_VIDEODRIVER names such a driver.
 */
static inline int dr_sdl_init(void) {
  char reason[200];
  /* SDL's defaults switch KDE's compositing off, and the screen saver. */
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
#if SDL_MAJOR_VERSION == 2
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
#endif
  if (!dr_sdl_succeeded(SDL_InitSubSystem(SDL_INIT_VIDEO))) {
    snprintf(reason, sizeof reason, "%s", SDL_GetError());
    SDL_SetError("no display: SDL says \"%s\". Set DISPLAY or WAYLAND_DISPLAY, or run without a"
      " window (headless)", reason);
    return -1;
  }
  const char *driver = SDL_GetCurrentVideoDriver(), *named = SDL_getenv("SDL_VIDEODRIVER");
  int is_invisible = driver &&
    (!strcmp(driver, "offscreen") || !strcmp(driver, "dummy") || !strcmp(driver, "evdev"));
  if (!is_invisible || (named && strstr(named, driver))) return 0;
  /* Before SDL ends, which forgets the name and the error. */
  snprintf(reason, sizeof reason, "%s", driver);
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
  SDL_SetError("no display: SDL found only its invisible driver \"%s\". Set DISPLAY or"
    " WAYLAND_DISPLAY, or run without a window (headless)", reason);
  return -1;
}

/**
 * The renderer that fits the display best: the graphics processor where presenting really waits for
 * the display, otherwise SDL's software renderer where it costs less. The environment variable
 * SDL_RENDER_DRIVER overrides it. NULL with the text in SDL_GetError() where there is none.
 */
static inline SDL_Renderer *dr_sdl_create_renderer(SDL_Window *window) {
  const char *driver = SDL_GetCurrentVideoDriver(), *named = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
  if (!driver) driver = "";
  int is_x11 = !strcmp(driver, "x11"), is_named = named && *named && strcmp(named, "software");
  int may_accelerate = !strcmp(driver, "wayland") || !strcmp(driver, "KMSDRM");
  if (is_x11) {
    /* Opening OpenGL only to find it emulated takes longer than the rest of the start. */
    FILE *device = fopen("/dev/dri", "r");
    if (!device) device = fopen("/dev/nvidiactl", "r");
    may_accelerate = device != NULL;
    if (device) fclose(device);
  }
  if (named && !strcmp(named, "software")) may_accelerate = 0;
  if (is_named || may_accelerate) {
#if SDL_MAJOR_VERSION >= 3
    SDL_Renderer *renderer = SDL_CreateRenderer(window, NULL);
    if (renderer) SDL_SetRenderVSync(renderer, 1);
#else
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1,
      SDL_RENDERER_PRESENTVSYNC | (is_named ? 0 : (Uint32)SDL_RENDERER_ACCELERATED));
#endif
    if (is_named || (renderer && (!is_x11 || dr_sdl_present_waits(renderer)))) return renderer;
    if (renderer) SDL_DestroyRenderer(renderer);
  }
  /* On X11 SDL would show the picture through an OpenGL texture: 10 % of a core against 0.5 %. And
   * without the vsync flag: with it an inner renderer keeps the imitation. */
  if (is_x11) SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
#if SDL_MAJOR_VERSION >= 3
  return SDL_CreateRenderer(window, SDL_SOFTWARE_RENDERER);
#else
  return SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
#endif
}

/**
 * Destroys the renderer and the window and ends SDL's video, as far as a lost display allows: SDL
 * would wait for a server that is gone. Each may be NULL, and must be where the program has
 * destroyed it.
 */
static inline void dr_sdl_quit(SDL_Window *window, SDL_Renderer *renderer) {
  int (*put_back)(void *, void *) = NULL;
  int (*sync)(void *, int) = NULL;
  /* An UnmapNotify as Xlib has it, in as much room as an XEvent takes. */
  struct { int type; unsigned long serial; int is_sent; void *display; unsigned long event, window;
    long room[20]; } unmapped;
  if (dr_sdl_display.loss == DR_SDL_CONNECTION_LOST) return;
  if (dr_sdl_display.loss == DR_SDL_WINDOW_LOST && dr_sdl_display.is_x11) {
    /* SDL_DestroyWindow hides the window first; SDL 2.26 waits without a limit for this event,
     * which has often been read before. */
    dr_sdl_find("libX11.so.6", "XPutBackEvent", &put_back);
    dr_sdl_find("libX11.so.6", "XSync", &sync);
    memset(&unmapped, 0, sizeof unmapped);
    unmapped.type = 18;
    unmapped.display = dr_sdl_display.connection;
    unmapped.event = unmapped.window = dr_sdl_display.x_window;
    if (put_back) put_back(dr_sdl_display.connection, &unmapped);
  }
  if (renderer) SDL_DestroyRenderer(renderer);
  if (window) SDL_DestroyWindow(window);
  /* SDL restores Xlib's own handler before it closes the connection: the errors come before. */
  if (sync) sync(dr_sdl_display.connection, 0);
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

/* ---- The loop ---- */

static inline dr_sdl_end dr_sdl_fail(dr_sdl_loop *loop, dr_status status, const char *function) {
  if (status != DR_OK) SDL_SetError("%s: %s", function, dr_status_text(status));
  loop->end = DR_SDL_FAILED;
  return DR_SDL_FAILED;
}

/**
 * Opens a loop for a window and its renderer, or for OpenGL where `renderer` is NULL and the
 * window's context is current. `options` may be NULL for the default ones.
 *
 * Returns 0, or -1; dr_sdl_close may be called either way.
 */
static inline int dr_sdl_open(
  dr_sdl_loop *loop, SDL_Window *window, SDL_Renderer *renderer, const dr_sdl_options *options) {
  if (!loop) return SDL_SetError("dr_sdl_open: the loop is NULL"), -1;
  memset(loop, 0, sizeof *loop);
  loop->options = options ? *options : dr_sdl_default_options();
  loop->state = dr_default_loop_window();
  if (dr_sdl_display.loss == DR_SDL_CONNECTION_LOST) {
    SDL_SetError("dr_sdl_open: this process has lost its display, and SDL with it. Start the"
      " program anew");
    return dr_sdl_fail(loop, DR_OK, ""), -1;
  }
  loop->window_id = window ? SDL_GetWindowID(window) : 0;
  if (!loop->window_id) {
    SDL_SetError("dr_sdl_open: there is no such window");
    return dr_sdl_fail(loop, DR_OK, ""), -1;
  }
  loop->window = window;
  loop->renderer = renderer;
  dr_loop_def def = loop->options.loop;
  def.display_hz = dr_sdl_display_hz(window);
  def.present_waits = dr_sdl_present_waits(renderer);
  dr_status status = dr_loop_create(&def, &loop->loop);
  if (status != DR_OK) return dr_sdl_fail(loop, status, "dr_sdl_open"), -1;
  /* Otherwise SDL's imitation would sleep on top of the loop's own waiting; and a timer and the
   * display, each waiting in turn, would beat. */
  loop->vsync = def.present_waits && def.timing == DR_TIMING_DISPLAY;
  if (!loop->vsync && strcmp(dr_sdl_renderer_name(renderer), "software") != 0) {
    dr_sdl_set_vsync(renderer, 0);
  }
  dr_sdl_watch(window);
  if (loop->vsync && def.latches_late) loop->reports = dr_sdl_reports(window);
  return 0;
}

/* Takes the events that are there, after waiting for one. */
static inline void dr_sdl_take(dr_sdl_loop *loop, int32_t timeout_ms) {
  SDL_Event event;
  if (timeout_ms > 0) (void)SDL_WaitEventTimeout(NULL, timeout_ms);
  while (SDL_PollEvent(&event)) {
    if (!dr_sdl_window_event(&event, &loop->state)) loop->state.input_events++;
    if (DR_SDL_IS_QUIT(&event)) {
      dr_sdl_check_compositor();
      if (!loop->ending) loop->ending = DR_SDL_QUIT;
    } else if (loop->options.escape_quits && DR_SDL_IS_ESCAPE(&event) && !loop->ending) {
      loop->ending = DR_SDL_ESCAPE;
    }
    if (loop->options.event) loop->options.event(&event, loop->options.user);
  }
}

/* Gives the loop the reports that came with the events. */
static inline void dr_sdl_take_reports(dr_sdl_loop *loop) {
  int64_t number, shown_ns;
  while (dr_wayland_next(loop->reports, &number, &shown_ns)) {
    const int64_t age_ns = dr_wayland_now(loop->reports, DR_WL_MONOTONIC) - shown_ns;
    (void)dr_loop_shown(loop->loop, number, (double)age_ns * 1e-9);
  }
}

/* Whether the window is there; otherwise the loop has ended. */
static inline int dr_sdl_has_window(dr_sdl_loop *loop) {
  if (dr_sdl_display.loss) loop->end = dr_sdl_display.loss;
  /* By its number, as a pointer to a window that the program has destroyed says nothing. */
  else if (SDL_GetWindowFromID(loop->window_id) != loop->window) loop->end = DR_SDL_WINDOW_LOST;
  if (loop->end == DR_SDL_WINDOW_LOST) SDL_SetError("the window was destroyed while its loop ran");
  return loop->end == DR_SDL_RUNNING;
}

/**
 * Waits until a frame is due and begins it: 1, or 0 where the loop has ended.
 *
 * While the window is hidden or minimised, or nothing moves, it sleeps. The frame after a quit
 * event is the last; a hidden window gets none.
 */
static inline int dr_sdl_next(dr_sdl_loop *loop, dr_frame *frame) {
  int32_t timeout_ms = 0, is_due = 0;
  if (!loop || loop->end) return 0;
  if (loop->ending) {
    loop->end = loop->ending;
  } else if (loop->options.frame_limit >= 0 && loop->frames >= loop->options.frame_limit) {
    loop->end = DR_SDL_FRAME_LIMIT;
  }
  while (!loop->end && !is_due) {
    dr_status status = dr_loop_wait(loop->loop, &timeout_ms);
    if (status != DR_OK) return dr_sdl_fail(loop, status, "dr_sdl_next"), 0;
    dr_sdl_take(loop, timeout_ms);
    if (loop->state.is_hidden) dr_sdl_check_window();
    if (!dr_sdl_has_window(loop)) return 0;
    dr_sdl_take_reports(loop);
    const uint64_t flags = SDL_GetWindowFlags(loop->window);
    loop->state.is_hidden = (flags & (SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED)) != 0;
    loop->state.has_focus = (flags & SDL_WINDOW_INPUT_FOCUS) != 0;
    loop->state.is_ending = loop->ending != DR_SDL_RUNNING;
    status = dr_loop_polled(loop->loop, &loop->state, &is_due);
    if (status != DR_OK) return dr_sdl_fail(loop, status, "dr_sdl_next"), 0;
    loop->state.display_may_have_changed = 0;
    if (loop->state.is_hidden && loop->ending) loop->end = loop->ending;
  }
  if (loop->end) return 0;
  dr_status status = dr_loop_begin(loop->loop, frame);
  if (status != DR_OK) return dr_sdl_fail(loop, status, "dr_sdl_next"), 0;
  loop->number = frame->number;
  return 1;
}

/** Presents the picture; presenting waits for the display where the loop wants it. */
static inline void dr_sdl_present(dr_sdl_loop *loop) {
  int32_t vsync = 0;
  if (!loop || loop->end || !dr_sdl_has_window(loop)) return;
  /* Software rendering fills the pixels here. */
  if (loop->renderer && loop->options.loop.presents_on_time) DR_SDL_FLUSH(loop->renderer);
  dr_status status = dr_loop_drawn(loop->loop);
  if (status != DR_OK) {
    dr_sdl_fail(loop, status, "dr_sdl_present");
    return;
  }
  dr_wayland_expect(loop->reports, loop->number);
  if (loop->renderer) SDL_RenderPresent(loop->renderer);
  else SDL_GL_SwapWindow(loop->window);
  if (!dr_sdl_has_window(loop)) return;
  status = dr_loop_presented(loop->loop, &vsync);
  if (status != DR_OK) {
    dr_sdl_fail(loop, status, "dr_sdl_present");
    return;
  }
  if (vsync != loop->vsync) dr_sdl_set_vsync(loop->renderer, vsync);
  loop->vsync = vsync;
  loop->frames++;
  loop->state.input_events = 0;
  loop->state.needs_picture = 0;
}

/** Nothing moves: the next frame is drawn after an event. Call it after dr_sdl_present. */
static inline void dr_sdl_idle(dr_sdl_loop *loop) {
  if (loop && !loop->end) (void)dr_loop_idle(loop->loop);
}

/** Nothing changes before a frame with this time_s: the next is drawn then, or after an event. */
static inline void dr_sdl_idle_until(dr_sdl_loop *loop, double time_s) {
  if (loop && !loop->end) (void)dr_loop_idle_until(loop->loop, time_s);
}

/** Closes the loop and returns why it ended; window and renderer stay the program's. */
static inline dr_sdl_end dr_sdl_close(dr_sdl_loop *loop) {
  if (!loop) return DR_SDL_FAILED;
  if (loop->options.stats) (void)dr_loop_get_stats(loop->loop, loop->options.stats);
  /* A window that is gone may have taken the connection along. */
  if (loop->end != DR_SDL_WINDOW_LOST) dr_wayland_close(loop->reports);
  loop->reports = NULL;
  (void)dr_loop_destroy(loop->loop);
  return loop->end ? loop->end : DR_SDL_STOPPED;
}

/**
 * Draws frame after frame until the loop is ended, and returns why: opens a loop, calls `frame` for
 * each frame, presents, and closes it.
 */
static inline dr_sdl_end dr_sdl_run(
  SDL_Window *window, SDL_Renderer *renderer, const dr_sdl_options *options, dr_sdl_frame frame,
  void *user) {
  dr_sdl_loop loop;
  dr_frame now;
  if (!frame) return SDL_SetError("dr_sdl_run: the frame's function is NULL"), DR_SDL_FAILED;
  if (dr_sdl_open(&loop, window, renderer, options) != 0) return dr_sdl_close(&loop);
  loop.options.user = user;
  while (dr_sdl_next(&loop, &now)) {
    const dr_sdl_decision decision = frame(&now, user);
    dr_sdl_present(&loop);
    if (decision == DR_SDL_WAIT) dr_sdl_idle(&loop);
    if (decision == DR_SDL_STOP && !loop.end && !loop.ending) loop.ending = DR_SDL_STOPPED;
  }
  return dr_sdl_close(&loop);
}

/* ---- Statistics as text ---- */

static inline void dr_sdl_print_durations(FILE *file, const char *name, const dr_durations *times) {
  if (!times->count) {
    fprintf(file, "%-13snone\n", name);
    return;
  }
  fprintf(file, "%-13sp1%9.3f  p50%9.3f  p90%9.3f  p99%9.3f  max%9.3f\n", name, times->p1_s * 1e3,
    times->p50_s * 1e3, times->p90_s * 1e3, times->p99_s * 1e3, times->longest_s * 1e3);
}

static inline void dr_sdl_print_hz(FILE *file, const char *name, double hz) {
  if (hz > 0) fprintf(file, ", %s %.3f Hz", name, hz);
  else fprintf(file, ", %s none", name);
}

/** Writes statistics as `flashing-square --stats` does: a line each, milliseconds unless said. */
static inline void dr_sdl_print_stats(
  FILE *file, const dr_loop_stats *stats, SDL_Renderer *renderer) {
  const char *driver = SDL_GetCurrentVideoDriver();
  fprintf(file, "mode         %s\n", dr_loop_mode_text(stats->mode));
  fprintf(file, "display      %s, %s\n", driver ? driver : "", dr_sdl_renderer_name(renderer));
  fprintf(file, "frames       %lld\n", (long long)stats->frames);
  fprintf(file, "rate         %.3f Hz", stats->frames_per_s);
  dr_sdl_print_hz(file, "measured", stats->measured_hz);
  dr_sdl_print_hz(file, "reported", stats->reported_hz);
  fputc('\n', file);
  dr_sdl_print_durations(file, "interval", &stats->interval);
  dr_sdl_print_durations(file, "step error", &stats->step_error);
  dr_sdl_print_durations(file, "wake error", &stats->wake_error);
  dr_sdl_print_durations(file, "build", &stats->build);
  dr_sdl_print_durations(file, "present", &stats->present);
  dr_sdl_print_durations(file, "input age", &stats->input_age);
  if (stats->lead_s > 0) {
    fprintf(file, "lead         %.3f ms, late %.2f %% of %lld\n", stats->lead_s * 1e3,
      stats->planned ? 100.0 * (double)stats->late / (double)stats->planned : 0.0,
      (long long)stats->planned);
  }
  fprintf(file, "CPU          %.2f %%\n", stats->processor_share * 100);
  fprintf(file, "short        %u\nmissed       %lld\nstalls       %lld\nrelocks      %lld\n",
    stats->short_intervals, (long long)stats->missed, (long long)stats->stalls,
    (long long)stats->relocks);
  fprintf(file, "events       %lld\nfixed steps  %lld, dropped %lld\n",
    (long long)stats->input_events, (long long)stats->steps_made, (long long)stats->steps_dropped);
}

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_SDL_H */
