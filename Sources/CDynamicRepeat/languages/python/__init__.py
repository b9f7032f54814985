# SPDX-License-Identifier: Apache-2.0
"""Flashing, pulsing and cycling at a rate that may change at any time, computed exactly.

    import dynamic_repeat as dr

    with dr.Repeat(rate=dr.hz(2)) as flash:       # each argument has the C header's default
        flash.start()                             # at the first advance
        for frame in range(60):
            time_s = frame / 60
            for event in flash.advance(time_s):   # what happened until then, at its exact time
                print(event)
            flash.value(time_s)                   # 0 default state ... 1 alternate state

Repeat    one repeat.
Bank      many of them, whose values NumPy sees without a copy.
Loop      decides when each frame is due, waits for it, and predicts when it is seen.
Curve     a timing function alone.
Error     what every wrong call raises, with the library's own text.

Times are seconds of any clock of the caller's, and rates cycles per second. Objects are freed by
`close`, at the end of a `with`, or when Python no longer needs them. Several threads may use one
object, call by call; only a Loop belongs to the thread that created it.
"""

from ._native import *
from ._native import __all__ as _all
from ._native import Rate, RateUnit
from ._support import Error, Events

__all__ = [*_all, "Error", "Events", "cycle_duration", "hz"]


def hz(rate: float) -> Rate:
    """A rate in cycles per second: 0 holds, negative runs backwards."""
    return Rate(value=rate, unit=RateUnit.RATE_HZ)


def cycle_duration(seconds: float) -> Rate:
    """A rate as the seconds of a cycle; it keeps the direction."""
    return Rate(value=seconds, unit=RateUnit.CYCLE_DURATION_S)
