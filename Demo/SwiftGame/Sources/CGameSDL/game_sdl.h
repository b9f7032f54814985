// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <SDL2/SDL.h>

// A macro that Swift cannot import.
static inline int game_window_centered(void) { return (int)SDL_WINDOWPOS_CENTERED; }
