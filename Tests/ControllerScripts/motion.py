# SPDX-License-Identifier: Apache-2.0
"""Motion at constant rates and along linear ramps, in fractions of integers.

The time of a boundary reached during a ramp may be irrational. It is then rounded to 2^-300, far below
every tolerance, and the motion that begins there is marked as rounded.
"""
from fractions import Fraction
from math import floor, inf, isqrt, nextafter

ROOT_BITS = 300


def sign(number):
    return (number > 0) - (number < 0)


def first_double(number):
    """The smallest Double at or above a number."""
    double = float(number)
    return double if Fraction(double) >= number else nextafter(double, inf)


def is_dyadic(number):
    """Whether a binary number of moderate length holds a fraction exactly."""
    return number.denominator & (number.denominator - 1) == 0 and number.denominator < 1 << 90


def square_root(number):
    """The square root of a fraction, and whether it is exact."""
    top, bottom = isqrt(number.numerator), isqrt(number.denominator)
    if top * top == number.numerator and bottom * bottom == number.denominator:
        return Fraction(top, bottom), True
    scale = 1 << (2 * ROOT_BITS)
    return Fraction(isqrt(number.numerator * scale // number.denominator), 1 << ROOT_BITS), False


def next_in_grid(position, direction, per_cycle, offset=Fraction(0)):
    """The next position of the form `offset + k / per_cycle` strictly beyond `position`."""
    steps = (position - offset) * per_cycle
    number = floor(steps) + 1 if direction > 0 else -floor(-steps) - 1
    return offset + Fraction(number, per_cycle)


def distance_to_grid(position, offset, per_cycle):
    """The distance to the nearest position of the form `offset + k / per_cycle`."""
    steps = (position - offset) * per_cycle
    return abs(steps - round(steps)) / per_cycle


class Motion:
    """position = anchor + rate * s + slew * s^2 / 2, where s is the time since `time`.

    At `time`, the position is `anchor`; `slew` is the change of the rate per second.
    The formula is valid until `ramp_end`; if that is None, forever. `later` lists the pieces after that, each
    with its first rate, its last rate and its end time. After the last piece the rate is `target`.
    """

    def __init__(self, time, position, rate):
        self.time, self.anchor, self.rate = time, position, rate
        self.slew, self.ramp_end, self.target = Fraction(0), None, rate
        self.later = []
        # The exact position at the end of a planned motion; None without a plan.
        self.landing = None
        self.is_rounded = False

    def copy(self):
        other = Motion.__new__(Motion)
        other.__dict__.update(self.__dict__)
        return other

    def position(self, time):
        s = time - self.time
        return self.anchor + self.rate * s + self.slew * s * s / 2

    def rate_at(self, time):
        return self.rate + self.slew * (time - self.time)

    def direction(self, time):
        """The sign of the rate immediately after `time`; 0 if the rate stays 0."""
        return sign(self.rate_at(time)) or sign(self.slew)

    def is_exact(self):
        return not self.is_rounded and all(
            is_dyadic(x) for x in (self.time, self.anchor, self.rate, self.slew))

    def move_anchor(self, time, position=None):
        rate = self.rate_at(time)
        self.anchor = self.position(time) if position is None else position
        self.time, self.rate = time, rate
        if self.is_rounded:
            self.rate = round_down(rate)
            self.anchor = round_down(self.anchor)

    def set_rate(self, time, rate):
        self.move_anchor(time)
        self.rate = self.target = rate
        self.slew, self.ramp_end = Fraction(0), None
        self.later, self.landing = [], None

    def begin_ramp(self, time, target, seconds):
        self.set_rate(time, self.rate_at(time))
        self.target = target
        if seconds == 0 or target == self.rate:
            self.rate = target
            return
        self.slew = (target - self.rate) / seconds
        self.ramp_end = time + seconds

    def set_path(self, time, pieces, target, landing, end):
        """Sets the pieces from `time` to `end`, and the rate `target` after them."""
        self.set_rate(time, self.rate_at(time))
        self.target, self.landing = target, landing
        self.is_rounded = self.is_rounded or not all(is_dyadic(x) for piece in pieces for x in piece)
        self.later = []
        for first, last, seconds in pieces:
            if seconds > 0:
                time += seconds
                self.later.append((first, last, time))
        if self.later:
            self.later[-1] = (*self.later[-1][:2], end)
        self.begin_piece()

    def begin_piece(self):
        if not self.later:
            self.set_rate(self.time, self.target)
            return
        (self.rate, last, self.ramp_end), *self.later = self.later
        self.slew = (last - self.rate) / (self.ramp_end - self.time)

    def end_ramp(self):
        self.move_anchor(self.ramp_end)
        self.begin_piece()

    def reverse(self, time):
        self.move_anchor(time)
        self.rate, self.slew, self.target = -self.rate, -self.slew, -self.target

    def shift(self, seconds):
        self.time += seconds
        if self.ramp_end is not None:
            self.ramp_end += seconds
        self.later = [(first, last, end + seconds) for first, last, end in self.later]

    def turn(self, time):
        """The time after `time` at which the direction changes inside the ramp, or None."""
        if self.slew == 0 or abs(self.rate_at(self.ramp_end)) < Fraction(1, 10**20):
            return None  # a ramp to rate 0, whose last rate may be a rounding error
        turn = self.time - self.rate / self.slew
        return turn if time < turn < self.ramp_end else None

    def arrival(self, time, position, target):
        """The time at which the motion reaches `target`, and whether that time is exact.

        The motion is at `position` at `time`. None if a turn or the end of the ramp comes first."""
        direction = self.direction(time)
        if direction == 0 or sign(target - position) != direction:
            return None
        if target == self.landing and not self.later and self.turn(time) is None:
            return self.ramp_end, True
        if self.slew == 0:
            arrival = time + (target - position) / self.rate
            return (arrival, True) if self.ramp_end is None or arrival <= self.ramp_end else None
        turn = self.turn(time)
        end = self.ramp_end if turn is None else turn
        if sign(self.position(end) - target) not in (0, direction):
            return None
        root, exact = square_root(self.rate * self.rate + 2 * self.slew * (target - self.anchor))
        end_rate = direction * root
        if self.rate * direction > 0:
            # This form avoids the difference of nearly equal rates, which would amplify the root's
            # rounding.
            return self.time + 2 * (target - self.anchor) / (end_rate + self.rate), exact
        return self.time + (end_rate - self.rate) / self.slew, exact


def round_down(number):
    """A number rounded towards 0, so that rates and their negatives have mirrored motions."""
    if number.denominator.bit_length() <= ROOT_BITS:
        return number
    return sign(number) * Fraction(floor(abs(number) * (1 << ROOT_BITS)), 1 << ROOT_BITS)
