// SPDX-License-Identifier: Apache-2.0
// Looks from inside a call of the library back to main, as a debugger or a crash reporter does.
#include <dynamic_repeat.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments);

static int reached;

// Whether a caller of this function lies in main.
static void look_back(void) {
  void *callers[64];
  int depth = backtrace(callers, 64);
  char **names = backtrace_symbols(callers, depth);
  for (int index = 0; index < depth; index++) reached += strstr(names[index], "(main+") != NULL;
  free(names);
}

static void *allocate(size_t size, void *context) {
  (void)context;
  look_back();
  return aligned_alloc(16, (size + 15) / 16 * 16);
}

static void release(void *memory, size_t size, void *context) {
  (void)size, (void)context;
  look_back();
  free(memory);
}

int main(int count, char **arguments) {
  (void)count, (void)arguments;
  const dr_allocator looking = {allocate, release, NULL};
  dr_repeat_def def = dr_default_repeat_def();
  dr_bank_def bank_def = dr_default_bank_def();
  dr_repeat repeat;
  dr_bank bank;
  int failed = dr_set_allocator(&looking) || dr_repeat_create(&def, &repeat) ||
    dr_repeat_destroy(repeat) || dr_bank_create(&bank_def, &bank);
  int before = reached;
  failed |= dr_bank_reserve(bank, 10000) || dr_bank_destroy(bank);
  printf("%s\n", !failed && before >= 3 && reached > before ? "main is seen" : "main is not seen");
  return failed;
}
