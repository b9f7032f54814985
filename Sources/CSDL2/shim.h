// SPDX-License-Identifier: Apache-2.0
// SDL2 as Swift can import it: the header, and functions for the macros that Swift cannot see.
#pragma once
#include <SDL2/SDL.h>

static inline int csdl_window_position_centered(void) { return (int)SDL_WINDOWPOS_CENTERED; }
