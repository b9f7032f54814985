// SPDX-License-Identifier: Apache-2.0
// The C headers' functions for displays, and the functions of Xlib that only the driver calls. They
// are in the library that SDL has loaded; this module does not link it. shim.h includes this file
// after SDL's header.
#pragma once
// Xlib calls an integer type `Window`. It is renamed, so that Swift files can use the name.
#define Window XlibWindow
#include <X11/Xlib.h>
#undef Window
#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
#include "../CFrameLoop/include/dynamic_repeat_sdl_display.h"
#include "../CFrameLoop/include/dynamic_repeat_wayland.h"

static inline void *csdl_symbol(const char *name) {
  void *found;
  dr_sdl_find("libX11.so.6", name, &found);
  return found;
}

#define CSDL_XLIB(function) ((__typeof__(&function))csdl_symbol(#function))

/// The connection of a window; NULL if SDL does not use X11.
static inline Display *csdl_x11_display(SDL_Window *window) {
  const dr_sdl_handles handles = dr_sdl_handles_of(window);
  return handles.is_x11 && CSDL_XLIB(XFree) ? (Display *)handles.connection : NULL;
}

/// Whether X11 shows a window without a window manager.
///
/// Source: Extended Window Manager Hints 1.5, _NET_SUPPORTING_WM_CHECK, which a manager sets on the
/// root window.
static inline bool csdl_x11_has_no_manager(SDL_Window *window) {
  Display *const display = csdl_x11_display(window);
  if (!display) return false;
  const Atom check = CSDL_XLIB(XInternAtom)(display, "_NET_SUPPORTING_WM_CHECK", True);
  if (check == None) return true;
  Atom kind;
  int bits;
  unsigned long count = 0, left;
  unsigned char *data = NULL;
  const int status = CSDL_XLIB(XGetWindowProperty)(
    display, CSDL_XLIB(XDefaultRootWindow)(display), check, 0, 1, False, AnyPropertyType, &kind,
    &bits, &count, &left, &data);
  if (data) CSDL_XLIB(XFree)(data);
  return status != Success || count == 0;
}

/// Reads which keys are down, one bit for each X keycode; none outside X11.
static inline void csdl_x11_read_keys(SDL_Window *window, char bits[32]) {
  Display *const display = csdl_x11_display(window);
  memset(bits, 0, 32);
  if (display) CSDL_XLIB(XQueryKeymap)(display, bits);
}

/// The X keycode of a key; 0 if X has no key with the name that SDL gives the key.
static inline uint8_t csdl_x11_code(SDL_Window *window, uint32_t symbol) {
  Display *const display = csdl_x11_display(window);
  if (!display) return 0;
  char name[64];
  SDL_strlcpy(name, SDL_GetKeyName((SDL_Keycode)symbol), sizeof name);
  KeySym named = CSDL_XLIB(XStringToKeysym)(name);
  if (named == NoSymbol) named = CSDL_XLIB(XStringToKeysym)(SDL_strlwr(name));
  return CSDL_XLIB(XKeysymToKeycode)(display, named);
}
