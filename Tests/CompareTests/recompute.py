#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the figures of three strategies from a schedule, a trace and the definitions alone.

Usage: recompute.py SCHEDULE.csv TRACE.csv FIGURES.csv

Positions are fractions of integers, so nothing is rounded before the end. The results are compared with
the figures of the command, to 1e-9. If some differ, they are printed, and the exit code is 1. Rates must
be above 0.
"""
import csv
import sys
from bisect import bisect_right
from fractions import Fraction
from math import floor

TOLERANCE = 1e-9
FIRST_DURATION = 2.0


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def bezier(x):
    """The value and the slope of ease in, ease out at `x`. Bisection finds the curve's parameter."""
    low, high = (0.0, 1.0) if 0 < x < 1 else (x, x)
    for _ in range(200):
        s = (low + high) / 2
        if 3 * s * (1 - s) ** 2 * 0.42 + 3 * s * s * (1 - s) * 0.58 + s**3 < x:
            low = s
        else:
            high = s
    s = (low + high) / 2
    slope = 6 * s * (1 - s) / (3 * (1 - s) ** 2 * 0.42 + 6 * s * (1 - s) * 0.16 + 3 * s * s * 0.42)
    return s * s * (3 - 2 * s), slope


def value(position):
    phase = position - floor(position)
    return bezier(float(2 * phase if 2 * phase < 1 else 2 - 2 * phase))[0]


def slope(position):
    phase = position - floor(position)
    if 2 * phase < 1:
        return 2 * bezier(float(2 * phase))[1]
    return -2 * bezier(float(2 - 2 * phase))[1]


class Motion:
    """Pieces of constant rate, each with its start time and position."""

    def __init__(self, rate):
        self.pieces = [(Fraction(0), Fraction(0), rate)]
        self.jumps = []
        self.reported = []
        self.effects = []

    def position(self, time):
        start, position, rate = self.piece(time)
        return position + (time - start) * rate

    def piece(self, time):
        return self.pieces[bisect_right(self.pieces, time, key=lambda piece: piece[0]) - 1]

    def change(self, time, position, rate):
        before = self.position(time)
        self.jumps.append((before, self.piece(time)[2], position, rate))
        self.pieces.append((time, position, rate))


def ideal(first, changes, _frames):
    motion = Motion(1 / first)
    for time, duration in changes:
        motion.change(time, motion.position(time), 1 / duration)
    return motion


def naive(first, changes, frames):
    motion = Motion(1 / first)
    for time, duration in changes:
        motion.change(time, time / duration, 1 / duration)
        motion.effects.append(time)
    # Only the boundaries in (last frame, frame] that the motion reaches without a jump are reported.
    times = [time for time, _ in changes]
    index = 0
    for here, frame in zip([0] + frames, frames):
        reported = 0
        while index < len(times) and times[index] <= frame:
            start, position, rate = motion.piece(here)
            end = position + (times[index] - start) * rate
            reported += floor(end) - floor(motion.position(here))
            here = times[index]
            index += 1
        reported += floor(motion.position(frame)) - floor(motion.position(here))
        motion.reported.append(reported)
    return motion


class Requests:
    """The requested durations that wait for the end of a cycle."""

    def __init__(self, changes, motion):
        self.changes, self.motion, self.waiting = list(changes), motion, []

    def take(self, end, duration):
        """Takes the requests up to `end`; a request for the duration in effect cancels the waiting ones."""
        while self.changes and self.changes[0][0] <= end:
            time, requested = self.changes.pop(0)
            self.waiting.append(requested)
            if requested == duration:
                self.apply(time, duration)

    def apply(self, time, duration):
        """Applies the requests that wait, and returns the duration of the next cycle."""
        self.motion.effects += [time] * len(self.waiting)
        duration = self.waiting[-1] if self.waiting else duration
        self.waiting = []
        return duration


def restart_per_cycle(first, changes, frames):
    motion = Motion(1 / first)
    requests = Requests(changes, motion)
    cycle, duration, boundary = 0, first, first
    while boundary <= frames[-1]:
        requests.take(boundary, duration)
        duration = requests.apply(boundary, duration)
        cycle += 1
        motion.change(boundary, Fraction(cycle), 1 / duration)
        boundary += duration
    requests.take(frames[-1], duration)
    for last, frame in zip([0] + frames, frames):
        motion.reported.append(floor(motion.position(frame)) - floor(motion.position(last)))
    return motion


def restart_at_frame(first, changes, frames):
    motion = Motion(1 / first)
    requests = Requests(changes, motion)
    start, cycle, duration = Fraction(0), 0, first
    for frame in frames:
        requests.take(frame, duration)
        motion.reported.append(int(frame >= start + duration))
        if motion.reported[-1]:
            cycle += 1
            old, duration = duration, requests.apply(frame, duration)
            motion.jumps.append((Fraction(cycle), 1 / old, Fraction(cycle), 1 / duration))
            motion.pieces.append((frame, Fraction(cycle), 1 / duration))
            start = frame
    return motion


def figures(motion, rule, reference, changes, frames):
    result = {}
    positions = [motion.position(frame) for frame in frames]
    end = frames[-1]
    result["value_jump"] = max([abs(value(a) - value(b)) for b, _, a, _ in motion.jumps] or [0])
    result["slope_kink"] = max(
        [abs(slope(a) * float(to) - slope(b) * float(by)) for b, by, a, to in motion.jumps] or [0])
    given = [time for time, _ in changes]
    effects = motion.effects + [end] * (len(given) - len(motion.effects))
    delays = [float(effect - time) for time, effect in zip(given, effects)]
    if delays:
        result["delay_mean_s"] = sum(delays) / len(delays)
        result["delay_worst_s"] = max(delays)
    values = [value(position) for position in positions]
    result["largest_step"] = max([abs(b - a) for a, b in zip(values, values[1:])] or [0])
    result["cycles_gained"] = float(positions[-1] - reference.position(end))
    off = positions[-1] - rule.position(end)
    result["end_phase_error"] = float(off - floor(off + Fraction(1, 2)))
    missed, doubled, furthest, boundary = 0, 0, 0, 0.0
    by_changes, change_time = Fraction(0), Fraction(0)
    index = 0
    for last, frame, before, here, reported in zip(
            [0] + frames, frames, [0] + positions, positions, motion.reported):
        count = 0
        while index < len(given) and given[index] <= frame:
            index, count = index + 1, count + 1
        passed = max(0, floor(here) - furthest)
        missed += max(0, passed - reported)
        doubled += max(0, reported - passed)
        furthest += passed
        if count:
            by_changes += (here - rule.position(frame)) - (before - rule.position(last))
            change_time += frame - last
        elif floor(here) != floor(before):
            old, new = motion.piece(last)[2], motion.piece(frame)[2]
            if old == new:
                error = (here - before) / new - (frame - last)
            else:
                to_boundary = floor(before) + 1 - before
                error = (here - before - to_boundary) / new - (frame - last - to_boundary / old)
            boundary = max(boundary, abs(float(error)))
    result["events_missed"], result["events_doubled"] = missed, doubled
    result["boundary_error_ms"] = 1000 * boundary
    hours = float(end - change_time) / 3600
    if hours > 0:
        result["drift_per_hour"] = float(off - by_changes) / hours
    return result


def main():
    rows = [(Fraction(float(row["time"])), Fraction(float(row["cycle_duration"])))
            for row in read(sys.argv[1])]
    first = rows[0][1] if rows[0][0] == 0 else Fraction(FIRST_DURATION)
    frames = [Fraction(float(row["time"])) for row in read(sys.argv[2])]
    changes = [row for row in rows if 0 < row[0] <= frames[-1]]
    reference = ideal(first, changes, frames)
    chain = restart_per_cycle(first, changes, frames)
    motions = {
        "naive": (naive(first, changes, frames), reference),
        "restart-per-cycle": (chain, chain),
        "restart-at-frame": (restart_at_frame(first, changes, frames), chain),
    }
    written = {row["strategy"]: row for row in read(sys.argv[3])}
    wrong = compared = 0
    for name, (motion, rule) in motions.items():
        for measure, figure in figures(motion, rule, reference, changes, frames).items():
            compared += 1
            if abs(float(written[name][measure]) - figure) > TOLERANCE * max(1, abs(figure)):
                print(f"{name} {measure}: {written[name][measure]}, but recomputed {figure!r}")
                wrong += 1
    print(f"{compared} figures compared, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
