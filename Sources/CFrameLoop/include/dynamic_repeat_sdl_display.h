/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: the behaviour of SDL 2 and 3, X11 and Wayland on displays that are lost, slow to
 * show a window or without a graphics processor. dynamic_repeat_sdl.h includes this header, and a
 * program of that header calls nothing of this one.
 *
 * The types come first. A file that defines DYNAMIC_REPEAT_SDL_IMPLEMENTATION before it includes
 * this header also gets the functions, which are static. The state is in structures of the caller.
 * Call all functions on the thread that draws.
 *
 *   static dr_sdl_display display;
 *   dr_sdl_display_prepare(&display);         // before SDL starts its video
 *   dr_sdl_display_watch(&display, window);   // before the window's renderer or loop is made
 *   if (display.loss) ...                     // after each frame
 *   dr_sdl_display_settle(&display, window);  // before SDL_DestroyWindow
 */
#ifndef DYNAMIC_REPEAT_SDL_DISPLAY_H
#define DYNAMIC_REPEAT_SDL_DISPLAY_H

#include "dynamic_repeat_sdl_versions.h"
#include <stdint.h>

/** The part of the display that was lost. */
typedef enum dr_sdl_loss {
  DR_SDL_NO_LOSS = 0,
  DR_SDL_LOST_CONNECTION = 1, /**< The server or compositor died. SDL must not be called again. */
  DR_SDL_LOST_WINDOW = 2      /**< Another program destroyed the watched window. */
} dr_sdl_loss;

/** The watched display. It must exist until the process ends, because X errors arrive late. */
typedef struct dr_sdl_display {
  dr_sdl_handles watched; /**< The handles of the watched window. */
  volatile dr_sdl_loss loss;
} dr_sdl_display;

/** The preferred renderer. */
typedef enum dr_sdl_renderer_choice {
  DR_SDL_BEST_RENDERER = 0, /**< The graphics processor's if presenting with it really waits for
                                 the display, otherwise the software renderer if that costs less.
                                 SDL_RENDER_DRIVER in the environment overrides this choice. */
  DR_SDL_ACCELERATED_RENDERER = 1,
  DR_SDL_SOFTWARE_RENDERER = 2
} dr_sdl_renderer_choice;

/**
 * A window that a Wayland compositor may not show yet. While `presents` and `waits` are above 0,
 * presenting lowers the first number if it returns at once, and the second if it waits.
 */
typedef struct dr_sdl_unshown {
  int32_t presents, waits;
  int64_t presented_ns; /**< The time at which SDL last presented; 0 before the first time and after
                             a pause. */
} dr_sdl_unshown;

#endif /* DYNAMIC_REPEAT_SDL_DISPLAY_H */

/* ---- The functions ---- */

#if defined DYNAMIC_REPEAT_SDL_IMPLEMENTATION && !defined DYNAMIC_REPEAT_SDL_DISPLAY_IMPLEMENTED
#define DYNAMIC_REPEAT_SDL_DISPLAY_IMPLEMENTED

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stores a function of a library that SDL has loaded and keeps loaded; NULL if there is none.
 * Function and data pointers have the same size on every system that SDL supports. */
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

/* ---- Loss of the display ---- */

/* The display of the handlers below, because Xlib passes them no context. Xlib's own handlers call
 * exit() inside the SDL call that noticed the loss. These handlers record the loss and return;
 * libX11 1.7 and later allow a handler to return. The variable is in a function, because Swift's
 * compiler does not emit a variable of the file. */
static inline dr_sdl_display **dr_sdl_handled(void) {
  static dr_sdl_display *display;
  return &display;
}

/* Xlib's XErrorEvent. */
typedef struct dr_sdl_x_error {
  int type;
  void *display;
  unsigned long resource, serial;
  unsigned char error_code, request_code, minor_code;
} dr_sdl_x_error;

static inline int dr_sdl_on_io_error(void *connection) {
  /* A dead connection is always readable, so SDL_WaitEventTimeout polls it at 100 % of a core until
   * the time-out. A pipe into which nothing is written takes the connection's place. An event
   * cannot end that wait: SDL would send the event to the server too, and Xlib's own handler of
   * SDL's second connection would end the process. */
  int (*number)(void *) = NULL;
  int ends[2];
  dr_sdl_find("libX11.so.6", "XConnectionNumber", &number);
  if (number && pipe(ends) == 0) (void)dup2(ends[0], number(connection));
  (*dr_sdl_handled())->loss = DR_SDL_LOST_CONNECTION;
  return 0;
}

/* Records an error about the watched window as the window's loss, and prints other errors. Errors
 * about a lost window's pixmaps and contexts are ignored. */
static inline int dr_sdl_on_x_error(void *connection, const dr_sdl_x_error *error) {
  dr_sdl_display *display = *dr_sdl_handled();
  (void)connection;
  if (error->resource == display->watched.x_window) {
    display->loss = DR_SDL_LOST_WINDOW;
  } else if (!display->loss) {
    fprintf(stderr, "X error %d for request %d.%d\n", error->error_code, error->request_code,
      error->minor_code);
  }
  return 0;
}

static inline void dr_sdl_on_io_exit(void *connection, void *context) {
  (void)connection, (void)context;
}

/* Prevents Xlib from ending the process. The handlers stay installed, because errors arrive later
 * than their causes. */
static inline void dr_sdl_catch_x_errors(dr_sdl_display *display) {
  typedef int (*error_handler)(void *, const dr_sdl_x_error *);
  typedef int (*io_handler)(void *);
  error_handler (*set_error)(error_handler) = NULL;
  io_handler (*set_io)(io_handler) = NULL;
  dr_sdl_find("libX11.so.6", "XSetErrorHandler", &set_error);
  dr_sdl_find("libX11.so.6", "XSetIOErrorHandler", &set_io);
  *dr_sdl_handled() = display;
  if (set_error) set_error(dr_sdl_on_x_error);
  if (set_io) set_io(dr_sdl_on_io_error);
}

/* Prints libwayland's messages, except that there is no XDG_RUNTIME_DIR and so no compositor: SDL
 * then tries other displays, and the caller reports the result. */
static inline void dr_sdl_on_wayland_message(const char *format, va_list arguments) {
  if (strncmp(format, "error: XDG_RUNTIME_DIR ", 23) != 0) vfprintf(stderr, format, arguments);
}

/** Sets SDL's hints and installs handlers of errors. Call this before SDL starts its video. */
static inline void dr_sdl_display_prepare(dr_sdl_display *display) {
  typedef void (*log_handler)(const char *, va_list);
  void (*set_log)(log_handler) = NULL;
  const char *runtime = SDL_getenv("XDG_RUNTIME_DIR");
  memset(&display->watched, 0, sizeof display->watched);
  /* SDL's defaults disable KDE's compositing and the screen saver. */
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  /* SDL 2 saves the error handler that is installed now, and restores that handler before closing
   * its connections. A late message on the second connection can still cause an error after that;
   * see dr_sdl_display_settle. */
  if (SDL_getenv("DISPLAY")) dr_sdl_catch_x_errors(display);
  if (!runtime || *runtime != '/') {
    dr_sdl_find("libwayland-client.so.0", "wl_log_set_handler_client", &set_log);
  }
  if (set_log) set_log(dr_sdl_on_wayland_message);
}

/** Watches a window instead of the window that was watched before. */
static inline void dr_sdl_display_watch(dr_sdl_display *display, SDL_Window *window) {
  typedef void (*exit_handler)(void *, void *);
  void (*set_exit)(void *, exit_handler, void *) = NULL;
  if (display->loss == DR_SDL_LOST_WINDOW) display->loss = DR_SDL_NO_LOSS;
  display->watched = dr_sdl_handles_of(window);
  if (!display->watched.is_x11) return;
  dr_sdl_catch_x_errors(display);
  dr_sdl_find("libX11.so.6", "XSetIOErrorExitHandler", &set_exit);
  if (set_exit) set_exit(display->watched.connection, dr_sdl_on_io_exit, NULL);
}

/** Sets the loss if the compositor died, because SDL reports its death as a closed window. */
static inline void dr_sdl_display_check_compositor(dr_sdl_display *display) {
  int (*get_error)(void *) = NULL;
  if (!display->watched.connection || display->watched.is_x11) return;
  dr_sdl_find("libwayland-client.so.0", "wl_display_get_error", &get_error);
  if (get_error && get_error(display->watched.connection) != 0) {
    display->loss = DR_SDL_LOST_CONNECTION;
  }
}

/** Sets the loss if the watched window was destroyed. A hidden window is not drawn, so no error
 * would reveal its loss. */
static inline void dr_sdl_display_check_window(dr_sdl_display *display) {
  int (*get_attributes)(void *, unsigned long, void *) = NULL;
  long attributes[64];
  if (!display->watched.is_x11) return;
  dr_sdl_find("libX11.so.6", "XGetWindowAttributes", &get_attributes);
  if (get_attributes) {
    get_attributes(display->watched.connection, display->watched.x_window, attributes);
  }
}

/**
 * Takes the errors that the server has pending. Call this before SDL destroys a window, which may
 * be lost, and before SDL ends its video; `window` is NULL if no window is destroyed.
 */
static inline void dr_sdl_display_settle(dr_sdl_display *display, SDL_Window *window) {
  int (*put_back)(void *, void *) = NULL;
  int (*sync)(void *, int) = NULL;
  /* Xlib's layout of an UnmapNotify event, with the size of an XEvent. */
  struct { int type; unsigned long serial; int is_sent; void *display; unsigned long event, window;
    long room[20]; } unmapped;
  if (!display->watched.is_x11 || display->loss == DR_SDL_LOST_CONNECTION) return;
  dr_sdl_find("libX11.so.6", "XSync", &sync);
  /* SDL ends its wait for events by a message to the window on a second connection. If the window
   * were destroyed before the server reads that message, Xlib would end the process.
   * dr_sdl_display_prepare prevents this. If the program started SDL itself, the second reply to
   * XSync shows that a server on this machine has read the message. */
  for (int answer = 0; sync && answer < 2; answer++) sync(display->watched.connection, 0);
  if (!window || display->loss != DR_SDL_LOST_WINDOW) return;
  /* SDL_DestroyWindow hides the window first. SDL 2.26 then waits without a limit for the
   * UnmapNotify event. SDL has often read that event already, so one is put into the queue. */
  dr_sdl_find("libX11.so.6", "XPutBackEvent", &put_back);
  memset(&unmapped, 0, sizeof unmapped);
  unmapped.type = 18;
  unmapped.display = display->watched.connection;
  unmapped.event = unmapped.window = dr_sdl_handles_of(window).x_window;
  if (put_back) put_back(display->watched.connection, &unmapped);
}

/* ---- Video drivers and renderers ---- */

/** Whether a video driver of SDL shows nothing. SDL silently chooses one without a display. */
static inline int dr_sdl_is_invisible(const char *driver) {
  return !strcmp(driver, "offscreen") || !strcmp(driver, "dummy") || !strcmp(driver, "evdev");
}

/** The names in SDL_VIDEODRIVER, separated by commas; "" for none. SDL 3's hint also has the value
 * of SDL_VIDEO_DRIVER. */
static inline const char *dr_sdl_named_drivers(void) {
#if SDL_MAJOR_VERSION >= 3
  const char *names = SDL_GetHint(SDL_HINT_VIDEO_DRIVER);
#else
  const char *names = SDL_GetHint("SDL_VIDEODRIVER");
#endif
  return names ? names : "";
}

/** Whether a driver is among names that are separated by commas. */
static inline int dr_sdl_is_named(const char *driver, const char *names) {
  const size_t length = strlen(driver);
  while (strncmp(names, driver, length) != 0 || (names[length] && names[length] != ',')) {
    names = strchr(names, ',');
    if (!names) return 0;
    names++;
  }
  return 1;
}

/* Whether Linux lists a graphics device. This is checked first, because opening an emulated OpenGL
 * takes longer than the rest of the start. WSL lists /dev/dxg. */
static inline int dr_sdl_has_graphics_device(void) {
  return access("/dev/dri", F_OK) == 0 || access("/dev/nvidiactl", F_OK) == 0 ||
    access("/dev/dxg", F_OK) == 0;
}

/** Creates the renderer of a window. Returns NULL if there is none; SDL_GetError() has the text. */
static inline SDL_Renderer *dr_sdl_choose_renderer(
  SDL_Window *window, dr_sdl_renderer_choice choice) {
  const char *driver = SDL_GetCurrentVideoDriver(), *named = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
  if (!driver) driver = "";
  if (!named) named = "";
  const int is_x11 = !strcmp(driver, "x11"), is_named = *named && strcmp(named, "software");
  int accelerates = choice == DR_SDL_BEST_RENDERER && strcmp(named, "software") != 0;
  if (choice == DR_SDL_ACCELERATED_RENDERER || (accelerates && is_named)) {
    return dr_sdl_open_renderer(window, 0, is_named);
  }
  if (is_x11) accelerates = accelerates && dr_sdl_has_graphics_device();
  else accelerates = accelerates && (!strcmp(driver, "wayland") || !strcmp(driver, "KMSDRM"));
  SDL_Renderer *renderer = accelerates ? dr_sdl_open_renderer(window, 0, 0) : NULL;
  if (renderer && (!is_x11 || dr_sdl_has_swap_control(renderer))) return renderer;
  if (renderer) SDL_DestroyRenderer(renderer);
  /* By default, SDL shows a software picture on X11 through an OpenGL texture, which takes 10 % of
   * a core instead of 0.5 %. On Wayland, SDL has no other way. */
  if (is_x11) SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  return dr_sdl_open_renderer(window, 1, 0);
}

/* ---- A window that is not shown yet ---- */

/**
 * Returns the state for a window whose loop begins, or that is hidden; {0, 0, 0} outside Wayland.
 *
 * Until a Wayland compositor has shown the window, SDL 3, which sdl2-compat also uses, presents
 * without waiting: for about a period, or longer on a busy machine. The loop would conclude that
 * presenting does not wait, and turn vsync off. Therefore the loop pauses after every second call
 * that presents without waiting, for up to 60 such calls, until three calls have waited. After a
 * pause no picture is pending, so the first call may return at once; the second call shows whether
 * presenting waits.
 */
static inline dr_sdl_unshown dr_sdl_unshown_on(const dr_sdl_display *display) {
  dr_sdl_unshown window = {0, 0, 0};
  if (!display->watched.is_x11 && display->watched.connection) {
    window.presents = 60;
    window.waits = 3;
  }
  return window;
}

/**
 * Takes note of a presented picture, and returns the time for which the loop pauses; 0 for none.
 *
 * Two frames and the pause after them take 2.5 periods. At this mean rate, the loop does not
 * conclude that presenting never waits. A frame of 0.95 periods or more needs no pause. The call
 * counts as waiting if it took at least 0.2 ms and at least a sixteenth of the period; `waited_ns`
 * does not include the time in which the process computed.
 */
static inline int64_t dr_sdl_unshown_pause_ns(
  dr_sdl_unshown *window, int64_t presented_ns, int64_t waited_ns, int64_t period_ns) {
  if (window->presents <= 0 || window->waits <= 0) return 0;
  const int64_t last_ns = window->presented_ns, interval_ns = presented_ns - last_ns;
  const int has_waited = waited_ns >= 200000 && waited_ns >= period_ns / 16;
  const int pauses = !has_waited && last_ns && interval_ns < period_ns * 19 / 20;
  window->presented_ns = pauses ? 0 : presented_ns;
  if (has_waited) window->waits--;
  else window->presents--;
  return pauses ? period_ns * 5 / 2 - 2 * interval_ns : 0;
}

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_SDL_IMPLEMENTATION */
