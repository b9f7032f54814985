#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A driver whose answers are the model's: checks the model and the comparison without a library."""
import sys

sys.dont_write_bytecode = True

from model import Model
from motion import first_double
from script import play, read_settings


def text_of_position(position):
    cycle = position.__floor__()
    phase = float(position - cycle)
    return f"{cycle} {phase!r}" if phase < 1 else f"{cycle + 1} 0.0"


def text_of_state(shown):
    state, position, fraction, rate, waits = shown
    return f"{state} {text_of_position(position)} {float(fraction)!r} {float(rate)!r} {str(waits).lower()}"


def text_of_event(event, through):
    time = first_double(event.time)
    return f"{event.kind} {event.cycle} {event.count} {time!r} {float(through) - time!r}"


def text(outcome):
    if outcome.problem is not None:
        return f"error {outcome.problem}" + (" inf" if outcome.problem == "outOfReach" else "")
    if outcome.is_unknown:
        return "unknown"
    if outcome.shown is not None:
        return " | ".join(
            [text_of_state(outcome.shown)] + [text_of_event(e, outcome.through) for e in outcome.events])
    if isinstance(outcome.value, bool):
        return str(outcome.value).lower()
    return repr(float(outcome.value))


def main():
    model = None
    for line in sys.stdin:
        if line.startswith("settings"):
            model = Model(read_settings(line))
            print("made", flush=True)
        else:
            print(text(play(model, line)), flush=True)


if __name__ == "__main__":
    main()
