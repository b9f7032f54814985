// SPDX-License-Identifier: Apache-2.0
//
// A game in C: a hunter chases a square, which flashes faster as it loses health. The game needs
// SDL 2 or 3 and DynamicRepeat's two C libraries. The flash is set up, changed and drawn in
// open_flash, change_flash and draw_frame.
//
// Keys: arrows move, Page up and down change health, M changes the policy, Space pauses, Esc quits.
#include <dynamic_repeat.h>
#define SDL_ENABLE_OLD_NAMES  // SDL 3 then knows SDL 2's names
#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
#include <dynamic_repeat_sdl.h>  // and SDL.h or SDL3/SDL.h
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if SDL_MAJOR_VERSION >= 3
#define KEY_CODE key.key
#define CENTERED  // SDL 3 centers windows by default
#else
#define KEY_CODE key.keysym.sym
#define CENTERED SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
#endif

static const struct { const char *name; dr_policy policy; } modes[] = {
  {"restart", {.kind = DR_POLICY_RESTART_PER_CYCLE}},  // the next cycle has the new duration
  {"phase", {.kind = DR_POLICY_PHASE_MATCHED}},        // at once, without a jump of the value
  {"ramp", {.kind = DR_POLICY_PHASE_MATCHED, .ramp_s = 0.5}}};  // gradually

static struct {
  SDL_Window *window;
  SDL_Renderer *renderer;
  dr_repeat flash;
  double cycle_s, health;            // The cycle duration last requested; the health, 0 ... 1.
  double x, y, hunter_x, hunter_y;   // The centers of the square and the hunter, in pixels.
  int mode, shown_mode;
  bool is_paused, is_held, is_awake; // The hunter sleeps until the player first moves.
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
  def.rate = dr_seconds(game.cycle_s);
  def.policy = modes[game.mode].policy;
  check(dr_repeat_init(&game.flash, &def));
  check(dr_repeat_start(&game.flash, DR_NOW));
}

// The player's changes take effect at the present frame's time. Cycles take 2 s at full health and
// 0.35 s at none, so there are never more than three flashes a second (WCAG 2.3.1).
static void change_flash(void) {
  double cycle_s = 0.35 + 0.165 * round(10 * game.health);
  dr_repeat *flash = &game.flash;
  if (cycle_s != game.cycle_s) check(dr_repeat_set_rate(flash, dr_seconds(cycle_s), DR_NOW));
  if (game.mode != game.shown_mode)
    check(dr_repeat_set_policy(flash, modes[game.mode].policy, DR_NOW));
  if (game.is_paused && !game.is_held) check(dr_repeat_pause(flash, DR_NOW));
  if (!game.is_paused && game.is_held) check(dr_repeat_resume(flash, DR_NOW));
  game.cycle_s = cycle_s;
  game.shown_mode = game.mode;
  game.is_held = game.is_paused;
}

static double clamped(double value, double least, double most) {
  return fmin(fmax(value, least), most);
}

static void take_event(const SDL_Event *event, void *user) {
  (void)user;
  if (event->type != SDL_KEYDOWN || event->key.repeat) return;
  SDL_Keycode key = event->KEY_CODE;
  double change = key == SDLK_PAGEUP ? 0.1 : key == SDLK_PAGEDOWN ? -0.1 : 0;
  game.health = clamped(game.health + change, 0, 1);
  if (key == SDLK_m) game.mode = (game.mode + 1) % 3;
  if (key == SDLK_SPACE) game.is_paused = !game.is_paused;
}

// The hunter follows the square and hurts it when near. When the hunter is far, the square recovers.
static void move(double seconds) {
  const Uint8 *key = (const void *)SDL_GetKeyboardState(NULL);  // bytes, or SDL 3's bools
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

static void fill(double x, double y, double width, double height) {
  SDL_RenderFillRectF(game.renderer, &(SDL_FRect){(float)x, (float)y, (float)width, (float)height});
}

// Draws the square and its health bar in the flash's color, and the hunter in grey.
static void draw(double value) {
  SDL_SetRenderDrawColor(game.renderer, 0x0F, 0x13, 0x18, 255);
  SDL_RenderClear(game.renderer);
  SDL_SetRenderDrawColor(game.renderer, 0xC9, 0xD3, 0xDE, 255);
  fill(game.hunter_x - 20, game.hunter_y - 20, 40, 40);
  SDL_SetRenderDrawColor(game.renderer, (Uint8)lround(0x2B + (0xFF - 0x2B) * value),
    (Uint8)lround(0x5F + (0xB7 - 0x5F) * value), (Uint8)lround(0x8F + (0x32 - 0x8F) * value), 255);
  fill(game.x - 32, game.y - 32, 64, 64);
  fill(0, 0, 960 * game.health, 10);
}

static void show_state(void) {
  char title[80];
  snprintf(title, sizeof title, "Flashing square in C: %s, %.2f s%s", modes[game.mode].name,
    game.cycle_s, game.is_paused ? ", paused" : "");
  if (strcmp(title, SDL_GetWindowTitle(game.window)) != 0) SDL_SetWindowTitle(game.window, title);
}

static dr_sdl_decision draw_frame(const dr_frame *frame, void *user) {
  (void)user;
  double value;
  check(dr_repeat_advance(&game.flash, frame->time_s));
  if (!game.is_paused) move(frame->delta_s);
  change_flash();
  check(dr_repeat_value(&game.flash, frame->time_s, &value));  // 0 calm ... 1 alarm
  draw(value);
  show_state();
  return DR_SDL_CONTINUE;
}

int main(int count, char **arguments) {
  dr_sdl_options options = dr_sdl_default_options();
  options.event = take_event;
  if (count == 3 && strcmp(arguments[1], "--frames") == 0) options.frame_limit = atol(arguments[2]);
  bool is_usage = count == 1 || options.frame_limit > 0;
  require(is_usage, "usage", "flashing-square [--frames N], N above 0");
  bool has_display = dr_sdl_init() == 0;
  require(has_display, "SDL", SDL_GetError());
  game.window = SDL_CreateWindow("Flashing square in C", CENTERED 960, 540, 0);
  require(game.window, "SDL_CreateWindow", SDL_GetError());
  game.renderer = dr_sdl_create_renderer(game.window);
  require(game.renderer, "SDL_CreateRenderer", SDL_GetError());
  open_flash();
  dr_sdl_end end = dr_sdl_run(game.window, game.renderer, &options, draw_frame, NULL);
  require(end != DR_SDL_FAILED, "the loop", SDL_GetError());
  dr_sdl_quit(game.window, game.renderer);
  return dr_sdl_exit_status(end);
}
