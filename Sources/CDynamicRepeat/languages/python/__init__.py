# SPDX-License-Identifier: Apache-2.0
"""Flashing, pulsing and cycling at a rate that may change at any time, without jumps or drift.

    import dynamic_repeat as dr

    flash = dr.Repeat(rate=dr.hz(2))              # each argument has the C header's default
    flash.start()                                 # at the first advance
    for frame in range(60):
        time_s = frame / 60
        for event in flash.advance(time_s):       # the events since the last advance, with exact times
            print(event)
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

from ._convert import C, Error, L, call, ffi, fill, get, struct, text_of
from ._objects import Bank, Curve, Loop
from ._repeats import BeatClock, ClockFollower, Repeat

__all__ = [
    "Bank", "BeatClock", "C", "ClockFollower", "Curve", "Error", "L", "Loop", "Repeat", "bezier", "bounds",
    "ffi", "hz", "line", "phase_matched", "restart_per_cycle", "seconds", "steps",
]


def hz(rate):
    """A rate in cycles per second: 0 holds, and a negative rate runs backwards."""
    return C.dr_hz(rate)


def seconds(per_cycle):
    """A rate in seconds per cycle. The direction of motion stays the same."""
    return C.dr_seconds(per_cycle)


def restart_per_cycle():
    """The policy that applies a new rate at the end of the present cycle."""
    return C.dr_restart_per_cycle()


def phase_matched(ramp_s=0.0):
    """The policy that applies a new rate at once, or over a linear ramp of `ramp_s` seconds."""
    return C.dr_phase_matched(ramp_s)


def bezier(x1, y1, x2, y2):
    """The pace of a cubic Bezier curve."""
    return struct("dr_pace", kind="bezier", x1=x1, y1=y1, x2=x2, y2=y2)


def steps(count, jump="end"):
    """The pace of a staircase. `jump` is "start", "end", "none" or "both", as in CSS's steps()."""
    return struct("dr_pace", kind="steps", step_count=count, step_jump=jump)


def bounds(minimum_hz, maximum_hz, slope_hz_per_s=float("inf")):
    """Limits of the rate while a repeat catches up."""
    return struct(
        "dr_bounds", minimum_hz=minimum_hz, maximum_hz=maximum_hz, slope_hz_per_s=slope_hz_per_s)


def line(cycle, phase, time_s, rate_hz):
    """A line to lock to: a motion at a constant rate that reaches `cycle` + `phase` at `time_s`."""
    position = struct("dr_position", cycle=cycle, phase=phase)
    return get("dr_line", C.dr_line_init, position, time_s, rate_hz, is_first=True)
