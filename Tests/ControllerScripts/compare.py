# SPDX-License-Identifier: Apache-2.0
"""Compares the answers of a driver with the model."""
import math
from fractions import Fraction

from model import Model
from motion import first_double, is_dyadic
from script import play, read_settings

TOLERANCE = Fraction(1, 10**12)


def tick_after(number):
    """The smallest multiple of 2^-64 at or above a number."""
    return Fraction(math.ceil(number * 2**64), 2**64)


def is_close(double, number):
    return abs(Fraction(double) - number) <= TOLERANCE * max(1, abs(number))


def compare_show(shown, answer, model):
    state, position, fraction, rate, waits = shown
    words = answer.split()
    if words[0] != state:
        return f"state {words[0]}, expected {state}"
    cycle, phase, actual = int(words[1]), float(words[2]), float(words[3])
    if not 0 <= phase < 1 or abs(cycle + Fraction(phase) - position) > TOLERANCE:
        return f"position {cycle} + {phase}, expected {float(position)}"
    # A driver may show the state at the present time rounded up to a Double.
    is_exact = (is_dyadic(position) and model.is_exact and model.motion.is_exact()
                and Fraction(float(model.now)) == model.now)
    if is_exact and cycle != position.__floor__():
        return f"cycle {cycle}, expected {position.__floor__()}"
    if abs(Fraction(actual) - fraction) > 2 * TOLERANCE:
        is_whole = phase == 0 and position.denominator == 1
        near_jump = model.settings.one_way and not is_exact and not is_whole
        if not near_jump or abs(abs(Fraction(actual) - fraction) - 1) > TOLERANCE:
            return f"fraction {actual}, expected {float(fraction)}"
    if not is_close(float(words[4]), rate):
        return f"rate {words[4]}, expected {float(rate)}"
    if words[5] != ("true" if waits else "false"):
        return f"isWaiting {words[5]}, expected {waits}"
    return None


def compare_event(expected, words, through, model):
    if words[:3] != [expected.kind, str(expected.cycle), str(expected.count)]:
        return False
    actual = float(words[3])
    if float(words[4]) < 0 or float(words[4]) != float(through) - actual:
        return False
    if not model.is_exact:
        return is_close(actual, expected.time)
    return actual in (first_double(expected.time), first_double(tick_after(expected.time)))


def describe(events):
    return ", ".join(
        f"{event.kind} {event.cycle} x {event.count} at {float(event.time)!r}" for event in events) or "none"


def compare_events(outcome, answers, model):
    events, actual = outcome.events, [answer.split() for answer in answers]
    is_good = len(events) == len(actual) and all(
        compare_event(event, words, outcome.through, model) for event, words in zip(events, actual))
    return None if is_good else f"events {', '.join(answers) or 'none'}; expected {describe(events)}"


def compare_value(expected, answer):
    if isinstance(expected, bool):
        return None if answer == str(expected).lower() else f"{answer}, expected {expected}"
    if float(answer) == expected:
        return None
    if math.isinf(expected) or math.isinf(float(answer)) or not is_close(float(answer), expected):
        return f"{answer}, expected {float(expected)!r}"
    return None


def compare_problem(outcome, answer):
    """Compares an answer with an expected error; returns the difference, or None."""
    words = answer.split()
    # Some languages have one error for noWay and rateOutOfBounds.
    is_other_name = outcome.problem == "noWay" and words[:2] == ["error", "rateOutOfBounds"]
    if words[:2] != ["error", outcome.problem] and not is_other_name:
        return f"{answer}, expected error {outcome.problem}"
    if outcome.problem == "outOfReach":
        problem = outcome.check_number(float(words[2]))
        return f"nearest time {words[2]}: {problem}" if problem else None
    return None


def compare_answer(outcome, answer, model):
    if outcome.problem is not None:
        return compare_problem(outcome, answer)
    if answer == "error neverAdvanced" and not model.is_on_timeline and model.state != "idle":
        return None
    if answer.startswith("error"):
        return f"{answer}, expected none"
    if outcome.is_unknown:
        return None
    if outcome.shown is None:
        return compare_value(outcome.value, answer)
    parts = answer.split(" | ")
    problem = compare_show(outcome.shown, parts[0], model)
    return problem or compare_events(outcome, parts[1:], model)


def compare(script, answers):
    """The first difference in a script, or None; and whether rounding may choose between two right answers."""
    model = Model(read_settings(script[0]))
    for line, answer in zip(script[1:], answers[1:]):
        outcome = play(model, line, answer == "error full")
        problem = compare_answer(outcome, answer, model)
        if problem is not None:
            return f"{line}: {problem}", model.took_ties
    return None, model.took_ties


def hangs_on_last_bits(script):
    """Whether rounding may choose between several right answers."""
    model = Model(read_settings(script[0]))
    for line in script[1:]:
        play(model, line)
    return model.took_ties
