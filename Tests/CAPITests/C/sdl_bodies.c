// SPDX-License-Identifier: Apache-2.0
// The bodies of dynamic_repeat_sdl.h, which all other files of a program share.
#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION
#include <dynamic_repeat_sdl.h>
