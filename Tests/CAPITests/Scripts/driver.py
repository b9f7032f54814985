# SPDX-License-Identifier: Apache-2.0
"""Carries out the scripts of Tests/ControllerScripts/check.py through the Python module."""
import sys

import dynamic_repeat as dr

KINDS = {
    "toward_alternate": "towardAlternate", "toward_default": "towardDefault",
    "stopped_at_cycle_end": "stopped-cycleEnd", "stopped_immediately": "stopped-immediately",
    "frozen": "stopped-frozen", "finished": "stopped-finished",
}
STATES = {"paused_stopping": "pausedStopping"}
FLAGS = {False: "false", True: "true"}


class Words:
    def __init__(self, line):
        self.words = iter(line.split())

    def __call__(self, kind=str):
        return kind(next(self.words))

    def number(self):
        return self(float)

    def rate(self):
        return {"hertz": dr.hz, "duration": dr.seconds}[self()](self.number())

    def policy(self):
        if self() == "restartPerCycle":
            return dr.restart_per_cycle()
        return dr.phase_matched(self.number())

    def moment(self):
        name = self()
        if name == "nextCycle":
            return {}
        return {"time_s" if name == "time" else name: self(int if name == "cycle" else float)}

    def command(self):
        """A command's kind and its fields."""
        name = self()
        if name.startswith("stop") or name == "freeze":
            mode = {"stopAtCycleEnd": "at_cycle_end", "stopImmediately": "immediately"}
            return "stop", {"stop_mode": mode.get(name, name)}
        if name == "rate":
            return name, {"rate": self.rate()}
        if name == "ramp":
            return name, {"ramp_s": self.number(), "rate": self.rate()}
        if name.startswith("seek"):
            position = {"cycle": self(int), "phase": self.number()}
            return "seek", {"position": position, "is_silent": name == "seek"}
        if name == "policy":
            return name, {"policy": self.policy()}
        if name == "count":
            return "repeat_count", {"repeat_count": self.number()}
        return name, {}

    def settings(self):
        fields = {"now_s": 0.0, "pace": "linear"}
        for name in self.words:
            if name == "oneWay":
                fields["autoreverses"] = False
            elif name == "restAtLastValue":
                fields["rest_state"] = "last_value"
            elif name == "all":
                fields["reporting"] = "all"
            elif name in ("rate", "policy"):
                fields[name] = getattr(self, name)()
            else:
                long = {"count": "repeat_count", "delay": "repeat_delay_s", "startPhase": "start_phase"}
                fields[long[name]] = self.number()
        return fields


def play(flash, scheduled, line):
    """One line; the repeat, which `save` replaces, and the answer."""
    words = Words(line)
    verb, time_s, events = words(), flash.info().now_s, []
    if verb in ("do", "at"):
        moment = words.moment() if verb == "at" else {"time_s": -1e300}
        kind, fields = words.command()
        try:
            number = flash.schedule(kind, **moment, **fields)
        except dr.Error as error:
            if error.status != "full":
                raise
            number = None
        if verb == "at":
            scheduled.append(number)
        if number is None:
            return flash, "full"
    elif verb == "cancel":
        number = scheduled[words(int)]
        try:
            if number is not None:
                flash.cancel(number)
        except dr.Error as error:
            if error.status != "not_found":
                raise
    elif verb == "save":
        restored = dr.Repeat.restore(flash.save())
        if restored != flash:
            return flash, "restored differs"
        flash = restored
    elif verb == "advance":
        time_s = words.number()
        events = flash.advance(time_s)
    elif verb == "sample":
        time_s = words.number()
    sample = flash.sample(time_s)
    position = sample.position
    shown = (
        f"{STATES.get(sample.state, sample.state)} {position.cycle} {position.phase!r} "
        f"{sample.fraction!r} {sample.rate_hz!r} {FLAGS[sample.is_waiting]}")
    said = (
        f"{KINDS.get(event.kind, event.kind)} {event.cycle} {event.count} {event.time_s!r} "
        f"{event.lateness_s!r}"
        for event in events)
    return flash, " | ".join([shown, *said])


repeat, numbers = None, []
for text in sys.stdin:
    if text.startswith("settings"):
        read = Words(text)
        read()
        repeat, numbers = dr.Repeat(**read.settings()), []
        print("made", flush=True)
    else:
        repeat, answer = play(repeat, numbers, text)
        print(answer, flush=True)
