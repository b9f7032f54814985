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
            hertz = self.random.choice(POWERS) * self.random.choice([1, -1])
        else:
            hertz = self.grid(-4, 4)
        return f"hertz {hertz!r}"

    def duration(self):
        return self.random.choice(POWERS) if self.is_simple else max(self.grid(0.125, 3), 0.125)

    def ramp_seconds(self):
        if self.chance(0.1):
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
        words = ["settings"]
        if self.chance(0.1):
            words.append("unset")
        self.has_limit = self.chance(0.2)
        if self.has_limit:
            words.append(f"limit {self.random.choice([0.5, 1.0, 1.5, 2.0, 3.0])!r}")
        if self.chance(0.2):
            words.append(f"rate hertz {-self.random.choice(POWERS)!r}")
        elif self.chance(0.5):
            words.append(f"rate {self.rate()}")
        if self.chance(0.6):
            words.append(f"policy {self.policy()}")
        if self.chance(0.4):
            words.append("oneWay")
        if self.chance(0.35):
            words.append(f"count {max(self.grid(0, 5), 0.25)!r}")
        if self.chance(0.25):
            words.append(f"delay {max(self.grid(0, 1), 0.125)!r}")
        if self.chance(0.25):
            words.append(f"startPhase {self.phase()!r}")
        if self.chance(0.3):
            words.append("restAtLastValue")
        if self.chance(0.33):
            marks = {self.phase() for _ in range(self.random.randint(1, 4))}
            words += [f"mark {mark!r}" for mark in sorted(marks)]
        if self.chance(0.6):
            words.append("all")
        return " ".join(words)

    def command(self):
        kind = self.random.choices(
            ["start", "stopAtCycleEnd", "stopImmediately", "freeze", "pause", "resume", "reverse",
             "rate", "ramp", "seek", "seekFiring", "policy", "count"],
            [9, 7, 1, 1, 4, 7, 12, 24, 14, 4, 3, 9, 5])[0]
        if kind == "rate":
            return f"rate {self.rate()}"
        if kind == "ramp":
            rate = "hertz 0.0" if self.chance(0.4) else self.rate()
            return f"ramp {0.0 if self.chance(0.15) else self.ramp_seconds()!r} {rate}"
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

    def lines(self):
        """A line, or several that belong together."""
        kind = self.random.choices(
            ["line", "next", "burst", "later"], [40, 9, 6 if self.has_limit else 1, 3])[0]
        if kind == "next":
            return self.next_lines()
        if kind == "burst":
            return self.burst()
        if kind == "later":
            return self.later_lines()
        return [self.line()]

    def next_lines(self):
        """Fetches events one at a time, with commands between them."""
        lines = []
        if self.chance(0.8):
            self.now += self.grid(0, 2)
        for _ in range(self.random.randint(1, 5)):
            lines.append(f"next {self.now!r}")
            while self.chance(0.4):
                lines.append("do start" if self.chance(0.4) else self.line_at_event())
        return lines

    def line_at_event(self):
        """A line for the present time, which may be that of an event between two advances."""
        kind = self.random.choices(["do", "at", "sample", "isOn", "save", "lock"], [20, 4, 2, 1, 1, 1])[0]
        if kind == "lock":
            return self.lock()
        return self.line(kind)

    def burst(self):
        """Stops and starts in quick succession."""
        lines = []
        for _ in range(self.random.randint(1, 3)):
            stop = self.random.choice(["stopImmediately", "freeze", "stopAtCycleEnd"])
            lines.append(f"do {stop}")
            if self.chance(0.6):
                self.now += self.grid(0, 0.75)
                lines.append(f"advance {self.now!r}")
            lines.append("do start")
            if self.chance(0.6):
                self.now += self.grid(0, 0.75)
                lines.append(f"advance {self.now!r}")
        return lines

    def later_lines(self):
        """Commands that have no effect yet or at all."""
        return [self.random.choice([
            "do start", "do resume", f"at time {self.now + self.grid(0, 3)!r} resume",
            f"at time {self.now + self.grid(0, 3)!r} start", f"at time {self.now + 4.0!r} reverse"])
            for _ in range(self.random.randint(1, 2))]

    def line(self, kind=None):
        kind = kind or self.random.choices(
            ["do", "at", "advance", "sample", "cancel", "save", "lock", "arrive", "unlock",
             "nextChange", "nextSwitch", "isOn", "move"],
            [18, 8, 14, 3, 2, 2, 2.5, 2.5, 0.5, 1, 1.5, 1.5, 1])[0]
        if kind == "cancel" and self.scheduled > 0:
            return f"cancel {self.random.randrange(self.scheduled)}"
        if kind in ("save", "unlock"):
            return kind
        if kind == "lock":
            return self.lock()
        if kind == "arrive":
            return self.arrive()
        if kind == "at":
            return f"at {self.moment()} {self.command()}"
        if kind == "advance":
            self.now += self.grid(0, 2)
            return f"advance {self.now!r}"
        if kind == "move":
            self.now = self.grid(-4, 8)
            return f"move {self.now!r}"
        if kind in ("sample", "isOn"):
            time = self.now - self.grid(0, 4) if self.chance(0.4) else self.now + self.grid(0, 3)
            return f"sample {time!r}" if kind == "sample" else f"isOn {time!r} {self.duty()!r}"
        if kind == "nextChange":
            return f"{kind} {self.now + self.grid(0, 3)!r}"
        if kind == "nextSwitch":
            return f"nextSwitch {self.now + self.grid(0, 3)!r} {self.duty()!r}"
        return f"do {self.command()}"

    def duty(self):
        return self.random.choice([0.0, 0.25, 0.5, 0.5, 0.5, 0.75, 1.0])

    def script(self):
        lines = [self.settings()]
        if self.chance(0.9):
            lines.append("do start")
        for _ in range(self.random.randint(4, 18)):
            added = self.lines()
            lines += added
            self.scheduled += sum(line.startswith("at ") for line in added)
        for _ in range(2):
            self.now += self.grid(0, 3)
            lines.append(f"advance {self.now!r}")
        return lines
