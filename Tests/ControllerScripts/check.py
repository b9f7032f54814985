#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random scripts with RepeatController and with a model that computes in fractions; compares the answers.

Usage: check.py DRIVER [--under COMMAND] [--seed N] [--scripts N] [--first N] [--replay FILE] [--show N]
                [--mirror | --split | --early]

DRIVER is a program that runs scripts with the library in one language; see Protocol.md.

With --mirror, --split or --early, the model gives no answers: each script is transformed, and the answers to it are
compared with the answers to the result. --mirror exchanges the directions, --split replaces each advance by
several, and --early gives a scheduled command earlier.

A failed script is shortened line by line, as long as it still fails. Exit code 1 if any script fails.
"""
import argparse
import os
import subprocess
import sys

sys.dont_write_bytecode = True

from compare import compare, hangs_on_last_bits
from generator import Generator
from transforms import TRANSFORMS

BATCH = 500
ENDED = "the driver exited, or took too long"


def run(driver, scripts):
    """Runs the scripts in one process of the driver; returns each script's answers."""
    text = "".join(line + "\n" for script in scripts for line in script)
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    process = subprocess.Popen(
        driver, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment)
    try:
        output, errors = process.communicate(text, timeout=10 + len(scripts) / 10)
    except subprocess.TimeoutExpired:
        process.kill()
        output, errors = process.communicate()
    lines = output.splitlines()
    answers = []
    for script in scripts:
        answers.append(lines[:len(script)])
        lines = lines[len(script):]
    if process.returncode != 0 and len(scripts) == 1:
        print(f"the driver exited with {process.returncode}: {errors.strip()[-500:]}")
    return answers


class Check:
    """Compares a driver's answers with the model, or with its own answers to a transformed script."""

    def __init__(self, driver, transform=None):
        self.driver = driver
        self.change, self.compare_pair = TRANSFORMS[transform] if transform else (None, None)

    def failures(self, scripts, numbers):
        """For each script, its difference or None, and whether rounding may cause it."""
        if self.change is None:
            return [
                (f"{script[len(answers)]}: {ENDED}", False) if len(answers) < len(script)
                else compare(script, answers)
                for script, answers in zip(scripts, run(self.driver, scripts))]
        pairs = [self.change(script, number) for script, number in zip(scripts, numbers)]
        flat = iter(run(self.driver, [script for pair in pairs if pair for script in pair]))
        failures = []
        for script, pair in zip(scripts, pairs):
            problem = self.pair_failure(pair, next(flat), next(flat)) if pair else None
            failures.append((problem, problem is not None and hangs_on_last_bits(script)))
        return failures

    def pair_failure(self, pair, answers, other_answers):
        for script, given in zip(pair, (answers, other_answers)):
            if len(given) < len(script):
                return f"{script[len(given)]}: {ENDED}"
        return self.compare_pair(pair[0], answers, pair[1], other_answers)

    def failure(self, script, number):
        return self.failures([script], [number])[0]


def without(script, index):
    """The script without a line. If the line schedules a command, its `cancel` lines are removed, too."""
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
    """Slightly shorter or simpler versions of a script."""
    for index in range(len(script) - 1, 0, -1):
        yield without(script, index)
    words = script[0].split()
    sizes = {"rate": 3, "policy": 2, "count": 2, "delay": 2, "startPhase": 2, "limit": 2, "mark": 2}
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


def is_valid(script):
    """Whether no line names a past time, which may make a driver trap."""
    now = None if "unset" in script[0].split() else 0.0
    for line in script[1:]:
        verb, *words = line.split()
        if verb in ("advance", "next", "nextChange", "nextSwitch"):
            if now is not None and float(words[0]) < now:
                return False
        if verb in ("advance", "next", "move"):
            now = float(words[0])
    return True


def shrink(check, script, number, problem):
    has_ended = problem.endswith(ENDED)
    improved = True
    while improved:
        improved = False
        for candidate in filter(is_valid, shorter(script)):
            problem, tie = check.failure(candidate, number)
            if problem is not None and not tie and problem.endswith(ENDED) == has_ended:
                script, improved = candidate, True
                break
    return script


def show(check, script, number):
    problem, _ = check.failure(script, number)
    print(f"script {number}: {problem}")
    for line in script:
        print(f"    {line}")
    sys.stdout.flush()


def scripts_of(path):
    """The scripts of a file; lines that begin with # are comments."""
    scripts = []
    with open(path) as file:
        for line in (line.strip() for line in file):
            if line.startswith("settings"):
                scripts.append([line])
            elif line and not line.startswith("#"):
                scripts[-1].append(line)
    return scripts


def replay(check, path):
    scripts, wrong = scripts_of(path), 0
    for number, script in enumerate(scripts):
        problem, _ = check.failure(script, number)
        if problem is not None:
            wrong += 1
            print(f"script {number}: {problem}")
            print("".join(f"    {line}\n" for line in script), end="")
    print(f"{path}: {len(scripts)} scripts compared, {wrong} wrong")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description="Compares the controller with a model.")
    parser.add_argument("driver")
    parser.add_argument("--under", default="", help="the command that runs the driver, such as an emulator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scripts", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first script")
    parser.add_argument("--replay", help="a file of scripts, instead of random ones")
    parser.add_argument("--show", type=int, default=5, help="how many failures to shorten and show")
    for transform in TRANSFORMS:
        parser.add_argument(f"--{transform}", dest="transform", action="store_const", const=transform)
    options = parser.parse_args()
    check = Check(options.under.split() + [options.driver], options.transform)
    if options.replay:
        return replay(check, options.replay)
    wrong, ties, lines = 0, 0, 0
    for first in range(options.first, options.first + options.scripts, BATCH):
        numbers = range(first, min(first + BATCH, options.first + options.scripts))
        scripts = [Generator(options.seed, number).script() for number in numbers]
        lines += sum(len(script) for script in scripts)
        for number, script, (problem, tie) in zip(numbers, scripts, check.failures(scripts, numbers)):
            if problem is not None and tie:
                ties += 1
            elif problem is not None:
                wrong += 1
                if wrong <= options.show:
                    show(check, shrink(check, script, number, problem), number)
    print(f"seed {options.seed}: {options.scripts} scripts of {lines} lines compared, "
          f"{ties} left out, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
