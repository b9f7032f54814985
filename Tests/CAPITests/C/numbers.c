// SPDX-License-Identifier: Apache-2.0
// Prints numbers as the game's trace does; GameTraceTests prints the same ones as Swift does.
#define main game_main
#include "flashing_square.c"
#undef main
#include <stdint.h>

int main(int count, char **arguments) {
  for (int exponent = -1074; exponent <= 1023; exponent++) {
    double power = ldexp(1, exponent);
    write_number(stdout, power);
    write_number(stdout, -nextafter(power, 0));
    write_number(stdout, nextafter(power, INFINITY));
    putchar('\n');
  }
  uint64_t state = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  for (int number = 0; number < 20000; number++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double value;
    memcpy(&value, &state, sizeof value);
    if (isnan(value)) continue;
    write_number(stdout, value);
    putchar('\n');
  }
}
