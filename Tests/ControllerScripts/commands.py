# SPDX-License-Identifier: Apache-2.0
"""The effect of each command on the model of a repeat controller."""
from fractions import Fraction
from math import floor

from events import merged
from motion import Motion, distance_to_grid, is_dyadic, next_in_grid, sign
from plans import NEAR

ALTERNATE, DEFAULT = "towardAlternate", "towardDefault"

# The commands that end a lock.
ENDS_LOCK = {"pause", "reverse", "rate", "ramp", "seek", "seekFiring"}


class Waiting:
    """A command that waits for a time or a position."""

    def __init__(self, number, moment, command):
        self.number, self.moment, self.command = number, moment, command

    def next_position(self, position, direction):
        """The next due position, strictly beyond `position`; None if the command waits for a time."""
        kind = self.moment[0]
        if kind == "time":
            return None
        if kind == "cycle":
            target = Fraction(self.moment[1])
            return target if sign(target - position) == direction else None
        return next_in_grid(position, direction, 1, self.moment[1] if kind == "phase" else Fraction(0))


class Commands:
    """The commands of Model."""

    def perform(self, command):
        was_locked = self.lock_state != "unlocked"
        if command[0] in ENDS_LOCK:
            if was_locked:
                self.remember_direction()
            self.end_lock()
        # The motion between the end of the lock and the command takes no time.
        self.is_between_motions = was_locked and command[0] in ENDS_LOCK
        # An inexact motion leaves an inexact position, even if the new motion is exact.
        self.is_exact = self.is_exact and self.motion.is_exact()
        getattr(self, "do_" + command[0])(*command[1:])
        self.is_between_motions = False
        self.is_exact = self.is_exact and self.motion.is_exact()
        self.come_to_rest()
        self.settle()

    def schedule(self, moment, command):
        waiting = Waiting(self.scheduled, moment, command)
        self.scheduled += 1
        if moment[0] == "time":
            self.took_ties |= 0 < abs(moment[1] - self.now) < self.slack
        if moment[0] == "time" and moment[1] < self.now:
            return "timeHasPassed"
        if len(self.waiting) == 4 and moment != ("time", self.now):
            return "full"
        is_there = (
            moment[0] == "cycle" and self.state != "idle" and self.position == moment[1])
        if moment[0] != "time" and (self.turned_at_odd_time or self.slack == NEAR):
            # The controller, with its rounding error, may already be at the moment's position.
            offset = moment[1] if moment[0] == "phase" else Fraction(0)
            self.took_ties |= distance_to_grid(self.position, offset, 1) < self.slack
        if is_there or (moment[0] == "time" and moment[1] == self.now):
            self.perform(command)
        else:
            self.waiting.append(waiting)
        return None

    def cancel(self, number):
        self.waiting = [w for w in self.waiting if w.number != number]

    def do_start(self):
        if self.is_stopping():
            self.state = "paused" if self.is_paused() else "running"
        if self.state != "idle":
            return
        rate = self.signed(self.requested, 1)
        direction = sign(rate) or 1
        if self.turns_next_run:
            rate, direction, self.turns_next_run = -rate, -direction, False
        self.wanted = rate
        self.state, self.idle_position = "running", self.position
        self.position = self.start = self.settings.start_phase
        self.start_time = self.now
        self.left = 0
        self.wait_for_limit()
        self.motion = Motion(self.change_time(), self.position, rate)
        self.last_direction = self.moved_direction = self.last_facing = direction
        self.latched = None
        self.count_run()
        self.reported_direction = self.value_direction(direction)
        self.report("started", floor(self.position))

    def wait_for_limit(self):
        """Lets a run wait until the flash limit allows another flash."""
        if self.earliest_start is not None:
            self.took_ties |= 0 < abs(self.earliest_start - self.now) < self.slack
            if self.now < self.earliest_start:
                self.delay_end, self.delay_fraction = self.earliest_start, self.idle_fraction
                return
        self.motion_began = self.now

    def limit_next_start(self):
        """Lets the next run wait as long as a motion at the flash limit would take to the end of the present
        cycle, and from there to the start phase."""
        limit = self.settings.limit
        if limit is None or (self.delay_end is not None and self.delay_cycle is None):
            return
        self.catch_up()
        direction = self.motion.direction(self.change_time()) or self.last_facing
        passed, ahead = self.position * direction % 1, self.settings.start_phase * direction % 1
        has_passed_cycle = passed == 0 and self.left != 0
        duration = ((0 if has_passed_cycle else 1 - passed) + ahead) / limit
        self.earliest_start = self.now + duration
        self.is_exact = self.is_exact and is_dyadic(self.now) and is_dyadic(duration)

    def do_stopImmediately(self):
        if self.state != "idle":
            self.end("immediately", self.settings.start_phase, Fraction(0))

    def do_freeze(self):
        if self.state != "idle":
            is_in_wait = self.delay_end is not None and self.delay_cycle is None
            self.end("frozen", self.idle_position if is_in_wait else self.position, self.fraction())

    def do_stopAtCycleEnd(self):
        if self.state == "idle":
            return
        self.catch_up()
        if self.is_between_cycles() or (self.is_at_rest() and not self.is_paused()):
            self.stop_here()
        else:
            self.state = "pausedStopping" if self.is_paused() else "stopping"

    def do_pause(self):
        if self.is_moving():
            self.prepare()
            self.remember_direction()
            self.state = "paused" if self.state == "running" else "pausedStopping"
            self.changes_after_delay = True
            self.paused_at = self.now

    def do_resume(self):
        if self.is_paused():
            self.catch_up()
            self.state = "running" if self.state == "paused" else "stopping"

    def catch_up(self):
        """Shifts the motion by the time paused so far."""
        if self.is_paused():
            passed, self.paused_at = self.now - self.paused_at, self.now
            self.motion.shift(passed)
            if self.delay_end is not None:
                self.delay_end += passed

    def do_reverse(self):
        if self.state == "idle":
            self.turns_next_run = not self.turns_next_run
            return
        self.prepare()
        self.motion.reverse(self.change_time())
        self.changes_after_delay = True
        self.last_direction, self.last_facing = -self.last_direction, -self.last_facing
        self.wanted = -self.wanted
        if self.latched is not None:
            self.latched = -self.latched

    def do_rate(self, rate):
        self.do_change(rate, None)

    def do_ramp(self, seconds, rate):
        self.do_change(rate, seconds)

    def do_change(self, request, seconds):
        self.requested = request
        if self.state == "idle":
            if request[0] == "hertz" and request[1] != 0:
                self.turns_next_run = False
            return
        self.catch_up()
        self.wanted = rate = self.signed(request, self.coming_direction())
        if seconds is None and self.policy[0] == "restartPerCycle":
            if not self.is_between_cycles() and not self.is_at_rest():
                is_in_effect = self.motion.ramp_end is None and self.motion.rate == rate
                self.latched = None if is_in_effect else rate
                return
            seconds = Fraction(0)
        elif seconds is None:
            self.follow_policy(rate)
            return
        self.latched = None
        self.begin_ramp(rate, seconds)

    def do_count(self, count):
        self.count = count
        if self.state != "idle":
            self.count_run()

    def count_run(self):
        """Sets the run's ends: `count` cycles from its start, in the direction in which it has moved."""
        self.catch_up()
        self.lower = self.upper = None
        done = self.position - self.start
        direction = sign(done) or self.left or self.motion.direction(self.change_time()) or self.last_direction
        if self.count is None:
            return
        self.took_ties |= self.slack == NEAR and abs(self.count - abs(done)) < NEAR
        if done == 0 or self.count > abs(done):
            self.lower, self.upper = sorted([self.start, self.start + direction * self.count])
        elif self.is_between_cycles() or self.count == abs(done):
            self.finish(direction)
        else:
            self.lower, self.upper = Fraction(floor(self.position)), Fraction(floor(self.position) + 1)

    def do_policy(self, policy):
        self.policy = policy
        if self.state == "idle" or self.latched is None:
            return
        self.catch_up()
        if policy[0] == "phaseMatched":
            self.follow_policy(self.latched)
        elif self.is_between_cycles() or self.is_at_rest():
            rate, self.latched = self.latched, None
            self.set_rate(rate)

    def follow_policy(self, rate):
        """Ramps to a rate as the policy says, unless a running ramp to that rate ends as early or earlier."""
        self.latched = None
        seconds = self.policy[1]
        self.catch_up()
        motion = self.motion
        leads_there = motion.ramp_end is not None and motion.target == rate
        if seconds == 0 or not leads_there or motion.ramp_end - self.change_time() > seconds:
            self.begin_ramp(rate, seconds)

    def do_seek(self, target):
        self.jump(target, True)

    def do_seekFiring(self, target):
        self.jump(target, False)

    def jump(self, target, is_silent):
        if self.state == "idle":
            return
        self.prepare()
        direction = sign(target - self.position)
        ended = 0
        if self.upper is not None and (target > self.upper or target == self.upper != self.start):
            ended, target = 1, self.upper
        elif self.lower is not None and (target < self.lower or target == self.lower != self.start):
            ended, target = -1, self.lower
        facing = self.faces() or self.last_facing
        stands = not self.faces() or self.delay_end is not None
        has_turn = stands and self.reported_direction != self.value_direction(facing)
        if self.delay_cycle is not None and not self.settings.one_way:
            has_turn = False  # the turn at the boundary, which does not come after the jump
        if not is_silent and direction != 0:
            self.fire(target, direction, ended != 0)
        self.position, self.left = target, self.left or sign(target - self.start)
        if ended != 0:
            self.finish(ended)
            return
        if target == self.start:
            self.left = 0
        if self.delay_end is not None:
            self.motion.shift(self.now - self.delay_end)
        self.motion.move_anchor(self.now, target)
        if self.delay_end is not None and self.delay_cycle is None:
            self.motion_began = self.now
        self.end_wait()
        # A turn that is not reported yet, because the motion stands still, is reported after the jump.
        self.reported_direction = self.value_direction(facing)
        if has_turn:
            self.reported_direction = DEFAULT if self.reported_direction == ALTERNATE else ALTERNATE

    def faces(self):
        """The direction of a moving motion, or 0."""
        return self.motion.direction(self.change_time()) if self.is_moving() else 0

    def fire(self, target, direction, ends):
        """Reports the crossings of a jump; with counted reporting, one event for each kind."""
        crossing, first = self.position, len(self.events)
        self.jumps += 1
        moving = self.faces() or self.last_facing
        is_reported_there = not ends and direction == moving
        while True:
            crossing = self.next_crossing(crossing, direction)
            if sign(crossing - target) == direction or (crossing == target and not is_reported_there):
                break
            self.pass_crossing(crossing, direction, self.jumps)
        if not self.settings.all_events:
            self.events[first:] = merged(self.events[first:])

    # Rates.

    def signed(self, request, direction):
        """The rate of a request, restricted to the flash limit."""
        rate = request[1] if request[0] == "hertz" else direction / request[1]
        limit = self.settings.limit
        return rate if limit is None else max(-limit, min(limit, rate))

    def coming_direction(self):
        """The direction of motion after the pending rate change."""
        present = self.motion.direction(self.change_time())
        candidates = [self.latched or 0, self.motion.target, present]
        for rate in candidates:
            if rate != 0:
                return sign(rate)
        return self.last_direction

    def remember_direction(self):
        if self.is_between_motions or self.is_paused() or self.delay_end is not None:
            return
        self.last_direction = self.motion.direction(self.change_time()) or self.last_direction

    def is_between_cycles(self):
        return self.position.denominator == 1

    def prepare(self):
        """Moves the motion's anchor to the present time, before a change."""
        self.catch_up()
        if self.delay_end is None:
            self.motion.move_anchor(self.now, self.position)

    def change_time(self):
        """The time at which a change of the motion starts: the end of a delay, otherwise now."""
        return self.now if self.delay_end is None else self.delay_end

    def set_rate(self, rate):
        self.begin_ramp(rate, Fraction(0))

    def begin_ramp(self, rate, seconds):
        self.prepare()
        self.remember_direction()
        before = self.motion.rate, self.motion.slew, self.motion.ramp_end
        self.motion.begin_ramp(self.change_time(), rate, seconds)
        if before != (self.motion.rate, self.motion.slew, self.motion.ramp_end):
            self.changes_after_delay = True
