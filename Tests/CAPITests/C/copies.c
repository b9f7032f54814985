// SPDX-License-Identifier: Apache-2.0
// Two copies of the library in one process, as a game and its plug-in may have: copies A.so B.so.
#include <dlfcn.h>
#include <dynamic_repeat.h>
#include <stdio.h>

typedef struct copy {
  dr_repeat_def (*default_def)(void);
  dr_status (*create)(const dr_repeat_def *, dr_repeat *);
  dr_status (*start)(dr_repeat);
  dr_status (*destroy)(dr_repeat);
  int32_t (*is_valid)(dr_repeat);
} copy;

static copy opened(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fprintf(stderr, "%s\n", dlerror());
  copy copy = {0};
  if (!library) return copy;
  *(void **)&copy.default_def = dlsym(library, "dr_default_repeat_def");
  *(void **)&copy.create = dlsym(library, "dr_repeat_create");
  *(void **)&copy.start = dlsym(library, "dr_repeat_start");
  *(void **)&copy.destroy = dlsym(library, "dr_repeat_destroy");
  *(void **)&copy.is_valid = dlsym(library, "dr_repeat_is_valid");
  return copy;
}

int main(int count, char **arguments) {
  enum { copies = 2, many = 100, rounds = 100 };
  copy copy[copies];
  static dr_repeat repeats[copies][many];
  if (count != 1 + copies) return 2;
  for (int index = 0; index < copies; index++) {
    copy[index] = opened(arguments[1 + index]);
    if (!copy[index].create) return 2;
  }
  if (copy[0].create == copy[1].create) return puts("one copy alone"), 2;
  int accepted = 0, wrong = 0;
  for (int round = 0; round < rounds; round++) {
    for (int own = 0; own < copies; own++) {
      dr_repeat_def def = copy[own].default_def();
      for (int index = 0; index < many; index++) {
        wrong += copy[own].create(&def, &repeats[own][index]) != DR_OK;
      }
    }
    for (int own = 0; own < copies; own++) {
      for (int index = 0; index < many; index++) {
        dr_repeat repeat = repeats[own][index];
        accepted += copy[1 - own].is_valid(repeat) != 0;
        accepted += copy[1 - own].start(repeat) != DR_ERROR_HANDLE;
        accepted += copy[1 - own].destroy(repeat) != DR_ERROR_HANDLE;
        wrong += !copy[own].is_valid(repeat);
        wrong += copy[own].destroy(repeat) != DR_OK;
      }
    }
  }
  printf("%d foreign handles accepted, %d own ones not\n", accepted, wrong);
  return accepted != 0 || wrong != 0;
}
