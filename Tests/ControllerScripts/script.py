# SPDX-License-Identifier: Apache-2.0
"""Plays the lines of scripts, which Protocol.md describes, with the model."""
from fractions import Fraction

from model import Settings


class Words:
    """Reads the words of a line in order."""

    def __init__(self, line):
        self.rest = line.split()

    def next(self):
        return self.rest.pop(0)

    def take(self, word):
        """Takes the next word if it equals `word`; returns whether the word was taken."""
        is_next = self.rest[:1] == [word]
        if is_next:
            self.rest.pop(0)
        return is_next

    def number(self):
        """Takes a number; None if it is infinite."""
        number = float(self.next())
        return None if number == float("inf") else Fraction(number)

    def position(self):
        return int(self.next()) + self.number()

    def rate(self):
        return self.next(), self.number()

    def policy(self):
        name = self.next()
        return (name,) if name == "restartPerCycle" else (name, self.number())

    def bounds(self):
        return self.number(), self.number(), self.number()

    def moment(self):
        kind = self.next()
        if kind == "nextCycle":
            return (kind,)
        return kind, int(self.next()) if kind == "cycle" else self.number()

    def command(self):
        name = self.next()
        if name == "rate":
            return name, self.rate()
        if name == "ramp":
            return name, self.number(), self.rate()
        if name in ("seek", "seekFiring"):
            return name, self.position()
        if name == "policy":
            return name, self.policy()
        if name == "count":
            return name, self.number()
        return (name,)


FLAGS = {
    "oneWay": ("one_way", True), "restAtLastValue": ("rests_at_last_value", True),
    "all": ("all_events", True), "unset": ("has_start", False)}
NUMBERS = {"count": "count", "delay": "delay", "startPhase": "start_phase", "limit": "limit"}


def read_settings(line):
    settings, words = Settings(), Words(line)
    words.next()
    while words.rest:
        name = words.next()
        if name == "rate":
            settings.rate = words.rate()
        elif name == "policy":
            settings.policy = words.policy()
        elif name == "mark":
            settings.marks = sorted([*settings.marks, words.number()])
        elif name in FLAGS:
            setattr(settings, *FLAGS[name])
        else:
            setattr(settings, NUMBERS[name], words.number())
    return settings


class Outcome:
    """The result of a line: a problem, a value (a number or a bool), or the displayed state with events."""

    def __init__(self, problem=None, value=None, shown=None, events=(), through=None):
        self.problem, self.value, self.shown, self.events = problem, value, shown, events
        # The time to which the line advances; an event's lateness is measured from there.
        self.through = through
        # Checks the number in an answer with an error.
        self.check_number = None
        # Whether the answer is a value or a state that the model does not know.
        self.is_unknown = False


def play(model, line, is_full=None):
    """Performs a line with the model.

    `is_full` is whether a driver answered `full`, which decides how it counts events of one jump."""
    words = Words(line)
    verb = words.next()
    outcome = Outcome()
    if verb == "sample":
        outcome.shown = model.sample(words.number())
        outcome.is_unknown = outcome.shown is None
    elif verb == "isOn":
        other, duty = model.at(words.number()), words.number()
        outcome.is_unknown = other is None or other.is_near_switch(duty)
        outcome.value = None if other is None else other.is_on(duty)
    elif verb == "nextChange":
        outcome.value = model.next_change(words.number())
    elif verb == "nextSwitch":
        outcome.value, outcome.is_unknown = model.next_switch(words.number(), words.number())
    elif verb in ("advance", "next"):
        outcome.through = words.number()
        if verb == "advance":
            outcome.events = model.advance(outcome.through)
        else:
            event = model.next_event(outcome.through)
            outcome.events = [] if event is None else [event]
        outcome.shown = model.show()
    else:
        before = model.fork()
        outcome.problem = change(model, verb, words, outcome)
        least, most = model.least_and_most_events()
        if outcome.problem is None and (least > 8 or (most > 8 and is_full)):
            outcome.problem = "full"
        if outcome.problem is not None:
            scheduled, ties = model.scheduled, model.took_ties
            model.__dict__.update(before.__dict__)
            model.scheduled, model.took_ties = scheduled, ties
        else:
            outcome.shown = model.show()
    return outcome


def change(model, verb, words, outcome):
    """Performs a line that may change the model; returns the problem, if there is one."""
    if verb == "do":
        return model.perform(words.command())
    if verb == "at":
        moment = words.moment()
        return model.schedule(moment, words.command())
    if verb == "cancel":
        return model.cancel(int(words.next()))
    if verb == "move":
        return model.move_timeline(words.number())
    if verb == "unlock":
        return model.unlock()
    if verb == "lock":
        line = words.position(), words.number(), words.number()
        return model.lock(line, words.bounds() if words.take("within") else None)
    if verb == "arrive":
        kind = words.next()
        point = kind, words.number() if kind == "phase" else words.position()
        time = words.number()
        request = words.rate() if words.take("then") else None
        words.take("within")
        arrival = point, time, request, words.bounds()
        before = model.fork()
        outcome.check_number = lambda number: before.problem_of_nearest(*arrival, number)
        return model.arrive_by(*arrival)
    return None  # save
