# SPDX-License-Identifier: Apache-2.0
"""Loads the two libraries with cffi, and converts values between C and Python.

In Python an enumerator is a string, a flag is a bool, and a structure is a named tuple. Arguments are
converted to the types that the C functions declare; an argument of the wrong type raises an error that says
what to write.
"""
import operator
import os
from collections import namedtuple

import cffi

_here = os.path.dirname(os.path.abspath(__file__))
ffi = cffi.FFI()
with open(os.path.join(_here, "declarations.h"), encoding="utf-8") as file:
    # cffi aligns all memory to 16 bytes.
    ffi.cdef(file.read().replace("__attribute__((aligned(16)))", ""))
C = ffi.dlopen(os.path.join(_here, "libdynamicrepeat.so"))
L = ffi.dlopen(os.path.join(_here, "libdynamicrepeat-loop.so"))

# The time of a command that takes effect now.
NOW = -1e300
_FLAGS = ("is_", "has_", "autoreverses", "present_waits", "latches_late", "presents_on_time")


def _is_hidden(title, field):
    """Whether Python does not show a field: user_data, which a Python object does not need, internal ones,
    and the status of an event, which becomes an exception."""
    return field in ("internal_check", "user_data") or field.startswith("reserved") or (
        (title, field) == ("dr_event", "status"))


_titles, _fields = {}, {}


def _title(kind):
    """The name of a C type without "struct", "enum", "const" and asterisks."""
    if kind not in _titles:
        _titles[kind] = kind.cname.replace("const", "").replace("*", "").strip().rpartition(" ")[2]
    return _titles[kind]


def _fields_of(title):
    """The fields of a structure that Python shows: their names and C types."""
    if title not in _fields:
        _fields[title] = {
            name: field.type for name, field in ffi.typeof(title).fields if not _is_hidden(title, name)}
    return _fields[title]


# ---- Enumerations

_choices = {}


def _names(title):
    """The names of an enumeration's values by number, without the prefix that all of them share."""
    if title not in _choices:
        elements = ffi.typeof(title).elements
        common = os.path.commonprefix(list(elements.values())).rpartition("_")[0] + "_"
        _choices[title] = {number: name[len(common):].lower() for number, name in elements.items()}
    return _choices[title]


def text_of(title, number):
    """The name of an enumerator."""
    return _names(title).get(number, str(number))


def _number_of(title, given, name):
    for number, text in _names(title).items():
        if given == text:
            return number
    known = ", ".join(sorted(map(repr, _names(title).values())))
    raise ValueError(f"{name} must be one of {known}, but is {given!r}")


# ---- Errors

class Error(Exception):
    """Raised by an invalid call, which has changed nothing.

    `status` is the name of the error, such as "rate"; `text` is the library's description. `arguments` are
    those of the call, by name. For the error "out_of_reach", `nearest_s` is the nearest possible time.
    """

    nearest_s = None

    def __init__(self, status, text, arguments=None):
        super().__init__(status, text, arguments)
        self.status, self.text, self.arguments = status, text, arguments or {}

    def __str__(self):
        given = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.text}; the call had {given}" if given else self.text


_PACES = (
    '"linear", "ease_in", "ease_out", "ease_in_out", "default", "smoothstep", dr.bezier(x1, y1, x2, y2) or '
    "dr.steps(4)")

# The library's texts name C functions. For these statuses, the text for Python.
_TEXTS = {
    "not_initialized": "not a saved object, or damaged: pass the bytes of pickle.dumps() unchanged",
    "rate": "a rate must be within +-1e6 cycles per second (+-953 in a bank): dr.hz(2) or dr.seconds(0.5)",
    "pace": f"a pace must be {_PACES}: apply others to the value of a linear repeat, with dr.Curve",
    "time": "a time must be within +-1e12 seconds (bank: 9e9, clock follower: 1e9), and not NaN",
    "cycle": "a cycle must be within +-1e18: a whole number, such as 3, or dr.Position(3, 0.5)",
    "saved_state": "not a saved state of this version, or damaged: pass the bytes of save() unchanged",
    "bounds":
        "bounds must be within +-1e6 Hz, minimum_hz first, slope_hz_per_s above 0: dr.bounds(1.6, 2.4)",
    "number":
        "a clock follower's rate must be 1e-6 to 1e5, rate_tolerance 0 to 0.1, tolerance_s 1e-4 to 0.1, a "
        "position / rate within +-1e9: see dr.ClockFollower",
    "timing":
        'a curve\'s numbers must be finite, steps at least 1 (jump "none": 2), stops at least one, a '
        "spring's positive: see dr.steps, dr.bezier and dr.Curve",
    "capacity":
        "a capacity, room or count is outside its limits: capacity 1 to 2^31, room up to capacity, stops up "
        "to 4096",
    "range": "the bank does not have these slots: pass slots below end of info()",
    "settings":
        "the saved state does not fit the bank: make the bank with the saved one's mode and timing function",
    "flash_limit":
        "the line is faster than max_flash_hz allows: lock to a slower one, such as line.times(1, 2)",
    "max_flash": "max_flash_hz must be at least 1.001e-9: None means no limit, and WCAG allows 3",
    "never_advanced":
        "started, but never advanced: call advance(time_s), or read events(time_s), in each frame",
    "past":
        "that time has passed: times must not decrease; if the clock was set back, call move_timeline(now_s)",
    "cycle_duration": "a cycle duration must be 1e-6 to 1e9 seconds (1/953 in a bank): dr.hz(0) stands still",
    "out_of_reach": "the bounds do not allow that arrival: the error's nearest_s is the nearest possible time",
}


def check(status, title="dr_status", **arguments):
    """Raises the error of a status."""
    if status:
        of = L.dr_loop_status_text if title == "dr_loop_status" else C.dr_status_text
        name = text_of(title, status).removeprefix("error_")
        text = _TEXTS.get(name) if title == "dr_status" else None
        # Leaves out the memory of C, and the times that stand for the present.
        arguments = {
            name: given for name, given in arguments.items()
            if not (given is None or isinstance(given, ffi.CData) or type(given) is float and given == NOW)}
        raise Error(name, text or ffi.string(of(status)).decode(), arguments)


# ---- From Python to C

def number(given, name):
    """Converts a number to a float."""
    if type(given) is float:
        return given
    try:
        # A string such as "2" and a bool would become numbers, too.
        if not isinstance(given, (str, bytes, bytearray, bool)):
            return float(given)
    except (TypeError, ValueError):
        pass
    unit = " of seconds" if name.endswith("_s") else " of hertz" if name.endswith("_hz") else ""
    raise TypeError(f"{name} must be a number{unit}, but is {given!r}")


def whole(kind, given, name):
    """Converts a whole number to an int that fits a C type."""
    try:
        made = operator.index(given)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, such as 4, but is {given!r}") from None
    bits = 8 * ffi.sizeof(kind)
    least, end = (0, 1 << bits) if kind.cname[0] == "u" else (-1 << bits - 1, 1 << bits - 1)
    if not least <= made < end:
        raise OverflowError(f"{name} must be {least} to {end - 1}, but is {given!r}")
    return made


_EXPECTED = {
    "dr_policy": "dr.restart_per_cycle(), dr.phase_matched(0) or, with a ramp in seconds, dr.phase_matched(2)",
    "dr_pace": _PACES,
    "dr_bounds": "dr.bounds(1, 4), with rates in Hz",
    "dr_position": "dr.Position(3, 0.5), a cycle and a phase",
    "dr_spring": 'a dict, such as {"stiffness": 200, "damping": 20}',
}


def _wrong(title, given, name):
    """The error for a value that is no structure of this type."""
    expected = _EXPECTED.get(title, f"a {title.removeprefix('dr_')}")
    if title == "dr_rate":
        shown = given if isinstance(given, (int, float)) else 2
        expected = f"dr.hz({shown!r}) or, in seconds per cycle, dr.seconds({shown!r})"
    return TypeError(f"{name} must be {expected}, but is {given!r}")


def _pace(given, name):
    """The fields of a pace with this name."""
    if given in ("bezier", "steps"):
        made = "dr.bezier(x1, y1, x2, y2)" if given == "bezier" else "dr.steps(4)"
        raise ValueError(f"{name} {given!r} needs numbers: write {made}")
    if given in ("easing", "spring", "stops"):
        raise ValueError(
            f"{name} cannot be {given!r}, only {_PACES}; leave the pace \"linear\", and apply "
            f"dr.Curve({given!r}, ...) to the repeat's value")
    if given not in _names("dr_curve_kind").values():
        raise ValueError(f"{name} must be {_PACES}, but is {given!r}")
    return {"kind": given}


def to_c(kind, given, name):
    """Converts an argument or a field to a C type."""
    if kind.kind == "primitive":
        if kind.cname in ("double", "float"):
            return number(given, name)
        if name.startswith(_FLAGS) and not any(given is flag or given == flag for flag in (True, False)):
            raise TypeError(f"{name} must be True or False, but is {given!r}")
        return whole(kind, given, name)
    title = _title(kind)
    if kind.kind == "enum":
        return _number_of(title, given, name)
    if kind.kind == "pointer":
        # A structure that the function only reads. An optional one may be None.
        return ffi.NULL if given is None else ffi.new(title + " *", to_c(kind.item, given, name))
    if kind.kind != "struct" or isinstance(given, ffi.CData) and ffi.typeof(given) is kind:
        return given
    if title == "dr_member":
        return ffi.new("dr_member *", (whole(ffi.typeof("uint64_t"), given, name),))[0]
    if title == "dr_pace" and isinstance(given, str):
        given = _pace(given, name)
    if isinstance(given, _tuples.get(title, ())):
        given = given._asdict()
    if not isinstance(given, dict):
        raise _wrong(title, given, name)
    return struct(title, **given)


def fill(made, /, **fields):
    """Sets fields of a structure; None leaves the default."""
    title = _title(ffi.typeof(made))
    types = _fields_of(title)
    for name, given in fields.items():
        if name not in types:
            # A program may write the fields of a spring next to it.
            if "spring" in types and name in _fields_of("dr_spring"):
                raise TypeError(f'{name} is a field of spring: write spring={{"{name}": {given!r}}}')
            known = title.removeprefix("dr_").removesuffix("_def")
            raise TypeError(f"{known} has no {name}; it has {', '.join(types)}")
        if given is None:
            continue
        if isinstance(given, dict) and types[name].kind == "struct":
            fill(getattr(made, name), **given)
        else:
            setattr(made, name, to_c(types[name], given, name))
    return made


def struct(title, /, **fields):
    """Makes a structure with these fields; the other fields are 0."""
    return fill(ffi.new(title + " *")[0], **fields)


# ---- From C to Python

def _tuple(title):
    """The class of named tuples for a structure. It has a name in this module, so that pickle finds it."""
    words = "".join(word.title() for word in title.split("_")[1:])
    made = _tuples[title] = namedtuple(words, _fields_of(title), module=__name__)
    made.__doc__ = f"The fields of {title}, as documented in the C headers."
    return made


_tuples = {}
Rate, Policy, Pace, Bounds, Position = map(
    _tuple, ("dr_rate", "dr_policy", "dr_pace", "dr_bounds", "dr_position"))
Event, Sample, RepeatInfo, ClockArrival, ClockFollowerInfo = map(
    _tuple, ("dr_event", "dr_sample", "dr_repeat_info", "dr_clock_arrival", "dr_clock_follower_info"))
MemberSample, BankInfo, Frame, Durations, LoopStats = map(
    _tuple, ("dr_member_sample", "dr_bank_info", "dr_frame", "dr_durations", "dr_loop_stats"))


def to_python(value, kind=None):
    """Converts a value of a C type to Python."""
    kind = kind or ffi.typeof(value)
    if kind.kind == "primitive":
        return value
    if kind.kind == "enum":
        return text_of(_title(kind), int(value))
    if kind.kind == "array":
        return ffi.string(value).decode()
    title = _title(kind)
    if title not in _tuples:
        return value
    return _tuples[title](*[
        bool(getattr(value, name)) if name.startswith(_FLAGS) else to_python(getattr(value, name), field)
        for name, field in _fields_of(title).items()])


# ---- Calls

_signatures = {}


def call(function, object, /, *outputs, **arguments):
    """Calls a function that returns a status; if it fails, raises an Error. `arguments` are in the order of
    the C function's parameters, and their names are those of the Python method."""
    if function not in _signatures:
        kind = ffi.typeof(function)
        _signatures[function] = kind.args[1:], _title(kind.result)
    kinds, result = _signatures[function]
    values = [to_c(kind, given, name) for kind, (name, given) in zip(kinds, arguments.items())]
    check(function(object, *values, *outputs), result, **arguments)


def get(title, function, object, /, **arguments):
    """Calls a function and returns its output, which is the last parameter."""
    made = ffi.new(title + " *")
    call(function, object, made, **arguments)
    return to_python(made[0], ffi.typeof(title))
