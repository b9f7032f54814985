// SPDX-License-Identifier: Apache-2.0
//
// The flashing square as a game in C: a hunter chases a square, which flashes faster the less
// health it has. It needs SDL2 and the installed C library of DynamicRepeat, and nothing else.
// The library is used in four functions: open_flash, change_rate, press and run.
//
// Keys: arrows move, Page up and down change health, M the mode, Space pauses, Esc quits.
#include <SDL.h>
#include <dynamic_repeat.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct { const char *name; dr_policy policy; } modes[] = {
  {"restart", {0, DR_RESTART_PER_CYCLE, DR_RAMP_LINEAR}},  // the next cycle has the new duration
  {"phase", {0, DR_PHASE_MATCHED, DR_RAMP_LINEAR}},        // at once, and no value jumps
  {"ramp", {0.5, DR_PHASE_MATCHED, DR_RAMP_SMOOTH}}};      // and the rate slides to its new value

static struct {
  dr_repeat flash;
  double cycle_s, health;            // The cycle duration last requested; 0 ... 1.
  double x, y, hunter_x, hunter_y;   // The middles of both, in pixels.
  int mode;
  bool is_paused, is_awake;          // The hunter sleeps until the player first moves.
} game = {.cycle_s = 2, .health = 1, .x = 300, .y = 200, .hunter_x = 800, .hunter_y = 120};

static void require(bool is_fine, const char *what, const char *why) {
  if (is_fine) return;
  fprintf(stderr, "flashing-square: %s: %s\n", what, why);
  exit(1);
}

static void check(dr_status status) {
  require(status == DR_OK, "DynamicRepeat", dr_status_text(status));
}

static void open_flash(void) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = (dr_rate){game.cycle_s, DR_CYCLE_DURATION_S, 0};
  def.policy = modes[game.mode].policy;
  check(dr_repeat_create(&def, &game.flash));
  check(dr_repeat_start(game.flash));
}

// 2 s a cycle at full health, 0.35 s at none: never more than three flashes a second (WCAG 2.3.1).
static void change_rate(void) {
  double cycle_s = 0.35 + 0.165 * round(10 * game.health);
  if (cycle_s == game.cycle_s) return;
  game.cycle_s = cycle_s;
  check(dr_repeat_set_cycle_duration(game.flash, cycle_s));
}

static double clamped(double value, double least, double most) {
  return fmin(fmax(value, least), most);
}

static void press(SDL_Keycode key) {
  double change = key == SDLK_PAGEUP ? 0.1 : key == SDLK_PAGEDOWN ? -0.1 : 0;
  game.health = clamped(game.health + change, 0, 1);
  if (key == SDLK_m) {
    game.mode = (game.mode + 1) % 3;
    check(dr_repeat_set_policy(game.flash, modes[game.mode].policy));
  }
  if (key == SDLK_SPACE) {
    game.is_paused = !game.is_paused;
    check(game.is_paused ? dr_repeat_pause(game.flash) : dr_repeat_resume(game.flash));
  }
}

// The hunter follows the square, and hurts it where it is near; elsewhere the square recovers.
static void move(double seconds) {
  const Uint8 *key = SDL_GetKeyboardState(NULL);
  int right = key[SDL_SCANCODE_RIGHT] - key[SDL_SCANCODE_LEFT];
  int down = key[SDL_SCANCODE_DOWN] - key[SDL_SCANCODE_UP];
  game.is_awake = game.is_awake || right || down;
  game.x = clamped(game.x + 250 * right * seconds, 40, 920);
  game.y = clamped(game.y + 250 * down * seconds, 60, 500);
  if (!game.is_awake) return;
  double dx = game.x - game.hunter_x, dy = game.y - game.hunter_y, distance = hypot(dx, dy);
  if (distance > 60) {
    game.hunter_x += 150 * seconds * dx / distance;
    game.hunter_y += 150 * seconds * dy / distance;
  }
  double change = distance < 170 ? 0.36 * (distance / 170 - 1) : 0.1;
  game.health = clamped(game.health + change * seconds, 0, 1);
}

static void fill(SDL_Renderer *renderer, double x, double y, double width, double height) {
  SDL_RenderFillRectF(renderer, &(SDL_FRect){(float)x, (float)y, (float)width, (float)height});
}

// The square and the bar of its health in the flash's color; the hunter in grey.
static void draw(SDL_Renderer *renderer, double value) {
  SDL_SetRenderDrawColor(renderer, 0x0F, 0x13, 0x18, 255);
  SDL_RenderClear(renderer);
  SDL_SetRenderDrawColor(renderer, 0xC9, 0xD3, 0xDE, 255);
  fill(renderer, game.hunter_x - 20, game.hunter_y - 20, 40, 40);
  SDL_SetRenderDrawColor(renderer, (Uint8)lround(0x2B + (0xFF - 0x2B) * value),
    (Uint8)lround(0x5F + (0xB7 - 0x5F) * value), (Uint8)lround(0x8F + (0x32 - 0x8F) * value), 255);
  fill(renderer, game.x - 32, game.y - 32, 64, 64);
  fill(renderer, 0, 0, 960 * game.health, 10);
  SDL_RenderPresent(renderer);
}

static void show_state(SDL_Window *window) {
  char title[80];
  snprintf(title, sizeof title, "Flashing square in C: %s, %.2f s%s", modes[game.mode].name,
    game.cycle_s, game.is_paused ? ", paused" : "");
  if (strcmp(title, SDL_GetWindowTitle(window)) != 0) SDL_SetWindowTitle(window, title);
}

static void run(SDL_Window *window, SDL_Renderer *renderer, long frames) {
  Uint64 begin = SDL_GetPerformanceCounter();
  double ticks_per_s = (double)SDL_GetPerformanceFrequency(), before_s = 0, value;
  for (long frame = 0; frame != frames; frame++) {
    double time_s = (double)(SDL_GetPerformanceCounter() - begin) / ticks_per_s;
    check(dr_repeat_advance(game.flash, time_s, NULL, 0, NULL));  // What is pressed holds from here.
    for (SDL_Event event; SDL_PollEvent(&event);) {
      bool is_key = event.type == SDL_KEYDOWN && !event.key.repeat;
      if (event.type == SDL_QUIT || (is_key && event.key.keysym.sym == SDLK_ESCAPE)) return;
      if (is_key) press(event.key.keysym.sym);
    }
    if (!game.is_paused) move(fmin(time_s - before_s, 0.25));
    before_s = time_s;
    change_rate();
    check(dr_repeat_value(game.flash, time_s, &value));  // 0 calm ... 1 alarm
    draw(renderer, value);
    show_state(window);
  }
}

int main(int count, char **arguments) {
  long frames = count == 3 && strcmp(arguments[1], "--frames") == 0 ? atol(arguments[2]) : -1;
  require(count == 1 || frames > 0, "usage", "flashing-square [--frames N], N above 0");
  require(SDL_Init(SDL_INIT_VIDEO) == 0, "SDL_Init", SDL_GetError());
  bool is_shown = strcmp(SDL_GetCurrentVideoDriver(), "offscreen") != 0;
  require(is_shown, "no display", "SDL would show nothing; set DISPLAY or WAYLAND_DISPLAY");
  SDL_Window *window = SDL_CreateWindow("Flashing square in C", SDL_WINDOWPOS_CENTERED,
    SDL_WINDOWPOS_CENTERED, 960, 540, 0);
  require(window, "SDL_CreateWindow", SDL_GetError());
  SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
  require(renderer, "SDL_CreateRenderer", SDL_GetError());
  open_flash();
  run(window, renderer, frames);
  check(dr_repeat_destroy(game.flash));
  SDL_Quit();
}
