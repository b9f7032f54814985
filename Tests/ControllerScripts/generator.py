# SPDX-License-Identifier: Apache-2.0
"""Generates random scripts for a repeat controller, in the format of Protocol.md.

Most scripts have rates, durations and times that a binary number holds exactly, and changes that often
coincide: boundaries at the times of commands, turns on boundaries, several commands at one time. The
others have arbitrary numbers.
"""
import random

POWERS = [0.25, 0.5, 1.0, 2.0, 4.0]


class Generator:
    def __init__(self, seed, number):
        self.random = random.Random(f"{seed} {number}")
        self.is_simple = self.random.random() < 0.7
        self.now = 0.0
        self.scheduled = 0

    def chance(self, share):
        return self.random.random() < share

    def grid(self, low, high):
        """A random multiple of 1/64, 1/8 or 1/4; in a script that is not simple, it may be any number."""
        if not self.is_simple and self.chance(0.5):
            return self.random.uniform(low, high)
        step = self.random.choice([4, 8, 8, 64])
        return self.random.randint(round(low * step), round(high * step)) / step

    def rate(self):
        if self.chance(0.35):
            return f"duration {self.duration()!r}"
        if self.chance(0.15):
            return "hertz 0.0"
        if self.is_simple:
            hertz = self.random.choice(POWERS) * self.random.choice([1, 1, -1])
        else:
            hertz = self.grid(-4, 4)
        return f"hertz {hertz!r}"

    def duration(self):
        return self.random.choice(POWERS) if self.is_simple else max(self.grid(0.125, 3), 0.125)

    def ramp_seconds(self):
        if self.has_delay or self.chance(0.1):
            return 0.0
        if self.is_simple:
            return self.random.choice([0.25, 0.375, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0])
        return self.grid(0.125, 2)

    def policy(self):
        if self.chance(0.5):
            return "restartPerCycle"
        return f"phaseMatched {0.0 if self.chance(0.5) else self.ramp_seconds()!r}"

    def phase(self):
        if not self.is_simple and self.chance(0.5):
            return self.random.random()
        return self.random.choice([0.0, 0.25, 0.5, 0.5, 0.75, 0.125, 0.9375])

    def bounds(self, hertz):
        """Bounds that usually include the rate `hertz`."""
        low = min(0.0, hertz) if self.chance(0.3) else hertz - abs(hertz) * self.random.choice(
            [0.0, 0.125, 0.25, 0.5])
        high = hertz + max(abs(hertz), 0.25) * self.random.choice([0.0, 0.25, 0.5, 1.0, 3.0])
        slope = "inf" if self.chance(0.5) else repr(self.random.choice([0.5, 1.0, 2.0, 4.0, 8.0]))
        return f"within {low!r} {high!r} {slope}"

    def lock(self):
        hertz = float(self.rate().split()[1])
        if self.chance(0.85):
            hertz = abs(hertz)
        time = self.now if self.chance(0.6) else self.grid(0, 4)
        words = f"lock {self.random.randint(-1, 3)} {self.phase()!r} {time!r} {hertz!r}"
        return words if self.chance(0.3) else f"{words} {self.bounds(hertz)}"

    def arrive(self):
        point = f"phase {self.phase()!r}"
        if self.chance(0.4):
            point = f"position {self.random.randint(-1, 8)} {self.phase()!r}"
        words = f"arrive {point} {self.now + max(self.grid(0, 4), 0.125)!r}"
        if self.chance(0.6):
            words += f" then {self.rate()}"
        low = self.random.choice([0.0, 0.0, 0.25, 0.5, -1.0])
        return f"{words} within {low!r} {self.random.choice([2.0, 4.0, 8.0])!r} " + (
            "inf" if self.chance(0.5) else repr(self.random.choice([1.0, 2.0, 4.0, 8.0, 32.0])))

    def settings(self):
        self.has_delay = self.chance(0.12)
        words = ["settings"]
        if self.chance(0.1):
            words.append("unset")
        if self.chance(0.1):
            words.append(f"limit {self.random.choice([0.5, 1.0, 1.5, 3.0])!r}")
        if self.chance(0.5):
            words.append(f"rate {self.rate()}")
        if self.chance(0.6):
            words.append(f"policy {self.policy()}")
        if self.chance(0.25):
            words.append("oneWay")
        if self.chance(0.35):
            words.append(f"count {max(self.grid(0, 5), 0.25)!r}")
        if self.has_delay:
            words.append(f"delay {max(self.grid(0, 1), 0.125)!r}")
        if self.chance(0.25):
            words.append(f"startPhase {self.phase()!r}")
        if self.chance(0.3):
            words.append("restAtLastValue")
        if self.chance(0.65):
            words.append("all")
        return " ".join(words)

    def command(self):
        kind = self.random.choices(
            ["start", "stopAtCycleEnd", "stopImmediately", "freeze", "pause", "resume", "reverse",
             "hold", "rate", "ramp", "seek", "seekFiring", "policy", "count"],
            [9, 7, 1, 1, 4, 7, 12, 6, 22, 10, 4, 3, 9, 5])[0]
        if kind == "rate":
            return f"rate {self.rate()}"
        if kind == "ramp":
            rate = "hertz 0.0" if self.chance(0.3) else self.rate()
            return f"ramp {self.ramp_seconds()!r} {rate}"
        if kind in ("seek", "seekFiring"):
            return f"{kind} {self.random.randint(-2, 5)} {self.phase()!r}"
        if kind == "policy":
            return f"policy {self.policy()}"
        if kind == "count":
            return f"count {'inf' if self.chance(0.2) else repr(max(self.grid(0, 5), 0.25))}"
        return kind

    def moment(self):
        kind = self.random.choices(["time", "nextCycle", "cycle", "phase"], [5, 2, 2, 2])[0]
        if kind == "time":
            return f"time {self.now + (0.0 if self.chance(0.15) else self.grid(0, 3))!r}"
        if kind == "cycle":
            return f"cycle {self.random.randint(-2, 4)}"
        return kind if kind == "nextCycle" else f"phase {self.phase()!r}"

    def line(self):
        kind = self.random.choices(
            ["do", "at", "advance", "sample", "cancel", "save", "lock", "arrive", "unlock",
             "nextChange", "nextSwitch", "move"],
            [18, 8, 14, 3, 2, 2, 2.5, 2.5, 0.5, 1, 1, 1])[0]
        if kind == "cancel" and self.scheduled > 0:
            return f"cancel {self.random.randrange(self.scheduled)}"
        if kind in ("save", "unlock"):
            return kind
        if kind == "lock":
            return self.lock()
        if kind == "arrive":
            return self.arrive()
        if kind == "at":
            self.scheduled += 1
            return f"at {self.moment()} {self.command()}"
        if kind == "advance":
            self.now += self.grid(0, 2)
            room = f" room {self.random.choice([2, 2, 3, 4, 8])}" if self.chance(0.15) else ""
            return f"advance {self.now!r}{room}"
        if kind == "move":
            self.now = self.grid(-4, 8)
            return f"move {self.now!r}"
        if kind == "sample" and self.chance(0.4):
            return f"sample {self.now - self.grid(0, 4)!r}"
        if kind in ("sample", "nextChange"):
            return f"{kind} {self.now + self.grid(0, 3)!r}"
        if kind == "nextSwitch":
            duty = self.random.choice([0.0, 0.25, 0.5, 0.5, 0.5, 0.75, 1.0])
            return f"nextSwitch {self.now + self.grid(0, 3)!r} {duty!r}"
        return f"do {self.command()}"

    def script(self):
        lines = [self.settings()]
        if self.chance(0.9):
            lines.append("do start")
        lines += [self.line() for _ in range(self.random.randint(4, 18))]
        for _ in range(2):
            self.now += self.grid(0, 3)
            lines.append(f"advance {self.now!r}")
        return lines
