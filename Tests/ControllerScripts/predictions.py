# SPDX-License-Identifier: Apache-2.0
"""Predicts the next changes of the model's displayed state."""
from fractions import Fraction
from math import floor

from motion import distance_to_grid, next_in_grid

# After this number of steps (half cycles, marks and waiting commands) without a switch on or off, a search gives up.
STEPS = 200


class Predictions:
    """The queries of Model for future times. Infinity means never."""

    def future(self, time):
        future = self.fork()
        if not future.is_on_timeline:
            future.move_timeline(time)
        future.move_on(time)
        return future

    def next_change(self, time):
        future = self.future(time)
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
        future = self.future(time)
        was_on = future.is_on(duty)
        hangs_on_last_bits = future.took_ties or future.is_near_switch(duty)
        for _ in range(STEPS):
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
                # Rounding decides whether a motion reaches a switch at which it turns or a ramp ends.
                ends = happens.keys() & {"turn", "end of ramp"}
                hangs_on_last_bits |= bool(ends) and future.is_near_switch(duty)
            if future.is_on(duty) != was_on:
                return future.now, hangs_on_last_bits or future.took_ties
        return float("inf"), hangs_on_last_bits or future.took_ties

    def arrival_at(self, phase):
        if not self.is_going():
            return None, None
        target = next_in_grid(self.position, self.motion.direction(self.now), 1, phase)
        return target, self.motion.arrival(self.now, self.position, target)

    def is_on(self, duty):
        """Whether a blink is on: the first part of each cycle forwards, and the same phases backwards."""
        if self.state == "idle" or self.delay_end is not None:
            return False
        phase = self.position - floor(self.position)
        if self.shown_direction() < 0:
            return (phase or 1) <= duty
        return phase < duty

    def is_near_switch(self, duty):
        if self.state == "idle" or (self.motion.is_exact() and self.is_exact):
            return False
        return any(distance_to_grid(self.position, edge, 1) < Fraction(1, 10**12) for edge in (0, duty))
