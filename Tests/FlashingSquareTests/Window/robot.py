#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays the demo in a real window: random keys, drags, sizes and focus, on an Xvfb of its own.

robot.py PROGRAM [SECONDS [SEED]]     60 seconds and a seed of its own by default

Plays games of some seconds until the time is over. Each has a scene, a mode, a size, and
actions that follow from its seed alone. Prints the seed of each game
that ends by a signal, with 70, or not at all, and exits with 1 after those. `robot.py PROGRAM 1 SEED`
plays one game again.
"""
import ctypes
import os
import random
import subprocess
import sys
import time

# Keys that change a motion come often, another scene seldom: most faults need a few keys in one scene.
KEYS = (6 * "space Up Down".split() + 3 * "m x h l r plus minus".split()
        + 2 * "Left Right w a s d t f Return equals F3 Home End Delete Shift_L Alt_L Control_L".split()
        + "Tab Page_Down Page_Up 1 2 3 4 5 6 7 8 9 0".split())
SCENES = "answers hunt sheet slider pull nested sprite swarm beat".split()
MODES = "restart phase ramp naive frame".split()


class Screen:
    """The X server, its keyboard and its mouse."""

    def __init__(self, name):
        self.x = ctypes.CDLL("libX11.so.6")
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(name.encode()))
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))
        # A window that the demo has just closed is no reason to end.
        self.handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda d, e: 0)
        self.x.XSetErrorHandler(self.handler)

    def key(self, name, down):
        symbol = ctypes.c_ulong(self.x.XStringToKeysym(name.encode()))
        code = self.x.XKeysymToKeycode(self.display, symbol) & 0xFF
        self.test.XTestFakeKeyEvent(self.display, code, int(down), ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def button(self, number, down):
        self.test.XTestFakeButtonEvent(self.display, number, int(down), ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def point(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def window(self):
        """The newest window, or None."""
        ignored = (ctypes.c_ulong(), ctypes.c_ulong())
        windows = ctypes.POINTER(ctypes.c_ulong)()
        count = ctypes.c_uint()
        self.x.XQueryTree(self.display, self.root, ctypes.byref(ignored[0]), ctypes.byref(ignored[1]),
                          ctypes.byref(windows), ctypes.byref(count))
        return ctypes.c_ulong(windows[count.value - 1]) if count.value else None

    def call(self, function, *arguments):
        window = self.window()
        if window is not None:
            getattr(self.x, function)(self.display, window, *arguments)
            self.x.XFlush(self.display)


class Game:
    """One run of the demo."""

    def __init__(self, program, server, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.screen = Screen(server)
        self.held = set()
        scene = self.random.choice(SCENES)
        self.actions = []
        width, height = self.random.choice([(320, 200), (960, 540), (400, 700), (1280, 800)])
        command = [program, "--scene", scene, "--mode", self.random.choice(MODES),
                   "--size", f"{width}x{height}"]
        self.actions.append(" ".join(command[1:]))
        environment = dict(os.environ, DISPLAY=server, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy")
        environment.pop("WAYLAND_DISPLAY", None)
        self.demo = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.PIPE)

    def act(self):
        kind = self.random.choices(["key", "mouse", "drag", "size", "focus", "hide", "wait"],
                                   [60, 4, 6, 2, 1, 0.5, 2])[0]
        self.actions.append(kind)
        getattr(self, kind)()

    def key(self):
        name = self.random.choice(KEYS)
        down = name not in self.held
        self.actions[-1] = name if down else name + " up"
        (self.held.add if down else self.held.discard)(name)
        self.screen.key(name, down)
        # Most keys are tapped; some stay down until they are drawn again.
        if down and self.random.random() < 0.8:
            time.sleep(self.random.choice([0, 0.01]))
            self.held.discard(name)
            self.screen.key(name, False)

    def mouse(self):
        self.screen.point(self.random.randrange(1280), self.random.randrange(800))

    def drag(self):
        button = self.random.choice([1, 1, 1, 2, 3])
        self.mouse()
        self.screen.button(button, True)
        for _ in range(self.random.randrange(4)):
            time.sleep(0.02)
            self.mouse()
        self.screen.button(button, False)

    def size(self):
        width, height = self.random.choice([(320, 200), (640, 360), (200, 800), (1280, 100), (1, 1),
                                            (self.random.randrange(1, 2000), self.random.randrange(1, 2000))])
        self.actions[-1] = f"size {width} x {height}"
        self.screen.call("XResizeWindow", width, height)

    def focus(self):
        """Takes the keyboard from the window for a moment."""
        self.screen.x.XSetInputFocus(self.screen.display, self.screen.root, 1, ctypes.c_ulong(0))
        self.screen.x.XFlush(self.screen.display)
        time.sleep(0.05)
        self.screen.call("XSetInputFocus", 1, ctypes.c_ulong(0))

    def hide(self):
        self.screen.call("XUnmapWindow")
        time.sleep(0.1)
        self.screen.call("XMapWindow")

    def wait(self):
        time.sleep(self.random.choice([0.05, 0.2]))

    def play(self):
        """Plays until the game's end; returns what is wrong with it, or None."""
        end = time.monotonic() + 30
        while self.screen.window() is None and self.demo.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        for _ in range(self.random.randrange(20, 300)):
            if self.demo.poll() is not None:
                break
            self.act()
            time.sleep(self.random.choice([0, 0.005, 0.01, 0.03]))
        for name in self.held:
            self.screen.key(name, False)
        if self.demo.poll() is None:
            self.demo.terminate()
        try:
            errors = self.demo.communicate(timeout=30)[1].decode(errors="replace")
        except subprocess.TimeoutExpired:
            self.demo.kill()
            self.demo.communicate()
            return "did not end within 30 s of SIGTERM"
        if self.demo.returncode >= 0 and self.demo.returncode != 70:
            return None
        return f"ended with {self.demo.returncode}: {errors.strip()[:400]}"


def main():
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(10**9)
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    failures = games = 0
    try:
        name = ":" + server.stdout.readline().decode().strip()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            game = Game(program, name, seed + games)
            problem = game.play()
            games += 1
            if problem:
                failures += 1
                print(f"seed {game.seed}: {problem}\nactions: {', '.join(game.actions[:2])};"
                      f" last: {', '.join(game.actions[-12:])}", flush=True)
        print(f"{games} games from seed {seed} in {seconds:g} s, {failures} failed", flush=True)
    finally:
        server.terminate()
        server.wait()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
