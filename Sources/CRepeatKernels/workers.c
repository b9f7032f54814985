// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "CRepeatKernels.h"

// Where many owners of ranges look at each other's, a cache line each.
enum { line = 64 };

// What is left for one thread: from the low 32 bits to below the high ones.
//
// A thread takes its own pieces from the front, and when they are gone those of others from the
// back. So it works on the same memory frame after frame, which is still in the cache next to it,
// and one that is held up is helped out.
struct share {
  _Alignas(line) _Atomic uint64_t rest;
};

// One job at a time. A helper that comes late finds the job closed and goes back: nobody waits for
// a thread to wake up, only for those that have begun.
struct rk_workers {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  pthread_cond_t done;
  atomic_uint job;     // counts the jobs: what helpers wait for
  atomic_bool is_open;
  atomic_int inside;   // helpers that may look at the job
  atomic_int parked;
  atomic_bool owner_sleeps;
  atomic_bool is_over;
  void (*body)(void *context, int64_t first, int64_t count);
  void *context;
  int spins;
  int helpers;
  struct helper *threads;
  struct share *shares;  // one each, the owner's first
};

struct helper {
  pthread_t thread;
  struct rk_workers *workers;
  int number;
};

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Takes the next pieces of a share, a quarter of it but no more than 16 (a large bank's 768 KB):
// few enough that nobody waits long for the last. Returns how many.
static int64_t take(struct share *share, bool from_front, int64_t *first) {
  uint64_t rest = atomic_load(&share->rest);
  for (;;) {
    int64_t low = (uint32_t)rest, high = (int64_t)(rest >> 32);
    if (low >= high) return 0;
    int64_t count = (high - low + 3) / 4;
    if (count > 16) count = 16;
    int64_t next = from_front ? low + count : low, end = from_front ? high : high - count;
    if (atomic_compare_exchange_weak(&share->rest, &rest, (uint64_t)end << 32 | (uint64_t)next)) {
      *first = from_front ? low : end;
      return count;
    }
  }
}

static void take_pieces(rk_workers *w, int number) {
  for (int i = 0; i <= w->helpers; i++) {
    struct share *share = &w->shares[(number + i) % (w->helpers + 1)];
    int64_t first, count;
    while ((count = take(share, i == 0, &first)) > 0) w->body(w->context, first, count);
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

// First outside, then the question: the owner says that it sleeps first, then looks who is inside.
static void leave(rk_workers *w) {
  atomic_fetch_sub(&w->inside, 1);
  if (!atomic_load(&w->owner_sleeps)) return;
  pthread_mutex_lock(&w->mutex);
  pthread_cond_signal(&w->done);
  pthread_mutex_unlock(&w->mutex);
}

// Until no helper is inside: awake for longer than a piece takes, then asleep, since a helper that has
// lost its processor may want this one.
static void wait_for_helpers(rk_workers *w) {
  for (int i = 0; i < 2000; i++) {
    if (atomic_load(&w->inside) == 0) return;
    relax();
  }
  pthread_mutex_lock(&w->mutex);
  atomic_store(&w->owner_sleeps, true);
  while (atomic_load(&w->inside) != 0) pthread_cond_wait(&w->done, &w->mutex);
  atomic_store(&w->owner_sleeps, false);
  pthread_mutex_unlock(&w->mutex);
}

static void *help(void *argument) {
  struct helper *self = argument;
  rk_workers *w = self->workers;
  unsigned last = 0;
  for (;;) {
    last = wait_for_job(w, last);
    if (atomic_load(&w->is_over)) return NULL;
    // First inside, then the question: the owner closes first, then looks who is inside.
    atomic_fetch_add(&w->inside, 1);
    if (atomic_load(&w->is_open)) take_pieces(w, self->number);
    leave(w);
  }
}

static void announce(rk_workers *w) {
  atomic_fetch_add(&w->job, 1);
  if (atomic_load(&w->parked) == 0) return;
  pthread_mutex_lock(&w->mutex);
  pthread_cond_broadcast(&w->wake);
  pthread_mutex_unlock(&w->mutex);
}

static void give_back(rk_workers *w) {
  free(w->threads);
  free(w->shares);
  free(w);
}

// Starts a helper that leaves signals to the program's own threads, whose waiting they are meant to
// end.
static bool start_helper(struct helper *helper) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int problem = pthread_create(&helper->thread, NULL, help, helper);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return problem == 0;
}

rk_workers *rk_workers_start(int helpers, int spins) {
  rk_workers *w = calloc(1, sizeof *w);
  if (!w) return NULL;
  w->threads = calloc((size_t)helpers, sizeof *w->threads);
  w->shares = aligned_alloc(line, ((size_t)helpers + 1) * sizeof *w->shares);
  if (!w->threads || !w->shares) {
    give_back(w);
    return NULL;
  }
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->wake, NULL);
  pthread_cond_init(&w->done, NULL);
  w->spins = spins;
  w->helpers = helpers;
  for (int i = 0; i <= helpers; i++) atomic_init(&w->shares[i].rest, 0);
  for (int i = 0; i < helpers; i++) {
    struct helper *helper = &w->threads[i];
    *helper = (struct helper){.workers = w, .number = i + 1};
    if (!start_helper(helper)) {
      w->helpers = i;
      rk_workers_stop(w);
      return NULL;
    }
  }
  return w;
}

void rk_workers_run(rk_workers *w, int64_t pieces,
                    void (*body)(void *context, int64_t first, int64_t count), void *context) {
  w->body = body;
  w->context = context;
  int64_t threads = w->helpers + 1;
  for (int64_t i = 0; i < threads; i++) {
    uint64_t low = (uint64_t)(pieces * i / threads), high = (uint64_t)(pieces * (i + 1) / threads);
    atomic_store(&w->shares[i].rest, high << 32 | low);
  }
  atomic_store(&w->is_open, true);
  announce(w);
  take_pieces(w, 0);
  atomic_store(&w->is_open, false);
  wait_for_helpers(w);
}

void rk_workers_stop(rk_workers *w) {
  atomic_store(&w->is_over, true);
  announce(w);
  for (int i = 0; i < w->helpers; i++) pthread_join(w->threads[i].thread, NULL);
  pthread_cond_destroy(&w->done);
  pthread_cond_destroy(&w->wake);
  pthread_mutex_destroy(&w->mutex);
  give_back(w);
}
