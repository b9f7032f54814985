# SPDX-License-Identifier: Apache-2.0
"""Loads the two libraries with cffi, and converts values between C and Python.

In Python an enumerator is a string, a flag is a bool, and a returned structure is a named tuple.
"""
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

# Fields that Python does not show: internal ones, and user_data, which a Python object does not need.
_HIDDEN = ("internal_check", "reserved", "user_data")
_FLAGS = ("is_", "has_", "autoreverses", "present_waits", "latches_late", "presents_on_time")


def _names(kind):
    """The names of an enumeration's values by number, without the prefix that all of them share."""
    elements = ffi.typeof(kind).elements
    common = os.path.commonprefix(list(elements.values())).rpartition("_")[0] + "_"
    return {number: name[len(common):].lower() for number, name in elements.items()}


_choices = {}


def _name_of(kind):
    """The name of a C type, without "struct" or "enum"."""
    return kind.cname.rpartition(" ")[2]


def text_of(kind, number):
    """The name of an enumerator."""
    if kind not in _choices:
        _choices[kind] = _names(kind)
    return _choices[kind].get(number, str(number))


def number_of(kind, name):
    """The number of an enumerator."""
    for number in ffi.typeof(kind).elements:
        if name in (text_of(kind, number), number):
            return number
    known = ", ".join(sorted(text_of(kind, number) for number in ffi.typeof(kind).elements))
    raise ValueError(f"{kind} must be one of {known}, but is {name!r}")


class Error(Exception):
    """Raised by an invalid call, which has changed nothing.

    `status` is the name of the error, such as "rate"; `text` is the library's description.
    """

    def __init__(self, status, text):
        super().__init__(status, text)
        self.status, self.text = status, text

    def __str__(self):
        return self.text


def call(function, *arguments):
    """Calls a function; if it fails, raises an Error. Returns whether more events are waiting."""
    status = function(*arguments)
    kind = _name_of(ffi.typeof(function).result)
    if status > 1 or status == 1 and kind == "dr_loop_status":
        text = L.dr_loop_status_text if kind == "dr_loop_status" else C.dr_status_text
        name = text_of(kind, status).removeprefix("error_")
        raise Error(name, ffi.string(text(status)).decode())
    return status == 1


def _value(kind, given, name):
    """Converts a Python value to a C type."""
    if kind.kind == "enum" and not isinstance(given, int):
        return number_of(_name_of(kind), given)
    if kind.kind == "struct" and not isinstance(given, ffi.CData):
        if _name_of(kind) == "dr_pace" and isinstance(given, str):
            return struct("dr_pace", kind=given)
        fields = given._asdict() if hasattr(given, "_asdict") else given
        if not isinstance(fields, dict):
            raise TypeError(f"{name} must be a {_name_of(kind)}, but is {given!r}")
        return struct(_name_of(kind), **fields)
    return given


def fill(made, /, **fields):
    """Sets fields of a structure; None leaves the default."""
    types = dict(ffi.typeof(made).fields if made is not None else ())
    for name, given in fields.items():
        if name not in types or name in _HIDDEN:
            known = ", ".join(field for field in types if field not in _HIDDEN)
            raise TypeError(f"{_name_of(ffi.typeof(made))} has no {name}; it has {known}")
        if given is None:
            continue
        try:
            setattr(made, name, _value(types[name].type, given, name))
        except (TypeError, OverflowError) as error:
            raise type(error)(f"{name}: {error}") from None
    return made


def struct(kind, /, **fields):
    """Makes a structure with these fields; the other fields are 0."""
    return fill(ffi.new(kind + " *")[0], **fields)


_tuples = {}


def to_python(value, kind=None):
    """Converts a value of a C type to Python."""
    kind = kind or ffi.typeof(value)
    if kind.kind == "enum":
        return text_of(_name_of(kind), int(value))
    if kind.kind != "struct" or _name_of(kind) in ("dr_rate", "dr_policy", "dr_line"):
        return value
    fields = [(name, field.type) for name, field in kind.fields if name not in _HIDDEN]
    title = _name_of(kind)
    made = _tuples.get(title)
    if made is None:
        words = "".join(word.title() for word in title.split("_")[1:])
        made = _tuples.setdefault(title, namedtuple(words, [name for name, _ in fields]))
    return made(*(
        bool(getattr(value, name)) if name.startswith(_FLAGS) else to_python(getattr(value, name), type)
        for name, type in fields))


def get(kind, function, *arguments, is_first=False):
    """Calls a function and returns its output: the last argument, or the first if `is_first`."""
    made = ffi.new(kind + " *")
    if is_first:
        call(function, made, *arguments)
    else:
        call(function, *arguments, made)
    return to_python(made[0], ffi.typeof(kind))
