# SPDX-License-Identifier: Apache-2.0
"""Objects of the libraries. Each method calls one function, which the C headers document."""
import math

from ._convert import C, Error, L, call, check, ffi, fill, get, number, to_c
from ._repeats import as_bytes


class _Owned:
    """An object that close(), the end of a `with`, or Python's garbage collector frees."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def _c(self):
        if self._owned is None:
            name = type(self).__name__
            raise Error("closed", f"this {name} is closed: make a new one with dr.{name}(...)")
        return self._owned

    def close(self):
        """Frees the object; a second close has no effect."""
        if self._owned is not None:
            ffi.release(self._owned)
            self._owned = None

    def __reduce__(self):
        # A copy would share the memory, and free it a second time.
        name = type(self).__name__
        instead = ": use its save() and restore()" if name == "Bank" else f": make a new one with dr.{name}(...)"
        raise TypeError(f"a {name} cannot be copied or pickled{instead}")

    def _create(self, create, destroy, definition):
        made = ffi.new(ffi.typeof(create).args[1])
        self._owned = None
        call(create, ffi.addressof(definition), made)
        self._owned = ffi.gc(made[0], destroy)


def _fill_timing(made, stops, fields):
    """Sets the fields of a dr_curve_def. Returns the memory of the stops, which the caller keeps until the
    definition has been used."""
    kind = ffi.typeof(made.stops).item.cname
    try:
        room = ffi.new(kind + "[]", [
            (number(output, "output"), number(input, "input"))
            for output, input in (() if stops is None else stops)])
    except (TypeError, ValueError):
        raise TypeError(
            "stops must be a list of (output, input), such as [(0, 0), (1, 0.8), (1, 1)], but is "
            f"{stops!r}") from None
    fill(made, **fields)
    made.stops, made.stop_count = room, len(room)
    return room


def _listed(given, name, items):
    """A list, tuple or array as a list."""
    try:
        return list(given)
    except TypeError:
        raise TypeError(f"{name} must be a list of {items}, but is {given!r}") from None


class Curve(_Owned):
    """A timing function: "ease_in", "easing", "spring", "stops" and the other kinds of dr_curve_def."""

    def __init__(self, kind="linear", *, stops=None, **definition):
        """`kind` and `definition` are fields of dr_curve_def. `stops` is a list of (output, input); an input
        of NaN is placed evenly between its neighbours. The fields of a spring are a dict:
        Curve("spring", spring={"stiffness": 200, "damping": 20})."""
        made = ffi.new("dr_curve_def *", C.dr_default_curve_def())[0]
        kept = _fill_timing(made, stops, {"kind": kind, **definition})
        self._create(C.dr_curve_create, C.dr_curve_destroy, made)
        del kept

    def value(self, progress):
        """The value of the timing function at a progress."""
        return get("double", C.dr_curve_value, self._c, progress=progress)

    def settling_duration(self):
        """The seconds after which a spring's distance from 1 never exceeds its tolerance again."""
        return get("double", C.dr_curve_settling_duration, self._c)


class Bank(_Owned):
    """Many repeats, the members, that share a timing function. add() returns a member's number."""

    def __init__(self, kind=None, *, mode=None, capacity=None, room=None, stops=None, **timing):
        """`kind` and `timing` are those of Curve; the default is "ease_in_out", there and back."""
        made = ffi.new("dr_bank_def *", fill(
            C.dr_default_bank_def(), mode=mode, capacity=capacity, room=room))
        self._kept = _fill_timing(made.timing, stops, {"kind": kind, **timing})
        self._definition = made
        self._make()

    def _make(self):
        """Makes the bank in C. It is never replaced while it is unchanged; see _renew."""
        self._create(C.dr_bank_create, C.dr_bank_destroy, self._definition[0])
        # Whether an array of this bank in C was returned. The array keeps the bank in C.
        self._is_shown = False

    def _renew(self, saved, room=0):
        """Continues with a new bank in C, so that the arrays returned so far stay valid."""
        previous, was_shown, self._definition.room = self._owned, self._is_shown, room
        try:
            self._make()
            call(C.dr_bank_restore, self._c, ffi.from_buffer(saved), len(saved))
        except Error:
            self._owned, self._is_shown = previous, was_shown
            raise

    def _make_room(self):
        """Makes room for another member. The memory of a bank whose values were returned must not move."""
        info = ffi.new("dr_bank_info *")
        check(C.dr_bank_get_info(self._c, info))
        capacity = self._definition.capacity
        if info.count == info.end and self._definition.room <= info.end < capacity:
            self._renew(self.save(), min(max(64, 2 * info.end), capacity))

    def close(self):
        """Frees the bank, unless an array that evaluate() has returned exists; the last such array then
        frees it. A second close has no effect."""
        if self._owned is not None and self._is_shown:
            self._owned = None
        super().close()

    def add(self, rate, *others, time_s=None, phase=0.0):
        """Adds a repeat that is at `phase` at `time_s`."""
        if others:
            raise TypeError("add takes time and phase by name: write add(dr.hz(2), time_s=0, phase=0)")
        if self._is_shown:
            self._make_room()
        return get("dr_member", C.dr_bank_add, self._c, rate=rate, phase=phase, time_s=time_s).id

    def remove(self, member):
        """Removes a member and frees its slot."""
        call(C.dr_bank_remove, self._c, member=member)

    def slot(self, member):
        """The slot of a member: the index of its value."""
        given, member = member, to_c(ffi.typeof("dr_member"), member, "member")
        if not C.dr_bank_contains(self._c, member):
            check(C.DR_ERROR_HANDLE, member=given)
        return C.dr_member_slot(member)

    def set_rate(self, member, rate, policy, time_s):
        """Requests a rate; the policy decides when it takes effect."""
        call(C.dr_bank_set_rate, self._c, member=member, rate=rate, policy=policy, time_s=time_s)

    def set_rates(self, members, rates_hz, time_s):
        """Sets the rates of several members in Hz. They take effect at once, without a jump."""
        members = _listed(members, "members", "members, as add() returns them, such as [torch]")
        rates_hz = _listed(rates_hz, "rates_hz", "numbers of hertz, such as [2.0]")
        if len(members) != len(rates_hz):
            raise ValueError(
                "members and rates_hz must have the same length, but have "
                f"{len(members)} and {len(rates_hz)}")
        kind = ffi.typeof("dr_member")
        ids = ffi.new("dr_member[]", [to_c(kind, member, "members") for member in members])
        rates = [number(rate, f"rates_hz[{index}]") for index, rate in enumerate(rates_hz)]
        status = C.dr_bank_set_rates(
            self._c, ids, ffi.new("double[]", rates), len(ids), number(time_s, "time_s"))
        if status == C.DR_ERROR_RATE:
            # A list may be long. If a rate is invalid, one that is NaN or the largest one is.
            size = [math.inf if math.isnan(rate) else abs(rate) for rate in rates]
            worst = size.index(max(size))
            check(status, **{f"rates_hz[{worst}]": rates[worst]}, time_s=time_s)
        check(status, time_s=time_s)

    def evaluate(self, time_s):
        """Evaluates all slots. Returns the values by slot, as a read-only memoryview of floats that NumPy
        reads without a copy.

        The next evaluate() writes its values to the same memory: copy the array to keep them. If the bank
        needs more memory, is restored or is closed, the array keeps its last values."""
        bank, values, count = self._c, ffi.new("float const * *"), ffi.new("uint32_t *")
        call(C.dr_bank_evaluate, bank, time_s=time_s)
        check(C.dr_bank_all_values(bank, values, count))
        if not count[0]:
            return memoryview(b"").cast("f")
        self._is_shown = True
        # The memoryview keeps the pointer, whose destructor keeps the bank in C.
        kept = ffi.gc(values[0], lambda _, bank=bank: None)
        return memoryview(ffi.buffer(kept, 4 * count[0])).toreadonly().cast("B").cast("f")

    def value(self, member, time_s):
        """The exact value of a member."""
        return get("double", C.dr_bank_value, self._c, member=member, time_s=time_s)

    def sample(self, member, time_s):
        """The value, phase, rate and state of a member."""
        return get("dr_member_sample", C.dr_bank_sample, self._c, member=member, time_s=time_s)

    def info(self):
        """The size and the present time of the bank."""
        return get("dr_bank_info", C.dr_bank_get_info, self._c)

    def move_timeline(self, now_s):
        """Moves the timeline so that the present time is `now_s`."""
        call(C.dr_bank_move_timeline, self._c, now_s=now_s)

    def save(self):
        """All members as bytes, the same on every machine."""
        size = ffi.new("size_t *")
        status = C.dr_bank_save(self._c, ffi.NULL, 0, size)
        if status != C.DR_ERROR_BUFFER:
            check(status)
        room = ffi.new("uint8_t[]", size[0])
        check(C.dr_bank_save(self._c, room, size[0], size))
        return bytes(ffi.buffer(room, size[0]))

    def restore(self, data):
        """Replaces all members by those that save() has returned; their numbers are the same. After an Error,
        the members are those of before."""
        self._c  # raises if the bank is closed
        self._renew(as_bytes(data))


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
        is_due = ffi.new("int32_t *")
        check(L.dr_loop_polled(self._c, made, is_due), "dr_loop_status")
        return is_due[0] != 0

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
        call(L.dr_loop_shown, self._c, number=number, age_s=age_s)

    def abandon(self):
        """Ends a frame that is not presented."""
        call(L.dr_loop_abandon, self._c)

    def idle(self, until_s=None):
        """Declares that nothing moves: no frame is due until something happens, or until a time."""
        if until_s is None:
            call(L.dr_loop_idle, self._c)
        else:
            call(L.dr_loop_idle_until, self._c, until_s=until_s)

    def now(self):
        """Seconds of the loop's clock since the loop was made."""
        return get("double", L.dr_loop_now, self._c)

    def shift_time(self, delta_s):
        """Shifts the times of the coming frames."""
        call(L.dr_loop_shift_time, self._c, delta_s=delta_s)

    def stats(self):
        """The evenness and the cost of the frames."""
        return get("dr_loop_stats", L.dr_loop_get_stats, self._c)
