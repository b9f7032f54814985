// SPDX-License-Identifier: Apache-2.0
//
// A million squares, drawn in one call. Each square flashes at its own rate: the nearer the mouse
// is, the faster it flashes. When the mouse moves, the processor sets the rates of the squares that
// the mouse has reached or left. The GPU computes all phases. The game needs SDL2, OpenGL 3.3 and
// DynamicRepeat's C library.
//
// shader_game [--squares N] [--frames N] [--glsl FILE]
#define GL_GLEXT_PROTOTYPES
#include <SDL.h>
#include <SDL_opengl.h>
#include <dynamic_repeat.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char vertex_code[] =
  "layout(location = 0) in uvec4 row_start;\n"
  "layout(location = 1) in uvec4 row_rates;\n"
  "uniform uvec2 now;\n"
  "uniform int columns;\n"
  "out vec4 color;\n"
  "void main() {\n"
  "  float value = dr_value(dr_row(row_start, row_rates), now);\n"
  "  color = vec4(mix(vec3(0.17, 0.37, 0.56), vec3(1.0, 0.72, 0.20), value), 1.0);\n"
  "  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
  "  vec2 cell = vec2(gl_InstanceID % columns, gl_InstanceID / columns);\n"
  "  gl_Position = vec4((cell + corner) / float(columns) * 2.0 - 1.0, 0.0, 1.0);\n"
  "}\n";
static const char fragment_code[] =
  "in vec4 color; out vec4 shown; void main() { shown = color; }\n";

enum { SIDE = 1000, REACH = 120, RANGES = 256 };

static struct {
  SDL_Window *window;
  dr_bank *bank;
  dr_shader_row *rows;
  dr_member *members, *changed;
  double *rates;
  int columns, squares;
  int x, y;  // the danger's cell: the cell under the mouse
  GLint now;
} game;

static void require(bool is_fine, const char *what, const char *why) {
  if (is_fine) return;
  fprintf(stderr, "shader_game: %s: %s\n", what, why);
  exit(1);
}

static void check(dr_status status) {
  require(status == DR_OK, "DynamicRepeat", dr_status_text(status));
}

// ---- The squares

// Cycles a second: 0.2 to 0.3, and up to 2 more near the danger.
static double rate_at(int square, int danger_x, int danger_y) {
  int column = square % game.columns, row = square / game.columns;
  double calm = 0.2 + 0.1 * column / game.columns, reach = (double)REACH * game.columns / SIDE;
  double distance = hypot(column - danger_x, row - danger_y);
  return distance < reach ? calm + 2 * (1 - distance / reach) : calm;
}

// A square's phase at the start; the phases form waves around the middle.
static double phase_at(int square) {
  double middle = game.columns / 2.0;
  double waves = 6 * hypot(square % game.columns - middle, square / game.columns - middle) / middle;
  return ceil(waves) - waves;
}

static void open_squares(void) {
  dr_bank_def def = dr_default_bank_def();
  def.room = (uint32_t)game.squares;
  check(dr_bank_create(&def, &game.bank));
  game.rows = calloc((size_t)game.squares, sizeof *game.rows);
  game.members = calloc((size_t)game.squares, sizeof *game.members);
  game.changed = calloc((size_t)game.squares, sizeof *game.changed);
  game.rates = calloc((size_t)game.squares, sizeof *game.rates);
  require(game.rows && game.members && game.changed && game.rates, "memory", "too many squares");
  game.x = game.y = -SIDE;
  for (int i = 0; i < game.squares; i++) {
    dr_rate rate = dr_hz(rate_at(i, game.x, game.y));
    check(dr_bank_add(game.bank, rate, phase_at(i), 0, &game.members[i]));
  }
}

// Sets the rates of the squares that the danger has reached or left. Rates are phase-matched, so
// nothing jumps.
static void move_danger(int x, int y, double time_s) {
  if (x == game.x && y == game.y) return;
  int reach = REACH * game.columns / SIDE + 1, columns = game.columns;
  size_t count = 0;
  for (int row = SDL_max(0, SDL_min(y, game.y) - reach);
       row <= SDL_min(columns - 1, SDL_max(y, game.y) + reach); row++) {
    for (int column = 0; column < columns; column++) {
      bool is_near = abs(column - x) <= reach && abs(row - y) <= reach;
      bool was_near = abs(column - game.x) <= reach && abs(row - game.y) <= reach;
      if (!is_near && !was_near) continue;
      int square = row * columns + column;
      game.changed[count] = game.members[square];
      game.rates[count++] = rate_at(square, x, y);
    }
  }
  check(dr_bank_set_rates(game.bank, game.changed, game.rates, count, time_s));
  game.x = x;
  game.y = y;
}

// ---- The GPU

static GLuint shader(GLenum kind, const char *library, const char *code) {
  GLuint made = glCreateShader(kind);
  char text[1024] = "";
  GLint is_compiled = 0;
  glShaderSource(made, 3, (const char *[]){"#version 330\n", library, code}, NULL);
  glCompileShader(made);
  glGetShaderiv(made, GL_COMPILE_STATUS, &is_compiled);
  glGetShaderInfoLog(made, sizeof text, NULL, text);
  require(is_compiled, "the shader", text);
  return made;
}

static void open_picture(const char *library) {
  GLuint program = glCreateProgram(), buffer, array;
  GLint is_linked = 0;
  glAttachShader(program, shader(GL_VERTEX_SHADER, library, vertex_code));
  glAttachShader(program, shader(GL_FRAGMENT_SHADER, library, fragment_code));
  glLinkProgram(program);
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  require(is_linked, "the shader", "it cannot be linked");
  glUseProgram(program);
  glUniform1i(glGetUniformLocation(program, "columns"), game.columns);
  game.now = glGetUniformLocation(program, "now");
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)sizeof(dr_shader_row) * game.squares, NULL, GL_DYNAMIC_DRAW);
  for (GLuint half = 0; half < 2; half++) {
    glEnableVertexAttribArray(half);
    glVertexAttribIPointer(half, 4, GL_UNSIGNED_INT, sizeof(dr_shader_row), (void *)(16 * (uintptr_t)half));
    glVertexAttribDivisor(half, 1);
  }
}

// Uploads the changed rows and the time. Returns the number of changed rows.
static uint32_t upload(double time_s) {
  dr_slot_range changed[RANGES];
  uint32_t count, rows = 0;
  check(dr_bank_shader_rows(
    game.bank, time_s, game.rows, (size_t)game.squares, changed, RANGES, &count));
  for (uint32_t i = 0; i < count; rows += changed[i++].count)
    glBufferSubData(
      GL_ARRAY_BUFFER, (GLintptr)sizeof *game.rows * changed[i].first,
      (GLsizeiptr)sizeof *game.rows * changed[i].count, game.rows + changed[i].first);
  uint64_t now = DR_SHADER_TIME(time_s);
  glUniform2ui(game.now, (GLuint)now, (GLuint)(now >> 32));
  return rows;
}

static double seconds(void) {
  return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static bool draw_frame(double time_s) {
  int mouse_x, mouse_y, width, height;
  for (SDL_Event event; SDL_PollEvent(&event);)
    if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE))
      return false;
  SDL_GetMouseState(&mouse_x, &mouse_y);
  SDL_GetWindowSize(game.window, &width, &height);
  double start = seconds();
  move_danger(mouse_x * game.columns / width, (height - 1 - mouse_y) * game.columns / height, time_s);
  uint32_t rows = upload(time_s);
  double taken = seconds() - start;
  glClearColor(0.06f, 0.07f, 0.09f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, game.squares);
  char title[80];
  snprintf(title, sizeof title, "Shader game: %u rows, %.2f ms of the processor", rows, 1e3 * taken);
  SDL_SetWindowTitle(game.window, title);
  SDL_GL_SwapWindow(game.window);
  return true;
}

static char *text_of(const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "r");
  require(file && fread(text, 1, sizeof text - 1, file) > 0, path, "it cannot be read");
  fclose(file);
  return text;
}

int main(int count, char **arguments) {
  const char *path = DYNAMIC_REPEAT_GLSL;
  long frames = -1;
  game.columns = SIDE;
  bool is_usage = count % 2 == 1;
  for (int i = 1; i + 1 < count; i += 2) {
    if (!strcmp(arguments[i], "--squares")) game.columns = (int)sqrt(atof(arguments[i + 1]));
    else if (!strcmp(arguments[i], "--frames")) frames = atol(arguments[i + 1]);
    else if (!strcmp(arguments[i], "--glsl")) path = arguments[i + 1];
    else is_usage = false;
  }
  require(is_usage && game.columns >= 10 && game.columns <= 10000, "usage",
    "shader_game [--squares 100 ... 100000000] [--frames N] [--glsl FILE]");
  game.squares = game.columns * game.columns;
  require(SDL_Init(SDL_INIT_VIDEO) == 0, "SDL", SDL_GetError());
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  game.window = SDL_CreateWindow(
    "Shader game", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 900, 900, SDL_WINDOW_OPENGL);
  require(game.window && SDL_GL_CreateContext(game.window), "OpenGL 3.3", SDL_GetError());
  SDL_GL_SetSwapInterval(1);
  open_squares();
  open_picture(text_of(path));
  double start = seconds();
  while (frames-- != 0 && draw_frame(seconds() - start)) {}
  dr_bank_destroy(game.bank);
  SDL_Quit();
  return 0;
}
