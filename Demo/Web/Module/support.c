// SPDX-License-Identifier: Apache-2.0
//
// What the module needs below the C library, beside libm: memory, no output and no randomness. The
// page makes a few objects and keeps them: blocks that are freed are used again for the same size.
#include <stddef.h>
#include <stdint.h>

// ---- Memory

extern unsigned char __heap_base;

typedef struct block {
  struct block *next;
  size_t size;
} block;

enum { page_bits = 16 };

static block *freed_blocks;
static uintptr_t heap_end;

void *malloc(size_t size) {
  if (size > SIZE_MAX / 4) return NULL;
  size = (size + 15) & ~(size_t)15;
  for (block **at = &freed_blocks; *at; at = &(*at)->next) {
    block *found = *at;
    if (found->size != size) continue;
    *at = found->next;
    return (char *)found + 16;
  }
  if (!heap_end) heap_end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = heap_end + 16 + size;
  size_t has = __builtin_wasm_memory_size(0), needs = (end + (1 << page_bits) - 1) >> page_bits;
  if (needs > has && __builtin_wasm_memory_grow(0, needs - has) == (size_t)-1) return NULL;
  block *made = (block *)heap_end;
  made->size = size;
  heap_end = end;
  return (char *)made + 16;
}

void free(void *memory) {
  if (!memory) return;
  block *freed = (block *)((char *)memory - 16);
  freed->next = freed_blocks;
  freed_blocks = freed;
}

void *calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / 4 / size) return NULL;
  void *made = malloc(count * size);
  return made ? __builtin_memset(made, 0, count * size) : NULL;
}

// Swift's runtime writes the reason of a trap with it: here the trap itself is all there is.
int putchar(int letter) { return letter; }

// The seed of Swift's hashes: the page has no table of a stranger's keys.
void arc4random_buf(void *bytes, size_t size) { __builtin_memset(bytes, 0, size); }

// What sines and springs need: the page's curves are Beziers, so libm's 20 KB would never be called.
#define LEFT_OUT(name, ...) double name(__VA_ARGS__) { __builtin_trap(); }
LEFT_OUT(asin, double x)
LEFT_OUT(atan2, double y, double x)
LEFT_OUT(cos, double x)
LEFT_OUT(exp, double x)
LEFT_OUT(exp2, double x)
LEFT_OUT(expm1, double x)
LEFT_OUT(log, double x)
LEFT_OUT(log1p, double x)
LEFT_OUT(pow, double x, double y)
LEFT_OUT(sin, double x)
