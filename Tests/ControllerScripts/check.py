#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares RepeatController with a model in exact fractions, over random scripts of commands.

Usage: check.py DRIVER [--seed N] [--scripts N] [--first N] [--replay FILE] [--show N]

DRIVER is the built program controller-scripts. A script is a line of settings and lines of commands:

  settings [rate RATE] [policy POLICY] [oneWay] [count N] [delay S] [startPhase P] [restAtLastValue] [all]
  do COMMAND          at once
  at MOMENT COMMAND   MOMENT is time S, nextCycle, cycle N or phase P
  cancel N            the command that was scheduled as the Nth, counted from 0
  advance S           to that time, which hands out events
  sample S            looks ahead

COMMAND is start, stopAtCycleEnd, stopImmediately, freeze, pause, resume, reverse, hold, rate RATE,
ramp S RATE, seek CYCLE PHASE, seekFiring CYCLE PHASE or policy POLICY. RATE is hertz X or duration X,
POLICY is restartPerCycle or phaseMatched S.

A script that fails is made shorter, line by line, while it still fails. Exit code 1 if any is off.
"""
import argparse
import math
import subprocess
import sys
from fractions import Fraction

sys.dont_write_bytecode = True

from generator import Generator
from model import Model, Settings
from motion import is_dyadic

TOLERANCE = Fraction(1, 10**12)
BATCH = 500


# Reading lines for the model.

def read_rate(words):
    kind = words.pop(0)
    return kind, Fraction(float(words.pop(0)))


def read_policy(words):
    name = words.pop(0)
    return (name,) if name == "restartPerCycle" else (name, Fraction(float(words.pop(0))))


def read_settings(line):
    settings, words = Settings(), line.split()[1:]
    while words:
        name = words.pop(0)
        if name == "rate":
            settings.rate = read_rate(words)
        elif name == "policy":
            settings.policy = read_policy(words)
        elif name == "oneWay":
            settings.one_way = True
        elif name == "restAtLastValue":
            settings.rests_at_last_value = True
        elif name == "all":
            settings.all_events = True
        else:
            attribute = {"count": "count", "delay": "delay", "startPhase": "start_phase"}[name]
            setattr(settings, attribute, Fraction(float(words.pop(0))))
    return settings


def read_moment(words):
    kind = words.pop(0)
    if kind == "nextCycle":
        return (kind,)
    return kind, int(words.pop(0)) if kind == "cycle" else Fraction(float(words.pop(0)))


def read_command(words):
    name = words.pop(0)
    if name == "rate":
        return name, read_rate(words)
    if name == "ramp":
        seconds = Fraction(float(words.pop(0)))
        return name, seconds, read_rate(words)
    if name in ("seek", "seekFiring"):
        return name, int(words.pop(0)) + Fraction(float(words.pop(0)))
    if name == "policy":
        return name, read_policy(words)
    return (name,)


def play(model, line):
    """What the model shows after one line, and the events that it hands out."""
    words = line.split()
    verb = words.pop(0)
    if verb == "do":
        model.perform(read_command(words))
    elif verb == "at":
        moment = read_moment(words)
        model.schedule(moment, read_command(words))
    elif verb == "save":
        pass
    elif verb == "cancel":
        model.cancel(int(words[0]))
    elif verb == "advance":
        events = model.advance(Fraction(float(words[0])))
        return model.show(), events
    else:
        return model.sample(Fraction(float(words[0]))), []
    return model.show(), []


# Comparing.

def first_double(number):
    """The first Double that is not before a number."""
    double = float(number)
    return double if Fraction(double) >= number else math.nextafter(double, math.inf)


def tick_after(number):
    """The first multiple of 2^-64 that is not before a number."""
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
    if is_dyadic(position) and model.motion.is_exact() and cycle != position.__floor__():
        return f"cycle {cycle}, expected {position.__floor__()}"
    if abs(Fraction(actual) - fraction) > 2 * TOLERANCE:
        near_jump = model.settings.one_way and not is_dyadic(position)
        if not near_jump or abs(abs(Fraction(actual) - fraction) - 1) > TOLERANCE:
            return f"fraction {actual}, expected {float(fraction)}"
    if not is_close(float(words[4]), rate):
        return f"rate {words[4]}, expected {float(rate)}"
    if words[5] != ("true" if waits else "false"):
        return f"isWaiting {words[5]}, expected {waits}"
    return None


def compare_event(expected, words, model):
    kind, cycles, time = expected
    if words[0] != kind or int(words[1]) not in cycles:
        return False
    actual, now = float(words[3]), float(model.now)
    if float(words[4]) < 0 or float(words[4]) != now - actual:
        return False
    if not model.is_exact:
        return is_close(actual, time)
    return actual in (first_double(time), first_double(tick_after(time)))


def describe(events):
    return ", ".join(f"{kind} {max(cycles)} at {float(time)!r}" for kind, cycles, time in events) or "none"


def kind_of(name):
    """Turns either way are of one kind where they are counted."""
    return "direction" if name.startswith("toward") else name


def compare_events(events, answers, model):
    actual = [answer.split() for answer in answers]
    problem = f"events {', '.join(answers) or 'none'}; expected {describe(events)}"
    if model.settings.all_events:
        if len(events) != len(actual) or any(words[2] != "1" for words in actual):
            return problem
        good = all(compare_event(e, words, model) for e, words in zip(events, actual))
        return None if good else problem
    # Counted: as many of each kind, and the last of each kind as it was.
    for kind in {kind_of(event[0]) for event in events} | {kind_of(words[0]) for words in actual}:
        ours = [event for event in events if kind_of(event[0]) == kind]
        theirs = [words for words in actual if kind_of(words[0]) == kind]
        if sum(int(words[2]) for words in theirs) != len(ours):
            return problem
        if not compare_event(ours[-1], theirs[-1], model):
            return problem
    return None


def compare(script, answers):
    """What is off in a script, as (line, what), and whether ties hung on the last bits."""
    model = Model(read_settings(script[0]))
    for line, answer in zip(script[1:], answers[1:]):
        if answer == "full":
            if len(model.waiting) < 4 and len(model.events) < 7:
                return f"{line}: full", False
            if line.startswith("do"):
                return f"{line}: full", True
            model.scheduled += 1
            continue
        parts = answer.split(" | ")
        shown, events = play(model, line)
        problem = compare_show(shown, parts[0], model)
        problem = problem or compare_events(events, parts[1:], model)
        if problem is not None:
            return f"{line}: {problem}", model.took_ties
    return None, model.took_ties


# Running.

def run(driver, scripts):
    """The answers of the driver to each script."""
    text = "".join(line + "\n" for script in scripts for line in script)
    process = subprocess.run([driver], input=text, capture_output=True, text=True)
    lines = process.stdout.splitlines()
    answers = []
    for script in scripts:
        answers.append(lines[:len(script)])
        lines = lines[len(script):]
    if process.returncode != 0:
        print(f"the driver ended with {process.returncode}: {process.stderr.strip()[-500:]}")
    return answers


def failure(driver, script):
    answers = run(driver, [script])[0]
    if len(answers) < len(script):
        return f"{script[len(answers)]}: the driver ended", False
    return compare(script, answers)


def without(script, index):
    """The script without a line; a command that cancels what is gone goes too."""
    lines = script[:index] + script[index + 1:]
    if not script[index].startswith("at "):
        return lines
    number = sum(line.startswith("at ") for line in script[:index])
    result = []
    for line in lines:
        if line.startswith("cancel "):
            cancelled = int(line.split()[1])
            if cancelled == number:
                continue
            line = f"cancel {cancelled - (cancelled > number)}"
        result.append(line)
    return result


def shorter(script):
    """Scripts that are a little shorter or simpler."""
    for index in range(len(script) - 1, 0, -1):
        yield without(script, index)
    words = script[0].split()
    sizes = {"rate": 3, "policy": 2, "count": 2, "delay": 2, "startPhase": 2}
    index = 1
    while index < len(words):
        size = sizes.get(words[index], 1)
        if words[index] == "policy" and words[index + 1] == "phaseMatched":
            size = 3
        if words[index] != "all":
            yield [" ".join(words[:index] + words[index + size:])] + script[1:]
        index += size
    if "all" not in words:
        yield [script[0] + " all"] + script[1:]


def shrink(driver, script):
    improved = True
    while improved:
        improved = False
        for candidate in shorter(script):
            problem, tie = failure(driver, candidate)
            if problem is not None and not tie:
                script, improved = candidate, True
                break
    return script


def show(driver, script, number):
    problem, _ = failure(driver, script)
    print(f"script {number}: {problem}")
    for line in script:
        print(f"    {line}")
    sys.stdout.flush()


def replay(driver, path):
    """Compares the scripts of a file; lines that begin with # say what they are about."""
    scripts = []
    with open(path) as file:
        for line in (line.strip() for line in file):
            if line.startswith("settings"):
                scripts.append([line])
            elif line and not line.startswith("#"):
                scripts[-1].append(line)
    wrong = 0
    for number, script in enumerate(scripts):
        problem, _ = failure(driver, script)
        if problem is not None:
            wrong += 1
            print(f"script {number}: {problem}")
            print("".join(f"    {line}\n" for line in script), end="")
    print(f"{path}: {len(scripts)} scripts compared, {wrong} wrong")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description="Compares the controller with a model.")
    parser.add_argument("driver")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scripts", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first script")
    parser.add_argument("--replay", help="a file of scripts, instead of random ones")
    parser.add_argument("--show", type=int, default=5, help="how many failures to shorten and show")
    options = parser.parse_args()
    if options.replay:
        return replay(options.driver, options.replay)
    wrong, ties, lines = 0, 0, 0
    for first in range(options.first, options.first + options.scripts, BATCH):
        numbers = range(first, min(first + BATCH, options.first + options.scripts))
        scripts = [Generator(options.seed, number).script() for number in numbers]
        for number, script, answers in zip(numbers, scripts, run(options.driver, scripts)):
            lines += len(script)
            if len(answers) < len(script):
                problem, tie = "the driver ended", False
            else:
                problem, tie = compare(script, answers)
            if problem is not None and tie:
                ties += 1
            elif problem is not None:
                wrong += 1
                if wrong <= options.show:
                    show(options.driver, shrink(options.driver, script), number)
    print(f"seed {options.seed}: {options.scripts} scripts of {lines} lines compared, "
          f"{ties} left out, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
