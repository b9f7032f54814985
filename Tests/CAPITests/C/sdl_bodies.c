// SPDX-License-Identifier: Apache-2.0
// Contains the bodies of dynamic_repeat_sdl.h, for all other files of a program.
#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
#include <dynamic_repeat_sdl.h>
