// SPDX-License-Identifier: Apache-2.0
// SDL2 as Swift can import it: the header, and functions for the macros that Swift cannot see.
#pragma once
#include <SDL2/SDL.h>
