# SPDX-License-Identifier: Apache-2.0
"""A model of RepeatController, written from the public documentation alone.

The model steps from change to change (a command's time, a boundary, a turn, a mark, a ramp's end). It
shares neither code nor method with the controller. It has no easing.

The documentation leaves some cases open. In these, the model follows these rules:
- If the motion reaches a position at the time of commands, it arrives first. Then the commands take effect
  in the order given.
- The state at an event's time is the state after everything that is due at that time, also while other
  events of that time have not been fetched yet.
- A reversal reports the turn of the value at the time of the reversal, also between two cycles. During
  a pause or a delay, the turn is reported when the pause or the delay ends.
- After a delay, a there-and-back repeat reports the turn of the boundary, whatever the rate is then. Every
  other turn names the cycle of the position.
- At rest and in a pause, the last direction is the direction of the last motion, changed by all reversals
  since. The direction of the last report does not follow these reversals; a turn that is therefore still to
  be reported is reported after a jump, too.
- A jump does not count as reaching a boundary for which a rate change, a stop or a command waits.
  A jump that reports crossings does not report one at its destination in two cases: if it ends the
  run, and if it goes against the direction of the motion.
- Under the phase-matched policy with a ramp, a request for the present ramp's final rate changes nothing,
  unless the policy's ramp would end earlier.
- If a policy is set on a boundary or at rate 0, a waiting rate change takes effect.
- If a duration is requested at rate 0, the motion keeps its last direction, changed by all reversals since.
- A new run begins in the direction of the requested rate (forwards for a duration), changed by all
  reversals while idle. A rate in hertz other than 0 cancels these reversals.
- If the run ends at the end of a cycle that the motion completes, the event names that cycle. Every other
  event of a stop or a lock names the cycle of the position.
- A run's count is counted from its start, in the direction in which it has left its start. A run that already has
  that many cycles ends at once if it is between two cycles, and otherwise with its present cycle, in
  either direction.
- Before the first advance, no time passes, whatever time a query names. A command for a time before the
  first advance takes effect at the first advance.
- A lock or an arrival drops a waiting rate change. If the lock or arrival ends early, the policy leads
  back to the requested rate with all reversals since.
- A plan is the motion that leads to a lock or an arrival. Its end precedes a stop, an end of the run and
  commands at the same time.
- With counted reporting, a span ends before a command's time, also if the command has no effect, before the
  end of a ramp or of a part of a plan, a turn inside a ramp, a boundary at which a rate change takes effect,
  the end of a delay in or before which the motion changed, and the end of a wait for the flash limit.
- Under a flash limit, a run that ends during its wait does not move the next start; if it is frozen then, it
  rests as before its start. A jump ends the wait.
"""
import copy
from fractions import Fraction
from math import floor

from predictions import Predictions
from commands import ALTERNATE, DEFAULT, Commands, Waiting
from events import Event, merged
from locks import Locks
from motion import Motion, distance_to_grid, first_double, is_dyadic, next_in_grid, sign
from plans import NEAR

ENDS = {
    "cycleEnd": "stoppedAtCycleEnd", "immediately": "stoppedImmediately", "frozen": "frozen",
    "finished": "finished"}
TICK = Fraction(1, 2**64)


class Settings:
    def __init__(self):
        self.rate = ("duration", Fraction(1))
        self.policy = ("restartPerCycle",)
        self.one_way = False
        self.count = None
        self.delay = Fraction(0)
        self.start_phase = Fraction(0)
        self.limit = None
        self.has_start = True
        self.rests_at_last_value = False
        self.all_events = False
        self.marks = []


class Model(Commands, Locks, Predictions):
    def __init__(self, settings):
        self.settings = settings
        self.is_on_timeline = settings.has_start
        self.now = Fraction(0 if self.is_on_timeline else -10**12)
        self.state = "idle"
        self.policy = settings.policy
        self.count = settings.count
        self.requested = settings.rate
        # The requested rate, with its sign changed by the reversals made since the request.
        self.wanted = Fraction(0)
        self.turns_next_run = False
        self.motion = Motion(self.now, settings.start_phase, Fraction(0))
        self.position = settings.start_phase
        self.last_direction = 1
        self.latched = None
        # The direction of the last motion, and the same changed by all reversals since.
        self.moved_direction = self.last_facing = 1
        self.delay = settings.delay if settings.delay >= TICK else Fraction(0)
        self.end_wait()
        self.start, self.lower, self.upper = settings.start_phase, None, None
        # The direction in which the run has left its start, or 0.
        self.left = 0
        self.start_time = self.now
        # When the run's motion began, and when the last cycle did, in any run (None: never).
        self.motion_began, self.earliest_start = self.now, None
        self.reported_direction = None
        self.idle_fraction = Fraction(0)
        self.waiting = []
        self.scheduled = 0
        self.events = []
        self.jumps = 0
        self.lock_state = "unlocked"
        self.took_ties = False
        # Whether the present moment is that of an event.
        self.is_at_event = False
        self.is_between_motions = False
        self.is_line_exact = True
        # The controller may treat times and positions as equal if they differ by less than this.
        self.slack = Fraction(1, 10**20)
        self.turned_at_odd_time = False
        # Whether binary numbers represent exactly all times, positions and rates so far.
        self.is_exact = True

    # The displayed state.

    def is_paused(self):
        return self.state.startswith("paused")

    def is_stopping(self):
        return self.state in ("stopping", "pausedStopping")

    def is_moving(self):
        return self.state in ("running", "stopping")

    def fraction(self):
        if self.state == "idle":
            return self.idle_fraction
        if self.delay_fraction is not None:
            return self.delay_fraction
        return self.fraction_at(self.position, self.shown_direction())

    def fraction_at(self, position, direction):
        """The value at a position; at a whole one, the first value of the cycle that a direction begins."""
        phase = position - floor(position)
        if self.settings.one_way:
            return Fraction(1) if phase == 0 and direction < 0 else phase
        return 2 * phase if 2 * phase <= 1 else 2 - 2 * phase

    def shown_direction(self):
        """The direction of the motion; at rest and in a pause, the last one."""
        if not self.is_moving() or self.delay_end is not None:
            return self.last_facing
        return self.motion.direction(self.now) or self.last_facing

    def show(self):
        # A driver shows the state at the Double after the present time, which includes a command of that Double.
        shown = Fraction(first_double(self.now))
        self.took_ties |= shown != self.now and any(w.moment == ("time", shown) for w in self.waiting)
        rate = Fraction(0)
        if self.is_moving() and self.delay_end is None:
            rate = self.motion.rate_at(self.now)
        waits = self.state != "idle" and self.delay_end is not None
        return self.state, self.position, self.fraction(), rate, waits

    def fork(self):
        other = copy.copy(self)
        other.motion = self.motion.copy()
        other.waiting, other.events = list(self.waiting), list(self.events)
        return other

    def sample(self, time):
        """The displayed state at `time`; None if the model does not know it."""
        model = self.at(time)
        return None if model is None else model.show()

    def at(self, time):
        """The model as it is at `time`; None if the model does not know it."""
        if self.is_on_timeline and time < self.now and self.is_at_event:
            return None  # what is due at the present moment may not have been carried out
        if not self.is_on_timeline:
            return self
        if time < self.now:
            return self.at_past(time)
        future = self.fork()
        future.move_on(time)
        self.took_ties = future.took_ties
        return future

    def at_past(self, time):
        """The model at a past time: idle before the run, then the present motion, continued backwards."""
        if self.state == "idle":
            return self
        if not is_dyadic(self.start_time):
            self.took_ties |= abs(time - self.start_time) < self.slack
        past = self.fork()
        if self.events:
            return None  # the state may or may not include what is due at the present time
        if time < self.start_time:
            past.state, past.position, past.idle_fraction = "idle", self.start, Fraction(0)
            return past
        if self.delay_end is not None:
            return None
        if self.is_paused():
            return self
        motion = self.motion
        is_steady = motion.slew == 0 and self.delay == 0
        if time < self.motion_began or (not is_steady and time < motion.time):
            return None
        past.position, past.now = motion.position(time), time
        return past

    # Time.

    def advance(self, time):
        """Moves to `time`; returns the events since the last call, including those of commands."""
        events = []
        while (event := self.next_event(time)) is not None:
            events.append(event)
        return events

    def next_event(self, time):
        """Moves to the next event at or before `time` and returns it, or moves to `time` and returns None."""
        if not self.is_on_timeline:
            self.move_timeline(time)
        while not self.events and self.now < time:
            boundary = None if self.settings.all_events else self.last_boundary(time)
            if boundary is None or boundary == self.now:
                self.step(time)
            else:
                self.move_on(boundary)
                crossings = [event for event in self.events if event.source == "motion"]
                others = [event for event in self.events if event.source != "motion"]
                self.events = merged(crossings) + others
        self.is_at_event = bool(self.events)
        return self.events.pop(0) if self.events else None

    def last_boundary(self, time):
        """The time of the last boundary up to `time` and before a change of the motion, or None."""
        probe, last = self.fork(), None
        while probe.now < time:
            probe.changes, probe.crosses_boundary = False, False
            probe.step(time)
            if probe.changes:
                break
            if probe.crosses_boundary:
                last = probe.now
        self.took_ties = self.took_ties or probe.took_ties
        return last

    def move_on(self, time):
        """Moves to `time`, and collects the events."""
        while self.now < time:
            self.step(time)

    def step(self, time):
        """Moves to the next happening at or before `time`, or to `time`."""
        moment, exact, happens = self.next_happening()
        if moment is not None:
            self.note_tie(moment, time, exact, happens)
        if moment is None or moment > time:
            self.move(time)
        else:
            self.pass_happening(moment, exact, happens)

    def pass_happening(self, moment, exact, happens):
        due = self.due(moment, happens.get("arrival"))
        direction = self.motion.direction(self.now)
        self.is_exact = self.is_exact and exact and self.motion.is_exact()
        self.changes = bool(due) or bool(happens.keys() & {"end of ramp", "turn", "command"})
        self.move(moment)
        if "end of delay" in happens:
            self.changes = self.changes or self.delay_cycle is None or self.changes_after_delay
            self.finish_wait()
        if "arrival" in happens:
            self.position = happens["arrival"]
            if not exact:
                self.motion.is_rounded = True
        if "end of ramp" in happens:
            self.motion.end_ramp()
            self.motion.anchor = self.position
        if "arrival" in happens and not self.ends_at(direction):
            self.reach(direction)
        if "end of ramp" in happens:
            self.changes_after_delay = True
            self.land()
        if "arrival" in happens and self.ends_at(direction):
            self.changes = True
            self.end_there(direction)
        self.is_exact = self.is_exact and self.motion.is_exact()
        self.settle()
        if "end of ramp" in happens:
            self.come_to_rest()
            self.settle()
        for waiting in due:
            self.take(waiting)

    def take(self, waiting):
        if waiting in self.waiting:
            self.waiting.remove(waiting)
            self.perform(waiting.command)

    def move_timeline(self, now):
        """Shifts the timeline and the times of waiting commands so that the present time is `now`."""
        shift = now - self.now
        for waiting in [w for w in self.waiting if w.moment[0] == "time"]:
            time = waiting.moment[1]
            if self.is_on_timeline:
                time = Fraction(float(time) + (float(now) - float(self.now)))
            self.waiting[self.waiting.index(waiting)] = Waiting(
                waiting.number, ("time", max(now, time)), waiting.command)
        self.motion.shift(shift)
        if self.delay_end is not None:
            self.delay_end += shift
        if self.is_paused():
            self.paused_at += shift
        self.start_time += shift
        self.motion_began += shift
        if self.earliest_start is not None:
            self.earliest_start += shift
        self.events = [event.at(now) for event in self.events]
        self.now, self.is_on_timeline = now, True
        for waiting in [w for w in self.waiting if w.moment == ("time", now)]:
            self.take(waiting)

    def note_tie(self, moment, time, exact, happens):
        """Sets `took_ties` if the order of changes depends on the last bits, which a controller may round."""
        if "turn" in happens and not is_dyadic(moment):
            self.turned_at_odd_time = True
            # With a delay, the controller's motion continues from the turn, which it rounds.
            self.is_exact = self.is_exact and self.delay == 0
        lands = "end of ramp" in happens and self.motion.landing is not None and not self.motion.later
        # The end of the plan may precede or follow a crossing at the same position.
        self.took_ties |= lands and "arrival" in happens and not self.is_line_exact
        if lands and self.motion.is_rounded and "arrival" in happens:
            # A stop or a command may precede or follow the end of the plan.
            self.took_ties |= self.is_stopping() or happens["arrival"] in (self.lower, self.upper)
            self.took_ties |= any(w.moment[0] != "time" for w in self.waiting)
        elif happens.keys() & {"end of ramp", "turn", "command"} and (
                self.motion.is_rounded or (self.turned_at_odd_time and not self.is_exact)):
            position = self.motion.position(moment)
            self.took_ties |= "arrival" in happens or self.is_near_target(position)
        is_time_exact = self.lock_state == "arriving" or self.is_line_exact
        if lands and is_dyadic(moment) and self.slack < NEAR and is_time_exact:
            return
        hangs_on_plan = "end of ramp" in happens and self.slack == NEAR
        if not (hangs_on_plan or lands or happens.keys() & {"arrival", "end of delay", "turn"}):
            return
        near = [w.moment[1] for w in self.waiting if w.moment[0] == "time"] + [time]
        is_exact = self.is_exact and exact and self.motion.is_exact()
        if is_exact and is_dyadic(moment) and (self.delay_end is None or is_dyadic(self.delay_end)):
            return
        if any(abs(other - moment) < self.slack for other in near):
            self.took_ties = True

    def is_near_target(self, position):
        """Whether a position is, but for rounding, a boundary, a turn, a command's phase or a run's end."""
        places = [(Fraction(0), 2)] + [(mark, 1) for mark in self.settings.marks]
        places += [(w.moment[1], 1) for w in self.waiting if w.moment[0] == "phase"]
        return any(distance_to_grid(position, *place) < self.slack for place in places) or any(
            end is not None and abs(end - position) < self.slack for end in (self.lower, self.upper))

    def move(self, time):
        if self.is_moving() and self.delay_end is None:
            self.position = self.motion.position(time)
            rate = self.motion.rate_at(time)
            if abs(rate) < Fraction(1, 10**20):
                rate = 0  # the rounding error of a ramp to 0 has no direction
            self.last_direction = sign(rate) or sign(self.motion.rate_at(self.now)) or self.last_direction
            self.left = self.left or sign(self.position - self.start)
        self.now = time

    def next_happening(self):
        """The next change: its time, whether the time is exact, and the kinds of change at that time."""
        found = []
        for waiting in self.waiting:
            if waiting.moment[0] == "time":
                found.append((waiting.moment[1], True, "command", None))
        if self.is_moving() and self.delay_end is not None:
            found.append((self.delay_end, True, "end of delay", None))
        elif self.is_moving():
            target = self.next_position()
            arrival = None
            if target is not None:
                arrival = self.motion.arrival(self.now, self.position, target)
            if arrival is not None:
                found.append((*arrival, "arrival", target))
            if self.motion.ramp_end is not None:
                found.append((self.motion.ramp_end, True, "end of ramp", None))
            turn = self.motion.turn(self.now)
            if turn is not None:
                found.append((turn, True, "turn", None))
        if not found:
            return None, True, {}
        time = min(entry[0] for entry in found)
        due = [entry for entry in found if entry[0] == time]
        return time, all(entry[1] for entry in due), {entry[2]: entry[3] for entry in due}

    def next_position(self):
        """The next boundary, turn, command's position or end of the run, in the direction of motion."""
        direction = self.motion.direction(self.now)
        if direction == 0:
            return None
        targets = [self.next_crossing(self.position, direction)]
        targets += [w.next_position(self.position, direction) for w in self.waiting]
        targets += [e for e in (self.lower, self.upper) if e is not None]
        targets = [t for t in targets if t is not None and sign(t - self.position) == direction]
        return min(targets) if direction > 0 else max(targets)

    def next_crossing(self, position, direction):
        """The next boundary, turning point or mark strictly beyond `position`."""
        crossings = [next_in_grid(position, direction, 1 if self.settings.one_way else 2)]
        crossings += [next_in_grid(position, direction, 1, mark) for mark in self.settings.marks]
        return min(crossings) if direction > 0 else max(crossings)

    def settle(self):
        """Ends the run if the motion is at an end of the run and now moves beyond that end."""
        self.aim()
        self.report_turn()
        direction = self.leaning()
        if direction != 0:
            self.finish(direction)

    def aim(self):
        """Lets the count of a run that has not left its start go in the direction of the motion."""
        if self.state != "idle" and self.lower is not None and not self.left:
            self.catch_up()
            direction = self.motion.direction(self.change_time()) or self.last_facing
            self.lower, self.upper = sorted([self.start, self.start + direction * self.count])

    def leaning(self):
        """The direction in which the motion is about to leave the run, or 0."""
        if not self.is_moving():
            return 0
        direction = self.motion.direction(self.change_time())
        end = self.upper if direction > 0 else self.lower
        return direction if self.position == end else 0

    def report_turn(self):
        """Reports a turn if the direction of the value has changed."""
        direction = self.motion.direction(self.now)
        if self.is_moving() and self.delay_end is None and direction != 0:
            self.moved_direction = self.last_facing = direction
            reported_direction = self.value_direction(direction)
            if reported_direction != self.reported_direction:
                self.reported_direction = reported_direction
                self.report(reported_direction, floor(self.position))

    def due(self, time, target):
        """The commands that are due at a time, or at the position reached at that time."""
        direction = self.motion.direction(self.now)
        return [
            w for w in self.waiting
            if w.moment == ("time", time)
            or (target is not None and w.next_position(self.position, direction) == target)]

    def ends_at(self, direction):
        """Whether the run ends at the position reached."""
        at_boundary = self.position.denominator == 1 and self.is_stopping()
        return at_boundary or self.position == (self.upper if direction > 0 else self.lower)

    def end_there(self, direction):
        self.last_direction = direction
        if self.position == (self.upper if direction > 0 else self.lower):
            self.finish(direction)
        else:
            self.end("cycleEnd", self.settings.start_phase, Fraction(0), direction)

    def reach(self, direction):
        """Handles a boundary, a turning point or a mark."""
        position = self.position
        self.last_direction = self.moved_direction = self.last_facing = direction
        waits = position.denominator == 1 and self.delay > 0
        self.pass_crossing(position, direction, "motion", not waits)
        if position.denominator != 1:
            return
        self.crosses_boundary = True
        takes_rate = self.latched is not None
        if takes_rate:
            rate, self.latched = self.latched, None
            self.motion.move_anchor(self.now, position)
            self.motion.set_rate(self.now, rate)
            self.changes = True
        if waits:
            self.motion.move_anchor(self.now, position)
            self.delay_end = self.now + self.delay
            self.delay_fraction = self.fraction_at(position, -direction)
            self.delay_cycle = entered(position, direction)
            self.owes_turn = not self.settings.one_way
            self.changes_after_delay = takes_rate
            self.motion.shift(self.delay)

    def pass_crossing(self, position, direction, source, turns=True):
        """Reports a boundary, turning point or mark that motion in `direction` has reached."""
        boundary, cycle = position.denominator == 1, entered(position, direction)
        if boundary:
            self.report("cycle", cycle, source)
        if turns and not self.settings.one_way and (2 * position).denominator == 1:
            self.reported_direction = ALTERNATE if boundary else DEFAULT
            self.report(self.reported_direction, cycle, source)
        for index, mark in enumerate(self.settings.marks):
            if (position - mark).denominator == 1:
                self.report(f"mark{index}", cycle, source)

    def end_wait(self):
        """Ends a delay between cycles, or a wait for the flash limit, without events."""
        self.delay_end = self.delay_fraction = self.delay_cycle = None
        self.owes_turn = self.changes_after_delay = False

    def finish_wait(self):
        """Ends a delay or a wait at its time, with its events."""
        cycle, owes_turn = self.delay_cycle, self.owes_turn
        if cycle is None:
            cycle = entered(self.position, self.motion.direction(self.now) or self.last_facing)
            self.motion_began = self.now
        self.end_wait()
        self.report("delayEnded", cycle, "motion")
        if owes_turn:
            self.reported_direction = ALTERNATE
            self.report(ALTERNATE, cycle, "motion")

    def value_direction(self, direction):
        if self.settings.one_way:
            return ALTERNATE if direction > 0 else DEFAULT
        phase = self.position - floor(self.position)
        if direction > 0:
            return ALTERNATE if 2 * phase < 1 else DEFAULT
        return DEFAULT if 0 < 2 * phase <= 1 else ALTERNATE

    def report(self, kind, cycle, source=None):
        self.events.append(Event(kind, cycle, self.now, source))

    def least_and_most_events(self):
        """How many events wait at least and at most, however the events of motion and jumps are counted."""
        commands = {event.source or id(event) for event in self.events if event.source != "motion"}
        return len(commands), len(self.events)

    # The ends of runs.

    def finish(self, direction):
        self.last_direction = direction
        if self.settings.rests_at_last_value:
            self.end("finished", self.position, self.fraction_at(self.position, -direction), direction)
        else:
            self.end("finished", self.settings.start_phase, Fraction(0), direction)

    def end(self, reason, position, fraction, direction=0):
        """Ends the run; with a direction, at the end of a cycle in that direction."""
        self.limit_next_start()
        has_left_cycle = direction > 0 and self.is_between_cycles()
        self.report(ENDS[reason], floor(self.position) - has_left_cycle)
        if self.lock_state != "unlocked":
            self.lock_state = "unlocked"
            self.report("unlocked", floor(self.position))
        self.state = "idle"
        self.position, self.idle_fraction = position, fraction
        self.latched = None
        self.end_wait()

    def is_at_rest(self):
        return self.motion.rate_at(self.now) == 0 and self.motion.ramp_end is None

    def come_to_rest(self):
        """At rate 0, where no boundary will come, applies a pending rate and stop; does nothing in a pause."""
        if not self.is_moving() or not self.is_at_rest():
            return
        if self.latched is not None:
            rate, self.latched = self.latched, None
            self.set_rate(rate)
        if self.is_stopping() and self.is_at_rest():
            self.stop_here()

    def stop_here(self):
        reason = "cycleEnd" if self.is_between_cycles() else "immediately"
        self.end(reason, self.settings.start_phase, Fraction(0))


def entered(position, direction):
    """The cycle that a motion in `direction` enters at a boundary; elsewhere the position's cycle."""
    return floor(position) - 1 if direction < 0 and position.denominator == 1 else floor(position)
