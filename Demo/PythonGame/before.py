# SPDX-License-Identifier: Apache-2.0
"""A square that blinks once a second by counting frames, as in most pygame programs.

    python3 before.py [FRAMES]
"""
import sys

import pygame

frames = int(sys.argv[1]) if len(sys.argv) > 1 else 600
pygame.display.init()
screen = pygame.display.set_mode((320, 240))
clock = pygame.time.Clock()
start_ms = pygame.time.get_ticks()
for frame in range(frames):
    is_on = frame % 60 < 30
    screen.fill((24, 24, 32))
    pygame.draw.rect(screen, (255, 96, 64) if is_on else (64, 64, 80), (110, 70, 100, 100))
    pygame.display.flip()
    clock.tick(60)  # waits whole milliseconds: 16 instead of 16.667
    if any(event.type == pygame.QUIT for event in pygame.event.get()):
        frames = frame + 1
        break
seconds = (pygame.time.get_ticks() - start_ms) / 1000
print(f"{frames / seconds:.2f} Hz; a blink takes {seconds / frames * 60:.4f} s")
