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
  dr_bank_def (*default_bank_def)(void);
  dr_status (*create_bank)(const dr_bank_def *, dr_bank *);
  dr_status (*add)(dr_bank, dr_rate, double, double, dr_member *);
  int32_t (*contains)(dr_bank, dr_member);
  dr_status (*destroy_bank)(dr_bank);
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
  *(void **)&copy.default_bank_def = dlsym(library, "dr_default_bank_def");
  *(void **)&copy.create_bank = dlsym(library, "dr_bank_create");
  *(void **)&copy.add = dlsym(library, "dr_bank_add");
  *(void **)&copy.contains = dlsym(library, "dr_bank_contains");
  *(void **)&copy.destroy_bank = dlsym(library, "dr_bank_destroy");
  return copy;
}

enum { banks = 20 };

// Members of one copy's banks, asked of the other's: how many it accepts.
static int accepted_members(const copy *copies, int *wrong) {
  static dr_bank bank[2][banks];
  static dr_member member[2][banks];
  int accepted = 0;
  for (int own = 0; own < 2; own++) {
    dr_bank_def def = copies[own].default_bank_def();
    for (int index = 0; index < banks; index++) {
      *wrong += copies[own].create_bank(&def, &bank[own][index]) != DR_OK;
      dr_rate rate = {1, DR_RATE_HZ, 0};
      *wrong += copies[own].add(bank[own][index], rate, 0, 0, &member[own][index]) != DR_OK;
    }
  }
  for (int own = 0; own < 2; own++) {
    for (int index = 0; index < banks * banks; index++) {
      dr_bank asked = bank[own][index / banks];
      accepted += copies[own].contains(asked, member[1 - own][index % banks]) != 0;
    }
    for (int index = 0; index < banks; index++) {
      *wrong += !copies[own].contains(bank[own][index], member[own][index]);
    }
  }
  for (int index = 0; index < 2 * banks; index++) {
    *wrong += copies[index / banks].destroy_bank(bank[index / banks][index % banks]) != DR_OK;
  }
  return accepted;
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
  int wrong = 0, accepted = accepted_members(copy, &wrong);
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
