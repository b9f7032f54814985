// SPDX-License-Identifier: Apache-2.0
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <dynamic_repeat.hpp>

#include <cstdio>

static dynamic_repeat::repeat glow;

// Recipe:
void draw(SDL_Renderer *renderer, SDL_Texture *sprite, double time_s) {
  glow.advance(time_s);
  const double value = glow.value_or(time_s, 0);
  SDL_SetTextureColorMod(
    sprite, dr_mix_srgb8(0x1d, 0xff, value), dr_mix_srgb8(0x5f, 0xb0, value),
    dr_mix_srgb8(0xa0, 0x00, value));
  SDL_RenderCopy(renderer, sprite, nullptr, nullptr);
}
// End of recipe.

int main() {
  glow.start();
  SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(0, 4, 4, 32, SDL_PIXELFORMAT_ARGB8888);
  SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(picture);
  SDL_Surface *white = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, SDL_PIXELFORMAT_ARGB8888);
  SDL_FillRect(white, nullptr, 0xffffffff);
  SDL_Texture *sprite = SDL_CreateTextureFromSurface(renderer, white);
  for (int i = 0; i < 2; i++) {
    draw(renderer, sprite, i / 2.0);
    SDL_RenderFlush(renderer);
    std::printf("%x\n", *static_cast<unsigned *>(picture->pixels));
  }
}
