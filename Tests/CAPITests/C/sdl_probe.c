// SPDX-License-Identifier: Apache-2.0
// A real window of SDL 2 or 3 for the tests: a square that flashes with the C library's loop.
// Prints its statistics at the end.
//
// Options:
//   --frames N    ends after N frames
//   --flip        the space key changes the square
//   --idle        like --flip, but draws only after input
//   --own         uses its own loop, made of the parts of dr_sdl_run
//   --vsync       uses SDL's renderer that claims vsync
//   --destroy     the first frame destroys the window
//   --terminate   each frame sends the system's notice of termination
//   --blink       with --own: a hard flash of 2 Hz, drawn only when it changes
//   --late        polls input late in each frame
//   --wrong       makes calls that must fail
//   --events      sends events of two windows and of displays
//   --cover       on SDL 3: the window is covered for a second
//   --trace FILE  writes each frame's start in nanoseconds, and the refreshes missed before it
#define SDL_ENABLE_OLD_NAMES  // SDL 3 then has SDL 2's names, too
#include <dynamic_repeat_sdl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static SDL_Window *window;
static SDL_Renderer *renderer;

#if SDL_MAJOR_VERSION >= 3
#define KEY_OF(event) ((event)->key.key)

static SDL_Window *create_window(void) {
  return SDL_CreateWindow("Loop probe", 640, 480, SDL_WINDOW_RESIZABLE);
}

static SDL_Renderer *create_vsync_renderer(void) {
  SDL_Renderer *created = SDL_CreateRenderer(window, "opengl");
  if (created) SDL_SetRenderVSync(created, 1);
  return created;
}

static const char *renderer_name(void) { return SDL_GetRendererName(renderer); }

static void set_window_event(SDL_Event *event, int kind) {
  static const SDL_EventType types[] = {SDL_EVENT_WINDOW_EXPOSED,
    SDL_EVENT_WINDOW_PIXEL_SIZE_CHANGED, SDL_EVENT_WINDOW_FOCUS_LOST,
    SDL_EVENT_WINDOW_DISPLAY_CHANGED, SDL_EVENT_WINDOW_CLOSE_REQUESTED};
  event->type = types[kind];
}

static void set_display_event(SDL_Event *event, int kind) {
  static const SDL_EventType types[] = {SDL_EVENT_DISPLAY_ADDED, SDL_EVENT_DISPLAY_REMOVED,
    SDL_EVENT_DISPLAY_CURRENT_MODE_CHANGED};
  event->type = types[kind];
}

// SDL 3 sets a flag while a compositor shows nothing of the window; the tests' compositors never report
// this. The linker redirects the loop's calls to __wrap_SDL_GetWindowFlags.
static SDL_AtomicInt is_covered;

#ifdef __cplusplus
extern "C" {
#endif
SDL_WindowFlags __real_SDL_GetWindowFlags(SDL_Window *asked);
SDL_WindowFlags __wrap_SDL_GetWindowFlags(SDL_Window *asked);
SDL_WindowFlags __wrap_SDL_GetWindowFlags(SDL_Window *asked) {
  return __real_SDL_GetWindowFlags(asked) | (SDL_GetAtomicInt(&is_covered) ? SDL_WINDOW_OCCLUDED : 0);
}
#ifdef __cplusplus
}
#endif

static Uint32 uncover(void *unused, SDL_TimerID timer, Uint32 milliseconds) {
  (void)unused, (void)timer, (void)milliseconds;
  SDL_Event event;
  memset(&event, 0, sizeof event);
  event.type = SDL_EVENT_WINDOW_EXPOSED;
  event.window.windowID = SDL_GetWindowID(window);
  SDL_SetAtomicInt(&is_covered, 0);
  SDL_PushEvent(&event);
  return 0;
}

// Covers the window for a second after frame 30. Then prints the number of frames that were drawn
// meanwhile, and by how much the loop's time has advanced.
static void cover(const dr_frame *frame) {
  static double start_s;
  static int count;
  if (frame->number == 30) {
    start_s = frame->time_s;
    SDL_SetAtomicInt(&is_covered, 1);
    SDL_AddTimer(1000, uncover, NULL);
  } else if (SDL_GetAtomicInt(&is_covered)) {
    count++;
  } else if (start_s > 0) {
    printf("covered      %d frames, passed %.0f ms\n", count, 1e3 * (frame->time_s - start_s));
    start_s = 0;
  }
}
#else
#define KEY_OF(event) ((event)->key.keysym.sym)

static SDL_Window *create_window(void) {
  return SDL_CreateWindow(
    "Loop probe", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 640, 480, SDL_WINDOW_RESIZABLE);
}

static SDL_Renderer *create_vsync_renderer(void) {
  return SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
}

static const char *renderer_name(void) {
  static SDL_RendererInfo info;
  return SDL_GetRendererInfo(renderer, &info) == 0 ? info.name : NULL;
}

static void set_window_event(SDL_Event *event, int kind) {
  static const Uint8 kinds[] = {SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED,
    SDL_WINDOWEVENT_FOCUS_LOST, SDL_WINDOWEVENT_DISPLAY_CHANGED, SDL_WINDOWEVENT_CLOSE};
  event->type = SDL_WINDOWEVENT;
  event->window.event = kinds[kind];
}

static void set_display_event(SDL_Event *event, int kind) {
  static const Uint8 kinds[] = {SDL_DISPLAYEVENT_CONNECTED, SDL_DISPLAYEVENT_DISCONNECTED,
    SDL_DISPLAYEVENT_ORIENTATION};
  event->type = SDL_DISPLAYEVENT;
  event->display.event = kinds[kind];
}

static void cover(const dr_frame *frame) { (void)frame; }
#endif

static dr_sdl_loop loop;
static dr_loop_mode last_mode = (dr_loop_mode)-1;
static FILE *trace;
static int flashes, display_changes, is_covering, is_idle, is_flip, is_destroying, is_terminating, is_blink, is_lost;
static volatile sig_atomic_t is_asked;
static clock_t drawn;  // the processor time used until the last frame

static void ask(int number) {
  (void)number;
  is_asked = 1;
}

static void take_event(const SDL_Event *event, void *user) {
  *(int *)user += 1;
  display_changes += loop.state.display_may_have_changed;
  if (event->type == SDL_KEYDOWN && !event->key.repeat && KEY_OF(event) == SDLK_SPACE) flashes++;
}

// A hard flash of 2 Hz.
static double phase_of_blink(double time_s) { return fmod(2 * time_s, 1); }

static dr_sdl_decision draw(const dr_frame *frame, void *user) {
  (void)user;
  drawn = clock();
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (trace) {
    fprintf(trace, "%lld%09ld,%d\n", (long long)now.tv_sec, now.tv_nsec, (int)frame->missed);
  }
  if (frame->mode != last_mode) {
    printf("frame %lld: %s\n", (long long)frame->number, dr_loop_mode_text(frame->mode));
  }
  if (frame->is_after_stall) {
    printf("stall before frame %lld, delta %.9f\n", (long long)frame->number, frame->delta_s);
  }
  fflush(stdout);
  last_mode = frame->mode;
  if (is_covering) cover(frame);
  if (is_destroying) {
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    window = NULL;
    renderer = NULL;
    return DR_SDL_CONTINUE;
  }
  if (is_terminating) {
    static SDL_Event notice;
    notice.type = SDL_APP_TERMINATING;
    SDL_PushEvent(&notice);
  }
  double phase = fmod(frame->time_s, 1);
  Uint8 level = (Uint8)(is_flip || is_idle ? flashes % 2 * 255 : 255 * (1 - fabs(2 * phase - 1)));
  if (is_blink) level = phase_of_blink(frame->time_s) < 0.5 ? 255 : 0;
  SDL_FRect square = {220, 140, 200, 200};
  SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
  SDL_RenderClear(renderer);
  SDL_SetRenderDrawColor(renderer, level, level, level, 255);
  SDL_RenderFillRectF(renderer, &square);
  return is_idle ? DR_SDL_WAIT : DR_SDL_CONTINUE;
}

static void print_durations(const char *name, const dr_durations *times) {
  printf("%-13sp1%9.3f  p50%9.3f  p90%9.3f  p99%9.3f  max%9.3f\n", name, times->p1_s * 1e3,
    times->p50_s * 1e3, times->p90_s * 1e3, times->p99_s * 1e3, times->longest_s * 1e3);
}

// Prints the statistics in the format of `flashing-square --stats`: one per line, in milliseconds.
static void report(const dr_loop_stats *stats) {
  const char *name = renderer && !is_lost ? renderer_name() : NULL;
  printf("mode         %s\n", dr_loop_mode_text(stats->mode));
  printf("display      %s, %s\n", SDL_GetCurrentVideoDriver(), name ? name : "none");
  printf("frames       %lld\nrate         %.3f Hz\n", (long long)stats->frames,
    stats->frames_per_s);
  print_durations("interval", &stats->interval);
  print_durations("step error", &stats->step_error);
  print_durations("wake error", &stats->wake_error);
  print_durations("build", &stats->build);
  print_durations("present", &stats->present);
  print_durations("input age", &stats->input_age);
  if (stats->lead_s > 0) printf("lead         %.3f ms\n", stats->lead_s * 1e3);
  printf("CPU          %.2f %%\n", stats->processor_share * 100);
  printf("missed       %lld\nstalls       %lld\nfixed steps  %lld\n", (long long)stats->missed,
    (long long)stats->stalls, (long long)stats->steps_made);
  fflush(stdout);
}

// Runs the loop from the parts of dr_sdl_run, and prints the statistics at SIGUSR1.
static dr_sdl_end run_own(const dr_sdl_options *options) {
  dr_frame frame;
  dr_loop_stats stats;
  if (dr_sdl_open(&loop, window, renderer, options) != 0) return dr_sdl_close(&loop);
  while (dr_sdl_next(&loop, &frame)) {
    if (is_asked && dr_loop_get_stats(loop.loop, &stats) == DR_LOOP_OK) report(&stats);
    is_asked = 0;
    dr_sdl_decision decision = draw(&frame, NULL);
    dr_sdl_present(&loop);
    if (decision == DR_SDL_WAIT) (void)dr_loop_idle(loop.loop);
    if (is_blink) (void)dr_loop_idle_until(loop.loop, floor(4 * frame.time_s + 1) / 4);
  }
  return dr_sdl_close(&loop);
}

static void report_error(int number) { printf("%d %s\n", number, SDL_GetError()); }

// Begins a frame on a thread that is not the window's, which is an error.
static int begin_elsewhere(void *unused) {
  (void)unused;
  dr_frame frame;
  report_error(dr_sdl_next(&loop, &frame));
  return 0;
}

// Makes wrong calls, and prints the error of each. dr_sdl_run sets the statistics even if it cannot
// open its loop.
static int call_wrongly(const dr_sdl_options *options) {
  dr_sdl_options wrong = *options;
  dr_frame frame;
  dr_loop_stats stats;
  memset(&stats, 0x55, sizeof stats);
  wrong.stats = &stats;
  report_error(dr_sdl_run(NULL, renderer, &wrong, draw, NULL));
  printf("%lld frames, %u intervals\n", (long long)stats.frames, stats.interval.count);
  report_error(dr_sdl_run(window, NULL, options, draw, NULL));
  report_error(dr_sdl_run(window, renderer, options, NULL, NULL));
  wrong.loop.timing = DR_LOOP_TIMING_TIMER;
  wrong.loop.rate_hz = NAN;
  report_error(dr_sdl_run(window, renderer, &wrong, draw, NULL));
  memset(&wrong, 0, sizeof wrong);
  report_error(dr_sdl_run(window, renderer, &wrong, draw, NULL));
  report_error(dr_sdl_open(NULL, window, renderer, options));
  dr_sdl_open(&loop, window, renderer, NULL);
  report_error(dr_sdl_run(window, renderer, options, draw, NULL));
  dr_sdl_present(&loop);
  report_error(dr_sdl_close(&loop));
  dr_sdl_open(&loop, window, renderer, NULL);
  SDL_WaitThread(SDL_CreateThread(begin_elsewhere, "elsewhere", NULL), NULL);
  printf("%d %d\n", dr_sdl_next(&loop, &frame), dr_sdl_close(&loop));
  // The loop is closed already.
  printf("%d %d %d\n", dr_sdl_next(&loop, &frame), dr_sdl_next(NULL, &frame), dr_sdl_close(NULL));
  return 0;
}

// Prints the loop's reaction to an event: input, a picture to draw, a changed display, the end.
static void push_event(SDL_Event *event) {
  dr_frame frame;
  display_changes = 0;
  SDL_PushEvent(event);
  dr_sdl_next(&loop, &frame);
  printf("%u %d %d %d\n", loop.state.input_events, loop.state.needs_picture, display_changes > 0,
    loop.ending);
  dr_sdl_present(&loop);
}

// Pushes an event of another window, then the same event of the loop's window.
static void push_window_event(int kind) {
  for (Uint32 other = 2; other-- > 0;) {
    SDL_Event event;
    memset(&event, 0, sizeof event);
    set_window_event(&event, kind);
    event.window.windowID = SDL_GetWindowID(window) + other;
    push_event(&event);
  }
}

static int push_events(const dr_sdl_options *options) {
  dr_frame frame;
  dr_sdl_open(&loop, window, renderer, options);
  for (int number = 0; number < 6; number++) {
    dr_sdl_next(&loop, &frame);
    dr_sdl_present(&loop);
  }
  for (int kind = 0; kind < 4; kind++) push_window_event(kind);
  for (int kind = 0; kind < 3; kind++) {
    SDL_Event event;
    memset(&event, 0, sizeof event);
    set_display_event(&event, kind);
    push_event(&event);
  }
  push_window_event(4);
  return dr_sdl_close(&loop) != DR_SDL_STOPPED;
}

static int has(char **arguments, const char *name) {
  while (*arguments && strcmp(*arguments, name)) arguments++;
  return *arguments != NULL;
}

int main(int count, char **arguments) {
  static const char *const ends[] = {"running", "stopped", "frame limit", "quit", "escape",
    "window lost", "connection lost", "failed"};
  int events = 0;
  dr_loop_stats stats;
  memset(&stats, 0, sizeof stats);
  dr_sdl_options options = dr_sdl_default_options();
  options.event = take_event;
  options.user = &events;
  options.stats = &stats;
  for (int index = 1; index + 1 < count; index++) {
    if (!strcmp(arguments[index], "--frames")) options.frame_limit = atol(arguments[index + 1]);
    if (!strcmp(arguments[index], "--trace")) trace = fopen(arguments[index + 1], "w");
  }
  options.loop.latches_late = has(arguments, "--late");
  is_idle = has(arguments, "--idle");
  is_blink = has(arguments, "--blink");
  is_flip = has(arguments, "--flip");
  is_covering = has(arguments, "--cover");
  is_destroying = has(arguments, "--destroy");
  is_terminating = has(arguments, "--terminate");
  signal(SIGUSR1, ask);
  if (dr_sdl_init() != 0) return fprintf(stderr, "%s\n", SDL_GetError()), 69;
  window = create_window();
  renderer = has(arguments, "--vsync") ? create_vsync_renderer() : dr_sdl_create_renderer(window);
  if (!renderer) return fprintf(stderr, "%s\n", SDL_GetError()), 1;
  if (has(arguments, "--wrong")) return call_wrongly(&options);
  if (has(arguments, "--events")) return push_events(&options);
  dr_sdl_end end = has(arguments, "--own") ? run_own(&options)
                                           : dr_sdl_run(window, renderer, &options, draw, &events);
  printf("processor    %ld ms since the last frame\n",
    (long)((clock() - drawn) * 1000 / CLOCKS_PER_SEC));
  printf("end          %s%s%s\n", ends[end], end == DR_SDL_FAILED ? ": " : "",
    end == DR_SDL_FAILED ? SDL_GetError() : "");
  is_lost = end == DR_SDL_CONNECTION_LOST;
  report(&stats);
  if (end == DR_SDL_CONNECTION_LOST) {
    dr_sdl_open(&loop, window, renderer, &options);
    printf("again        %s\n", SDL_GetError());
  }
  fflush(stdout);
  if (trace) fclose(trace);
  dr_sdl_quit(window, renderer);
  return dr_sdl_exit_status(end);
}
