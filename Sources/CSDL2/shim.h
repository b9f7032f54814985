// SPDX-License-Identifier: Apache-2.0
// SDL for Swift: SDL's header, and functions for its macros and unions, which Swift cannot import.
// The functions also hide the differences between SDL 2 and SDL 3. SDL3/shim.h includes this file.
#pragma once
#ifdef CSDL_VERSION_3
#define SDL_ENABLE_OLD_NAMES  // SDL 3 then knows SDL 2's names, in C but not in Swift
#define SDL_MAIN_HANDLED
#include <SDL3/SDL.h>
#include <SDL3/SDL_main.h>
#define SDL_WINDOW_FULLSCREEN_DESKTOP SDL_WINDOW_FULLSCREEN
#define CSDL_HINT_VIDEO_DRIVER SDL_HINT_VIDEO_DRIVER
#define CSDL_CONTROLLER(event, part) (event).g##part
#define CSDL_SUCCEEDED(result) (result)
#else
#include <SDL2/SDL.h>
#define CSDL_HINT_VIDEO_DRIVER SDL_HINT_VIDEODRIVER
#define CSDL_CONTROLLER(event, part) (event).c##part
#define CSDL_SUCCEEDED(result) ((result) == 0)
#endif
#include <stdbool.h>
#include "servers.h"

// ---- Windows

static inline int csdl_window_position_centered(void) { return (int)SDL_WINDOWPOS_CENTERED; }

static inline SDL_Window *csdl_create_window(
  const char *title, SDL_Rect frame, bool is_resizable, bool is_fullscreen) {
  const uint32_t flags = SDL_WINDOW_ALLOW_HIGHDPI | (is_resizable ? SDL_WINDOW_RESIZABLE : 0) |
    (is_fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
#if SDL_MAJOR_VERSION >= 3
  SDL_PropertiesID wanted = SDL_CreateProperties();
  SDL_SetStringProperty(wanted, SDL_PROP_WINDOW_CREATE_TITLE_STRING, title);
  SDL_SetNumberProperty(wanted, SDL_PROP_WINDOW_CREATE_X_NUMBER, frame.x);
  SDL_SetNumberProperty(wanted, SDL_PROP_WINDOW_CREATE_Y_NUMBER, frame.y);
  SDL_SetNumberProperty(wanted, SDL_PROP_WINDOW_CREATE_WIDTH_NUMBER, frame.w);
  SDL_SetNumberProperty(wanted, SDL_PROP_WINDOW_CREATE_HEIGHT_NUMBER, frame.h);
  SDL_SetNumberProperty(wanted, SDL_PROP_WINDOW_CREATE_FLAGS_NUMBER, flags);
  SDL_Window *window = SDL_CreateWindowWithProperties(wanted);
  SDL_DestroyProperties(wanted);
  return window;
#else
  return SDL_CreateWindow(title, frame.x, frame.y, frame.w, frame.h, flags);
#endif
}

/// Flags of a window.
static const uint64_t csdl_unseen = DR_SDL_UNSEEN, csdl_focused = SDL_WINDOW_INPUT_FOCUS,
  csdl_fullscreen = SDL_WINDOW_FULLSCREEN;

static inline bool csdl_set_fullscreen(SDL_Window *window, bool on) {
  return CSDL_SUCCEEDED(SDL_SetWindowFullscreen(window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0));
}

/// Whether SDL has a format for the pixels of a window.
static inline bool csdl_knows_pixels(SDL_Window *window) {
  return SDL_GetWindowPixelFormat(window) != SDL_PIXELFORMAT_UNKNOWN;
}

/// The bounds of a window's display; for NULL, the part of the first display that windows may fill.
static inline bool csdl_display_bounds(SDL_Window *window, SDL_Rect *bounds) {
#if SDL_MAJOR_VERSION >= 3
  const SDL_DisplayID display = window ? SDL_GetDisplayForWindow(window) : SDL_GetPrimaryDisplay();
#else
  const int known = window ? SDL_GetWindowDisplayIndex(window) : 0, display = known < 0 ? 0 : known;
#endif
  return CSDL_SUCCEEDED(window ? SDL_GetDisplayBounds(display, bounds)
    : SDL_GetDisplayUsableBounds(display, bounds));
}

// ---- Drawing

typedef SDL_Texture *csdl_texture;
static const SDL_ScaleMode csdl_nearest = SDL_ScaleModeNearest, csdl_linear = SDL_ScaleModeLinear;

/// The largest width and height of a texture, or 0 if no limit is known.
static inline int csdl_maximum_texture_size(SDL_Renderer *renderer) {
#if SDL_MAJOR_VERSION >= 3
  return (int)SDL_GetNumberProperty(
    SDL_GetRendererProperties(renderer), SDL_PROP_RENDERER_MAX_TEXTURE_SIZE_NUMBER, 0);
#else
  SDL_RendererInfo info;
  return SDL_GetRendererInfo(renderer, &info) == 0 ? info.max_texture_width : 0;
#endif
}

static inline bool csdl_output_size(SDL_Renderer *renderer, int *width, int *height) {
  return CSDL_SUCCEEDED(SDL_GetRendererOutputSize(renderer, width, height));
}

static inline bool csdl_flush(SDL_Renderer *renderer) {
  return CSDL_SUCCEEDED(SDL_RenderFlush(renderer));
}

static inline bool csdl_fill(SDL_Renderer *renderer, const SDL_FRect *rects, int count) {
  return CSDL_SUCCEEDED(SDL_RenderFillRectsF(renderer, rects, count));
}

/// A texture for pixels of ARGB8888.
static inline csdl_texture csdl_create_texture(SDL_Renderer *renderer, int width, int height) {
  return SDL_CreateTexture(
    renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, width, height);
}

static inline bool csdl_copy(
  SDL_Renderer *renderer, csdl_texture texture, SDL_Rect part, SDL_FRect target) {
#if SDL_MAJOR_VERSION >= 3
  const SDL_FRect source = {(float)part.x, (float)part.y, (float)part.w, (float)part.h};
#else
  const SDL_Rect source = part;
#endif
  return CSDL_SUCCEEDED(SDL_RenderCopyF(renderer, texture, &source, &target));
}

/// Draws triangles. If `indices` is NULL, the corners are used in order.
static inline bool csdl_triangles(
  SDL_Renderer *renderer, const float *points, const SDL_Color *colors, int corners,
  const int *indices, int count) {
#if SDL_MAJOR_VERSION >= 3
  SDL_FColor *wide = (SDL_FColor *)SDL_malloc((size_t)corners * sizeof *wide + 1);
  if (!wide) return false;
  for (int i = 0; i < corners; i++) {
    wide[i].r = colors[i].r / 255.f;
    wide[i].g = colors[i].g / 255.f;
    wide[i].b = colors[i].b / 255.f;
    wide[i].a = colors[i].a / 255.f;
  }
#else
  const SDL_Color *const wide = colors;
#endif
  const bool is_drawn = CSDL_SUCCEEDED(SDL_RenderGeometryRaw(renderer, NULL, points,
    2 * sizeof *points, wide, sizeof *wide, NULL, 0, corners, indices, count, sizeof *indices));
#if SDL_MAJOR_VERSION >= 3
  SDL_free(wide);
#endif
  return is_drawn;
}

/// Reads pixels as bytes of red, green, blue and alpha.
static inline bool csdl_read_pixels(SDL_Renderer *renderer, SDL_Rect part, void *bytes) {
#if SDL_MAJOR_VERSION >= 3
  SDL_Surface *read = SDL_RenderReadPixels(renderer, &part);
  const bool is_read = read && SDL_ConvertPixels(part.w, part.h, read->format, read->pixels,
    read->pitch, SDL_PIXELFORMAT_ABGR8888, bytes, 4 * part.w);
  SDL_DestroySurface(read);
  return is_read;
#else
  return SDL_RenderReadPixels(renderer, &part, SDL_PIXELFORMAT_ABGR8888, bytes, 4 * part.w) == 0;
#endif
}

// ---- Input

typedef enum csdl_kind {
  CSDL_QUIT = SDL_QUIT, CSDL_KEY_DOWN = SDL_KEYDOWN, CSDL_KEY_UP = SDL_KEYUP,
  CSDL_MOUSE_MOTION = SDL_MOUSEMOTION, CSDL_MOUSE_DOWN = SDL_MOUSEBUTTONDOWN,
  CSDL_MOUSE_UP = SDL_MOUSEBUTTONUP, CSDL_WHEEL = SDL_MOUSEWHEEL,
  CSDL_CONTROLLER_ADDED = SDL_CONTROLLERDEVICEADDED,
  CSDL_CONTROLLER_REMOVED = SDL_CONTROLLERDEVICEREMOVED,
  CSDL_CONTROLLER_DOWN = SDL_CONTROLLERBUTTONDOWN, CSDL_CONTROLLER_UP = SDL_CONTROLLERBUTTONUP,
  CSDL_CONTROLLER_AXIS = SDL_CONTROLLERAXISMOTION,
  CSDL_TARGETS_RESET = SDL_RENDER_TARGETS_RESET, CSDL_DEVICE_RESET = SDL_RENDER_DEVICE_RESET,
  CSDL_SHOWN = DR_SDL_WINDOW_EVENT(SHOWN), CSDL_RESTORED = DR_SDL_WINDOW_EVENT(RESTORED),
  CSDL_DISPLAY_CHANGED = DR_SDL_WINDOW_EVENT(DISPLAY_CHANGED), CSDL_RESIZED = DR_SDL_RESIZED,
  CSDL_EXPOSED = DR_SDL_WINDOW_EVENT(EXPOSED), CSDL_CLOSED = DR_SDL_CLOSED,
  CSDL_FOCUS_GAINED = DR_SDL_WINDOW_EVENT(FOCUS_GAINED),
  CSDL_FOCUS_LOST = DR_SDL_WINDOW_EVENT(FOCUS_LOST), CSDL_HIDDEN = DR_SDL_WINDOW_EVENT(HIDDEN),
  CSDL_MINIMIZED = DR_SDL_WINDOW_EVENT(MINIMIZED),
} csdl_kind;

/// An event. Fields that its kind does not have are 0.
typedef struct csdl_event {
  csdl_kind kind;
  /// SDL's number of the window; 0 for none.
  uint32_t window;
  SDL_Scancode position;
  /// SDL's code of a key.
  uint32_t symbol;
  bool repeats;
  /// The mouse's point, or the wheel's notches.
  float x, y;
  /// SDL's number of a button or an axis, and the value of the axis.
  uint8_t number;
  int16_t value;
  /// SDL's number of the controller; for a new controller, the argument of `csdl_open_controller`.
  int32_t controller;
} csdl_event;

/// Takes an event from SDL's queue.
static inline bool csdl_poll(csdl_event *event) {
  SDL_Event taken;
  if (!SDL_PollEvent(&taken)) return false;
  memset(event, 0, sizeof *event);
  event->kind = (csdl_kind)taken.type;
  switch (taken.type) {
    case SDL_KEYDOWN: case SDL_KEYUP:
      event->window = taken.key.windowID;
      event->repeats = taken.key.repeat;
#if SDL_MAJOR_VERSION >= 3
      event->symbol = taken.key.key;
      event->position = taken.key.scancode;
#else
      event->symbol = (uint32_t)taken.key.keysym.sym;
      event->position = taken.key.keysym.scancode;
#endif
      break;
    case SDL_MOUSEMOTION:
      event->window = taken.motion.windowID;
      event->x = (float)taken.motion.x;
      event->y = (float)taken.motion.y;
      break;
    case SDL_MOUSEBUTTONDOWN: case SDL_MOUSEBUTTONUP:
      event->window = taken.button.windowID;
      event->number = taken.button.button;
      event->x = (float)taken.button.x;
      event->y = (float)taken.button.y;
      break;
    case SDL_MOUSEWHEEL:
      event->window = taken.wheel.windowID;
#if SDL_MAJOR_VERSION >= 3
      event->x = taken.wheel.x;
      event->y = taken.wheel.y;
#else
      event->x = taken.wheel.preciseX;
      event->y = taken.wheel.preciseY;
#endif
      break;
    case SDL_CONTROLLERDEVICEADDED: case SDL_CONTROLLERDEVICEREMOVED:
      event->controller = (int32_t)CSDL_CONTROLLER(taken, device).which;
      break;
    case SDL_CONTROLLERBUTTONDOWN: case SDL_CONTROLLERBUTTONUP:
      event->controller = (int32_t)CSDL_CONTROLLER(taken, button).which;
      event->number = CSDL_CONTROLLER(taken, button).button;
      break;
    case SDL_CONTROLLERAXISMOTION:
      event->controller = (int32_t)CSDL_CONTROLLER(taken, axis).which;
      event->number = CSDL_CONTROLLER(taken, axis).axis;
      event->value = CSDL_CONTROLLER(taken, axis).value;
      break;
#if SDL_MAJOR_VERSION >= 3
    default:
      if (taken.type < SDL_EVENT_WINDOW_FIRST || taken.type > SDL_EVENT_WINDOW_LAST) break;
#else
    case SDL_WINDOWEVENT:
      event->kind = (csdl_kind)taken.window.event;
#endif
      event->window = taken.window.windowID;
  }
  return true;
}

/// Whether the key at a position is held; stores the position, and SDL's code of the key.
static inline bool csdl_is_held(uint32_t position, csdl_event *key) {
  key->position = (SDL_Scancode)position;
#if SDL_MAJOR_VERSION >= 3
  key->symbol = SDL_GetKeyFromScancode(key->position, SDL_KMOD_NONE, true);
#else
  key->symbol = (uint32_t)SDL_GetKeyFromScancode(key->position);
#endif
  return SDL_GetKeyboardState(NULL)[position];
}

static inline SDL_GameController *csdl_open_controller(int32_t number) {
  return SDL_GameControllerOpen(number);
}

static inline void csdl_close_controller(SDL_GameController *controller) {
  SDL_GameControllerClose(controller);
}

/// SDL's number of an open controller.
static inline int32_t csdl_controller_number(SDL_GameController *controller) {
  return (int32_t)SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(controller));
}

static inline bool csdl_controller_holds(SDL_GameController *controller, int button) {
  return SDL_GameControllerGetButton(controller, (SDL_GameControllerButton)button);
}

static inline int16_t csdl_controller_axis(SDL_GameController *controller, int axis) {
  return SDL_GameControllerGetAxis(controller, (SDL_GameControllerAxis)axis);
}

// ---- Sound

/// A sound device for samples of one channel.
typedef struct csdl_sound {
#if SDL_MAJOR_VERSION >= 3
  SDL_AudioStream *stream;
#else
  SDL_AudioDeviceID device;
#endif
  /// Fills a buffer, on the device's thread.
  void (*fill)(void *user, float *samples, int count);
  void *user;
} csdl_sound;

#if SDL_MAJOR_VERSION >= 3
static void SDLCALL csdl_feed(void *sound, SDL_AudioStream *stream, int missing, int all) {
  const csdl_sound *const fed = (const csdl_sound *)sound;
  float samples[512];
  (void)all;
  for (int left = missing / 4, count; left > 0; left -= count) {
    count = left < 512 ? left : 512;
    fed->fill(fed->user, samples, count);
    SDL_PutAudioStreamData(stream, samples, 4 * count);
  }
}
#else
static void SDLCALL csdl_feed(void *sound, Uint8 *bytes, int count) {
  const csdl_sound *const fed = (const csdl_sound *)sound;
  fed->fill(fed->user, (float *)(void *)bytes, count / 4);
}
#endif

/// Opens and starts the default device. `sound` must not be moved until the device is closed.
static inline bool csdl_open_sound(csdl_sound *sound, int rate, int buffer) {
#if SDL_MAJOR_VERSION >= 3
  const SDL_AudioSpec wanted = {SDL_AUDIO_F32, 1, rate};
  char count[12];
  SDL_SetHint(SDL_HINT_AUDIO_DEVICE_SAMPLE_FRAMES, SDL_itoa(buffer, count, 10));
  sound->stream =
    SDL_OpenAudioDeviceStream(SDL_AUDIO_DEVICE_DEFAULT_PLAYBACK, &wanted, csdl_feed, sound);
  return sound->stream && SDL_ResumeAudioStreamDevice(sound->stream);
#else
  SDL_AudioSpec wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.freq = rate;
  wanted.format = AUDIO_F32SYS;
  wanted.channels = 1;
  wanted.samples = (Uint16)buffer;
  wanted.callback = csdl_feed;
  wanted.userdata = sound;
  sound->device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
  if (sound->device) SDL_PauseAudioDevice(sound->device, 0);
  return sound->device != 0;
#endif
}

/// Closes the device, and waits until its thread has ended.
static inline void csdl_close_sound(csdl_sound *sound) {
#if SDL_MAJOR_VERSION >= 3
  SDL_DestroyAudioStream(sound->stream);
#else
  SDL_CloseAudioDevice(sound->device);
#endif
}

static inline bool csdl_is_playing(csdl_sound *sound) {
#if SDL_MAJOR_VERSION >= 3
  return SDL_GetAudioStreamDevice(sound->stream) && !SDL_AudioStreamDevicePaused(sound->stream);
#else
  return SDL_GetAudioDeviceStatus(sound->device) == SDL_AUDIO_PLAYING;
#endif
}

/// Prevents the device's thread from calling `fill`, or allows it again.
static inline void csdl_lock_sound(csdl_sound *sound, bool on) {
#if SDL_MAJOR_VERSION >= 3
  (void)(on ? SDL_LockAudioStream(sound->stream) : SDL_UnlockAudioStream(sound->stream));
#else
  if (on) SDL_LockAudioDevice(sound->device);
  else SDL_UnlockAudioDevice(sound->device);
#endif
}
