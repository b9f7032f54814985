# SPDX-License-Identifier: Apache-2.0
"""A square that blinks once a second at any frame rate.

    python3 blink.py [FRAMES]

Up and Down change the rate immediately, without a jump. Esc quits.
"""
import sys

import pygame

import dynamic_repeat as dr

frames = int(sys.argv[1]) if len(sys.argv) > 1 else sys.maxsize
pygame.display.init()
screen = pygame.display.set_mode((320, 240))
pygame.display.set_caption("Blink")
loop = dr.Loop(timing="timer", rate_hz=60)
# More than three flashes a second could cause seizures.
blink = dr.Repeat(rate=dr.hz(1), policy=dr.phase_matched(), max_flash_hz=3)
blink.start()
rate_hz, is_running, blinks = 1.0, True, []
while is_running and loop.stats().frames < frames:
    timeout_ms = loop.wait()  # 0 if the frame is due; above 0 while the window is hidden
    events = [pygame.event.wait(timeout_ms)] if timeout_ms else []
    events += pygame.event.get()
    for event in events:
        key = event.key if event.type == pygame.KEYDOWN else None
        if event.type == pygame.QUIT or key == pygame.K_ESCAPE:
            is_running = False
        elif key in (pygame.K_UP, pygame.K_DOWN):
            rate_hz *= 2 if key == pygame.K_UP else 0.5
            blink.set_rate(dr.hz(rate_hz))
    if not loop.polled(is_hidden=not pygame.display.get_active(), input_events=len(events)):
        continue
    frame = loop.begin()
    for event in blink.events(frame.time_s):
        if event.kind == "cycle":
            blinks.append(frame.presentation_s)
    is_on = blink.is_on(frame.time_s)
    screen.fill((24, 24, 32))
    pygame.draw.rect(screen, (255, 96, 64) if is_on else (64, 64, 80), (110, 70, 100, 100))
    loop.drawn()
    pygame.display.flip()
    loop.presented()
taken = "longer than the run"
if len(blinks) > 1:
    taken = f"{(blinks[-1] - blinks[0]) / (len(blinks) - 1):.4f} s"
print(f"{loop.stats().frames_per_s:.2f} Hz; a blink takes {taken}")
