/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: the frame loop of dynamic_repeat_loop.h for windows of SDL 2 or 3. The header
 * includes its function bodies: exactly one file of the program, in C or C++, defines
 *
 *   #define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
 *   #include <dynamic_repeat_sdl.h>
 *
 * and every other file only includes the header. Link SDL and -ldynamicrepeat-loop. If no SDL
 * header was included before, this header includes the one that the compiler finds: <SDL.h>, or
 * else <SDL3/SDL.h>.
 *
 *   dr_sdl_options options = dr_sdl_default_options();
 *   dr_sdl_end end = dr_sdl_run(window, renderer, &options, draw_frame, &game);
 *   return dr_sdl_exit_status(end);
 *
 * A game with a loop of its own writes instead:
 *
 *   dr_sdl_loop loop;
 *   dr_sdl_open(&loop, window, renderer, &options);
 *   while (dr_sdl_next(&loop, &frame)) {        // waits, and calls options.event for each event
 *     draw(frame.time_s);
 *     dr_sdl_present(&loop);
 *   }
 *   end = dr_sdl_close(&loop);
 *
 * The loop decides whether presenting really waits for the display, and when the input is taken. It
 * does not rely on SDL's report: SDL simulates vsync in whole milliseconds, which gives 62.5 Hz for
 * 60 Hz, and SDL's software renderer always reports vsync. While a window is hidden, minimised or
 * (in SDL 3) covered, nothing is drawn and frame time does not pass. If the X server ends, or
 * another program destroys the window, the loop ends and the process continues. SIGINT, SIGTERM and
 * SIGHUP arrive as SDL's quit event, so the program can save its state and exits with 0.
 *
 * After an error, a function returns DR_SDL_FAILED or -1, and SDL_GetError() has the text. Call all
 * functions on the thread that created the window. Only one loop is open at a time, because X's error
 * handlers belong to the process.
 */
#ifndef DYNAMIC_REPEAT_SDL_H
#define DYNAMIC_REPEAT_SDL_H

#include "dynamic_repeat_sdl_display.h"
#if SDL_MAJOR_VERSION == 2 && !SDL_VERSION_ATLEAST(2, 0, 18)
#error "dynamic_repeat_sdl.h needs SDL 2.0.18 or later: SDL_RenderSetVSync"
#endif

#include <dynamic_repeat_loop.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a frame's function. */
typedef enum dr_sdl_decision {
  DR_SDL_CONTINUE = 0,
  DR_SDL_WAIT = 1, /**< Nothing moves: the loop draws again after the next event. Frame time does
                        not pass until then. */
  DR_SDL_STOP = 2  /**< The loop shows this picture and ends. */
} dr_sdl_decision;

/** A function that updates and draws for frame->time_s. The loop then presents the picture. */
typedef dr_sdl_decision (*dr_sdl_frame)(const dr_frame *frame, void *user);

/** The options of a loop. Initialize them with dr_sdl_default_options(). */
typedef struct dr_sdl_options {
  dr_loop_def loop;     /**< dr_sdl_open sets its display_hz and present_waits. */
  int64_t frame_limit;  /**< Number of frames after which the loop ends; below 0: no limit.
                             Default: -1. */
  int32_t escape_quits; /**< Not 0: the Escape key ends the loop. Default: 1. */
  uint32_t reserved;    /**< 0. */
  /** Gets every event before the frame that shows it. It may be NULL, which is the default. */
  void (*event)(const SDL_Event *event, void *user);
  void *user;           /**< The argument `user` of `event`. dr_sdl_run replaces it by its own
                             `user`. */
  dr_loop_stats *stats; /**< Receives the statistics when the loop ends, and zeros if the loop could
                             not be opened. It may be NULL, the default. */
} dr_sdl_options;

/** The reason for a loop's end. */
typedef enum dr_sdl_end {
  DR_SDL_RUNNING = 0,
  DR_SDL_STOPPED = 1,         /**< A frame returned DR_SDL_STOP, or the program closed the loop. */
  DR_SDL_FRAME_LIMIT = 2,
  DR_SDL_QUIT = 3,            /**< The window was closed, or SIGINT, SIGTERM, SIGHUP or the system's
                                   notice of termination came. */
  DR_SDL_ESCAPE = 4,
  DR_SDL_WINDOW_LOST = 5,     /**< The window was destroyed, here or by another program. */
  DR_SDL_CONNECTION_LOST = 6, /**< The server or compositor died; SDL is unusable now. */
  DR_SDL_FAILED = 7           /**< A call failed. SDL_GetError() names the call and the reason. */
} dr_sdl_end;

/** A running loop. Its fields may be read. */
typedef struct dr_sdl_loop {
  dr_loop *loop;
  SDL_Window *window;
  SDL_Renderer *renderer; /**< NULL if OpenGL draws. */
  dr_sdl_options options;
  dr_loop_window state;
  dr_sdl_end end;    /**< The reason for the loop's end; DR_SDL_RUNNING until the loop ends. */
  dr_sdl_end ending; /**< The reason for which the loop ends after this frame; DR_SDL_RUNNING if the
                          loop continues. */
  uint32_t window_id;
  int32_t vsync;     /**< Whether presenting waits for the display now. */
  int64_t frames;    /**< The number of frames presented so far. */
  int64_t number;    /**< The number of the frame that was begun last. */
  dr_sdl_unshown unshown; /**< Whether a Wayland compositor may not show the window yet. */
  struct dr_wayland *reports; /**< Reports of shown pictures; NULL if there are none. */
} dr_sdl_loop;

dr_sdl_options dr_sdl_default_options(void);

/**
 * Starts SDL's video. Returns 0, or -1 without a display.
 *
 * Without a display, SDL silently draws with one of its invisible drivers. This function reports
 * that as an error, unless SDL_VIDEODRIVER names such a driver.
 *
 * SDL makes a quit event of SIGINT and SIGTERM. This function adds SIGHUP, which a closed terminal
 * sends, until dr_sdl_quit. An ignored SIGHUP stays ignored, as nohup requires. A program that
 * handles SIGHUP itself installs its handler after this call. With SDL_HINT_NO_SIGNAL_HANDLERS, no
 * handler is installed.
 */
int dr_sdl_init(void);

/**
 * Creates the renderer that fits the display best: the graphics processor's if presenting with it
 * really waits for the display, otherwise SDL's software renderer if that costs less. The
 * environment variable SDL_RENDER_DRIVER overrides this choice. Returns NULL if no renderer can be
 * created, with the text in SDL_GetError().
 */
SDL_Renderer *dr_sdl_create_renderer(SDL_Window *window);

/**
 * Returns 1 if presenting really waits for the display, whatever SDL claims; else 0. NULL checks
 * the current OpenGL context.
 */
int dr_sdl_present_waits(SDL_Renderer *renderer);

/**
 * Draws frames until the loop ends, and returns the reason for the end. The function opens a loop,
 * calls `frame` and presents the picture for each frame, and closes the loop.
 */
dr_sdl_end dr_sdl_run(SDL_Window *window, SDL_Renderer *renderer, const dr_sdl_options *options,
  dr_sdl_frame frame, void *user);

/**
 * Returns the exit code of a program: 70 if the display or the window was lost, 1 if a call failed,
 * 0 for every other end.
 */
int dr_sdl_exit_status(dr_sdl_end end);

/**
 * Destroys the renderer and the window and ends SDL's video. If the connection to the display was
 * lost, this function does nothing, because SDL would wait for a server that is gone. `window` and
 * `renderer` may be NULL, and must be NULL if the program has destroyed them.
 */
void dr_sdl_quit(SDL_Window *window, SDL_Renderer *renderer);

/* ---- A loop of the program's own ---- */

/**
 * Opens a loop for a window and its renderer, or for OpenGL if `renderer` is NULL. Without a
 * renderer, the window must have the current OpenGL context; otherwise the call fails. If
 * `options` is NULL, the loop has the default options.
 *
 * Returns 0, or -1 after an error. dr_sdl_close may be called in both cases.
 */
int dr_sdl_open(dr_sdl_loop *loop, SDL_Window *window, SDL_Renderer *renderer,
  const dr_sdl_options *options);

/**
 * Waits until a frame is due and begins it. Returns 1, or 0 if the loop has ended.
 *
 * While the window is hidden or minimised, or nothing moves, this function sleeps. The frame after
 * a quit event is the last; while the window is hidden, the loop ends without that frame.
 */
int dr_sdl_next(dr_sdl_loop *loop, dr_frame *frame);

/**
 * Takes an event that the program has received itself, and calls options.event for the event.
 *
 * A program with SDL 3's main callbacks calls this function from SDL_AppEvent. Its SDL_AppIterate
 * draws one frame between dr_sdl_next and dr_sdl_present, and returns SDL_APP_SUCCESS after
 * dr_sdl_next has returned 0. SDL_AppEvent does not get the events that arrive while dr_sdl_next
 * waits; options.event gets them.
 */
void dr_sdl_take_event(dr_sdl_loop *loop, const SDL_Event *event);

/**
 * Presents the picture. Presenting waits for the display if loop->vsync is 1. If nothing moves,
 * call dr_loop_idle or dr_loop_idle_until for loop->loop afterwards.
 */
void dr_sdl_present(dr_sdl_loop *loop);

/**
 * Closes the loop and returns the reason for its end. The program still owns the window and the
 * renderer.
 */
dr_sdl_end dr_sdl_close(dr_sdl_loop *loop);

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_SDL_H */

#if defined DYNAMIC_REPEAT_SDL_IMPLEMENTATION && !defined DYNAMIC_REPEAT_SDL_IMPLEMENTED
#include "dynamic_repeat_sdl_bodies.h"
#endif
