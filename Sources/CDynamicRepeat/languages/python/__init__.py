# SPDX-License-Identifier: Apache-2.0
"""Flashing, pulsing and cycling at a rate that may change at any time, without jumps or drift.

    import dynamic_repeat as dr

    flash = dr.Repeat(rate=dr.hz(2))              # each argument has the C header's default
    flash.start()                                 # at the first advance
    for frame in range(60):
        time_s = frame / 60
        for event in flash.events(time_s):        # each event since the last frame, at its exact time
            print(event.kind, event.time_s)       # flash.start() here would start at that time
        flash.value(time_s)                       # 0 default state ... 1 alternate state

Repeat         one repeat, as plain data: copy it, compare it, pickle it.
Bank           many repeats; NumPy reads their values without a copy.
BeatClock      the beats of music; a repeat can be locked to them.
ClockFollower  a clock whose readings are late, such as an audio device's.
Curve          a timing function alone.
Loop           decides when each frame is due, waits for it, and predicts when its picture is seen.
Error          raised by every invalid call, with the library's text.

Times are seconds of a clock that the caller chooses; rates are cycles per second. A time_s of None is the
present time. Enumerators are strings, such as "phase_matched". dr.C and dr.L have every function of the C
headers. Different threads may use different objects; calls on one object must not overlap.
"""

from ._convert import (
    BankInfo, Bounds, C, ClockArrival, ClockFollowerInfo, Durations, Error, Event, Frame, L, LoopStats,
    MemberSample, Pace, Policy, Position, Rate, RepeatInfo, Sample, ffi, number, to_python, whole)
from ._objects import Bank, Curve, Loop
from ._repeats import BeatClock, ClockFollower, Line, Repeat, line

__all__ = [
    "Bank", "BankInfo", "BeatClock", "Bounds", "C", "ClockArrival", "ClockFollower", "ClockFollowerInfo",
    "Curve", "Durations", "Error", "Event", "Frame", "L", "Line", "Loop", "LoopStats", "MemberSample", "Pace",
    "Policy", "Position", "Rate", "Repeat", "RepeatInfo", "Sample", "bezier", "bounds", "bounds_around", "ffi",
    "hz", "line", "phase_matched", "restart_per_cycle", "seconds", "steps",
]


def hz(rate):
    """A rate in cycles per second: at 0 a repeat stands still, and at a negative rate it runs backwards."""
    return Rate(number(rate, "rate"), "hz")


def seconds(per_cycle):
    """A rate in seconds per cycle. The direction of motion stays the same."""
    return Rate(number(per_cycle, "per_cycle"), "seconds")


def restart_per_cycle():
    """The policy that applies a new rate at the end of the present cycle."""
    return Policy(0.0, "restart_per_cycle")


def phase_matched(ramp_s=0.0):
    """The policy that applies a new rate at once, or over a linear ramp of `ramp_s` seconds."""
    return Policy(number(ramp_s, "ramp_s"), "phase_matched")


def bezier(x1, y1, x2, y2):
    """The pace of a cubic Bezier curve."""
    points = (number(value, name) for value, name in ((x1, "x1"), (y1, "y1"), (x2, "x2"), (y2, "y2")))
    return Pace("bezier", 0, "start", *points)


def steps(count, jump="end"):
    """The pace of a staircase. `jump` is "start", "end", "none" or "both", as in CSS's steps()."""
    return Pace("steps", whole(ffi.typeof("int32_t"), count, "count"), jump, 0.0, 0.0, 0.0, 0.0)


def bounds(minimum_hz, maximum_hz, slope_hz_per_s=float("inf")):
    """Limits of the rate while a repeat catches up."""
    names = ("minimum_hz", "maximum_hz", "slope_hz_per_s")
    return Bounds(*map(number, (minimum_hz, maximum_hz, slope_hz_per_s), names))


def bounds_around(rate_hz, fraction):
    """Limits of the rate below and above `rate_hz`: bounds_around(2, 0.2) is 2 Hz +-20 %."""
    return to_python(C.dr_bounds_around(number(rate_hz, "rate_hz"), number(fraction, "fraction")))
