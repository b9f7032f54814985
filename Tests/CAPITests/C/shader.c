// SPDX-License-Identifier: Apache-2.0
// Evaluates rows of repeats with random histories on a GPU, or in Mesa's software renderer. The
// results must equal the integers computed here bit for bit, and must differ from the phases of the
// repeats by at most the documented bound.
//
//   program FILE.glsl ROWS SEED: prints a line for each version of GLSL, or the error.
#include "check.h"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>

int failures;

static uint64_t state;

static double at_random(double least, double most) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return least + (most - least) * (double)(state >> 11) * 0x1p-53;
}

static uint64_t bits_at_random(void) {
  return (uint64_t)at_random(0, 0x1p32) << 32 | (uint64_t)at_random(0, 0x1p32);
}

// ---- The repeats

typedef struct row_case {
  dr_shader_row row;
  uint64_t tick;   // a tick at which the row is valid, at most 24 h after the row's first tick
  double phase, bound;
} row_case;

static uint64_t phase_of(dr_shader_row row, uint64_t tick) {
  uint64_t since = tick - row.time;
  return row.phase + (uint64_t)((int64_t)since < 0 ? row.rate : row.next_rate) * since;
}

// The row of a repeat after some commands, with a tick at which it is valid. Every fourth row has
// random bits.
static row_case random_case(int index) {
  row_case result = {.bound = 2};
  if (index % 4 == 0) {
    result.row = (dr_shader_row){bits_at_random(), bits_at_random(), (int64_t)bits_at_random(),
                               (int64_t)bits_at_random()};
    result.tick = bits_at_random();
    return result;
  }
  dr_repeat_def def = dr_default_repeat_def();
  dr_repeat repeat;
  double now = def.now_s = floor(at_random(-1e5, 1e5)), until = 0, change;
  def.rate = dr_hz(at_random(-9, 9));
  if (index & 1) def.policy = dr_phase_matched(0);
  FINE(dr_repeat_init(&repeat, &def));
  FINE(dr_repeat_start(&repeat, DR_NOW));
  for (int commands = index % 7; commands >= 0; commands--) {
    now += at_random(0, 2);
    FINE(dr_repeat_advance(&repeat, now));
    FINE(dr_repeat_set_rate(&repeat, dr_hz(at_random(-9, 9)), DR_NOW));
  }
  FINE(dr_repeat_shader_row(&repeat, now, &result.row, &until));
  change = now + (double)(int64_t)(result.row.time - DR_SHADER_TIME(now)) * 0x1p-26;
  // The time is within 1 us of the change, within 5 s of it, or anywhere in the day.
  double span = index % 3 == 0 ? 1e-6 : index % 3 == 1 ? 5 : 86400;
  double time = fmin(fmax(at_random(change - span, change + span), now), until);
  result.tick = DR_SHADER_TIME(time);
  dr_sample sample = {0};
  FINE(dr_repeat_sample(&repeat, (double)(int64_t)result.tick * 0x1p-26, &sample));
  result.phase = sample.position.phase;
  result.bound = 0x1p-20 + fabs((double)(result.row.next_rate - result.row.rate)) * 0x1p-64;
  double gap = fabs((double)phase_of(result.row, result.tick) * 0x1p-64 - result.phase);
  CHECK(fmin(gap, 1 - gap) <= result.bound);
  return result;
}

// ---- The GPU

static EGLContext context;

static void open_context(EGLDisplay display, EGLenum api, EGLint major, EGLint minor) {
  EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE};
  CHECK(eglBindAPI(api));
  context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  CHECK(context != EGL_NO_CONTEXT && eglMakeCurrent(display, NULL, NULL, context));
}

static GLuint shader(GLenum kind, const char *version, const char *options, const char *file, const char *body) {
  const char *parts[] = {version, options, file, body};
  GLuint made = glCreateShader(kind);
  GLint is_fine = 0;
  char text[2048] = "";
  glShaderSource(made, 4, parts, NULL);
  glCompileShader(made);
  glGetShaderiv(made, GL_COMPILE_STATUS, &is_fine);
  glGetShaderInfoLog(made, sizeof text, NULL, text);
  if (!is_fine) fprintf(stderr, "%s", text);
  CHECK(is_fine);
  return made;
}

static const char vertex[] =
  "void main() { gl_Position = vec4(ivec2(gl_VertexID % 2, gl_VertexID / 2) * 4 - 1, 0, 1); }";
static const char fragment[] =
  "uniform highp usampler2D starts, rates, ticks; out uvec4 result;\n"
  "void main() {\n"
  "  ivec2 at = ivec2(gl_FragCoord.xy);\n"
  "  dr_row row = dr_row(texelFetch(starts, at, 0), texelFetch(rates, at, 0));\n"
  "  uvec2 now = texelFetch(ticks, at, 0).xy;\n"
  "  result = uvec4(dr_phase_bits(row, now), floatBitsToUint(dr_phase(row, now)),\n"
  "                 floatBitsToUint(dr_value(row, now)));\n"
  "}";

static GLuint texture(GLuint program, GLint unit, const char *name, int size, const uint32_t *words) {
  GLuint made;
  glGenTextures(1, &made);
  glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
  glBindTexture(GL_TEXTURE_2D, made);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexImage2D(
    GL_TEXTURE_2D, 0, GL_RGBA32UI, size, size, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
  if (name) glUniform1i(glGetUniformLocation(program, name), unit);
  return made;
}

// Evaluates size * size rows. words[0] and words[1] are the halves of the rows, words[2] the ticks;
// words[3] receives the results.
static void draw(int size, uint32_t *words[4], const char *version, const char *options, const char *file) {
  GLuint program = glCreateProgram(), frame, array;
  glAttachShader(program, shader(GL_VERTEX_SHADER, version, options, file, vertex));
  glAttachShader(program, shader(GL_FRAGMENT_SHADER, version, options, file, fragment));
  glLinkProgram(program);
  glUseProgram(program);
  texture(program, 0, "starts", size, words[0]);
  texture(program, 1, "rates", size, words[1]);
  texture(program, 2, "ticks", size, words[2]);
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glFramebufferTexture2D(
    GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture(program, 3, NULL, size, NULL), 0);
  CHECK(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
  glViewport(0, 0, size, size);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glReadPixels(0, 0, size, size, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words[3]);
  CHECK(glGetError() == GL_NO_ERROR);
}

// ---- The comparison

typedef struct variant {
  const char *options;
  dr_curve_kind kind;
  int is_one_way;
} variant;

static void compare(
  const row_case *cases, int count, uint32_t *const words[4], const variant *variant) {
  dr_curve_def def = dr_default_curve_def();
  dr_curve *curve = NULL;
  def.kind = variant->kind;
  FINE(dr_curve_create(&def, &curve));
  int wrong = 0;
  double worst = 0, off = 0;
  for (int i = 0; i < count; i++) {
    uint64_t phase = phase_of(cases[i].row, cases[i].tick);
    uint32_t *result = words[3] + 4 * i;
    wrong += (result[0] | (uint64_t)result[1] << 32) != phase;
    float shown[2];
    memcpy(shown, result + 2, sizeof shown);
    wrong += shown[0] != (float)(phase >> 40) * 0x1p-24f;
    double fraction = (double)phase * 0x1p-64, value = 0;
    if (!variant->is_one_way) fraction = fmin(2 * fraction, 2 - 2 * fraction);
    FINE(dr_curve_value(curve, fraction, &value));
    wrong += !(shown[1] >= 0 && shown[1] <= 1);
    worst = fmax(worst, fabs(shown[1] - value));
    double gap = fabs(shown[0] - cases[i].phase);
    if (cases[i].bound < 1) off = fmax(off, fmin(gap, 1 - gap) / (cases[i].bound + 0x1p-24));
  }
  dr_curve_destroy(curve);
  CHECK(wrong == 0 && worst <= 1e-6 && off <= 1);
  printf("%d rows: %d differ; values within %.1e; %.2f of the bound\n", count, wrong, worst, off);
}

static char *text_of(const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "r");
  CHECK(file && fread(text, 1, sizeof text - 1, file) > 0);
  if (file) fclose(file);
  return text;
}

int main(int arguments, char **argument) {
  if (arguments != 4) return 64;
  int count = atoi(argument[2]), size = (int)sqrt(count);
  count = size * size;
  state = strtoull(argument[3], NULL, 0);
  row_case *cases = calloc((size_t)count, sizeof *cases);
  uint32_t *words[4];
  for (int i = 0; i < 4; i++) words[i] = calloc((size_t)count, 16);
  for (int i = 0; i < count; i++) {
    cases[i] = random_case(i);
    memcpy(words[0] + 4 * i, &cases[i].row, 16);
    memcpy(words[1] + 4 * i, &cases[i].row.rate, 16);
    memcpy(words[2] + 4 * i, &cases[i].tick, 8);
  }
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  CHECK(eglInitialize(display, NULL, NULL));
  static const variant variants[] = {
    {"", DR_CURVE_EASE_IN_OUT, 0},
    {"#define DR_CURVE dr_linear\n#define DR_ONE_WAY\n", DR_CURVE_LINEAR, 1},
    {"#define DR_CURVE dr_ease_in\n", DR_CURVE_EASE_IN, 0},
    {"#define DR_CURVE dr_ease_out\n", DR_CURVE_EASE_OUT, 0},
    {"#define DR_CURVE dr_ease\n#define DR_ONE_WAY\n", DR_CURVE_DEFAULT, 1}};
  const char *file = text_of(argument[1]);
  for (int is_es = 0; is_es < 2; is_es++) {
    open_context(display, is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API, 3, is_es ? 0 : 3);
    printf("%s, GLSL %s\n", (const char *)glGetString(GL_RENDERER),
           (const char *)glGetString(GL_SHADING_LANGUAGE_VERSION));
    for (int i = 0; i < 5; i++) {
      draw(size, words, is_es ? "#version 300 es\n" : "#version 330\n", variants[i].options, file);
      compare(cases, count, words, &variants[i]);
    }
    eglDestroyContext(display, context);
  }
  eglTerminate(display);
  return failures != 0;
}
