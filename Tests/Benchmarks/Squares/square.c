// SPDX-License-Identifier: Apache-2.0
// The benchmark's square in C, on dr_sdl_open's loop or paced like most SDL programs.
//
//   square loop | vsync | delay
//
// It moves 240 pixels per second by its loop's time. The benchmark reads the distance moved, in
// hundredths of a pixel, from the colour of the window's corner. Holding the space key makes the
// background white.
#include <SDL.h>
#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
#include <dynamic_repeat_sdl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SDL_Window *window;
static SDL_Renderer *renderer;

static void fill(double x, double y, double size, Uint32 color) {
  SDL_SetRenderDrawColor(renderer, (Uint8)(color >> 16), (Uint8)(color >> 8), (Uint8)color, 255);
  SDL_RenderFillRectF(renderer, &(SDL_FRect){(float)x, (float)y, (float)size, (float)size});
}

static void draw(double seconds) {
  const Uint8 *keys = SDL_GetKeyboardState(NULL);
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

static int run_by_ticks(Uint32 delay_ms) {
  for (Uint32 start = SDL_GetTicks();;) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) return 0;
    }
    draw((SDL_GetTicks() - start) / 1000.0);
    SDL_RenderPresent(renderer);
    if (delay_ms > 0) SDL_Delay(delay_ms);
  }
}

int main(int count, char **arguments) {
  const char *way = count == 2 ? arguments[1] : "";
  int is_loop = strcmp(way, "loop") == 0, is_vsync = strcmp(way, "vsync") == 0;
  if (!is_loop && !is_vsync && strcmp(way, "delay") != 0) {
    fprintf(stderr, "square: right is one argument: loop, vsync or delay\n");
    return 64;
  }
  if (is_loop ? dr_sdl_init() != 0 : SDL_Init(SDL_INIT_VIDEO) != 0) return 69;
  window = SDL_CreateWindow("Square", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 640, 480, 0);
  renderer = is_loop ? dr_sdl_create_renderer(window)
                     : SDL_CreateRenderer(window, -1, is_vsync ? SDL_RENDERER_PRESENTVSYNC : 0);
  if (!renderer) {
    fprintf(stderr, "square: %s\n", SDL_GetError());
    return 1;
  }
  return is_loop ? run_loop() : run_by_ticks(is_vsync ? 0 : 16);
}
