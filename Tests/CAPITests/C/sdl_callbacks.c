// SPDX-License-Identifier: Apache-2.0
// SDL 3's main callbacks, paced by the C library's loop: SDL calls SDL_AppIterate for each frame.
// Prints each press of the space key and, at the end, the number of frames and the reason for the
// loop's end.
#define SDL_MAIN_USE_CALLBACKS
#include <SDL3/SDL.h>
#include <SDL3/SDL_main.h>
#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
#include <dynamic_repeat_sdl.h>

static SDL_Window *window;
static SDL_Renderer *renderer;
static dr_sdl_loop loop;
static dr_loop_stats stats;

static void take_event(const SDL_Event *event, void *user) {
  (void)user;
  if (event->type == SDL_EVENT_KEY_DOWN && event->key.key == SDLK_SPACE) puts("space");
  fflush(stdout);
}

SDL_AppResult SDL_AppInit(void **state, int count, char **arguments) {
  (void)state, (void)count, (void)arguments;
  dr_sdl_options options = dr_sdl_default_options();
  options.event = take_event;
  options.stats = &stats;
  if (dr_sdl_init() != 0) return SDL_APP_FAILURE;
  window = SDL_CreateWindow("Callbacks", 640, 480, 0);
  renderer = window ? dr_sdl_create_renderer(window) : NULL;
  return dr_sdl_open(&loop, window, renderer, &options) == 0 ? SDL_APP_CONTINUE : SDL_APP_FAILURE;
}

SDL_AppResult SDL_AppEvent(void *state, SDL_Event *event) {
  (void)state;
  dr_sdl_take_event(&loop, event);
  return SDL_APP_CONTINUE;
}

SDL_AppResult SDL_AppIterate(void *state) {
  (void)state;
  dr_frame frame;
  if (!dr_sdl_next(&loop, &frame)) return SDL_APP_SUCCESS;
  SDL_SetRenderDrawColor(renderer, 0, 0, (Uint8)(frame.number % 256), 255);
  SDL_RenderClear(renderer);
  dr_sdl_present(&loop);
  return SDL_APP_CONTINUE;
}

void SDL_AppQuit(void *state, SDL_AppResult result) {
  (void)state, (void)result;
  const int end = dr_sdl_close(&loop);
  printf("end %d\nframes %lld\nrate %.3f Hz\n", end, (long long)stats.frames, stats.frames_per_s);
  dr_sdl_quit(window, renderer);
}
