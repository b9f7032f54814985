// SPDX-License-Identifier: Apache-2.0
// The functions of Xlib and Wayland that the driver calls, in the libraries that SDL has loaded. This
// module does not link them. shim.h includes this file after SDL's header.
#pragma once
// Xlib calls an integer type `Window`. It is renamed, so that Swift files can use the name.
#define Window XlibWindow
#include <X11/Xlib.h>
#undef Window
#include <dlfcn.h>
#include <stdlib.h>
#include "../CFrameLoop/include/dynamic_repeat_sdl_versions.h"
#include "../CFrameLoop/include/dynamic_repeat_wayland.h"

static inline void *csdl_symbol(const char *library, const char *name) {
  void *const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  return loaded ? dlsym(loaded, name) : NULL;
}

#define CSDL_XLIB(function) ((__typeof__(&function))csdl_symbol("libX11.so.6", #function))

/// The connection of a window; NULL if SDL does not use X11.
static inline Display *csdl_x11_display(SDL_Window *window) {
  const dr_sdl_handles handles = dr_sdl_handles_of(window);
  return handles.is_x11 && CSDL_XLIB(XFree) ? (Display *)handles.connection : NULL;
}

/// Installs handlers of errors and of lost connections, before SDL opens its connections.
static inline void csdl_x11_handle(XErrorHandler error, XIOErrorHandler loss) {
  if (!getenv("DISPLAY") || !dlopen("libX11.so.6", RTLD_LAZY)) return;
  CSDL_XLIB(XSetErrorHandler)(error);
  CSDL_XLIB(XSetIOErrorHandler)(loss);
}

static inline void csdl_x11_continue(Display *lost, void *ignored) { (void)lost, (void)ignored; }

/// Prevents Xlib from ending the process after the handler of a lost connection has returned.
static inline void csdl_x11_outlive(Display *display) {
  __auto_type set = CSDL_XLIB(XSetIOErrorExitHandler);
  if (set) set(display, csdl_x11_continue, NULL);
}

/// Waits until the server has processed all requests and sent their errors.
static inline void csdl_x11_sync(Display *display) { CSDL_XLIB(XSync)(display, False); }

static inline int csdl_x11_descriptor(Display *display) {
  return CSDL_XLIB(XConnectionNumber)(display);
}

/// Requests a reply about a window. If the window does not exist, the reply is an error.
static inline void csdl_x11_check(Display *display, XID window) {
  XWindowAttributes ignored;
  CSDL_XLIB(XGetWindowAttributes)(display, window, &ignored);
}

/// Queues an event that reports the window as hidden.
static inline void csdl_x11_report_hidden(Display *display, XID window) {
  XEvent event;
  memset(&event, 0, sizeof event);
  event.xunmap.type = UnmapNotify;
  event.xunmap.display = display;
  event.xunmap.event = event.xunmap.window = window;
  CSDL_XLIB(XPutBackEvent)(display, &event);
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

/// The error of a connection to a Wayland compositor; 0 for none.
static inline int csdl_wayland_error(void *connection) {
  int (*const error)(void *) = (int (*)(void *))csdl_symbol(
    "libwayland-client.so.0", "wl_display_get_error");
  return error ? error(connection) : 0;
}
