/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: the times at which the pictures of a Wayland window were shown, from the
 * compositor's protocol wp_presentation (presentation-time 1). The header has all the code: it
 * needs neither SDL nor a library. A build needs neither Wayland's headers nor Wayland's library.
 * The header loads libwayland-client at run time, as the program that opened the window has done.
 *
 *   dr_wayland *wayland = dr_wayland_open(wl_display, wl_surface);  // NULL: no such protocol
 *   dr_wayland_expect(wayland, number);                             // before each picture's commit
 *   while (dr_wayland_next(wayland, &number, &shown_ns)) ...        // after events were read
 *   dr_wayland_close(wayland);
 *
 * Call all functions on the thread that draws. With NULL for `wayland`, a function does nothing.
 */
#ifndef DYNAMIC_REPEAT_WAYLAND_H
#define DYNAMIC_REPEAT_WAYLAND_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest number of pending reports. While that number is pending, no report is requested. */
#define DR_WAYLAND_PICTURES 32

/* libwayland's wl_message, wl_interface and wl_proxy. */
typedef struct dr_wl_message {
  const char *name, *signature;
  const void *const *types;
} dr_wl_message;

typedef struct dr_wl_interface {
  const char *name;
  int version, request_count;
  const dr_wl_message *requests;
  int event_count;
  const dr_wl_message *events;
} dr_wl_interface;

typedef struct dr_wl_proxy dr_wl_proxy;

/* The timespec and CLOCK_MONOTONIC of Linux, which <time.h> does not declare in strict ISO C. */
typedef struct dr_wl_time {
  long seconds, nanoseconds;
} dr_wl_time;

enum { DR_WL_MONOTONIC = 1 };

struct dr_wayland;

/* A picture with a pending report; `proxy` is NULL if the slot is free. */
typedef struct dr_wayland_picture {
  struct dr_wayland *owner;
  dr_wl_proxy *proxy;
  int64_t number, shown_ns;
  int is_shown;
} dr_wayland_picture;

/** The reports of one window. */
typedef struct dr_wayland {
  void *display, *surface, *queue;
  dr_wl_proxy *registry, *presentation;
  int clock;
  dr_wayland_picture pictures[DR_WAYLAND_PICTURES];
  /* The protocol's description, as wayland-scanner would write it. The proxies point to it. */
  const void *no_types[8], *feedback_types[2], *output_types[1], *registry_interface;
  dr_wl_message presentation_requests[2], presentation_events[1], feedback_events[3];
  dr_wl_interface presentation_interface, feedback_interface;
  /* Functions of libwayland-client and libc. */
  void *(*create_queue)(void *display);
  void (*destroy_queue)(void *queue);
  int (*roundtrip)(void *display, void *queue);
  int (*dispatch)(void *display, void *queue);
  void *(*wrap)(void *proxy);
  void (*unwrap)(void *wrapper);
  void (*set_queue)(dr_wl_proxy *proxy, void *queue);
  dr_wl_proxy *(*construct)(dr_wl_proxy *proxy, uint32_t request, const void *interface, ...);
  dr_wl_proxy *(*bind)(
    dr_wl_proxy *proxy, uint32_t request, const void *interface, uint32_t version, ...);
  void (*request)(dr_wl_proxy *proxy, uint32_t request, ...);
  int (*listen)(dr_wl_proxy *proxy, void (**functions)(void), void *data);
  void (*destroy)(dr_wl_proxy *proxy);
  int (*get_time)(int clock, dr_wl_time *now);
} dr_wayland;

/* Nanoseconds of a clock; 0 if there is no such clock. */
static inline int64_t dr_wayland_now(const dr_wayland *wayland, int clock) {
  dr_wl_time now;
  if (wayland->get_time(clock, &now) != 0) return 0;
  return (int64_t)now.seconds * 1000000000 + now.nanoseconds;
}

/* ---- Events ---- */

static inline void dr_wayland_on_clock(void *data, dr_wl_proxy *presentation, uint32_t clock) {
  (void)presentation;
  ((dr_wayland *)data)->clock = (int)clock;
}

static inline void dr_wayland_on_global(
  void *data, dr_wl_proxy *registry, uint32_t name, const char *interface, uint32_t version) {
  static void (*events[1])(void) = {(void (*)(void))dr_wayland_on_clock};
  dr_wayland *wayland = (dr_wayland *)data;
  (void)version;
  if (wayland->presentation || strcmp(interface, "wp_presentation")) return;
  const uint32_t bind = 0, used_version = 1;
  wayland->presentation = wayland->bind(registry, bind, &wayland->presentation_interface,
    used_version, name, "wp_presentation", used_version, NULL);
  if (wayland->presentation) wayland->listen(wayland->presentation, events, wayland);
}

static inline void dr_wayland_on_removed(void *data, dr_wl_proxy *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

static inline void dr_wayland_on_output(void *data, dr_wl_proxy *feedback, void *output) {
  (void)data, (void)feedback, (void)output;
}

static inline void dr_wayland_on_discarded(void *data, dr_wl_proxy *feedback) {
  dr_wayland_picture *picture = (dr_wayland_picture *)data;
  picture->owner->destroy(feedback);
  picture->proxy = NULL;
}

static inline void dr_wayland_on_presented(
  void *data, dr_wl_proxy *feedback, uint32_t seconds_high, uint32_t seconds_low,
  uint32_t nanoseconds, uint32_t refresh, uint32_t count_high, uint32_t count_low,
  uint32_t flags) {
  dr_wayland_picture *picture = (dr_wayland_picture *)data;
  const dr_wayland *wayland = picture->owner;
  const int64_t seconds = (int64_t)((uint64_t)seconds_high << 32 | seconds_low);
  (void)refresh, (void)count_high, (void)count_low, (void)flags;
  dr_wayland_on_discarded(data, feedback);
  /* The compositor chooses the clock, but the picture's age is the same by every clock. */
  const int64_t now = dr_wayland_now(wayland, wayland->clock);
  if (!now || seconds < 0 || seconds > INT64_MAX / 2000000000) return;
  const int64_t age = now - (seconds * 1000000000 + nanoseconds);
  picture->shown_ns = dr_wayland_now(wayland, DR_WL_MONOTONIC) - age;
  picture->is_shown = 1;
}

/* ---- The calls ---- */

/* Finds libwayland's functions. Returns 1, or 0 if one is missing. */
static inline int dr_wayland_load(dr_wayland *wayland) {
  void *library = dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  struct { const char *name; void *function; } wanted[] = {
    {"wl_display_create_queue", &wayland->create_queue},
    {"wl_event_queue_destroy", &wayland->destroy_queue},
    {"wl_display_roundtrip_queue", &wayland->roundtrip},
    {"wl_display_dispatch_queue_pending", &wayland->dispatch},
    {"wl_proxy_create_wrapper", &wayland->wrap},
    {"wl_proxy_wrapper_destroy", &wayland->unwrap},
    {"wl_proxy_set_queue", &wayland->set_queue},
    {"wl_proxy_marshal_constructor", &wayland->construct},
    {"wl_proxy_marshal_constructor_versioned", &wayland->bind},
    {"wl_proxy_marshal", &wayland->request},
    {"wl_proxy_add_listener", &wayland->listen},
    {"wl_proxy_destroy", &wayland->destroy},
    {"clock_gettime", &wayland->get_time},
    {"wl_surface_interface", &wayland->feedback_types[0]},
    {"wl_output_interface", &wayland->output_types[0]},
    {"wl_registry_interface", &wayland->registry_interface},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(library, wanted[i].name);
    if (!found) return 0;
    memcpy(wanted[i].function, &found, sizeof found);
  }
  return 1;
}

/* Source: presentation-time.xml of wayland-protocols, version 1. */
static inline void dr_wayland_describe(dr_wayland *wayland) {
  const dr_wl_message requests[2] = {
    {"destroy", "", wayland->no_types}, {"feedback", "on", wayland->feedback_types}};
  const dr_wl_message events[1] = {{"clock_id", "u", wayland->no_types}};
  const dr_wl_message feedback_events[3] = {{"sync_output", "o", wayland->output_types},
    {"presented", "uuuuuuu", wayland->no_types}, {"discarded", "", wayland->no_types}};
  const dr_wl_interface presentation = {"wp_presentation", 1,
    2, wayland->presentation_requests, 1, wayland->presentation_events};
  const dr_wl_interface feedback = {
    "wp_presentation_feedback", 1, 0, NULL, 3, wayland->feedback_events};
  memcpy(wayland->presentation_requests, requests, sizeof requests);
  memcpy(wayland->presentation_events, events, sizeof events);
  memcpy(wayland->feedback_events, feedback_events, sizeof feedback_events);
  wayland->presentation_interface = presentation;
  wayland->feedback_interface = feedback;
  wayland->feedback_types[1] = &wayland->feedback_interface;
}

/** Ends the reports. Call this before the window is destroyed or the connection is closed. */
static inline void dr_wayland_close(dr_wayland *wayland) {
  if (!wayland) return;
  for (int i = 0; i < DR_WAYLAND_PICTURES; i++) {
    if (wayland->pictures[i].proxy) wayland->destroy(wayland->pictures[i].proxy);
  }
  if (wayland->presentation) {
    const uint32_t destroy = 0;
    wayland->request(wayland->presentation, destroy);
    wayland->destroy(wayland->presentation);
  }
  if (wayland->registry) wayland->destroy(wayland->registry);
  if (wayland->queue) wayland->destroy_queue(wayland->queue);
  free(wayland);
}

/**
 * Starts the reports of a window. `display` is its `struct wl_display *`, and `surface` is its
 * `struct wl_surface *`.
 *
 * Returns NULL if `display` or `surface` is NULL, the compositor does not have the protocol, or
 * memory is exhausted. The call waits for the compositor's reply.
 */
static inline dr_wayland *dr_wayland_open(void *display, void *surface) {
  static void (*events[2])(void) = {
    (void (*)(void))dr_wayland_on_global, (void (*)(void))dr_wayland_on_removed};
  if (!display || !surface) return NULL;
  dr_wayland *wayland = (dr_wayland *)calloc(1, sizeof *wayland);
  if (!wayland) return NULL;
  if (!dr_wayland_load(wayland)) {
    free(wayland);
    return NULL;
  }
  dr_wayland_describe(wayland);
  wayland->display = display;
  wayland->surface = surface;
  wayland->clock = -1;
  wayland->queue = wayland->create_queue(display);
  /* Through a wrapper of the display, the registry is on this queue from its creation. */
  void *wrapper = wayland->queue ? wayland->wrap(display) : NULL;
  if (wrapper) {
    const uint32_t get_registry = 1;
    wayland->set_queue((dr_wl_proxy *)wrapper, wayland->queue);
    wayland->registry =
      wayland->construct((dr_wl_proxy *)wrapper, get_registry, wayland->registry_interface, NULL);
    wayland->unwrap(wrapper);
  }
  if (wayland->registry) {
    wayland->listen(wayland->registry, events, wayland);
    /* The first round trip gets the globals, the second the clock. */
    wayland->roundtrip(display, wayland->queue);
    if (wayland->presentation) wayland->roundtrip(display, wayland->queue);
  }
  if (!wayland->presentation || wayland->clock < 0 || !dr_wayland_now(wayland, wayland->clock)) {
    dr_wayland_close(wayland);
    return NULL;
  }
  return wayland;
}

/** Requests a report for the picture that is committed next. The caller chooses `number`. */
static inline void dr_wayland_expect(dr_wayland *wayland, int64_t number) {
  static void (*events[3])(void) = {(void (*)(void))dr_wayland_on_output,
    (void (*)(void))dr_wayland_on_presented, (void (*)(void))dr_wayland_on_discarded};
  if (!wayland) return;
  for (int i = 0; i < DR_WAYLAND_PICTURES; i++) {
    dr_wayland_picture *picture = &wayland->pictures[i];
    if (picture->proxy || picture->is_shown) continue;
    const uint32_t feedback = 1;
    picture->owner = wayland;
    picture->number = number;
    picture->proxy = wayland->construct(wayland->presentation, feedback,
      &wayland->feedback_interface, wayland->surface, NULL);
    if (picture->proxy) wayland->listen(picture->proxy, events, picture);
    return;
  }
}

/**
 * Gets the next report among the events that were read. Returns 1, or 0 if none is left.
 *
 * `number` receives the picture's number, and `shown_ns` receives the time at which the picture was
 * shown, in nanoseconds of CLOCK_MONOTONIC. This function does not read from the connection; the
 * window's event loop does. Pictures that were never shown have no report.
 */
static inline int dr_wayland_next(dr_wayland *wayland, int64_t *number, int64_t *shown_ns) {
  dr_wayland_picture *next = NULL;
  if (!wayland) return 0;
  wayland->dispatch(wayland->display, wayland->queue);
  for (int i = 0; i < DR_WAYLAND_PICTURES; i++) {
    dr_wayland_picture *picture = &wayland->pictures[i];
    if (picture->is_shown && (!next || picture->number < next->number)) next = picture;
  }
  if (!next) return 0;
  next->is_shown = 0;
  *number = next->number;
  *shown_ns = next->shown_ns;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif /* DYNAMIC_REPEAT_WAYLAND_H */
