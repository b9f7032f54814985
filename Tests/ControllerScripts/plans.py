# SPDX-License-Identifier: Apache-2.0
"""Plans of rates that bring a motion to a line, as soon as bounds allow or at a given time.

A line is a motion at one rate. A plan is a list of pieces, each with its first rate, its last rate and its
duration in seconds. Bounds are the least rate, the greatest rate, and the greatest change of rate per second
(None: unlimited).
"""
from fractions import Fraction
from math import floor

from motion import is_dyadic, round_down, sign, square_root

# A planner that computes in doubles may treat numbers that are closer than this as equal.
NEAR = Fraction(1, 10**9)


def is_near(a, b):
    return a != b and abs(a - b) < NEAR * max(1, abs(a))


def pieces_of(first, cruise, last, entry, hold, out):
    pieces = [(first, cruise, entry), (cruise, cruise, hold), (cruise, last, out)]
    return [tuple(round_down(number) for number in piece) for piece in pieces]


def duration(pieces):
    return sum(piece[2] for piece in pieces)


class Soonest:
    """The fastest plan from a rate to a line that is `gap` cycles ahead, plus or minus whole cycles."""

    def __init__(self, gap, rate, line_rate, bounds):
        self.rate, self.line_rate = rate, line_rate
        self.low, self.high, self.slope = bounds
        self.hangs_on_last_bits = False
        self.gap, self.pieces = None, None
        if self.slope is None:
            candidates = [gap - 1, gap] if gap else [gap]
        else:
            excess = rate - line_rate
            braking = excess * abs(excess) / (2 * self.slope)
            lap = floor(braking - gap)
            self.hangs_on_last_bits = is_near(braking, gap + round(braking - gap))
            candidates = [gap + lap, gap + lap + 1]
        plans = [(gap, self.pieces_for(gap)) for gap in candidates]
        plans = [(duration(pieces), gap, pieces) for gap, pieces in plans if pieces is not None]
        if plans:
            soonest = min(plan[0] for plan in plans)
            self.hangs_on_last_bits |= any(is_near(soonest, plan[0]) for plan in plans)
            is_tie = len(plans) == 2 and plans[0][0] == plans[1][0]
            self.hangs_on_last_bits |= is_tie and not is_dyadic(soonest)
            # On a tie, the forward plan wins, which has the larger gap.
            self.gap, self.pieces = max(plan[1:] for plan in plans if plan[0] == soonest)

    def pieces_for(self, gap):
        if self.slope is None:
            limit = (self.high if gap > 0 else self.low) - self.line_rate
            if gap == 0:
                return []
            rate = self.line_rate + limit
            return None if limit == 0 else pieces_of(rate, rate, rate, 0, gap / limit, 0)
        excess = self.rate - self.line_rate
        braking = excess * abs(excess) / (2 * self.slope)
        if gap == braking:
            return pieces_of(self.rate, self.line_rate, self.line_rate, abs(excess) / self.slope, 0, 0)
        direction = sign(gap - braking)
        limit = self.high - self.line_rate if direction > 0 else self.line_rate - self.low
        square = self.slope * direction * gap + excess * excess / 2
        peak = square_root(square)[0]
        self.hangs_on_last_bits |= 0 < square < NEAR
        top = direction * min(peak, limit)
        entry, out = abs(top - excess) / self.slope, abs(top) / self.slope
        hold = Fraction(0)
        if peak > limit:
            if limit == 0:
                return None
            hold = (gap - (excess + top) / 2 * entry - top / 2 * out) / top
        cruise = self.line_rate + top
        return pieces_of(self.rate, cruise, self.line_rate, entry, hold, out)


class Reach:
    """The distances that a motion within bounds can cover between a first and a last rate."""

    def __init__(self, first, last, bounds):
        self.first, self.last = first, last
        self.low, self.high, self.slope = bounds

    def cruises(self, time):
        """The least and greatest rate of the cruise between the two ramps; None if these do not fit."""
        if self.slope is None:
            return self.low, self.high
        total, change = self.first + self.last, self.slope * time
        low, high = max(self.low, (total - change) / 2), min(self.high, (total + change) / 2)
        return (low, high) if abs(self.first - self.last) <= change and low <= high else None

    def distance(self, cruise, time):
        if self.slope is None:
            return cruise * time
        a, b = cruise - self.first, cruise - self.last
        return cruise * time - (a * abs(a) + b * abs(b)) / (2 * self.slope)

    def cruise(self, distance, time):
        """The rate between the ramps that covers a distance; it grows with the distance."""
        if self.slope is None:
            return distance / time
        low, high = sorted([self.first, self.last])
        if distance > self.distance(high, time):
            signs = 1, 1
        elif distance < self.distance(low, time):
            signs = -1, -1
        else:
            signs = (1, -1) if self.first < self.last else (-1, 1)
        # The equation cruise * time - sum of sign * (cruise - rate)^2 / (2 slope) = distance has
        # the form a * cruise^2 + b * cruise + d = 0.
        rates = list(zip(signs, (self.first, self.last)))
        a = -Fraction(sum(signs)) / (2 * self.slope)
        b = time + sum(s * rate for s, rate in rates) / self.slope
        d = -sum(s * rate * rate for s, rate in rates) / (2 * self.slope) - distance
        if a == 0:
            return self.first if b == 0 else -d / b
        return (square_root(b * b - 4 * a * d)[0] - b) / (2 * a)

    def margin(self, distance, time):
        """The margin by which a distance is within the possible distances; negative outside them."""
        cruises = self.cruises(time)
        if cruises is None:
            return -Fraction(1)
        low, high = (self.distance(cruise, time) for cruise in cruises)
        return min(distance - low, high - distance)

    def pieces(self, distance, time):
        cruise = self.cruise(distance, time)
        if self.slope is None:
            return pieces_of(cruise, cruise, cruise, 0, time, 0)
        entry, out = abs(cruise - self.first) / self.slope, abs(cruise - self.last) / self.slope
        return pieces_of(self.first, cruise, self.last, entry, time - entry - out, out)

    def distances(self, ahead, time):
        """Those distances of the form `ahead` plus or minus whole cycles that may be possible."""
        cruises = self.cruises(time)
        if cruises is None:
            return []
        low, high = (self.distance(cruise, time) for cruise in cruises)
        return [ahead + lap for lap in range(floor(low - ahead) - 1, floor(high - ahead) + 2)]

    def gentlest(self, ahead, time):
        """The distance with the least change of rate, or None; and whether rounding may decide otherwise."""
        middle = (self.first + self.last) / 2
        plans = []
        for distance in self.distances(ahead, time):
            margin = self.margin(distance, time)
            if abs(margin) < NEAR and margin != 0:
                return None, True
            if margin >= 0:
                plans.append((abs(self.cruise(distance, time) - middle), distance))
        if not plans:
            return None, False
        least = min(plan[0] for plan in plans)
        # On a tie, the faster plan wins.
        return max(plan[1] for plan in plans if plan[0] == least), any(
            is_near(1 + least, 1 + plan[0]) for plan in plans)
