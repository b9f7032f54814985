# SPDX-License-Identifier: Apache-2.0
"""The benchmark's square in Python; square.c describes it.

    python3 square.py loop | clock
"""
import sys


def stamp(x):
    """The corner's color, which encodes the distance in hundredths of a pixel."""
    hundredths = int(x * 100) & 0xFFFFFF
    return hundredths >> 16, hundredths >> 8 & 255, hundredths & 255


def open_pygame():
    import pygame

    pygame.display.init()
    screen = pygame.display.set_mode((640, 480))

    def draw(x):
        screen.fill((255,) * 3 if pygame.key.get_pressed()[pygame.K_SPACE] else (0,) * 3)
        screen.fill((255, 176, 0), (x % 600, 100, 40, 40))
        screen.fill(stamp(x), (0, 0, 8, 8))

    return pygame, draw


def run_loop():
    import dynamic_repeat as dr

    pygame, draw = open_pygame()
    loop = dr.Loop(timing="timer", rate_hz=60, presents_on_time=True)
    while True:
        timeout_ms = loop.wait()
        events = [pygame.event.wait(timeout_ms)] if timeout_ms else []
        events += pygame.event.get()
        if any(event.type == pygame.QUIT for event in events):
            return
        if not loop.polled(input_events=len(events)):
            continue
        draw(240 * loop.begin().time_s)
        loop.drawn()
        pygame.display.flip()
        loop.presented()


def run_clock():
    pygame, draw = open_pygame()
    clock = pygame.time.Clock()
    x = 0
    while not pygame.event.get(pygame.QUIT):
        x += 240 * clock.tick(60) / 1000
        draw(x)
        pygame.display.flip()


runs = {"loop": run_loop, "clock": run_clock}
if len(sys.argv) != 2 or sys.argv[1] not in runs:
    sys.exit("square.py: it takes one argument: loop or clock")
runs[sys.argv[1]]()
