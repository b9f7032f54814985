# SPDX-License-Identifier: Apache-2.0
"""Predicts the next changes of the model's displayed state."""
from fractions import Fraction
from math import floor

from motion import next_in_grid

# After this number of steps (half cycles and waiting commands) without a switch on or off, a search gives up.
STEPS = 60


class Predictions:
    """The queries of Model for future times. Infinity means never."""

    def next_change(self, time):
        future = self.fork()
        future.advance(time)
        self.took_ties = future.took_ties
        while not future.is_going():
            moment, exact, happens = future.next_happening()
            if moment is None:
                return float("inf")
            before = future.show()
            future.pass_happening(moment, exact, happens)
            if future.show() != before:
                break
        return future.now

    def is_going(self):
        return self.is_moving() and self.delay_end is None and self.motion.direction(self.now) != 0

    def next_switch(self, time, duty):
        """The time of the next switch on or off, and whether that time depends on rounding."""
        future = self.fork()
        future.advance(time)
        was_on = future.is_on(duty)
        hangs_on_last_bits = future.took_ties or future.is_near_switch(duty)
        for _ in range(STEPS):
            if future.is_on_after(duty) != was_on:
                # From rate 0, the controller needs some ticks to leave its position by a
                # representable distance.
                return future.now, hangs_on_last_bits or future.motion.rate_at(future.now) == 0
            moment, exact, happens = future.next_happening()
            target, arrival = future.arrival_at(duty)
            if arrival is not None and (moment is None or arrival[0] < moment):
                future.move(arrival[0])
                future.position = target
                future.is_exact = future.is_exact and arrival[1]
            elif moment is None:
                break
            else:
                future.pass_happening(moment, exact, happens)
            if future.is_on(duty) != was_on:
                # The controller may miss an on or off state of zero duration.
                is_blip = future.is_on_after(duty) == was_on
                return future.now, hangs_on_last_bits or is_blip or future.took_ties
        return float("inf"), future.took_ties

    def arrival_at(self, phase):
        if not self.is_going():
            return None, None
        target = next_in_grid(self.position, self.motion.direction(self.now), 1, phase)
        return target, self.motion.arrival(self.now, self.position, target)

    def is_on(self, duty):
        waits = self.state != "idle" and self.delay_end is not None
        return self.state != "idle" and not waits and self.position - floor(self.position) < duty

    def is_on_after(self, duty):
        """Like is_on, immediately after the present time."""
        if not self.is_going() or self.motion.direction(self.now) > 0:
            return self.is_on(duty)
        phase = self.position - floor(self.position)
        return duty == 1 if phase == 0 else phase <= duty

    def is_near_switch(self, duty):
        if self.motion.is_exact() and self.is_exact:
            return False
        return any(
            abs(self.position - edge - round(self.position - edge)) < Fraction(1, 10**12)
            for edge in (0, duty))
