# SPDX-License-Identifier: Apache-2.0
"""Repeats and clocks: plain data. Each method calls one function, which the C headers document."""
from ._convert import (
    C, NOW, Error, Position, call, check, ffi, fill, get, number, struct, to_c, to_python)


def _time(time_s):
    return NOW if time_s is None else time_s


def _restored(cls, data):
    """Makes an object from the bytes of its structure, which __reduce__ has pickled."""
    made = cls._blank()
    if len(data) != ffi.sizeof(made._c[0]):
        raise Error("saved_state", f"these {len(data)} bytes are not a saved {cls.__name__}")
    ffi.memmove(made._c, data, len(data))
    made._probe()
    return made


class _Plain:
    """An object of plain data. A copy is a saved state."""

    @classmethod
    def _blank(cls):
        made = object.__new__(cls)
        made._c = ffi.new(cls._type + " *")
        return made

    def __copy__(self):
        made = self._blank()
        made._c[0] = self._c[0]
        return made

    def __deepcopy__(self, _):
        return self.__copy__()

    def __reduce__(self):
        return _restored, (type(self), bytes(ffi.buffer(self._c)))


class Line(_Plain):
    """A motion at a steady rate, to which a repeat can be locked. Clocks and repeats provide their lines."""

    _type = "dr_line"

    def times(self, cycles, over=1, offset=0.0):
        """The line that runs `cycles` cycles during `over` cycles of this one, and is `offset` cycles
        ahead."""
        made = Line._blank()
        call(C.dr_line_times, self._c, made._c, cycles=cycles, over=over, offset=offset)
        return made

    def _probe(self):
        self.times(1)


def line(cycle, phase, time_s, rate_hz):
    """A line to lock to: a motion at a constant rate that reaches `cycle` + `phase` at `time_s`."""
    made = Line._blank()
    call(
        C.dr_line_init, made._c, position=Position(cycle, phase), time_s=time_s, rate_hz=rate_hz)
    return made


def _line_of(function, object, **arguments):
    made = Line._blank()
    call(function, object, made._c, **arguments)
    return made


class Events:
    """The events up to a time, one by one. See Repeat.events."""

    def __init__(self, repeat, time_s):
        self._repeat, self._time_s = repeat, number(time_s, "time_s")
        self._event = ffi.new("dr_event *")

    def __iter__(self):
        return self

    def __next__(self):
        if not C.dr_repeat_next_event(self._repeat._c, self._time_s, self._event):
            check(self._event.status, time_s=self._time_s)
            raise StopIteration
        event = to_python(self._event[0])
        return event if event.kind == "mark" else event._replace(mark=None)


class Repeat(_Plain):
    """A repeat whose rate may change at any time."""

    _type = "dr_repeat"
    __hash__ = None

    def __init__(
        self, rate=None, policy=None, *, autoreverses=None, pace=None, return_pace=None,
        repeat_count=None, repeat_delay_s=None, start_phase=None, rest_state=None, reporting=None,
        max_flash_hz=None, marks=(), now_s=None, **others,
    ):
        """An idle repeat. By default it has one cycle per second, there and back, and the policy
        restart_per_cycle().

        `rate` is hz(2) or seconds(0.5); `policy` is restart_per_cycle() or phase_matched(ramp_s); a pace
        is "linear", "ease_in_out", bezier(...) or steps(...). `marks` are up to four phases, in ascending
        order, that report the event "mark".
        """
        arguments = dict(
            rate=rate, policy=policy, autoreverses=autoreverses, pace=pace, return_pace=return_pace,
            repeat_count=repeat_count, repeat_delay_s=repeat_delay_s, start_phase=start_phase,
            rest_state=rest_state, reporting=reporting, max_flash_hz=max_flash_hz, now_s=now_s)
        if others:
            raise TypeError(f"Repeat has no {[*others][0]}; it has {', '.join(arguments)}, marks")
        definition = fill(
            C.dr_default_repeat_def(), has_return_pace=return_pace is not None, **arguments)
        try:
            marks = [number(mark, f"marks[{index}]") for index, mark in enumerate(marks)]
        except TypeError as error:
            raise TypeError(f"marks must be a list of phases, such as [0.2, 0.7]: {error}") from None
        # The library reports the error of a fifth mark.
        definition.marks, definition.mark_count = marks[:4], len(marks)
        self._c = ffi.new("dr_repeat *")
        check(
            C.dr_repeat_init(self._c, ffi.new("dr_repeat_def *", definition)), **arguments,
            marks=marks or None)

    def __repr__(self):
        info = self.info()
        rate = f"dr.{info.requested_rate.unit}({info.requested_rate.value!r})"
        time = "never advanced" if info.now_s == NOW else f"at {info.now_s!r} s"
        return f"<Repeat: {info.state}, {rate}, {time}>"

    def __eq__(self, other):
        """Whether both repeats behave equally from now on."""
        if not isinstance(other, Repeat):
            return NotImplemented
        return C.dr_repeat_equals(self._c, other._c) == 1

    def __reduce__(self):
        return Repeat.restore, (self.save(),)

    # Commands take effect at once, or exactly at a later time, even between two frames.

    def start(self, time_s=None):
        """Begins a run, or cancels a waiting stop."""
        call(C.dr_repeat_start, self._c, time_s=_time(time_s))

    def stop(self, mode="at_cycle_end", time_s=None):
        """Ends the run: "at_cycle_end", "immediately" or "freeze"."""
        call(C.dr_repeat_stop, self._c, mode=mode, time_s=_time(time_s))

    def pause(self, time_s=None):
        """Pauses the run."""
        call(C.dr_repeat_pause, self._c, time_s=_time(time_s))

    def resume(self, time_s=None):
        """Continues after a pause as if no time had passed."""
        call(C.dr_repeat_resume, self._c, time_s=_time(time_s))

    def reverse(self, time_s=None):
        """Reverses the direction at once."""
        call(C.dr_repeat_reverse, self._c, time_s=_time(time_s))

    def set_rate(self, rate, time_s=None):
        """Requests a rate, hz(2) or seconds(0.5); the policy decides when it takes effect."""
        call(C.dr_repeat_set_rate, self._c, rate=rate, time_s=_time(time_s))

    def ramp(self, rate, ramp_s, time_s=None):
        """Changes the rate linearly over `ramp_s`, under either policy."""
        call(C.dr_repeat_ramp, self._c, rate=rate, ramp_s=ramp_s, time_s=_time(time_s))

    def seek(self, cycle, phase=0.0, *, is_silent=True, time_s=None):
        """Jumps to a position of the run."""
        call(
            C.dr_repeat_seek, self._c, position=Position(cycle, phase), is_silent=is_silent,
            time_s=_time(time_s))

    def set_policy(self, policy, time_s=None):
        """Sets the policy, also for a rate change that is still waiting."""
        call(C.dr_repeat_set_policy, self._c, policy=policy, time_s=_time(time_s))

    def set_repeat_count(self, cycles, time_s=None):
        """Sets the number of cycles of a run, including the present cycle."""
        call(C.dr_repeat_set_repeat_count, self._c, cycles=cycles, time_s=_time(time_s))

    def blink(self, cycles=1, time_s=None):
        """Stops a current run and starts a run of `cycles` cycles, for example after a hit."""
        call(C.dr_repeat_blink, self._c, cycles=cycles, time_s=_time(time_s))

    # The fields that each kind of command reads, with their defaults; ... means that there is none.
    _FIELDS = {
        "start": {}, "pause": {}, "resume": {}, "reverse": {}, "stop": {"stop_mode": "at_cycle_end"},
        "rate": {"rate": ...}, "ramp": {"rate": ..., "ramp_s": ...}, "policy": {"policy": ...},
        "seek": {"position": ..., "is_silent": True}, "repeat_count": {"repeat_count": ...},
    }

    def schedule(self, kind, *, time_s=None, cycle=None, phase=None, **fields):
        """Schedules a command, such as "reverse" or "rate", for a time, a cycle or a phase; by default,
        for the next cycle. Returns a number for cancel."""
        takes = self._FIELDS.get(kind) if isinstance(kind, str) else None
        if takes is None:
            raise ValueError(f"kind must be one of {', '.join(map(repr, self._FIELDS))}, but is {kind!r}")
        for name in [*fields.keys() - takes.keys(), *(takes.keys() - fields.keys())]:
            if name in fields or takes[name] is ...:
                wrong = f"has no {name}" if name in fields else f"needs {name}"
                known = ", ".join(f"{name}=..." for name in takes) or "no fields"
                raise TypeError(f"the command {kind!r} {wrong}; it takes {known}")
        moments = {"time": time_s, "cycle": cycle, "phase": phase}
        given = {name: value for name, value in moments.items() if value is not None}
        if len(given) > 1:
            raise TypeError(f"schedule takes one of time_s, cycle and phase, but got {' and '.join(given)}")
        moment = struct("dr_moment", kind="next_cycle")
        for name, value in given.items():
            moment = struct("dr_moment", kind=name, **{"time_s" if name == "time" else name: value})
        return get(
            "dr_command_id", C.dr_repeat_schedule, self._c,
            command=struct("dr_command", kind=kind, **{**takes, **fields}), moment=moment).number

    def cancel(self, number):
        """Cancels a waiting command."""
        call(C.dr_repeat_cancel, self._c, id=struct("dr_command_id", number=number))

    # Locks: see lock.h.

    def lock(self, line, bounds=None):
        """Brings the repeat into step with a line as soon as the bounds allow, and lets it follow the line:
        flash.lock(dr.BeatClock(120, time_s=0).line(), dr.bounds_around(2, 0.2))."""
        if not isinstance(line, Line):
            raise TypeError(
                "line must be the line() of a clock or another repeat, or dr.line(cycle, phase, time_s, "
                f"rate_hz), but is {line!r}")
        call(C.dr_repeat_lock, self._c, line=line._c[0], bounds=bounds)

    def unlock(self):
        """Ends a lock or an arrival."""
        call(C.dr_repeat_unlock, self._c)

    def arrive(self, time_s, bounds, *, phase=0.0, cycle=None, rate=None):
        """Lets the repeat reach a phase, or a cycle and phase, at a given time. Without `rate`, the repeat
        continues at the requested rate. If the bounds do not allow the arrival, the Error "out_of_reach"
        has the nearest possible time in `nearest_s`."""
        arrival = struct(
            "dr_arrival", kind="phase" if cycle is None else "position",
            position=Position(cycle or 0, phase), time_s=time_s,
            bounds=to_c(ffi.typeof("dr_bounds"), bounds, "bounds"), rate=rate, has_rate=rate is not None)
        nearest = ffi.new("double *")
        try:
            call(C.dr_repeat_arrive, self._c, nearest, arrival=arrival)
        except Error as error:
            error.nearest_s = nearest[0] if error.status == "out_of_reach" else None
            raise

    def line(self):
        """The line of the repeat's present motion."""
        return _line_of(C.dr_repeat_get_line, self._c)

    # Time and values.

    def events(self, time_s):
        """The events up to a time, as an iterator. The loop over it advances the present time: to each
        event, and to `time_s` at its end. A command in the loop takes effect at the exact time of its
        event. Without a loop, nothing advances."""
        return Events(self, time_s)

    def advance(self, time_s):
        """Advances the present time, and drops the events on the way."""
        call(C.dr_repeat_advance, self._c, time_s=time_s)

    def value(self, time_s):
        """The value at a time, 0 default state ... 1 alternate state."""
        return get("double", C.dr_repeat_value, self._c, time_s=time_s)

    def is_on(self, time_s, duty=0.5):
        """Whether a blinking repeat is on. It is on for the fraction `duty` at the start of each
        cycle."""
        time_s, duty = number(time_s, "time_s"), number(duty, "duty")
        if not 0 <= duty <= 1:
            check(C.DR_ERROR_PHASE, duty=duty)
        is_on = C.dr_repeat_is_on(self._c, time_s, duty) == 1
        if not is_on:
            # The C function also returns 0 after an error, which this call raises.
            self.value(time_s)
        return is_on

    def sample(self, time_s):
        """The position, value, rate and state at a time."""
        return get("dr_sample", C.dr_repeat_sample, self._c, time_s=time_s)

    def next_change(self, time_s):
        """The earliest time at which the value changes; infinite if it never does."""
        return get("double", C.dr_repeat_next_change, self._c, time_s=time_s)

    def next_switch(self, time_s, duty=0.5):
        """The next time at which the result of is_on changes; infinite if it never does."""
        return get("double", C.dr_repeat_next_switch, self._c, time_s=time_s, duty=duty)

    def info(self):
        """The requested rate and the present state."""
        return get("dr_repeat_info", C.dr_repeat_get_info, self._c)

    def save(self):
        """The present state as bytes, the same on every machine."""
        room, size = ffi.new("uint8_t[2048]"), ffi.new("size_t *")
        check(C.dr_repeat_save(self._c, room, 2048, size))
        return bytes(ffi.buffer(room, size[0]))

    @staticmethod
    def restore(data):
        """Restores a saved repeat, which continues bit for bit like the original."""
        made = Repeat._blank()
        data = as_bytes(data)
        check(C.dr_repeat_restore(made._c, ffi.from_buffer(data), len(data), ffi.NULL))
        return made

    def move_timeline(self, now_s):
        """Moves the timeline so that the present time is `now_s`."""
        call(C.dr_repeat_move_timeline, self._c, now_s=now_s)


def as_bytes(data):
    """The bytes of a saved state."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data must be the bytes that save() returned, but is {data!r}")
    return bytes(data)


class BeatClock(_Plain):
    """The beats of music: a tempo, the time of a beat, and the number of beats in a bar."""

    _type = "dr_beat_clock"

    def __init__(self, beats_per_minute, *others, time_s=0.0, beats_per_bar=4):
        """A clock whose beat 0, which begins a bar, is at `time_s`."""
        if others:
            raise TypeError(
                "BeatClock takes its time by name: write dr.BeatClock(120, time_s=0, beats_per_bar=4)")
        self._c = ffi.new("dr_beat_clock *")
        call(
            C.dr_beat_clock_init, self._c, beats_per_minute=beats_per_minute, time_s=time_s,
            beats_per_bar=beats_per_bar)

    def _probe(self):
        self.line()

    def set_tempo(self, beats_per_minute, time_s):
        """Sets the tempo from `time_s` on; the beat position stays."""
        call(C.dr_beat_clock_set_tempo, self._c, beats_per_minute=beats_per_minute, time_s=time_s)

    def seek(self, beat, time_s, *, phase=0.0):
        """Moves the music so that it is at `beat`, plus `phase`, at `time_s`."""
        call(C.dr_beat_clock_seek, self._c, beat=Position(beat, phase), time_s=time_s)

    def line(self):
        """The beats as a line, for Repeat.lock. Get a new line after each change of the clock."""
        return _line_of(C.dr_beat_clock_get_line, self._c)

    def beat(self, time_s):
        """The beat position: the number of whole beats, and the fraction of the present beat."""
        return get("dr_position", C.dr_beat_clock_beat, self._c, time_s=time_s)

    def time_of_beat(self, beat):
        """The time of a beat."""
        return get("double", C.dr_beat_clock_time_of_beat, self._c, beat=beat)

    def next_bar(self, time_s):
        """The first beat of the next bar; at the start of a bar, that bar's first beat. At tempo 0 there is
        none: the Error "no_answer"."""
        return get("int64_t", C.dr_beat_clock_next_bar, self._c, time_s=time_s)

    def phase_in_bar(self, time_s):
        """The elapsed fraction of the present bar, in [0, 1)."""
        return get("double", C.dr_beat_clock_phase_in_bar, self._c, time_s=time_s)


class ClockFollower(_Plain):
    """Follows a clock that is read late and in steps: an audio device's position, MIDI, a server's time."""

    _type = "dr_clock_follower"

    def __init__(self, **definition):
        """`definition` has fields of dr_clock_follower_def; the defaults are for an audio device's position
        in seconds."""
        made = fill(C.dr_default_clock_follower_def(), **definition)
        self._c = ffi.new("dr_clock_follower *")
        check(C.dr_clock_follower_init(self._c, ffi.new("dr_clock_follower_def *", made)))

    def _probe(self):
        self.info()

    def add(self, position, time_s):
        """Adds a sample: the followed clock, the leader, was at `position` at `time_s`."""
        return get("dr_clock_arrival", C.dr_clock_follower_add, self._c, position=position, time_s=time_s)

    def position(self, time_s):
        """The position to show."""
        return get("double", C.dr_clock_follower_position, self._c, time_s=time_s)

    def line(self, time_s):
        """The leader's line, for Repeat.lock."""
        return _line_of(C.dr_clock_follower_get_line, self._c, time_s=time_s)

    def info(self):
        """The present state."""
        return get("dr_clock_follower_info", C.dr_clock_follower_get_info, self._c)
