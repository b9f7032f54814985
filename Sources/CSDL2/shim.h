// SPDX-License-Identifier: Apache-2.0
// SDL2 for Swift: the header, and functions for the macros and unions that Swift cannot import.
#pragma once
#include <SDL2/SDL.h>
// Xlib calls an integer type `Window`; renamed so that Swift files can use the name.
#define Window XlibWindow
#include <SDL2/SDL_syswm.h>
#undef Window
#include "../CFrameLoop/include/dynamic_repeat_wayland.h"

static inline int csdl_window_position_centered(void) { return (int)SDL_WINDOWPOS_CENTERED; }

/// SDL's information about a window of a window system; zeros under another one.
static inline SDL_SysWMinfo csdl_window_info(SDL_Window *window, SDL_SYSWM_TYPE system) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != system) SDL_zero(info);
  return info;
}

/// The connection of a window: Xlib's `Display *`, or NULL elsewhere.
static inline void *csdl_x11_display(SDL_Window *window) {
#if defined(SDL_VIDEO_DRIVER_X11)
  return csdl_window_info(window, SDL_SYSWM_X11).info.x11.display;
#else
  (void)window;
  return NULL;
#endif
}

/// The X identifier of a window, or 0 elsewhere.
static inline unsigned long csdl_x11_window(SDL_Window *window) {
#if defined(SDL_VIDEO_DRIVER_X11)
  return csdl_window_info(window, SDL_SYSWM_X11).info.x11.window;
#else
  (void)window;
  return 0;
#endif
}

/// The connection of a window: Wayland's `struct wl_display *`, or NULL elsewhere.
static inline void *csdl_wayland_display(SDL_Window *window) {
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
  return csdl_window_info(window, SDL_SYSWM_WAYLAND).info.wl.display;
#else
  (void)window;
  return NULL;
#endif
}

/// The surface of a window: Wayland's `struct wl_surface *`, or NULL elsewhere.
static inline void *csdl_wayland_surface(SDL_Window *window) {
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
  return csdl_window_info(window, SDL_SYSWM_WAYLAND).info.wl.surface;
#else
  (void)window;
  return NULL;
#endif
}
