# SPDX-License-Identifier: Apache-2.0
"""Objects of the libraries. Each method calls one function, which the C headers document."""
from ._convert import C, Error, L, call, ffi, fill, get, struct


class _Owned:
    """An object that close(), the end of a `with`, or Python's garbage collector frees."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Frees the object; a second close has no effect."""
        if self._c:
            ffi.release(self._c)
            self._c = ffi.NULL

    def _create(self, create, destroy, definition):
        made = ffi.new(ffi.typeof(create).args[1])
        call(create, ffi.addressof(definition), made)
        self._c = ffi.gc(made[0], destroy)


class Curve(_Owned):
    """A timing function: "ease_in", "easing", "spring", "stops" and the other kinds of dr_curve_def."""

    def __init__(self, kind="linear", *, stops=None, **definition):
        """`kind` and `definition` are fields of dr_curve_def. `stops` is a list of (output, input); an input
        of NaN is placed evenly between its neighbours."""
        room = ffi.new("dr_curve_stop[]", [tuple(stop) for stop in stops or ()])
        made = fill(C.dr_default_curve_def(), kind=kind, **definition)
        made.stops, made.stop_count = room, len(room)
        self._create(C.dr_curve_create, C.dr_curve_destroy, ffi.new("dr_curve_def *", made)[0])

    def value(self, progress):
        """The value of the timing function at a progress."""
        return get("double", C.dr_curve_value, self._c, progress)

    def settling_duration(self):
        """The seconds after which a spring's distance from 1 never exceeds its tolerance again."""
        return get("double", C.dr_curve_settling_duration, self._c)


class Bank(_Owned):
    """Many repeats, the members, that share a timing function. add() returns a member's number."""

    def __init__(self, kind=None, *, mode=None, capacity=None, room=None, **timing):
        """`kind` and `timing` are fields of dr_curve_def; the default is "ease_in_out", there and back."""
        made = fill(C.dr_default_bank_def(), mode=mode, capacity=capacity, room=room)
        fill(made.timing, kind=kind, **timing)
        self._create(C.dr_bank_create, C.dr_bank_destroy, ffi.new("dr_bank_def *", made)[0])

    def add(self, rate, time_s, phase=0.0):
        """Adds a repeat that is at `phase` at `time_s`."""
        return get("dr_member", C.dr_bank_add, self._c, rate, phase, time_s).id

    def remove(self, member):
        """Removes a member and frees its slot."""
        call(C.dr_bank_remove, self._c, struct("dr_member", id=member))

    def slot(self, member):
        """The slot of a member: the index of its value."""
        return C.dr_member_slot(struct("dr_member", id=member))

    def set_rate(self, member, rate, policy, time_s):
        """Requests a rate; the policy decides when it takes effect."""
        call(C.dr_bank_set_rate, self._c, struct("dr_member", id=member), rate, policy, time_s)

    def set_rates(self, members, rates_hz, time_s):
        """Sets the rates of several members in Hz. They take effect at once, without a jump."""
        if len(members) != len(rates_hz):
            raise ValueError("members and rates_hz must have the same length")
        names = ffi.new("dr_member[]", [(member,) for member in members])
        call(C.dr_bank_set_rates, self._c, names, list(map(float, rates_hz)), len(members), time_s)

    def evaluate(self, time_s):
        """Evaluates all slots. Returns the values by slot, as a memoryview of floats that NumPy reads
        without a copy. The memoryview is valid until the next call on the bank."""
        call(C.dr_bank_evaluate, self._c, time_s)
        values, count = ffi.new("float const * *"), ffi.new("uint32_t *")
        call(C.dr_bank_all_values, self._c, values, count)
        return memoryview(ffi.buffer(values[0], 4 * count[0]) if count[0] else b"").cast("B").cast("f")

    def value(self, member, time_s):
        """The exact value of a member."""
        return get("double", C.dr_bank_value, self._c, struct("dr_member", id=member), time_s)

    def sample(self, member, time_s):
        """The value, phase, rate and state of a member."""
        return get(
            "dr_member_sample", C.dr_bank_sample, self._c, struct("dr_member", id=member), time_s)

    def info(self):
        """The size and the present time of the bank."""
        return get("dr_bank_info", C.dr_bank_get_info, self._c)


class Loop(_Owned):
    """A frame loop: decides when each frame is due, waits for it, and predicts when its picture is seen.

    It belongs to the thread that made it.
    """

    def __init__(self, **definition):
        """`definition` has fields of dr_loop_def; the default is for a display that reports nothing."""
        made = fill(L.dr_default_loop_def(), **definition)
        self._is_waiting = False
        self._create(L.dr_loop_create, L.dr_loop_destroy, ffi.new("dr_loop_def *", made)[0])

    def close(self):
        """Frees the loop; a second close has no effect. While another thread waits in the loop, the call
        raises the Error "thread"."""
        if self._is_waiting:
            raise Error("thread", ffi.string(L.dr_loop_status_text(L.DR_LOOP_ERROR_THREAD)).decode())
        super().close()

    def wait(self):
        """Sleeps until the frame is due. Returns the milliseconds to wait for an event, most often 0."""
        self._is_waiting = True
        try:
            return get("int32_t", L.dr_loop_wait, self._c)
        finally:
            self._is_waiting = False

    def polled(self, **window):
        """Reports the window's state; call it after taking the events. `window` has fields of
        dr_loop_window. Returns whether the frame is due."""
        made = ffi.new("dr_loop_window *", fill(L.dr_default_loop_window(), **window))
        return get("int32_t", L.dr_loop_polled, self._c, made) != 0

    def begin(self):
        """Begins a frame."""
        return get("dr_frame", L.dr_loop_begin, self._c)

    def drawn(self):
        """Reports that the picture is drawn. May wait until the picture is to be presented."""
        call(L.dr_loop_drawn, self._c)

    def presented(self):
        """Reports that the picture was presented. Returns 1 if presenting should wait for the display,
        else 0."""
        return get("int32_t", L.dr_loop_presented, self._c)

    def shown(self, number, age_s):
        """Reports that the picture of frame `number` was shown `age_s` seconds ago."""
        call(L.dr_loop_shown, self._c, number, age_s)

    def abandon(self):
        """Ends a frame that is not presented."""
        call(L.dr_loop_abandon, self._c)

    def idle(self, until_s=None):
        """Declares that nothing moves: no frame is due until something happens, or until a time."""
        if until_s is None:
            call(L.dr_loop_idle, self._c)
        else:
            call(L.dr_loop_idle_until, self._c, until_s)

    def now(self):
        """Seconds of the loop's clock since the loop was made."""
        return get("double", L.dr_loop_now, self._c)

    def shift_time(self, delta_s):
        """Shifts the times of the coming frames."""
        call(L.dr_loop_shift_time, self._c, delta_s)

    def stats(self):
        """The evenness and the cost of the frames."""
        return get("dr_loop_stats", L.dr_loop_get_stats, self._c)
