# SPDX-License-Identifier: Apache-2.0
"""Locks and arrivals of the model of a repeat controller."""
from fractions import Fraction
from math import floor

from motion import distance_to_grid, is_dyadic
from plans import NEAR, Reach, Soonest, duration

# If the answer is that no time is possible, these multiples of the requested time are tried.
TRIED = [Fraction(3, 2) ** power for power in range(-20, 24)]

# In a plan shorter than these seconds, rounding a duration changes the rate by more than the tolerance.
SHORTEST = Fraction(1, 10**7)


class Locks:
    """The locks and arrivals of Model."""

    def limited(self, bounds):
        """Bounds restricted to the flash limit."""
        low, high, slope = bounds
        limit = self.settings.limit
        if limit is not None:
            low, high = (max(-limit, min(limit, rate)) for rate in (low, high))
        return low, high, slope

    def problem_of_lock(self, rate, bounds):
        if not self.is_on_timeline or not self.is_moving() or self.delay > 0 or self.delay_end is not None:
            return "notMoving"
        return None if bounds[0] <= rate <= bounds[1] else "rateOutOfBounds"

    def lock(self, line, bounds=None):
        """Locks to a line: (position, time, rate). Returns the problem that prevents the lock, or None."""
        anchor, time, rate = line
        bounds = self.limited(bounds or (min(rate / 2, rate * 2), max(rate / 2, rate * 2), None))
        problem = self.problem_of_lock(rate, bounds)
        if problem is not None:
            return problem
        gap = (anchor + rate * (self.now - time) - self.position) % 1
        if 1 - gap < Fraction(1, 2**56) or gap < Fraction(1, 2**56):
            self.took_ties |= gap != 0 and min(gap, 1 - gap) > Fraction(1, 2**60)
            gap = Fraction(0)
        is_near_line = self.slack == NEAR or (self.lock_state == "locked" and not self.is_line_exact)
        self.took_ties |= is_near_line and distance_to_grid(gap, 0, 1) < NEAR
        is_at_rate = abs(rate - self.motion.rate_at(self.now)) < NEAR
        self.took_ties |= gap == 0 and is_at_rate and self.lock_state in ("catchingUp", "arriving")
        plan = Soonest(gap, self.motion.rate_at(self.now), rate, bounds)
        self.took_ties |= plan.hangs_on_last_bits
        if plan.pieces is None:
            return "noWay"
        seconds = duration(plan.pieces)
        # If such a short plan takes one tick more or less, its rate differs visibly.
        self.took_ties |= 0 < seconds < SHORTEST
        end = self.now + seconds
        is_exact = bounds[2] is None and all(is_dyadic(number) for number in (*line, self.now))
        self.follow(plan.pieces, self.position + plan.gap + rate * (end - self.now), rate, end,
                    "catchingUp", bounds, is_exact)
        return None

    def arrive_by(self, point, time, request, bounds):
        """Arrives at ("phase", p) or ("position", p) at a time. Returns a problem or None, like lock."""
        if time <= self.now:
            return "timeHasPassed"
        rate = self.wanted
        if request is not None:
            rate = self.signed(request, self.coming_direction())
        bounds = self.limited(bounds)
        problem = self.problem_of_lock(rate, bounds)
        if problem is not None:
            return problem
        reach, seconds = Reach(self.motion.rate_at(self.now), rate, bounds), time - self.now
        distance = point[1] - self.position
        if point[0] == "phase":
            distance, hangs_on_last_bits = reach.gentlest(distance % 1, seconds)
            self.took_ties |= hangs_on_last_bits
        else:
            margin = reach.margin(distance, seconds)
            self.took_ties |= margin != 0 and abs(margin) < NEAR
            distance = distance if margin >= 0 else None
        if distance is None:
            return "outOfReach"
        self.follow(reach.pieces(distance, seconds), self.position + distance, rate, time,
                    "arriving", bounds, is_dyadic(self.now) and is_dyadic(point[1]))
        if request is not None:
            self.requested, self.wanted = request, rate
        return None

    def problem_of_nearest(self, point, time, request, bounds, nearest):
        """Checks the time that an answer names as the nearest possible; returns what is wrong, or None."""
        rate = self.wanted
        if request is not None:
            rate = self.signed(request, self.coming_direction())
        reach = Reach(self.motion.rate_at(self.now), rate, self.limited(bounds))
        distance = point[1] - self.position

        def is_possible(seconds, least):
            if seconds <= 0:
                return False
            if point[0] == "position":
                return reach.margin(distance, seconds) >= least
            return any(reach.margin(d, seconds) >= least for d in reach.distances(distance % 1, seconds))

        wanted = time - self.now
        if nearest == float("inf"):
            possible = [wanted * tried for tried in TRIED if is_possible(wanted * tried, NEAR)]
            return f"possible {float(possible[0])} s ahead" if possible else None
        away = Fraction(nearest) - time
        if not is_possible(wanted + away, -NEAR):
            return "that time is impossible, too"
        for share in (Fraction(999, 1000), Fraction(9, 10), Fraction(1, 2), Fraction(1, 10)):
            for nearer in (away * share, -away * share):
                if is_possible(wanted + nearer, NEAR):
                    return f"possible at {float(time + nearer)}, which is nearer"
        return None

    def follow(self, pieces, landing, rate, end, lock_state, bounds, is_exact):
        self.report_unlocked()
        self.lock_state, self.latched = lock_state, None
        self.is_line_exact = is_exact and self.is_exact and self.motion.is_exact()
        self.prepare()
        self.landing = landing
        self.remember_direction()
        self.motion.set_path(self.now, pieces, rate, landing, end)
        if bounds[2] is not None:
            # Positions during the plan depend on the method that computes the plan; the time of an arrival
            # does not.
            self.motion.is_rounded = True
            self.slack = NEAR if lock_state == "catchingUp" else self.slack
        if not any(piece[2] > 0 for piece in pieces):
            self.land()
        self.come_to_rest()
        self.settle()

    def land(self):
        """Ends a plan, at exactly the line's position."""
        if self.lock_state not in ("catchingUp", "arriving") or self.motion.ramp_end is not None:
            return
        is_locked = self.lock_state == "catchingUp"
        self.position = self.motion.anchor = self.landing
        self.motion.is_rounded = not self.is_line_exact
        self.slack = Fraction(1, 10**20)
        self.report("locked" if is_locked else "arrived", floor(self.position))
        self.lock_state = "locked" if is_locked else "unlocked"

    def report_unlocked(self):
        if self.lock_state != "unlocked":
            self.report("unlocked", floor(self.position))
        self.lock_state = "unlocked"

    def end_lock(self):
        """Ends a lock; if the line is not reached yet, the requested rate takes effect again."""
        was_on_the_way = self.lock_state in ("catchingUp", "arriving")
        self.report_unlocked()
        if was_on_the_way:
            seconds = self.policy[1] if self.policy[0] == "phaseMatched" else Fraction(0)
            self.begin_ramp(self.wanted, seconds)

    def unlock(self):
        self.end_lock()
        self.come_to_rest()
        self.settle()
