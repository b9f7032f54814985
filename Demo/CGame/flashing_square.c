// SPDX-License-Identifier: Apache-2.0
//
// The flashing square as a game in C: a hunter chases a square, which flashes the faster the less
// health is left. It needs SDL2 and the installed C library of DynamicRepeat, and nothing else.
// The library comes in at open_flash, step_flash, order and press. It is one file, long as it is,
// so that it can be taken as a whole. In this order:
//
//   errors, the command line, the flash, the game, the picture: what a game is made of;
//   the schedule of --play, the trace, a display that goes away, the run: what a program needs.
#define _DEFAULT_SOURCE
#include <SDL.h>
#include <dynamic_repeat.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// ---- Errors

// Exit codes as in BSD's sysexits; the same as the Swift demo's.

enum { USAGE = 64, BAD_DATA, NO_INPUT, UNAVAILABLE = 69, INTERNAL, NO_OUTPUT = 73, BROKEN_OFF };

// Ends the program: what is wrong in one line, what would be right in the next.
__attribute__((format(printf, 3, 4)))
static _Noreturn void fail(int code, const char *right, const char *wrong, ...) {
  va_list arguments;
  va_start(arguments, wrong);
  fputs("flashing-square: ", stderr);
  vfprintf(stderr, wrong, arguments);
  va_end(arguments);
  fprintf(stderr, "\n  %s\n", right);
  exit(code);
}

static void must(dr_status status, const char *what) {
  if (status == DR_OK) return;
  fail(INTERNAL, "this is a mistake in the game: please report it", "%s: %s", what,
    dr_status_text(status));
}

// ---- The command line

static const struct mode { const char *name; dr_policy policy; } modes[] = {
  {"restart", {0, DR_RESTART_PER_CYCLE, DR_RAMP_LINEAR}},
  {"phase", {0, DR_PHASE_MATCHED, DR_RAMP_LINEAR}},
  {"ramp", {0.5, DR_PHASE_MATCHED, DR_RAMP_SMOOTH}},
  {"naive", {0, DR_PRESERVE_ELAPSED, DR_RAMP_LINEAR}},
  {"frame", {0, DR_RESTART_AT_FRAME, DR_RAMP_LINEAR}}};
enum { MODES = sizeof modes / sizeof *modes };

enum { MODE, PLAY, TRACE, FRAMES, HEADLESS, NO_FLASH_LIMIT, HELP, OPTIONS };
static const struct option options[] = {
  {"mode", required_argument, NULL, MODE}, {"play", required_argument, NULL, PLAY},
  {"trace", required_argument, NULL, TRACE}, {"frames", required_argument, NULL, FRAMES},
  {"headless", no_argument, NULL, HEADLESS}, {"no-flash-limit", no_argument, NULL, NO_FLASH_LIMIT},
  {"help", no_argument, NULL, HELP}, {0}};
static const char *given[OPTIONS];

static const char *const help =
  "flashing-square: a square that flashes faster the less health it has\n\n"
  "  --mode MODE        restart, phase, ramp, naive or frame: what a new duration does\n"
  "  --play FILE.csv    cycle durations from a file: time,cycle_duration or with ,ramp behind\n"
  "  --trace FILE.csv   a row a frame\n"
  "  --frames N         end after N frames\n"
  "  --headless         without a window, at 60 frames a second\n"
  "  --no-flash-limit   more than three flashes a second. WARNING: this can cause seizures in\n"
  "                     people with photosensitive epilepsy\n\n"
  "Keys: arrows move, Page up and down change health, M mode, Space pause, Esc quit.\n";

static void read_arguments(int count, char **arguments) {
  opterr = 0;
  for (int option; (option = getopt_long(count, arguments, "", options, NULL)) >= 0;) {
    if (option >= OPTIONS) {
      fail(USAGE, "--help lists every option and whether it takes a value",
        "%.80s: is no option, or its value is missing or too much", arguments[optind - 1]);
    }
    if (given[option]) fail(USAGE, "give it once", "--%s is given twice", options[option].name);
    given[option] = optarg ? optarg : "";
  }
  if (optind < count) fail(USAGE, "--help lists them", "%.80s: is no option", arguments[optind]);
  if (given[HELP]) exit(fputs(help, stdout) < 0 || fflush(stdout) ? BROKEN_OFF : 0);
  if (given[PLAY] && given[TRACE] && !strcmp(given[PLAY], given[TRACE])) {
    fail(USAGE, "name another file", "--trace %.80s: is what --play reads", given[TRACE]);
  }
}

static int given_mode(void) {
  int mode = 0;
  while (given[MODE] && mode < MODES && strcmp(given[MODE], modes[mode].name)) mode++;
  if (mode < MODES) return mode;
  fail(USAGE, "restart, phase, ramp, naive or frame", "--mode %.80s is none", given[MODE]);
}

// 0 where nothing but the player ends the run.
static long given_frames(void) {
  const char *text = given[FRAMES];
  if (!text && !given[HEADLESS]) return 0;
  long frames = text ? strtol(text, NULL, 10) : 0;
  bool is_number = text && *text && !text[strspn(text, "0123456789")];
  if (is_number && frames >= 1 && frames <= 1000000000) return frames;
  fail(USAGE, "--frames takes a whole number from 1 to 1000000000; --headless needs it",
    "--frames %.80s", text ? text : "is missing");
}

// ---- The flash, held to three a second: by what is ordered, and by what shows

typedef struct { double time_s, duration_s, ramp_s; } row;  // ramp_s < 0: as the mode says
typedef struct { row *rows; uint32_t count; } schedule;

static struct {
  dr_repeat flash;
  dr_sample sample;      // What the flash is at the frame's time.
  schedule schedule;
  uint32_t next;         // The row of the schedule that comes next.
  int mode, step;        // The step of health that was ordered last.
  double asked_s;        // Seconds per cycle last asked for, before the limit.
  double shown;          // 0 calm ... 1 alarm.
  double turns[7];       // When what showed turned, a ring.
  int oldest;
  double turn, direction;  // How far it has come since, and which way: 1, -1, or 0 at first.
  float trail[480];      // What showed in the last frames.
  double health, x, y, hunter_x, hunter_y;
  FILE *events;          // Writes into names: what happened in the frame.
  char *names;
  size_t names_size;
} game = {
  .step = 10, .asked_s = 2, .health = 1, .x = 300, .y = 200, .hunter_x = 800, .hunter_y = 120};

static void note(const char *name, long long count) {
  if (ftell(game.events)) fputc(';', game.events);
  fputs(name, game.events);
  if (count != 1) fprintf(game.events, "*%lld", count);
}

static double allowed(double duration_s) {
  return given[NO_FLASH_LIMIT] ? duration_s : fmax(duration_s, nextafter(1.0 / 3, 1));
}

// What to show: the value, or the one before where it would turn an eighth time within a second.
// A flash is two turns of at least a tenth. Source: WCAG 2.3.1.
static double guarded(double value, double time_s) {
  double change = value - game.turn;
  if (game.direction != 0 && change * game.direction >= 0) {
    game.turn = value;
  } else if (fabs(change) >= 0.1) {
    if (game.direction != 0 && time_s - game.turns[game.oldest] < 1) return game.shown;
    game.turns[game.oldest] = time_s;
    game.oldest = (game.oldest + 1) % 7;
    game.direction = change < 0 ? -1 : 1;
    game.turn = value;
  }
  return value;
}

static void open_flash(void) {
  const row *rows = game.schedule.rows;
  uint32_t count = game.schedule.count;
  for (; game.next < count && rows[game.next].time_s <= 0; game.next++) {
    game.asked_s = rows[game.next].duration_s;
  }
  for (int i = 0; i < 7; i++) game.turns[i] = -INFINITY;
  dr_repeat_def def = dr_default_repeat_def();
  def.rate = (dr_rate){allowed(game.asked_s), DR_CYCLE_DURATION_S, 0};
  def.policy = modes[game.mode].policy;
  def.command_capacity = count;
  def.event_capacity = DR_MAX_CAPACITY;
  must(dr_repeat_create(&def, &game.flash), "dr_repeat_create");
  for (uint32_t i = game.next; i < count; i++) {
    // Of several at one time the last wins: the others must not even jump.
    if (i + 1 < count && rows[i + 1].time_s == rows[i].time_s) continue;
    dr_command command = {.kind = rows[i].ramp_s < 0 ? DR_COMMAND_RATE : DR_COMMAND_RAMP,
      .rate = {allowed(rows[i].duration_s), DR_CYCLE_DURATION_S, 0}, .ramp_s = rows[i].ramp_s,
      .shape = DR_RAMP_SMOOTH};
    dr_moment moment = {.kind = DR_MOMENT_TIME, .time_s = rows[i].time_s};
    must(dr_repeat_schedule(game.flash, &command, &moment, NULL), "dr_repeat_schedule");
  }
  must(dr_repeat_start(game.flash), "dr_repeat_start");
}

static const char *event_name(const dr_event *event) {
  switch (event->kind) {
    case DR_EVENT_STARTED: return "started";
    case DR_EVENT_CYCLE: return "cycle";
    case DR_EVENT_DIRECTION: return event->detail == DR_TOWARD_ALTERNATE ? "to_alarm" : "to_calm";
    default: return "stopped";
  }
}

// Moves on to a frame's time; orders of the schedule have taken effect on the way.
static void step_flash(double time_s) {
  for (; game.next < game.schedule.count; game.next++) {
    if (game.schedule.rows[game.next].time_s > time_s) break;
    game.asked_s = game.schedule.rows[game.next].duration_s;
  }
  dr_event events[16];
  dr_event_count count;
  must(dr_repeat_advance(game.flash, time_s, events, 16, &count), "dr_repeat_advance");
  while (count.written) {
    for (uint32_t i = 0; i < count.written; i++) note(event_name(&events[i]), events[i].count);
    must(dr_repeat_take_events(game.flash, events, 16, &count), "dr_repeat_take_events");
  }
  must(dr_repeat_sample(game.flash, time_s, &game.sample), "dr_repeat_sample");
  double value = game.sample.value;
  game.shown = given[NO_FLASH_LIMIT] ? value : guarded(value, time_s);
}

// ---- The game

static void change_health(double amount) {
  // In whole percents: a sum of tenths is to end at 0 and 1 exactly.
  game.health = fmin(fmax(round((game.health + amount) * 100) / 100, 0), 1);
}

// The hunter sleeps until the player first moves; then it follows, and hurts where it is near.
static void move(double dt, const double way[2]) {
  static bool is_awake;
  is_awake = is_awake || way[0] != 0 || way[1] != 0;
  game.x = fmin(fmax(game.x + way[0] * 250 * dt, 40), 920);
  game.y = fmin(fmax(game.y + way[1] * 250 * dt, 60), 380);
  if (!is_awake) return;
  double dx = game.x - game.hunter_x, dy = game.y - game.hunter_y, away = hypot(dx, dy);
  if (away > 60) game.hunter_x += dx / away * 150 * dt, game.hunter_y += dy / away * 150 * dt;
  double change = away < 170 ? away / 170 * 0.36 - 0.36 : 0.1;
  game.health = fmin(fmax(game.health + change * dt, 0), 1);
}

// 2 s a cycle at full health, 0.35 s at none, in ten steps: trembling about one gives no orders.
static void order(void) {
  double exact = game.health * 10;
  bool is_at_end = game.health <= 0 || game.health >= 1;
  if (fabs(exact - game.step) >= 0.75 || is_at_end) game.step = (int)round(exact);
  double duration_s = round((0.35 + 1.65 * game.step / 10) * 10000) / 10000;
  if (duration_s == game.asked_s) return;
  game.asked_s = duration_s;
  must(dr_repeat_set_cycle_duration(game.flash, allowed(duration_s)), "a new cycle duration");
  note("order", 1);
}

static void press(SDL_Keysym key, bool is_repeat) {
  bool is_shifted = key.mod & KMOD_SHIFT;
  if (key.sym == SDLK_PAGEUP || (key.sym == SDLK_UP && is_shifted)) change_health(0.1);
  if (key.sym == SDLK_PAGEDOWN || (key.sym == SDLK_DOWN && is_shifted)) change_health(-0.1);
  if (key.sym == SDLK_m && !is_repeat) {
    char name[32];
    game.mode = (game.mode + 1) % MODES;
    must(dr_repeat_set_policy(game.flash, modes[game.mode].policy), "dr_repeat_set_policy");
    snprintf(name, sizeof name, "mode_%s", modes[game.mode].name);
    note(name, 1);
  }
  if (key.sym == SDLK_SPACE && !is_repeat) {
    bool is_paused = game.sample.state >= DR_STATE_PAUSED;
    must((is_paused ? dr_repeat_resume : dr_repeat_pause)(game.flash), "dr_repeat_pause");
    if (game.sample.state != DR_STATE_IDLE) note(is_paused ? "resumed" : "paused", 1);
  }
}

// What the player wants; false where it is to end.
static bool read_keys(double way[2]) {
  for (SDL_Event event; SDL_PollEvent(&event);) {
    bool is_key = event.type == SDL_KEYDOWN;
    if (event.type == SDL_QUIT || (is_key && event.key.keysym.sym == SDLK_ESCAPE)) return false;
    if (is_key) press(event.key.keysym, event.key.repeat);
  }
  const Uint8 *held = SDL_GetKeyboardState(NULL);
  bool is_shifted = SDL_GetModState() & KMOD_SHIFT;
  way[0] = held[SDL_SCANCODE_RIGHT] - held[SDL_SCANCODE_LEFT];
  way[1] = is_shifted ? 0 : held[SDL_SCANCODE_DOWN] - held[SDL_SCANCODE_UP];
  return true;
}

// ---- The picture

// Between both colours of the flash; light is about the square of a byte.
static void set_flash_color(SDL_Renderer *renderer, double value) {
  static const double calm[] = {0x2B, 0x5F, 0x8F}, alarm[] = {0xFF, 0xB7, 0x32};
  Uint8 bytes[3];
  for (int i = 0; i < 3; i++) {
    bytes[i] = (Uint8)sqrt(calm[i] * calm[i] + (alarm[i] * alarm[i] - calm[i] * calm[i]) * value);
  }
  SDL_SetRenderDrawColor(renderer, bytes[0], bytes[1], bytes[2], 255);
}

static void fill(SDL_Renderer *renderer, double x, double y, double width, double height) {
  SDL_RenderFillRectF(renderer, &(SDL_FRect){(float)x, (float)y, (float)width, (float)height});
}

// Health above, square and hunter, and below what showed in the last frames.
static void draw(SDL_Window *window, SDL_Renderer *renderer) {
  char title[80];
  snprintf(title, sizeof title, "Flashing square in C: %s, %.2f s", modes[game.mode].name,
    game.asked_s);
  if (strcmp(title, SDL_GetWindowTitle(window))) SDL_SetWindowTitle(window, title);
  SDL_SetRenderDrawColor(renderer, 0x0F, 0x13, 0x18, 255);
  SDL_RenderClear(renderer);
  SDL_SetRenderDrawColor(renderer, 0xC9, 0xD3, 0xDE, 255);
  fill(renderer, game.hunter_x - 20, game.hunter_y - 20, 40, 40);
  memmove(game.trail, game.trail + 1, sizeof game.trail - sizeof *game.trail);
  game.trail[479] = (float)game.shown;
  for (int i = 0; i < 480; i++) {
    set_flash_color(renderer, game.trail[i]);
    fill(renderer, 2 * i, 530 - 100 * game.trail[i], 2, 4 + 100 * game.trail[i]);
  }
  set_flash_color(renderer, game.shown);
  fill(renderer, game.x - 32, game.y - 32, 64, 64);
  fill(renderer, 0, 0, 960 * game.health, 10);
  SDL_RenderPresent(renderer);
}

// ---- The orders of --play

static const struct { const char *title, *right; double lowest, highest; } columns[3] = {
  {"time", "a time is in seconds, at least 0 and at most 1e12, as in 1.5", 0, 1e12},
  {"cycle_duration", "a cycle_duration is in seconds, from 0.000001 to 1000000000, as in 0.5",
    1e-6, 1e9},
  {"ramp", "a ramp is in seconds, at least 0 and at most 1e9, as in 0.25, or empty", 0, 1e9}};

// Splits a line at its commas, without blanks around the cells; 4 also stands for more.
static int split(char *line, char *cells[4]) {
  int count = 0;
  for (char *cell; count < 4 && (cell = strsep(&line, ",")); count++) {
    cell += strspn(cell, " \t");
    char *end = cell + strlen(cell);
    while (end > cell && strchr(" \t\r\n", end[-1])) *--end = 0;
    cells[count] = cell;
  }
  return count;
}

static double read_cell(const char *path, int line, int column, const char *cell) {
  char *end;
  double value = strtod(cell, &end);
  // What strtod takes, but for nan, inf and hexadecimal.
  bool is_number = end > cell && !*end && !cell[strspn(cell, "0123456789+-.eE")];
  bool is_right = value >= columns[column].lowest && value <= columns[column].highest;
  if (is_number && is_right) return value + 0;
  fail(BAD_DATA, columns[column].right, "%s:%d: %s \"%.80s\" is %s", path, line,
    columns[column].title, cell, is_number ? "out of range" : "not a number");
}

static void add_row(schedule *schedule, const char *path, int line, char **cells) {
  row row = {read_cell(path, line, 0, cells[0]), read_cell(path, line, 1, cells[1]),
    cells[2] && *cells[2] ? read_cell(path, line, 2, cells[2]) : -1};
  if (schedule->count && row.time_s < schedule->rows[schedule->count - 1].time_s) {
    fail(BAD_DATA, "sort the rows by time", "%s:%d: is before the row above", path, line);
  }
  if (schedule->count == DR_MAX_CAPACITY) {
    fail(BAD_DATA, "leave the rest out", "%s:%d: is the 65537th row", path, line);
  }
  schedule->rows = realloc(schedule->rows, (schedule->count + 1) * sizeof row);
  if (!schedule->rows) fail(UNAVAILABLE, "name a shorter file", "%s: no memory left", path);
  schedule->rows[schedule->count++] = row;
}

static schedule read_schedule(const char *path) {
  schedule result = {0};
  FILE *file = fopen(path, "r");
  char *line = NULL, *cells[4] = {0};
  size_t room = 0;
  int width = 0, blank = 0, number = 1;
  for (ssize_t length; file && (length = getline(&line, &room, file)) >= 0; number++) {
    bool is_text = (size_t)length == strlen(line);
    int count = split(line + (number == 1 && !strncmp(line, "\xEF\xBB\xBF", 3) ? 3 : 0), cells);
    if (number == 1) {
      for (int i = 0; i < count; i++) width += i < 3 && !strcmp(cells[i], columns[i].title);
      if (is_text && count >= 2 && count == width) continue;
      fail(BAD_DATA, "it is time,cycle_duration or time,cycle_duration,ramp",
        "%s:1: is not the header", path);
    }
    if (is_text && count == 1 && !*cells[0]) {
      if (!blank) blank = number;
      continue;
    }
    if (blank) fail(BAD_DATA, "remove it", "%s:%d: is blank, and rows follow", path, blank);
    if (!is_text || count != width) {
      fail(BAD_DATA, "a row has a cell for each title", "%s:%d: is no row", path, number);
    }
    add_row(&result, path, number, cells);
  }
  if (!file || (ferror(file) && errno == EISDIR)) {
    fail(NO_INPUT, "name a file that exists", "%s: cannot be read: %s", path, strerror(errno));
  }
  if (ferror(file)) fail(BROKEN_OFF, "try again", "%s: %s", path, strerror(errno));
  if (!result.count) fail(BAD_DATA, "add at least one, for example 0,2.0", "%s: has no rows", path);
  fclose(file);
  free(line);
  return result;
}

// ---- Numbers in the shortest form that reads back as the same, as Swift prints them

// The fewest digits that read back as `size`, with the point behind the first; their number.
static int shortest(double size, char digits[32], int *exponent) {
  char text[48];
  int count = 0;
  // A power of two has its neighbours nearer below than above. Where the nearest number of so many
  // digits lies below and is another double's, one above may still be ours: the nearest to this.
  long double above = size + ((long double)nextafter(size, INFINITY) - size) / 4;
  do {
    snprintf(text, sizeof text, "%.*e", count, size);
    if (strtod(text, NULL) != size) snprintf(text, sizeof text, "%.*Le", count, above);
  } while (strtod(text, NULL) != size && ++count < 17);
  digits[0] = text[0];
  memcpy(digits + 1, text + 2, (size_t)count);
  digits[count + 1] = 0;
  *exponent = atoi(strchr(text, 'e') + 1);
  return count + 1;
}

// Writes a number and a comma.
static void write_number(FILE *file, double value) {
  static const char *zeros = "0000000000000000";
  char digits[32];
  int exponent;
  if (isinf(value)) {
    fputs(value < 0 ? "-inf," : "inf,", file);
    return;
  }
  if (signbit(value)) fputc('-', file);
  int count = shortest(fabs(value), digits, &exponent), whole = exponent + 1;
  if (exponent < -4 || fabs(value) > 0x1p53) {
    fprintf(file, "%c%s%se%+03d,", digits[0], count > 1 ? "." : "", digits + 1, exponent);
  } else if (exponent < 0) {
    fprintf(file, "0.%.*s%s,", -whole, zeros, digits);
  } else if (count <= whole) {
    fprintf(file, "%s%.*s.0,", digits, whole - count, zeros);
  } else {
    fprintf(file, "%.*s.%s,", whole, digits, digits + whole);
  }
}

// ---- The trace

static FILE *trace;  // What --trace names, or NULL.

static FILE *open_trace(const char *path) {
  struct stat play, there;
  if (given[PLAY] && !stat(given[PLAY], &play) && !stat(path, &there) && S_ISREG(there.st_mode)
      && play.st_dev == there.st_dev && play.st_ino == there.st_ino) {
    fail(NO_OUTPUT, "name another file", "%s: is the file that --play reads", path);
  }
  signal(SIGPIPE, SIG_IGN);  // A reader that has gone is an error with a name.
  FILE *file = fopen(path, "w");
  if (!file) fail(NO_OUTPUT, "name a file that can be made", "%s: %s", path, strerror(errno));
  fputs("time,cycle_duration_asked,cycle_duration_in_effect,cycle,phase,value,events\n", file);
  return file;
}

static void flush(void) {
  if (!trace || !fflush(trace)) return;
  fail(BROKEN_OFF, "make room", "%s: %s", given[TRACE], strerror(errno));
}

static void write_row(double time_s) {
  static double flushed_s = -INFINITY;
  write_number(trace, time_s);
  write_number(trace, game.asked_s);
  write_number(trace, game.sample.cycle_duration_s);
  fprintf(trace, "%lld,", (long long)game.sample.position.cycle);
  write_number(trace, game.sample.position.phase);
  write_number(trace, game.shown);
  fflush(game.events);
  fprintf(trace, "%.*s\n", (int)ftell(game.events), game.names);
  if (time_s - flushed_s < 1) return;
  flushed_s = time_s;  // A sudden death costs the last second at most.
  flush();
}

// ---- A display that goes away

// Xlib would end the program with 1, in the midst of a call of SDL, and the trace's last second
// would be lost. Neither may be called from here.
static void end_without_display(const char *what) {
  bool is_saved = !trace || !fflush(trace);
  fprintf(stderr, "flashing-square: %s\n  %s\n", what,
    is_saved ? "start it again where there is a display" : "make room for the trace");
  _exit(is_saved ? INTERNAL : BROKEN_OFF);
}

static int lose_server(void *display) {
  (void)display;
  end_without_display("the display is lost: its server has ended, or has thrown the game out");
  return 0;
}

static int lose_window(void *display, void *error) {
  (void)display, (void)error;
  end_without_display("the window is lost: another program has closed it");
  return 0;
}

// Xlib's functions are looked up where SDL has loaded them: the game links nothing but SDL.
static void expect_loss(void) {
  int (*(*set_io_handler)(int (*)(void *)))(void *);
  int (*(*set_error_handler)(int (*)(void *, void *)))(void *, void *);
  void *library = strcmp(SDL_GetCurrentVideoDriver(), "x11") ? NULL : SDL_LoadObject("libX11.so.6");
  void *set_io = library ? SDL_LoadFunction(library, "XSetIOErrorHandler") : NULL;
  void *set_error = library ? SDL_LoadFunction(library, "XSetErrorHandler") : NULL;
  if (!set_io || !set_error) return;
  memcpy(&set_io_handler, &set_io, sizeof set_io);
  memcpy(&set_error_handler, &set_error, sizeof set_error);
  set_io_handler(lose_server);
  set_error_handler(lose_window);
}

// ---- The run

// One frame; false where the player ends the run.
static bool frame(double time_s, double dt, bool has_window) {
  double way[2] = {0, 0};
  rewind(game.events);
  step_flash(time_s);  // Up to the frame first: what is pressed now holds from now on.
  if (has_window && !read_keys(way)) return false;
  if (game.sample.state < DR_STATE_PAUSED && !game.schedule.count) move(fmin(dt, 0.25), way);
  if (!game.schedule.count) order();
  step_flash(time_s);
  return true;
}

static SDL_Window *open_window(void) {
  const char *right = "set DISPLAY or WAYLAND_DISPLAY, or add --headless";
  if (SDL_Init(SDL_INIT_VIDEO)) fail(UNAVAILABLE, right, "no display: %s", SDL_GetError());
  // Without a display SDL quietly takes a driver that shows nothing.
  const char *driver = SDL_GetCurrentVideoDriver();
  bool shows = strcmp(driver, "offscreen") && strcmp(driver, "dummy") && strcmp(driver, "evdev");
  if (!shows && !SDL_getenv("SDL_VIDEODRIVER")) {
    fail(UNAVAILABLE, right, "no display: SDL found only \"%s\"", driver);
  }
  int middle = SDL_WINDOWPOS_CENTERED;
  SDL_Window *window = SDL_CreateWindow("Flashing square in C", middle, middle, 960, 540, 0);
  if (!window) fail(UNAVAILABLE, right, "SDL_CreateWindow: %s", SDL_GetError());
  expect_loss();
  return window;
}

int main(int count, char **arguments) {
  SDL_Window *window = NULL;
  SDL_Renderer *renderer = NULL;
  read_arguments(count, arguments);
  game.mode = given_mode();
  long frames = given_frames();
  if (given[PLAY]) game.schedule = read_schedule(given[PLAY]);
  if (given[TRACE]) trace = open_trace(given[TRACE]);
  flush();
  if (!given[HEADLESS]) {
    window = open_window();
    renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!renderer) fail(UNAVAILABLE, "add --headless", "SDL_CreateRenderer: %s", SDL_GetError());
  }
  game.events = open_memstream(&game.names, &game.names_size);
  if (!game.events) fail(UNAVAILABLE, "end other programs", "%s", strerror(errno));
  open_flash();
  Uint64 begin = SDL_GetPerformanceCounter();
  double before_s = 0, ticks_per_s = (double)SDL_GetPerformanceFrequency();
  for (long number = 0; !frames || number < frames; number++) {
    double now_s = (double)(SDL_GetPerformanceCounter() - begin) / ticks_per_s;
    double time_s = window ? now_s : (double)number / 60;
    if (!frame(time_s, time_s - before_s, window)) break;
    before_s = time_s;
    if (trace) write_row(time_s);
    if (window) draw(window, renderer);
  }
  flush();
  if (window) SDL_Quit();
  must(dr_repeat_destroy(game.flash), "dr_repeat_destroy");
  fclose(game.events);
  free(game.names);
  free(game.schedule.rows);
  return trace ? fclose(trace) != 0 : 0;
}
