/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The differences between SDL 2 and SDL 3, for the other headers. If no SDL header was included
 * before, this header includes the one that the compiler finds: <SDL.h>, or else <SDL3/SDL.h>.
 */
#ifndef DYNAMIC_REPEAT_SDL_VERSIONS_H
#define DYNAMIC_REPEAT_SDL_VERSIONS_H

#if !defined SDL_MAJOR_VERSION && defined __has_include
#if !__has_include(<SDL.h>) && __has_include(<SDL3/SDL.h>)
#include <SDL3/SDL.h>
#endif
#endif
#ifndef SDL_MAJOR_VERSION
#include <SDL.h>
#endif
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A window's handles: Xlib's display and window, or Wayland's display and surface; else NULL. */
typedef struct dr_sdl_handles {
  void *connection, *surface;
  unsigned long x_window;
  int is_x11;
} dr_sdl_handles;

#if SDL_MAJOR_VERSION >= 3
#define DR_SDL_FLUSH(renderer) ((void)SDL_FlushRenderer(renderer))
#define DR_SDL_SUCCEEDED(result) (result)
#define DR_SDL_IS_ESCAPE(e) ((e)->type == SDL_EVENT_KEY_DOWN && (e)->key.key == SDLK_ESCAPE)
#define DR_SDL_IS_DISPLAY_EVENT(e) \
  ((e)->type >= SDL_EVENT_DISPLAY_FIRST && (e)->type <= SDL_EVENT_DISPLAY_LAST)
#define DR_SDL_WINDOW_EVENT(name) SDL_EVENT_WINDOW_##name
#define DR_SDL_WINDOW_EVENT_OF(e) ((e)->type)
enum { DR_SDL_QUIT_EVENT = SDL_EVENT_QUIT, DR_SDL_TERMINATING = SDL_EVENT_TERMINATING,
  DR_SDL_FIRST_INPUT = SDL_EVENT_KEY_DOWN, DR_SDL_RESIZED = SDL_EVENT_WINDOW_PIXEL_SIZE_CHANGED,
  DR_SDL_CLOSED = SDL_EVENT_WINDOW_CLOSE_REQUESTED,
  DR_SDL_UNSEEN = SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED | SDL_WINDOW_OCCLUDED };

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

static inline SDL_Renderer *dr_sdl_open_renderer(
  SDL_Window *window, int is_software, int is_named) {
  SDL_Renderer *renderer = SDL_CreateRenderer(window, is_software ? SDL_SOFTWARE_RENDERER : NULL);
  if (renderer && !is_software) SDL_SetRenderVSync(renderer, 1);
  (void)is_named;
  return renderer;
}

static inline dr_sdl_handles dr_sdl_handles_of(SDL_Window *window) {
  SDL_PropertiesID about = SDL_GetWindowProperties(window);
  dr_sdl_handles found;
  found.x_window = (unsigned long)SDL_GetNumberProperty(
    about, SDL_PROP_WINDOW_X11_WINDOW_NUMBER, 0);
  found.surface = SDL_GetPointerProperty(about, SDL_PROP_WINDOW_WAYLAND_SURFACE_POINTER, NULL);
  found.connection = SDL_GetPointerProperty(about, SDL_PROP_WINDOW_X11_DISPLAY_POINTER, NULL);
  found.is_x11 = found.connection != NULL;
  if (!found.is_x11) found.connection =
    SDL_GetPointerProperty(about, SDL_PROP_WINDOW_WAYLAND_DISPLAY_POINTER, NULL);
  return found;
}
#else
#define DR_SDL_FLUSH(renderer) ((void)SDL_RenderFlush(renderer))
#define DR_SDL_SUCCEEDED(result) ((result) == 0)
#define DR_SDL_IS_ESCAPE(e) ((e)->type == SDL_KEYDOWN && (e)->key.keysym.sym == SDLK_ESCAPE)
#define DR_SDL_IS_DISPLAY_EVENT(e) ((e)->type == SDL_DISPLAYEVENT)
#define DR_SDL_WINDOW_EVENT(name) SDL_WINDOWEVENT_##name
#define DR_SDL_WINDOW_EVENT_OF(e) ((e)->type == SDL_WINDOWEVENT ? (e)->window.event : 0u)
enum { DR_SDL_QUIT_EVENT = SDL_QUIT, DR_SDL_TERMINATING = SDL_APP_TERMINATING,
  DR_SDL_FIRST_INPUT = SDL_KEYDOWN, DR_SDL_RESIZED = SDL_WINDOWEVENT_SIZE_CHANGED,
  DR_SDL_CLOSED = SDL_WINDOWEVENT_CLOSE,
  DR_SDL_UNSEEN = SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED };

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

static inline void dr_sdl_set_vsync(SDL_Renderer *renderer, int on) {
  if (renderer) SDL_RenderSetVSync(renderer, on);
  else SDL_GL_SetSwapInterval(on);
}

/* A software renderer is created without the vsync flag, because with the flag an inner renderer
 * would keep SDL's simulated vsync. */
static inline SDL_Renderer *dr_sdl_open_renderer(
  SDL_Window *window, int is_software, int is_named) {
  if (is_software) return SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
  return SDL_CreateRenderer(window, -1,
    SDL_RENDERER_PRESENTVSYNC | (is_named ? 0 : (Uint32)SDL_RENDERER_ACCELERATED));
}

/* A declaration from SDL_syswm.h. That header would include Xlib's headers, whose macros are common
 * words. */
struct SDL_SysWMinfo;
extern DECLSPEC SDL_bool SDLCALL SDL_GetWindowWMInfo(
  SDL_Window *window, struct SDL_SysWMinfo *info);

static inline dr_sdl_handles dr_sdl_handles_of(SDL_Window *window) {
  enum { on_x11 = 2, on_wayland = 6 };
  struct {
    SDL_version version;
    int subsystem;
    union {
      struct { void *display; unsigned long window; } x11;
      struct { void *display, *surface; } wayland;
      char room[64];
    } info;
  } known;
  dr_sdl_handles found = {NULL, NULL, 0, 0};
  memset(&known, 0, sizeof known);
  SDL_VERSION(&known.version);
  if (!SDL_GetWindowWMInfo(window, (struct SDL_SysWMinfo *)(void *)&known)) return found;
  found.is_x11 = known.subsystem == on_x11;
  if (found.is_x11) {
    found.connection = known.info.x11.display;
    found.x_window = known.info.x11.window;
  } else if (known.subsystem == on_wayland) {
    found.connection = known.info.wayland.display;
    found.surface = known.info.wayland.surface;
  }
  return found;
}
#endif

/* Whether presenting waits for the display. The software renderer always claims vsync, and SDL also
 * claims vsync that it only simulates, so only a swap interval is proof. */
static inline int dr_sdl_has_swap_control(SDL_Renderer *renderer) {
  if (renderer && !dr_sdl_claims_vsync(renderer)) return 0;
  const char *name = dr_sdl_renderer_name(renderer);
  if (!strcmp(name, "software")) return 0;
  return strncmp(name, "opengl", 6) != 0 || dr_sdl_swap_interval() != 0;
}

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_SDL_VERSIONS_H */
