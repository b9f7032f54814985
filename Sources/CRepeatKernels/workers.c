// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "CRepeatKernels.h"

// One job at a time. A helper that comes late finds the job closed and goes back: nobody waits for a
// thread to wake up, only for those that have begun.
struct rk_workers {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  atomic_uint job;     // counts the jobs: what helpers wait for
  atomic_bool is_open;
  atomic_int inside;   // helpers that may look at the job
  atomic_int parked;
  atomic_bool is_over;
  _Atomic int64_t next;
  int64_t pieces;
  void (*body)(void *context, int64_t piece);
  void *context;
  int spins;
  int helpers;
  pthread_t threads[];
};

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static void take_pieces(rk_workers *w) {
  for (;;) {
    int64_t piece = atomic_fetch_add(&w->next, 1);
    if (piece >= w->pieces) return;
    w->body(w->context, piece);
  }
}

// Until there is a job other than `last`, or all is over: at first awake, then asleep.
static unsigned wait_for_job(rk_workers *w, unsigned last) {
  for (int i = 0; i < w->spins; i++) {
    unsigned job = atomic_load(&w->job);
    if (job != last) return job;
    relax();
  }
  pthread_mutex_lock(&w->mutex);
  atomic_fetch_add(&w->parked, 1);
  while (atomic_load(&w->job) == last) pthread_cond_wait(&w->wake, &w->mutex);
  atomic_fetch_sub(&w->parked, 1);
  pthread_mutex_unlock(&w->mutex);
  return atomic_load(&w->job);
}

static void *help(void *argument) {
  rk_workers *w = argument;
  unsigned last = 0;
  for (;;) {
    last = wait_for_job(w, last);
    if (atomic_load(&w->is_over)) return NULL;
    // First inside, then the question: the owner closes first, then looks who is inside.
    atomic_fetch_add(&w->inside, 1);
    if (atomic_load(&w->is_open)) take_pieces(w);
    atomic_fetch_sub(&w->inside, 1);
  }
}

static void announce(rk_workers *w) {
  atomic_fetch_add(&w->job, 1);
  if (atomic_load(&w->parked) == 0) return;
  pthread_mutex_lock(&w->mutex);
  pthread_cond_broadcast(&w->wake);
  pthread_mutex_unlock(&w->mutex);
}

rk_workers *rk_workers_start(int helpers, int spins) {
  rk_workers *w = calloc(1, sizeof *w + (size_t)helpers * sizeof(pthread_t));
  if (!w) return NULL;
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->wake, NULL);
  w->spins = spins;
  for (w->helpers = 0; w->helpers < helpers; w->helpers++) {
    if (pthread_create(&w->threads[w->helpers], NULL, help, w) != 0) {
      rk_workers_stop(w);
      return NULL;
    }
  }
  return w;
}

void rk_workers_run(rk_workers *w, int64_t pieces, void (*body)(void *, int64_t), void *context) {
  w->pieces = pieces;
  w->body = body;
  w->context = context;
  atomic_store(&w->next, 0);
  atomic_store(&w->is_open, true);
  announce(w);
  take_pieces(w);
  atomic_store(&w->is_open, false);
  while (atomic_load(&w->inside) != 0) relax();
}

void rk_workers_stop(rk_workers *w) {
  atomic_store(&w->is_over, true);
  announce(w);
  for (int i = 0; i < w->helpers; i++) pthread_join(w->threads[i], NULL);
  pthread_cond_destroy(&w->wake);
  pthread_mutex_destroy(&w->mutex);
  free(w);
}
