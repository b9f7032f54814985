# SPDX-License-Identifier: Apache-2.0
"""The Python driver of the script protocol: see Tests/ControllerScripts/Protocol.md."""
import sys

import dynamic_repeat as dr

NOW = -1e300
PROBLEMS = {
    "full": "full", "past": "timeHasPassed", "not_moving": "notMoving",
    "out_of_bounds": "rateOutOfBounds", "flash_limit": "rateOutOfBounds", "out_of_reach": "outOfReach",
}
MODES = {"stopAtCycleEnd": "at_cycle_end", "stopImmediately": "immediately", "freeze": "freeze"}


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


class Words:
    """Reads the words of one line in order."""

    def __init__(self, line):
        self.words = line.split()

    def next(self, kind=str):
        return kind(self.words.pop(0))

    def number(self):
        return self.next(float)

    def take(self, word):
        if self.words[:1] == [word]:
            return self.next()

    def rate(self):
        return {"hertz": dr.hz, "duration": dr.seconds}[self.next()](self.number())

    def policy(self):
        if self.next() == "restartPerCycle":
            return dr.restart_per_cycle()
        return dr.phase_matched(self.number())

    def bounds(self):
        return dr.bounds(self.number(), self.number(), self.number())

    def moment(self):
        name = self.next()
        if name == "nextCycle":
            return {}
        return {"time_s" if name == "time" else name: self.next(int if name == "cycle" else float)}

    def command(self):
        """A command's kind and its fields."""
        name = self.next()
        if name in MODES:
            return "stop", {"stop_mode": MODES[name]}
        if name == "rate":
            return name, {"rate": self.rate()}
        if name == "ramp":
            return name, {"ramp_s": self.number(), "rate": self.rate()}
        if name in ("seek", "seekFiring"):
            position = {"cycle": self.next(int), "phase": self.number()}
            return "seek", {"position": position, "is_silent": name == "seek"}
        if name == "policy":
            return name, {"policy": self.policy()}
        if name == "count":
            return "repeat_count", {"repeat_count": self.number()}
        return name, {}

    def repeat(self):
        fields = {"now_s": 0.0, "pace": "linear", "marks": []}
        numbers = {
            "count": "repeat_count", "delay": "repeat_delay_s", "startPhase": "start_phase",
            "limit": "max_flash_hz",
        }
        flags = {
            "oneWay": ("autoreverses", False), "restAtLastValue": ("rest_state", "last_value"),
            "all": ("reporting", "all"), "unset": ("now_s", None),
        }
        while self.words:
            name = self.next()
            if name in flags:
                fields[flags[name][0]] = flags[name][1]
            elif name == "mark":
                fields["marks"].append(self.number())
            elif name in numbers:
                fields[numbers[name]] = self.number()
            else:
                fields[name] = getattr(self, name)()
        return dr.Repeat(**fields)


def show(flash, time_s, events=()):
    sample = flash.sample(time_s)
    shown = (
        f"{camel(sample.state)} {sample.position.cycle} {sample.position.phase!r} "
        f"{sample.fraction!r} {sample.rate_hz!r} {str(sample.is_waiting).lower()}")
    said = (
        f"{camel(event.kind)}{'' if event.mark is None else event.mark} {event.cycle} {event.count} "
        f"{event.time_s!r} {event.lateness_s!r}"
        for event in events)
    return " | ".join([shown, *said])


class Player:
    def __init__(self, words):
        self.flash, self.scheduled = words.repeat(), []

    def play(self, words):
        """Performs one line and returns the answer."""
        flash, events, verb = self.flash, [], words.next()
        if verb == "do":
            kind, fields = words.command()
            flash.schedule(kind, time_s=NOW, **fields)
        elif verb == "at":
            moment = words.moment()
            kind, fields = words.command()
            self.scheduled.append(None)
            self.scheduled[-1] = flash.schedule(kind, **moment, **fields)
        elif verb == "cancel":
            number = self.scheduled[words.next(int)]
            try:
                if number is not None:
                    flash.cancel(number)
            except dr.Error as error:
                if error.status != "not_found":
                    raise
        elif verb == "next":
            event = next(flash.events(words.number()), None)
            events = [] if event is None else [event]
        elif verb == "advance":
            events = list(flash.events(words.number()))
        elif verb == "sample":
            return show(flash, words.number())
        elif verb == "save":
            flash = self.flash = dr.Repeat.restore(flash.save())
        elif verb == "move":
            flash.move_timeline(words.number())
        elif verb == "lock":
            line = dr.line(words.next(int), words.number(), words.number(), words.number())
            flash.lock(line, words.bounds() if words.take("within") else None)
        elif verb == "arrive":
            target = {}
            if words.next() == "position":
                target["cycle"] = words.next(int)
            target["phase"] = words.number()
            time_s = words.number()
            rate = words.rate() if words.take("then") else None
            words.take("within")
            flash.arrive(time_s, words.bounds(), rate=rate, **target)
        elif verb == "unlock":
            flash.unlock()
        elif verb == "nextChange":
            return repr(flash.next_change(words.number()))
        elif verb == "isOn":
            return str(flash.is_on(words.number(), words.number())).lower()
        else:
            return repr(flash.next_switch(words.number(), words.number()))
        now_s = flash.info().now_s
        return show(flash, max(now_s, -1e12), events)


player = None
for text in sys.stdin:
    line = Words(text)
    try:
        if line.take("settings"):
            player = Player(line)
            print("made")
        else:
            print(player.play(line))
    except dr.Error as error:
        nearest = f" {error.nearest_s!r}" if error.status == "out_of_reach" else ""
        never = error.status == "never_advanced"
        print("error neverAdvanced" if never else f"error {PROBLEMS[error.status]}{nearest}")
