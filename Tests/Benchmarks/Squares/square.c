// SPDX-License-Identifier: Apache-2.0
// The benchmark's square in C with SDL 2 or 3, on dr_sdl_open's loop or paced like most SDL programs.
//
//   square loop | vsync | delay
//
// The square moves 240 pixels in each second of its loop's time. The benchmark reads the distance
// moved, in hundredths of a pixel, from the colour of the window's corner. Holding the space key
// makes the background white.
#define SDL_ENABLE_OLD_NAMES  // SDL 3 then has SDL 2's names, too
#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
#include <dynamic_repeat_sdl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SDL_Window *window;
static SDL_Renderer *renderer;

#if SDL_MAJOR_VERSION >= 3
#define CENTERED  // windows are centred by default
typedef bool key_state;

static SDL_Renderer *create_renderer(int is_vsync) {
  SDL_Renderer *created = SDL_CreateRenderer(window, NULL);
  if (created && is_vsync) SDL_SetRenderVSync(created, 1);
  return created;
}

static int has_failed(bool result) { return !result; }

// Sleeps until 1/60 s after the end of the previous sleep, to the microsecond.
static void sleep_frame(void) {
  static Uint64 next;
  const Uint64 now = SDL_GetTicksNS();
  next = SDL_max(next + 16666667, now);
  SDL_DelayPrecise(next - now);
}
#else
#define CENTERED SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
typedef Uint8 key_state;

static SDL_Renderer *create_renderer(int is_vsync) {
  return SDL_CreateRenderer(window, -1, is_vsync ? SDL_RENDERER_PRESENTVSYNC : 0);
}

static int has_failed(int result) { return result != 0; }

static void sleep_frame(void) { SDL_Delay(16); }
#endif

static void fill(double x, double y, double size, Uint32 color) {
  SDL_SetRenderDrawColor(renderer, (Uint8)(color >> 16), (Uint8)(color >> 8), (Uint8)color, 255);
  SDL_RenderFillRectF(renderer, &(SDL_FRect){(float)x, (float)y, (float)size, (float)size});
}

static void draw(double seconds) {
  const key_state *keys = SDL_GetKeyboardState(NULL);
  double x = 240 * seconds;
  Uint8 level = keys[SDL_SCANCODE_SPACE] ? 255 : 0;
  SDL_SetRenderDrawColor(renderer, level, level, level, 255);
  SDL_RenderClear(renderer);
  fill(SDL_fmod(x, 600), 100, 40, 0xFFB000);
  fill(0, 0, 8, (Uint32)(x * 100) & 0xFFFFFF);
}

static int run_loop(void) {
  dr_sdl_options options = dr_sdl_default_options();
  options.loop.presents_on_time = 1;
  dr_sdl_loop loop;
  dr_frame frame;
  if (dr_sdl_open(&loop, window, renderer, &options) != 0) return 1;
  while (dr_sdl_next(&loop, &frame)) {
    draw(frame.time_s);
    dr_sdl_present(&loop);
  }
  return dr_sdl_exit_status(dr_sdl_close(&loop));
}

static int run_by_ticks(int is_vsync) {
  for (Uint64 start = SDL_GetTicks();;) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) return 0;
    }
    draw((double)(SDL_GetTicks() - start) / 1000.0);
    SDL_RenderPresent(renderer);
    if (!is_vsync) sleep_frame();
  }
}

int main(int count, char **arguments) {
  const char *pacing = count == 2 ? arguments[1] : "";
  int is_loop = strcmp(pacing, "loop") == 0, is_vsync = strcmp(pacing, "vsync") == 0;
  if (!is_loop && !is_vsync && strcmp(pacing, "delay") != 0) {
    fprintf(stderr, "square: it takes one argument: loop, vsync or delay\n");
    return 64;
  }
  if (is_loop ? dr_sdl_init() != 0 : has_failed(SDL_Init(SDL_INIT_VIDEO))) return 69;
  window = SDL_CreateWindow("Square", CENTERED 640, 480, 0);
  renderer = is_loop ? dr_sdl_create_renderer(window) : create_renderer(is_vsync);
  if (!renderer) {
    fprintf(stderr, "square: %s\n", SDL_GetError());
    return 1;
  }
  return is_loop ? run_loop() : run_by_ticks(is_vsync);
}
