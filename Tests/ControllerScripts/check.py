#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random scripts with RepeatController and with a model that computes in fractions; compares the answers.

Usage: check.py DRIVER [--under COMMAND] [--seed N] [--scripts N] [--first N] [--replay FILE] [--show N]

DRIVER is a program that runs scripts with the library in one language; see Protocol.md.

A failed script is shortened line by line, as long as it still fails. Exit code 1 if any script fails.
"""
import argparse
import os
import subprocess
import sys

sys.dont_write_bytecode = True

from compare import compare
from generator import Generator

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


def failure(driver, script):
    answers = run(driver, [script])[0]
    if len(answers) < len(script):
        return f"{script[len(answers)]}: {ENDED}", False
    return compare(script, answers)


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
    sizes = {"rate": 3, "policy": 2, "count": 2, "delay": 2, "startPhase": 2, "limit": 2}
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
        if verb in ("advance", "nextChange", "nextSwitch"):
            if now is not None and float(words[0]) < now:
                return False
        if verb in ("advance", "move"):
            now = float(words[0])
    return True


def shrink(driver, script, problem):
    has_ended = problem.endswith(ENDED)
    improved = True
    while improved:
        improved = False
        for candidate in filter(is_valid, shorter(script)):
            problem, tie = failure(driver, candidate)
            if problem is not None and not tie and problem.endswith(ENDED) == has_ended:
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
    """Compares the scripts of a file; lines that begin with # are comments."""
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
    parser.add_argument("--under", default="", help="the command that runs the driver, such as an emulator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scripts", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first script")
    parser.add_argument("--replay", help="a file of scripts, instead of random ones")
    parser.add_argument("--show", type=int, default=5, help="how many failures to shorten and show")
    options = parser.parse_args()
    driver = options.under.split() + [options.driver]
    if options.replay:
        return replay(driver, options.replay)
    wrong, ties, lines = 0, 0, 0
    for first in range(options.first, options.first + options.scripts, BATCH):
        numbers = range(first, min(first + BATCH, options.first + options.scripts))
        scripts = [Generator(options.seed, number).script() for number in numbers]
        for number, script, answers in zip(numbers, scripts, run(driver, scripts)):
            lines += len(script)
            if len(answers) < len(script):
                problem, tie = failure(driver, script)
            else:
                problem, tie = compare(script, answers)
            if problem is not None and tie:
                ties += 1
            elif problem is not None:
                wrong += 1
                if wrong <= options.show:
                    show(driver, shrink(driver, script, problem), number)
    print(f"seed {options.seed}: {options.scripts} scripts of {lines} lines compared, "
          f"{ties} left out, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
