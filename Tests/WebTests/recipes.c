// SPDX-License-Identifier: Apache-2.0
//
// The game around each recipe of Sources/DynamicRepeat/Recipes.md, in C and C++. SnippetTests
// compiles this program once for each recipe and language: RECIPE is the path of the recipe's code,
// and a macro named after the recipe's heading chooses the game.
#ifdef __cplusplus
#include <dynamic_repeat.hpp>

#include <algorithm>
#else
#include <dynamic_repeat.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      printf("line %d: %s\n", __LINE__, #condition); \
      return 1; \
    } \
  } while (0)

// The declarations that the recipes assume.
#ifdef __cplusplus
#define REPEAT dynamic_repeat::repeat
#define GET(object) (object).get()
#else
#define REPEAT dr_repeat
#define GET(object) &(object)
#endif

#if defined A_SOUND_WITH_EVERY_CYCLE
static REPEAT flash;
static double played[8];
static int count;
static void play(double lateness_s) { played[count++] = lateness_s; }
#elif defined FOOTSTEPS_AT_TWO_PHASES
static int steps[2];
static double latest;
static void step(int foot, double lateness_s) { steps[foot]++, latest = lateness_s; }
#elif defined A_REST_BETWEEN_TWO_PULSES
static double played[8];
static int count;
static void play(double lateness_s) { played[count++] = lateness_s; }
#elif defined START_ONE_WHEN_ANOTHER_ENDS
static REPEAT door, lamp;
#elif defined LET_THIS_CYCLE_END_THEN_HIDE_IT
static REPEAT blink;
static int is_hidden;
static void hide(void) { is_hidden = 1; }
#elif defined SLOW_MOTION
static REPEAT siren;
static double speed = 1;
#elif defined A_SPRITE_S_TINT_IN_AN_SDL_LOOP_OF_YOUR_OWN
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
static REPEAT glow;
#elif defined AT_MOST_THREE_FLASHES_A_SECOND
static REPEAT alarm_light;
#elif defined A_MILLION
static double sum;
static void draw(uint32_t slot, float value) { sum += slot >= 999000 ? value : 0; }
#elif defined A_MILLION_IN_A_SHADER
static dr_bank *lights;
static uint32_t uploaded;
static uint64_t time_set;
static void upload(const dr_shader_row *rows, uint32_t first, uint32_t count) {
  uploaded += rows[first].rate == INT64_C(1) << 38 ? count : 0;
}
static void set_time(uint64_t now) { time_set = now; }
#endif

#include RECIPE

// Starts a repeat at 0 s.
static inline void start(dr_repeat *repeat, double cycle_duration_s) {
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = dr_seconds(cycle_duration_s);
  def.now_s = 0;
  dr_repeat_init(repeat, &def);
  dr_repeat_start(repeat, DR_NOW);
}

static inline dr_sample sample(const dr_repeat *repeat, double time_s) {
  dr_sample sample;
  dr_repeat_sample(repeat, time_s, &sample);
  return sample;
}

int main(void) {
#if defined FASTER_AS_HEALTH_FALLS
  begin();
  frame(0);
  const double before = frame(0.25);
  hit(1);
  CHECK(before > 0.4 && frame(0.25) == before);
  CHECK(fabs(sample(GET(flash), 0.25).rate_hz - 1 / 0.35) < 1e-12);
#elif defined ONE_PULSE_FOR_EACH_HIT
  begin();
  dr_repeat_advance(GET(blow), 0);
  hit();
  dr_repeat_advance(GET(blow), 0.3);
  CHECK(dr_repeat_value_or(GET(blow), 0.3, 0) > 0.1);
  hit();
  CHECK(dr_repeat_value_or(GET(blow), 0.3, 1) == 0 && dr_repeat_value_or(GET(blow), 0.5, 0) == 1);
  dr_repeat_advance(GET(blow), 0.9);
  CHECK(dr_repeat_value_or(GET(blow), 0.9, 1) == 0 && sample(GET(blow), 0.9).state == DR_STATE_IDLE);
#elif defined TWO_IN_STEP_OR_HALF_A_CYCLE_APART
  begin();
  hurry(0);
  hurry(1.1);
  const double times[] = {1.1, 2.345, 30};
  for (int i = 0; i < 3; i++) {
    const dr_position one = sample(GET(beacon), times[i]).position;
    const dr_position other = sample(GET(lamp), times[i]).position;
    CHECK(fabs((double)(other.cycle - one.cycle) + other.phase - one.phase - 0.5) < 1e-15);
  }
#elif defined SAVE_AND_LOAD
  REPEAT flash;
  start(GET(flash), 0.7);
  dr_repeat_advance(GET(flash), 3.3);
  REPEAT loaded;
#ifdef __cplusplus
  CHECK(load(loaded, save(flash), 0.02) == DR_OK);
  CHECK(load(loaded, std::vector<unsigned char>(9), 0.02) == DR_ERROR_SAVED_STATE);
#else
  unsigned char bytes[DR_SAVED_REPEAT_SIZE];
  const size_t size = save(&flash, bytes);
  CHECK(load(&loaded, bytes, size, 0.02) == DR_OK);
  CHECK(load(&loaded, bytes, 9, 0.02) == DR_ERROR_SAVED_STATE);
#endif
  CHECK(sample(GET(loaded), 0.02).position.phase == sample(GET(flash), 3.3).position.phase);
#elif defined A_PAUSE_MENU
  begin();
  frame(0);
  const double shown = frame(0.25);
  open_menu();
  CHECK(shown > 0.4 && frame(99) == shown);
  close_menu();
  CHECK(frame(0.25) == 1);
#elif defined SLOW_MOTION
  start(GET(siren), 0.5);
  slow_down();
  slow_siren();
  CHECK(speed == 0.25 && sample(GET(siren), 0).rate_hz == 2 && sample(GET(siren), 2).rate_hz == 0.5);
#elif defined A_SOUND_WITH_EVERY_CYCLE
  start(GET(flash), 1);
  for (int i = 3; i <= 7; i++) frame(i * 0.375);  // the first frame has several events
  CHECK(count == 2 && played[0] == 0.125 && played[1] == 0.25);
#elif defined FOOTSTEPS_AT_TWO_PHASES
  begin();
  CHECK(frame(0) == 0 && frame(0.21) == 1 && steps[0] == 0);
  CHECK(frame(0.25) == 1 && steps[0] == 1 && fabs(latest - 0.03) < 1e-12);
  CHECK(frame(2) == 6 && steps[0] == 2 && steps[1] == 2 && fabs(latest - 0.13) < 1e-12);
#elif defined A_REST_BETWEEN_TWO_PULSES
  begin();
  CHECK(frame(0) == 0 && frame(0.2) == 1 && frame(0.75) == 0 && frame(0.9) == 0 && count == 1);
  CHECK(frame(1.125) > 0 && count == 2 && fabs(played[1] - 0.125) < 1e-12);
#elif defined A_REST_OF_RANDOM_LENGTH
  begin();
  for (int i = 0; i < 3600; i++) {
    const double shown = frame(i / 60.0);
    const dr_sample now = sample(GET(lamp), i / 60.0);
    CHECK(now.state != DR_STATE_PAUSED || (now.position.phase == 0 && shown == 0));
    CHECK(i != 70 || now.state == DR_STATE_PAUSED);
  }
  const int64_t cycles = sample(GET(lamp), 3599 / 60.0).position.cycle;
  CHECK(cycles > 26 && cycles < 48);  // a cycle and its rest take 1.3 to 2.2 s
#elif defined START_ONE_WHEN_ANOTHER_ENDS
  start(GET(door), 0.35);
  dr_repeat_set_repeat_count(GET(door), 1, DR_NOW);
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat_init(GET(lamp), &def);
  for (int i = 0; i <= 4; i++) frame(i / 10.0);
  CHECK(fabs(sample(GET(lamp), 0.4).position.phase - 0.05) < 1e-12);
#elif defined LET_THIS_CYCLE_END_THEN_HIDE_IT
  start(GET(blink), 1);
  frame(0.2);
  end();
  frame(0.9);
  CHECK(!is_hidden);
  frame(1);
  CHECK(is_hidden);
#elif defined A_SPRITE_S_TINT_IN_AN_SDL_LOOP_OF_YOUR_OWN
  start(GET(glow), 1);
  SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(0, 4, 4, 32, SDL_PIXELFORMAT_ARGB8888);
  SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(picture);
  SDL_Surface *white = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, SDL_PIXELFORMAT_ARGB8888);
  SDL_FillRect(white, NULL, 0xffffffff);
  SDL_Texture *sprite = SDL_CreateTextureFromSurface(renderer, white);
  const double times[] = {0, 0.5};
  const unsigned colors[] = {0xff1d5fa0, 0xffffb000};
  for (int i = 0; i < 2; i++) {
    draw(renderer, sprite, times[i]);
    SDL_RenderFlush(renderer);
    CHECK(*(unsigned *)picture->pixels == colors[i]);
  }
#elif defined AT_MOST_THREE_FLASHES_A_SECOND
  begin();
  dr_repeat_advance(GET(alarm_light), 0);
  CHECK(sample(GET(alarm_light), 1).rate_hz == 3);
#elif defined A_MILLION
  begin(0);
  frame(0.5);
  CHECK(sum > 300 && sum < 1000);
#elif defined A_MILLION_IN_A_SHADER
  dr_bank_def def = dr_default_bank_def();
  dr_member light;
  CHECK(!dr_bank_create(&def, &lights));
  for (int i = 0; i < 100; i++) CHECK(!dr_bank_add(lights, dr_hz(1), 0, 0, &light));
  frame(0.5);
  frame(0.75);
  CHECK(uploaded == 100 && time_set == (uint64_t)3 << 24);
#else
#error "a recipe without a game around it"
#endif
  return 0;
}
